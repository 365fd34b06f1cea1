import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path/posix'
import { decodeText } from '../extraction/decode-text.ts'
import { kindByName } from '../extraction/sniffing/name-kind.ts'
import {
  type Batch,
  type Change,
  type Connector,
  type Content,
  type Item,
  ItemError,
  SourceError,
} from './connector.ts'
import { toNote } from './folder/read-file.ts'
import type { GitSource } from './git/open-remote.ts'
import { CommitGone, Repository, type TreeChange, type TreeEntry } from './git/repository.ts'
import {
  type GitCheckpoint,
  type GitCredentials,
  type GitSettings,
  gitCheckpoint,
  gitCredentials,
  gitSettings,
} from './git/settings.ts'
import { compileGlobs } from './globs.ts'

const batchSize = 100

/**
 * The files of one branch. Each run compares the trees of two commits, so it makes no difference whether the new one follows from the
 * old one: a forced push is a change like others.
 */
export const git: Connector<GitSettings, GitCredentials, GitCheckpoint> = {
  describe: {
    provider: 'git',
    title: 'Git repository',
    summary: 'Markdown, text and code of a git repository, kept in step with a branch.',
    settings: gitSettings,
    credentials: { kind: 'secret', fields: gitCredentials },
    checkpoint: gitCheckpoint,
    everyMinutes: 60,
  },

  async check(source) {
    const repository = await Repository.open(source)
    try {
      await repository.findHead()
      return { account: nameOf(source.settings) }
    } finally {
      await repository.remove()
    }
  },

  async *pull(source, checkpoint) {
    const scope = scopeOf(source.settings)
    if (checkpoint && checkpoint.scope !== scope)
      throw new SourceError('checkpoint_expired', 'The settings have changed.')
    const repository = await Repository.open(source, { isKept: true })
    let isOver = false
    try {
      if (checkpoint?.done !== undefined) yield* follow(source, repository, checkpoint)
      yield* goOn(source, repository, { scope, ...(checkpoint?.commit && { commit: checkpoint.commit }) })
      isOver = true
    } catch (error) {
      isOver = true
      if (!(error instanceof CommitGone)) throw error
      throw new SourceError(
        'checkpoint_expired',
        'The repository no longer has the commit of the last run.',
        { cause: error },
      )
    } finally {
      if (isOver) await repository.remove()
      else repository.leave()
    }
  },

  async *fetch(source, externalIds) {
    const repository = await Repository.open(source)
    try {
      yield* fetchFiles(source, repository, externalIds)
    } finally {
      await repository.remove()
    }
  },
}

/** Brings the store to the newest commit. */
async function* goOn(
  source: GitSource,
  repository: Repository,
  stored: GitCheckpoint,
): AsyncGenerator<Batch<GitCheckpoint>> {
  const { scope, commit: from } = stored
  const head = await repository.findHead()
  if (head === undefined || head === from) yield { changes: [], checkpoint: stored, isLast: true }
  else {
    const target = { scope, commit: head, ...(from && { from }), done: 0 }
    for await (const batch of follow(source, repository, target))
      yield { ...batch, isLast: batch.checkpoint.done === undefined }
  }
}

/** Single files of the newest commit. They are read here, because the repository is gone when the sync reads them. */
async function* fetchFiles(
  source: GitSource,
  repository: Repository,
  paths: string[],
): AsyncGenerator<Change> {
  const head = await repository.findHead()
  const found = new Map<string, TreeChange>()
  if (head) {
    await repository.load(head, 'files')
    for await (const entry of repository.listTree(head, paths.filter(isPlainPath)))
      found.set(entry.path, { status: 'A', ...entry })
  }
  const toChanges = changesOf(source, repository, undefined)
  let held = 0
  for (const path of paths) {
    const entry = found.get(path)
    const [change] = entry ? toChanges([entry]) : [toDeletion(path)]
    if (change?.kind !== 'upsert') yield change!
    else {
      const read = await readNow(change.item, held < maxHeldBytes)
      held += read.bytes
      yield read.change
    }
  }
}

/** Of single files that are read again. */
const maxHeldBytes = 64_000_000

async function readNow(item: Item, mayRead: boolean): Promise<{ change: Change; bytes: number }> {
  try {
    if (!mayRead) throw new ItemError('item_unreadable', 'Too many large files at once. It is tried again.')
    const content = await item.read()
    const bytes = content.kind === 'text' ? content.text.length : (content.bytes as Uint8Array).length
    return { change: { kind: 'upsert', item: { ...item, read: async () => content } }, bytes }
  } catch (error) {
    if (!(error instanceof ItemError)) throw error
    const { code, message } = error
    return { change: { kind: 'failed', externalId: item.externalId, code, message }, bytes: 0 }
  }
}

/** Git refuses paths that lead out of the repository, all of them together. */
const isPlainPath = (path: string): boolean =>
  path.split('/').every(name => name !== '' && name !== '.' && name !== '..')

const scopeOf = ({ url, branch, kinds, include, exclude }: GitSettings): string =>
  createHash('sha256')
    .update(JSON.stringify([url, branch, kinds, include, exclude]))
    .digest('hex')
    .slice(0, 16)

/** Names of the empty file, by SHA-1 and by SHA-256: it has no document. */
const emptyBlob =
  /^(e69de29bb2d1d6434b8b29ae775ad8c2e48c5391|473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813)$/

