import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { SourceError } from '../connector.ts'
import { BlobReader } from './blob-reader.ts'
import { explainFailure, type GitSource, openRemote, type Remote } from './open-remote.ts'
import { GitFailure, readEntries, runGit, streamGit } from './run-git.ts'

/** Larger ones are data or generated, and most servers never send them to us. */
const maxBlobBytes = 5_000_000
/** Of the newest commit without its history. The kernel of Linux takes about 250 MB. */
const maxRepositoryBytes = 1_000_000_000
const watchMs = 500
/** Left by a killed process, unless a run takes that long. */
const staleMs = 6 * 3_600_000

export type TreeEntry = { mode: string; oid: string; path: string }
export type TreeChange = { status: string; mode: string; oid: string; path: string; oldPath?: string }

/** Thrown when the remote no longer has a commit, as after a forced push. */
export class CommitGone extends Error {}

export type RepositoryOptions = {
  /**
   * Keeps the folder between steps of a run, which would otherwise fetch again each time. Else the folder is new, and belongs to
   * this object alone.
   */
  isKept?: boolean
  maxBytes?: number
}

/**
 * A bare repository in a temporary folder that holds only what a run needs: no history, no large files, no working tree. It is
 * removed at the end, so runs can go to any worker.
 */
export class Repository {
  readonly #source: GitSource
  readonly #folder: string
  readonly #maxBytes: number
  #remote: Promise<Remote> | undefined
  #blobs: BlobReader | undefined
  readonly maxBlobBytes: number

  private constructor(source: GitSource, folder: string, maxBytes: number) {
    this.#source = source
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.maxBlobBytes = Math.min(maxBlobBytes, source.limits.maxFileBytes)
  }

  static async open(
    source: GitSource,
    { isKept = false, maxBytes = maxRepositoryBytes }: RepositoryOptions = {},
  ): Promise<Repository> {
    await mkdir(source.workFolder, { recursive: true })
    await removeStale(source)
    const name = `${prefix}${source.id.replaceAll(/[^\w-]/g, '')}`
    const folder = isKept ? join(source.workFolder, name) : await mkdtemp(join(source.workFolder, `${name}-`))
    await mkdir(folder, { recursive: true })
    // Counts as used, whatever is in it.
    const now = source.now()
    await utimes(folder, now, now)
    const repository = new Repository(source, folder, maxBytes)
    await removeLocks(folder)
    await repository.#init()
    return repository
  }

