import { existsSync, statSync } from 'node:fs'
import { glob, readdir, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'

/** A file to add: where it is, and its name below the folder that was named. */
export type FoundFile = { path: string; name: string; bytes: number; modifiedMs: number }

/** Folders that hold what programs made, and no notes of people. */
const skipped = new Set(['node_modules', '__pycache__'])

const isHidden = (name: string) => name.split(sep).some(part => /^\.[^.]/.test(part) || skipped.has(part))

export const isDirectory = (what: string): boolean => existsSync(what) && statSync(what).isDirectory()

/**
 * Whether a text is a pattern of files. It has a `*` and no space, unless it begins like a path: a sentence may have a star
 * too, and is to be remembered.
 */
export const isPattern = (what: string): boolean =>
  what.includes('*') && (!/\s/.test(what) || /^(\.{0,2}|~)\/[^\n]*$/.test(what)) && !existsSync(what)

/**
 * The files of a folder, or those that a pattern matches, in order. Hidden ones and those of packages are left out, and
 * links that lead nowhere. `onUnreadable` hears of each folder that cannot be read.
 */
export async function listFiles(
  what: string,
  onUnreadable: (folder: string, error: Error) => void = () => undefined,
): Promise<FoundFile[]> {
  const isFolder = isDirectory(what)
  const root = resolve(isFolder ? what : '.')
  const found: FoundFile[] = []
  for await (const name of isFolder ? namesBelow(root, root, onUnreadable) : glob(what, { cwd: root })) {
    if (isHidden(name)) continue
    const path = resolve(root, name)
    const facts = await stat(path).catch(() => undefined)
    if (!facts?.isFile()) continue
    const shown = isFolder ? join(basename(root), name) : name.replace(/^([/\\]|\.\.?[/\\])+/, '')
    found.push({ path, name: shown, bytes: facts.size, modifiedMs: facts.mtimeMs })
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Follows no link to a folder: it may lead out of this one, or back into it. */
async function* namesBelow(
  root: string,
  folder: string,
  onUnreadable: (folder: string, error: Error) => void,
): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(error => {
    onUnreadable(folder, error as Error)
    return []
  })
  for (const entry of entries) {
    if (isHidden(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* namesBelow(root, path, onUnreadable)
    else yield relative(root, path)
  }
}

/** One file, as the list of its folder would have it. Undefined: it is gone, or is left out. */
export async function findFile(root: string, path: string): Promise<FoundFile | undefined> {
  const name = path.slice(resolve(root).length + 1)
  if (isHidden(name)) return undefined
  const facts = await stat(path).catch(() => undefined)
  if (!facts?.isFile()) return undefined
  return { path, name: join(basename(resolve(root)), name), bytes: facts.size, modifiedMs: facts.mtimeMs }
}
