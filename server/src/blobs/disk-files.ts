import { mkdir, open, opendir, rename, rmdir, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Others may prune the directory as often as we make it; this often in a row they do not. */
const maxAttempts = 20

/** Gives a finished draft its name, and makes sure that the name survives a crash too. */
export async function publish(draft: string, path: string, root: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(draft, path)
      break
    } catch (error) {
      // Whoever deletes a neighbour also prunes empty directories, perhaps the one just made.
      if (!hasCode(error, 'ENOENT') || attempt === maxAttempts) throw error
    }
  }
  // All of them: one that was there already may have been made by another put, a moment ago.
  for (let dir = dirname(path); dir.length >= root.length; dir = dirname(dir)) await syncDirectory(dir)
}

/** Deletes a directory with everything in it; answers how many files that was. */
export async function removeTree(dir: string): Promise<number> {
  const entries = await opendir(dir).catch(unlessMissing)
  if (!entries) return 0
  let removed = 0
  for await (const entry of entries) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) removed += await removeTree(path)
    else if (await removeIfThere(path)) removed++
  }
  await removeIfEmpty(dir)
  return removed
}

/** Each document has a directory; without this they would stay for ever. */
export async function pruneUpwards(from: string, root: string): Promise<void> {
  for (let dir = from; dir.length > root.length; dir = dirname(dir)) {
    if (!(await removeIfEmpty(dir))) return
  }
}

/** Removes files that nobody has touched since; writing a draft touches it all the time. Says how many that was. */
export async function sweepStale(dir: string, before: Date): Promise<number> {
  let removed = 0
  for await (const entry of await opendir(dir)) {
    const path = join(dir, entry.name)
    const found = await stat(path).catch(unlessMissing)
    if (found && found.mtime < before && (await removeIfThere(path))) removed++
  }
  return removed
}

/** Every file below a directory. A file that goes away meanwhile is skipped. */
export async function* walk(dir: string): AsyncGenerator<{ path: string; modifiedAt: Date }, void> {
  const entries = await opendir(dir).catch(unlessMissing)
  if (!entries) return
  for await (const entry of entries) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) yield* walk(path)
    else {
      const found = await stat(path).catch(unlessMissing)
      if (found) yield { path, modifiedAt: found.mtime }
    }
  }
}

/** No room, no inodes, or over a quota. */
export function isFull(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT') || hasCode(error, 'EFBIG')
}

/** False when it was not there. */
export async function removeIfThere(path: string): Promise<boolean> {
  try {
    await unlink(path)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

export function unlessMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error
}

/** False when something is in it, be it a file that another put has just published. */
async function removeIfEmpty(dir: string): Promise<boolean> {
  try {
    await rmdir(dir)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true
    if (hasCode(error, 'ENOTEMPTY') || hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** A directory that is gone meanwhile was deleted with the blob: there is nothing to keep. */
async function syncDirectory(path: string): Promise<void> {
  const dir = await open(path).catch(unlessMissing)
  if (!dir) return
  try {
    await dir.sync()
  } finally {
    await dir.close()
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