/** Whether a file is wanted. Links (mode 120000) and submodules (160000) are none. */
function chooserOf({ kinds, include, exclude }: GitSettings): (entry: TreeEntry) => boolean {
  const [isIncluded, isExcluded] = [compileGlobs(include), compileGlobs(exclude)]
  const wanted = new Set<string>(kinds)
  return ({ mode, oid, path }) =>
    mode.startsWith('100') &&
    !emptyBlob.test(oid) &&
    wanted.has(kindByName(path) ?? '') &&
    !isExcluded(path) &&
    (include.length === 0 || isIncluded(path))
}

/** Brings the store from one commit to another, in an order that git always gives alike. */
async function* follow(
  source: GitSource,
  repository: Repository,
  from: GitCheckpoint,
): AsyncGenerator<Batch<GitCheckpoint>> {
  const commit = from.commit!
  if (from.from) await repository.load(from.from, 'trees')
  await repository.load(commit, 'files')
  const toChanges = changesOf(source, repository, from.from)
  let entries: TreeChange[] = []
  let done = 0
  const all = from.from ? repository.diff(from.from, commit) : addedIn(repository, commit)
  for await (const entry of all) {
    if (done++ < from.done!) continue
    entries.push(entry)
    // A renamed file is two changes.
    if (entries.length < batchSize / 2) continue
    yield { changes: toChanges(entries), checkpoint: { ...from, done }, progress: { seen: done } }
    entries = []
  }
  yield { changes: toChanges(entries), checkpoint: { scope: from.scope, commit }, progress: { seen: done } }
}

async function* addedIn(repository: Repository, commit: string): AsyncGenerator<TreeChange> {
  for await (const entry of repository.listTree(commit)) yield { status: 'A', ...entry }
}

function changesOf(source: GitSource, repository: Repository, from: string | undefined) {
  const isWanted = chooserOf(source.settings)
  return (entries: readonly TreeChange[]): Change[] => {
    const wanted = entries.filter(entry => entry.status !== 'D' && isWanted(entry))
    const read = readerOf(repository, from, wanted)
    return entries.flatMap((entry): Change[] => {
      const gone = entry.status === 'D' ? entry.path : entry.oldPath
      // Also a file that became a link, or was not wanted: to delete what is not stored does nothing.
      if (!wanted.includes(entry)) return [gone, entry.path].filter(isPresent).map(toDeletion)
      return [...(gone === undefined ? [] : [toDeletion(gone)]), toUpsert(source, entry, read)]
    })
  }
}

const isPresent = (
  path: string | undefined,
  at: number,
  all: readonly (string | undefined)[],
): path is string => path !== undefined && all.indexOf(path) === at
const toDeletion = (externalId: string): Change => ({ kind: 'deleted', externalId })

type ReadBlob = (oid: string) => Promise<Uint8Array>

/** Reads files of one batch. Those that the remote did not send, because the commit before has them too, are fetched together. */
function readerOf(repository: Repository, from: string | undefined, batch: readonly TreeChange[]): ReadBlob {
  let fetched: Promise<void> | undefined
  const fetchMissing = async () => {
    const known = new Set<string>()
    const oids = new Set(batch.map(({ oid }) => oid))
    if (from) for await (const { oid } of repository.listTree(from)) if (oids.has(oid)) known.add(oid)
    if (known.size > 0) await repository.loadBlobs([...known])
  }
  return async oid => {
    let content = await repository.readBlob(oid)
    if (content === undefined) {
      fetched ??= fetchMissing()
      await fetched
      content = await repository.readBlob(oid)
    }
    if (content === undefined || content === 'too large')
      throw new ItemError('item_too_large', `The file is larger than ${repository.maxBlobBytes} bytes.`)
    return content
  }
}

function toUpsert({ settings }: GitSource, { oid, path }: TreeChange, readBlob: ReadBlob): Change {
  const folder = dirname(path)
  const url = webAddress(settings, path)
  return {
    kind: 'upsert',
    item: {
      externalId: path,
      version: oid,
      contentKey: oid,
      title: basename(path),
      ...(url && { url }),
      metadata: {
        path,
        ...(folder !== '.' && { folder }),
        repository: nameOf(settings),
        ...(settings.branch && { branch: settings.branch }),
      },
      read: async () => toContent(path, await readBlob(oid)),
    },
  }
}

const nameOf = ({ url }: GitSettings): string => url.replace(/^https?:\/\//, '').replace(/(\.git)?\/*$/, '')

function toContent(path: string, bytes: Uint8Array): Content {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  if (head.startsWith('version https://git-lfs.github.com/'))
    throw new ItemError('item_unsupported', 'The file is kept in Git LFS, which is not read.')
  if (kindByName(path) === 'markdown') return toNote(decodeText(bytes), basename(path))
  return { kind: 'file', bytes, fileName: basename(path) }
}

/** Where people read the file, on hosts whose addresses are known. */
function webAddress({ url, branch }: GitSettings, path: string): string | undefined {
  const [, host, name] = /^https:\/\/(github\.com|gitlab\.com)\/(.+?)(?:\.git)?\/?$/.exec(url) ?? []
  if (!host) return undefined
  const at = `${branch ?? 'HEAD'}/${path.split('/').map(encodeURIComponent).join('/')}`
  return `https://${host}/${name}/${host === 'github.com' ? '' : '-/'}blob/${at}`
}