  /** What a killed process has left may be damaged: then the folder begins again. */
  async #init(): Promise<void> {
    const init = () => runGit(['init', '--quiet', '--bare', '.'], this.#local())
    await init().catch(async error => {
      if (!(error instanceof GitFailure)) throw error
      await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 })
      await mkdir(this.#folder, { recursive: true })
      await init()
    })
    await this.#forgetRemote()
  }

  /** The newest commit of the branch. Undefined: the repository is empty. */
  async findHead(): Promise<string | undefined> {
    const { branch } = this.#source.settings
    const name = branch === undefined ? 'HEAD' : `refs/heads/${branch}`
    const output = await this.#git(['ls-remote', '--quiet', 'origin', name])
    const line = output.split('\n').find(text => text.endsWith(`\t${name}`))
    if (line === undefined && branch !== undefined)
      throw new SourceError('source_gone', `The repository has no branch ${branch}.`)
    return line?.split('\t')[0]
  }

  /** Fetches a commit without its history: its trees only, or with its files up to a size. */
  async load(commit: string, what: 'trees' | 'files'): Promise<void> {
    if (await this.#has(commit)) return
    await removeParts(this.#folder)
    const filter = what === 'trees' ? 'blob:none' : `blob:limit=${this.maxBlobBytes}`
    await this.#fetch([`--depth=1`, `--filter=${filter}`, 'origin', `+${commit}:refs/reverie/${commit}`])
  }

  /** Files that are still missing, in one request: the remote supposes that we have them, as part of an earlier commit. */
  async loadBlobs(oids: readonly string[]): Promise<void> {
    await this.#fetch(['--filter=blob:none', '--stdin', 'origin'], `${oids.join('\n')}\n`)
    this.#blobs?.close()
    this.#blobs = undefined
  }

  /** The files of a commit, by path. */
  async *listTree(commit: string, paths: readonly string[] = []): AsyncGenerator<TreeEntry> {
    const output = streamGit(
      ['--literal-pathspecs', 'ls-tree', '-r', '-z', '--full-tree', commit, '--', ...paths],
      this.#local(),
    )
    for await (const entry of readEntries(output)) {
      const [, mode, oid, path] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(entry) ?? []
      if (mode && oid && path !== undefined) yield { mode, oid, path }
    }
  }

  /** What changed between two commits, whether or not one follows from the other. An unchanged file under a new name is one entry. */
  async *diff(from: string, to: string): AsyncGenerator<TreeChange> {
    const output = streamGit(
      ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-ext-diff', '--no-textconv', '-M100%', from, to],
      this.#local(),
    )
    const entries = readEntries(output)
    for await (const head of entries) {
      const [, mode = '', , oid = '', status = ''] = head.replace(/^:/, '').split(' ')
      const path = await next(entries)
      if (status.startsWith('R')) yield { status: 'R', mode, oid, oldPath: path, path: await next(entries) }
      else yield { status, mode, oid, path }
    }
  }

  /** Undefined: the file was not sent, because it is too large or the remote supposes that we have it. */
  async readBlob(oid: string): Promise<Uint8Array | 'too large' | undefined> {
    this.#blobs ??= new BlobReader(this.#local())
    return this.#blobs.read(oid, this.maxBlobBytes)
  }

  /** Leaves the folder to the next step of the run. */
  leave(): void {
    this.#blobs?.close()
  }

  async remove(): Promise<void> {
    this.leave()
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 })
  }

  async #has(commit: string): Promise<boolean> {
    const refs = await runGit(['for-each-ref', `refs/reverie/${commit}`], this.#local())
    return refs !== ''
  }

  async #fetch(args: readonly string[], input?: string): Promise<void> {
    const quiet = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance']
    await this.#git([...quiet, ...args], input)
    await this.#forgetRemote()
  }

  /** Else git would fetch each missing file by itself when it is asked for. */
  async #forgetRemote(): Promise<void> {
    await runGit(['config', '--remove-section', 'remote.origin'], this.#local()).catch(ignoreGit)
    await runGit(['config', '--unset-all', 'extensions.partialClone'], this.#local()).catch(ignoreGit)
  }

  /** Runs git on the network, and ends it when it fills the disk. */
  async #git(args: readonly string[], input?: string): Promise<string> {
    this.#remote ??= openRemote(this.#source)
    const remote = await this.#remote
    const full = new AbortController()
    const weigh = async () => {
      if ((await bytesIn(this.#folder)) > this.#maxBytes) full.abort()
    }
    const watch = setInterval(weigh, watchMs)
    // Blobs by name: "I have" lines would make the remote leave them out.
    const wanted = input === undefined ? [] : [['fetch.negotiationAlgorithm', 'noop'] as const]
    try {
      const output = await runGit(args, {
        folder: this.#folder,
        config: [...remote.config, ...wanted],
        protocols: remote.protocols,
        signal: AbortSignal.any([this.#source.signal, full.signal]),
        ...(input !== undefined && { input }),
      })
      await weigh()
      full.signal.throwIfAborted()
      return output
    } catch (error) {
      this.#source.signal.throwIfAborted()
      if (full.signal.aborted)
        throw new SourceError('settings_invalid', `The repository is larger than ${this.#maxBytes / 1e6} MB.`)
      if (error instanceof GitFailure && /not our ref|unadvertised object|find remote ref/.test(error.stderr))
        throw new CommitGone('The commit is gone', { cause: error })
      throw explainFailure(error)
    } finally {
      clearInterval(watch)
    }
  }

  #local() {
    return { folder: this.#folder, signal: this.#source.signal }
  }
}

async function next(entries: AsyncGenerator<string>): Promise<string> {
  const { done, value } = await entries.next()
  if (done) throw new GitFailure('git diff-tree broke off')
  return value
}

function ignoreGit(error: unknown): string {
  if (error instanceof GitFailure) return ''
  throw error
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(join(folder, 'objects', 'pack')).catch((): string[] => [])
  const sizes = names.map(name =>
    stat(join(folder, 'objects', 'pack', name)).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/**
 * Locks that a killed process has left. Only one process at a time works on a connection. Without this, each run failed until the
 * folder was old enough to be removed.
 */
async function removeLocks(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter(each => each.endsWith('.lock')))
    await rm(join(folder, name), { force: true })
}

/** What a killed fetch has left. */
async function removeParts(folder: string): Promise<void> {
  const packs = join(folder, 'objects', 'pack')
  const names = await readdir(packs).catch((): string[] => [])
  for (const name of names.filter(each => each.startsWith('tmp_')))
    await rm(join(packs, name), { force: true })
}

const prefix = 'git-'

async function removeStale({ workFolder, now }: GitSource): Promise<void> {
  const before = now().getTime() - staleMs
  for (const name of await readdir(workFolder)) {
    if (!name.startsWith(prefix)) continue
    const folder = join(workFolder, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs < before) await rm(folder, { recursive: true, force: true })
  }
}
