import type { BigIntStats, Dirent } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isInside } from './open-root.ts'

/** A file below the root. `path` has slashes on every system. */
export type FoundFile = { path: string; absolute: string; stats: BigIntStats }

/** A link that leads out of the root, or nowhere. */
type ClosedLink = { kind: 'link'; path: string }
/** A folder that cannot be listed. */
type Unlisted = { kind: 'closed'; path: string; error: NodeJS.ErrnoException }

export type WalkEntry = ({ kind: 'file' } & FoundFile) | ClosedLink | Unlisted
export type ListedEntry = { kind: 'file'; path: string } | ClosedLink | Unlisted

export type WalkOptions = {
  /** Whether a file, or a folder with all in it, is wanted. */
  admits(path: string, isFolder: boolean): boolean
  /** Continues behind this path. */
  after?: string | undefined
  signal: AbortSignal
}

/** Stats asked for at once: more keep the threads of Node's file system busy and gain nothing. */
const statsAtOnce = 32

/**
 * The files below a folder, in an order that stays the same: by name, folder by folder. It holds one folder's names at a time and
 * opens no file. Links are not followed: what a link inside the root leads to is found by itself.
 */
export function walkFolder(root: string, options: WalkOptions): AsyncGenerator<WalkEntry> {
  return walk({ root, options, look }, '', options.after?.split('/') ?? [])
}

/** The same entries without stats. Stats take half of the time of a run over a folder that has not changed. */
export function listPaths(root: string, options: WalkOptions): AsyncGenerator<ListedEntry> {
  return walk({ root, options, look: name }, '', [])
}

type Walk<Entry> = {
  root: string
  options: WalkOptions
  /** Undefined: no file, or one that has gone since the folder was listed. */
  look(root: string, path: string, entry: Dirent): Promise<Entry | undefined>
}

async function* walk<Entry>(
  walked: Walk<Entry>,
  folder: string,
  after: readonly string[],
): AsyncGenerator<Entry | Unlisted> {
  const { root, options, look } = walked
  options.signal.throwIfAborted()
  let names: Dirent[]
  try {
    names = await readdir(join(root, folder), { withFileTypes: true })
  } catch (error) {
    yield { kind: 'closed', path: folder, error: error as NodeJS.ErrnoException }
    return
  }
  const wanted = names
    .filter(entry => isWanted(walked, folder, entry) && isBehind(entry, after))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  for (let at = 0; at < wanted.length; at += statsAtOnce) {
    const some = wanted.slice(at, at + statsAtOnce)
    const found = await Promise.all(some.map(entry => look(root, pathOf(folder, entry), entry)))
    for (const [i, entry] of some.entries()) {
      if (entry.isDirectory())
        yield* walk(walked, pathOf(folder, entry), entry.name === after[0] ? after.slice(1) : [])
      else if (found[i]) yield found[i]
    }
  }
}

const pathOf = (folder: string, { name }: Dirent): string => (folder === '' ? name : `${folder}/${name}`)

/** Hidden names are settings of programs: `.obsidian`, `.git`, `.trash`. */
function isWanted({ options }: Walk<unknown>, folder: string, entry: Dirent): boolean {
  if (entry.name.startsWith('.') || entry.name === 'node_modules') return false
  return options.admits(pathOf(folder, entry), entry.isDirectory())
}

function isBehind(entry: Dirent, [head, ...rest]: readonly string[]): boolean {
  if (head === undefined || entry.name > head) return true
  if (entry.name < head) return false
  // The last file that was seen may have become a folder, and a folder that was entered may have become a file.
  return entry.isDirectory() ? true : rest.length > 0
}

async function name(root: string, path: string, entry: Dirent): Promise<ListedEntry | undefined> {
  if (entry.isSymbolicLink()) return lookAtLink(root, path)
  return entry.isFile() ? { kind: 'file', path } : undefined
}

async function look(root: string, path: string, entry: Dirent): Promise<WalkEntry | undefined> {
  if (entry.isSymbolicLink()) return lookAtLink(root, path)
  if (!entry.isFile()) return undefined
  const absolute = join(root, path)
  const stats = await lstat(absolute, { bigint: true }).catch(() => undefined)
  return stats?.isFile() ? { kind: 'file', path, absolute, stats } : undefined
}

async function lookAtLink(root: string, path: string): Promise<ClosedLink | undefined> {
  const target = await realpath(join(root, path)).catch(() => undefined)
  return target !== undefined && isInside(root, target) ? undefined : { kind: 'link', path }
}

/** One path by itself. Undefined: nothing that a walk would name. */
export async function lookAt(root: string, path: string): Promise<WalkEntry | undefined> {
  const absolute = join(root, path)
  const stats = await lstat(absolute, { bigint: true }).catch(() => undefined)
  if (stats?.isSymbolicLink()) return lookAtLink(root, path)
  if (stats?.isFile()) return { kind: 'file', path, absolute, stats }
  if (!stats?.isDirectory()) return undefined
  const error = await readdir(absolute).then(
    () => undefined,
    (fault: NodeJS.ErrnoException) => fault,
  )
  return error && { kind: 'closed', path, error }
}
