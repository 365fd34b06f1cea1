import { basename, dirname } from 'node:path/posix'
import { z } from 'zod'
import { decodeText } from '../../extraction/decode-text.ts'
import { type Change, type Content, ItemError, SourceError } from '../connector.ts'
import { toNote } from '../folder/read-file.ts'
import { type GithubApi, parse } from './api.ts'
import type { Repository } from './repositories.ts'
import type { GithubSource, PartBatch, RepositoryState } from './settings.ts'

const wanted = /\.(md|mdx|markdown|txt|rst|adoc|org)$/i
const batchSize = 100

type FileEntry = { path: string; sha: string; size: number }

/** The text files of a commit, by path. */
export type FileTree = ReadonlyMap<string, FileEntry>

/** Text files of the main branch. The trees of two commits are compared, so a forced push is a change like others. */
export async function* pullFiles(
  source: GithubSource,
  api: GithubApi,
  repository: Repository,
  state: RepositoryState['files'],
): AsyncGenerator<PartBatch<'files'>> {
  if (state?.done !== undefined) yield* follow(source, api, repository, { ...state, done: state.done })
  const head = await findHead(api, repository)
  if (head === undefined || head === state?.commit) return
  yield* follow(source, api, repository, { commit: head, ...(state && { from: state.commit }), done: 0 })
}

/** The text files of the newest commit. */
export async function readHead(api: GithubApi, repository: Repository): Promise<FileTree> {
  const head = await findHead(api, repository)
  return head === undefined ? new Map() : readTree(api, repository, head)
}

/** The newest commit. Undefined: the repository is empty. */
async function findHead(api: GithubApi, { id, branch }: Repository): Promise<string | undefined> {
  const bytes = await api.raw(`/repositories/${id}/commits/${encodeURIComponent(branch)}`, 'sha', 1_000)
  return bytes && Buffer.from(bytes).toString('latin1').trim()
}

type Following = { commit: string; from?: string | undefined; done: number }

async function* follow(
  source: GithubSource,
  api: GithubApi,
  repository: Repository,
  { commit, from, done }: Following,
): AsyncGenerator<PartBatch<'files'>> {
  const before = from === undefined ? (new Map() as FileTree) : await readTree(api, repository, from)
  const after = await readTree(api, repository, commit)
  const paths = [...new Set([...before.keys(), ...after.keys()])]
    .filter(path => before.get(path)?.sha !== after.get(path)?.sha)
    .sort()
  for (let at = done; at < paths.length; at += batchSize) {
    const changes = paths
      .slice(at, at + batchSize)
      .map(path => toChange(source, api, repository, path, after.get(path)))
    const isLast = at + batchSize >= paths.length
    yield { changes, state: isLast ? { commit } : { commit, from, done: at + batchSize } }
  }
  if (paths.length <= done) yield { changes: [], state: { commit } }
}

const treeJson = z.object({
  truncated: z.boolean().optional(),
  tree: z.array(
    z.object({
      path: z.string(),
      type: z.string(),
      mode: z.string(),
      sha: z.string(),
      size: z.int().optional(),
    }),
  ),
})

/** Links (mode 120000) and submodules are no files. */
async function readTree(api: GithubApi, { id }: Repository, commit: string): Promise<FileTree> {
  const files = new Map<string, FileEntry>()
  const read = async (sha: string, folder: string): Promise<void> => {
    const whole = await askTree(api, `/repositories/${id}/git/trees/${sha}?recursive=1`)
    // A tree of more than 100,000 entries is cut off: its folders are read one by one.
    const { tree } = whole.truncated ? await askTree(api, `/repositories/${id}/git/trees/${sha}`) : whole
    for (const { path: name, type, mode, sha: oid, size = 0 } of tree) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (whole.truncated && type === 'tree') await read(oid, path)
      else if (type === 'blob' && mode.startsWith('100') && wanted.test(path) && size > 0)
        files.set(path, { path, sha: oid, size })
    }
  }
  await read(commit, '')
  return files
}

async function askTree(api: GithubApi, path: string): Promise<z.infer<typeof treeJson>> {
  try {
    return parse(treeJson, (await api.ask(path)).body)
  } catch (error) {
    if (!(error instanceof ItemError)) throw error
    throw new SourceError('checkpoint_expired', 'GitHub no longer has the commit of the last run.', {
      cause: error,
    })
  }
}

const fileId = ({ id }: Repository, path: string): string => `${id}/files/${path}`

export function toChange(
  source: GithubSource,
  api: GithubApi,
  repository: Repository,
  path: string,
  entry: FileEntry | undefined,
): Change {
  const externalId = fileId(repository, path)
  if (!entry) return { kind: 'deleted', externalId }
  const { maxFileBytes } = source.limits
  if (entry.size > maxFileBytes)
    return {
      kind: 'failed',
      externalId,
      code: 'item_too_large',
      message: `The file is larger than ${maxFileBytes} bytes.`,
    }
  const folder = dirname(path)
  return {
    kind: 'upsert',
    item: {
      externalId,
      version: entry.sha,
      contentKey: entry.sha,
      title: basename(path),
      url: `${repository.url}/blob/${repository.branch}/${path.split('/').map(encodeURIComponent).join('/')}`,
      metadata: {
        type: 'github_markdown',
        repository: repository.name,
        path,
        ...(folder !== '.' && { folder }),
      },
      read: () => readBlob(api, repository, entry, maxFileBytes),
    },
  }
}

async function readBlob(
  api: GithubApi,
  { id }: Repository,
  { path, sha }: FileEntry,
  maxBytes: number,
): Promise<Content> {
  const bytes = await api.raw(`/repositories/${id}/git/blobs/${sha}`, 'raw', maxBytes)
  if (!bytes) throw new ItemError('item_gone', `GitHub no longer has ${path}.`)
  if (/\.(md|mdx|markdown)$/i.test(path)) return toNote(decodeText(bytes), basename(path))
  return { kind: 'file', bytes, fileName: basename(path) }
}
