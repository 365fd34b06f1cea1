import { mkdir, open, opendir, rename, rmdir, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Concurrent deletions may prune the directory after we make it, but hardly this often in a row. Twenty attempts were too
 * few on a busy machine: all of them fell between two deletions. An attempt is two system calls.
 */
const maxAttempts = 1_000

/** Renames a finished draft, and makes sure that the name survives a crash too. */
export async function publish(draft: string, path: string, root: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(draft, path)
      break
    } catch (error) {
      // Deleting a neighbour also prunes empty directories, perhaps the one just made. A recursive mkdir then reports
      // ENOTDIR when a parent vanishes between its own steps.
      const isPruned = hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')
      if (!isPruned || attempt === maxAttempts) throw error
    }
  }
  // Sync every directory: one that existed already may have been made by another put a moment ago.
  for (let dir = dirname(path); dir.length >= root.length; dir = dirname(dir)) await syncDirectory(dir)
}

/** Deletes a directory with everything in it, and returns the number of files. */
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

/** Removes empty directories. Each document has one, and they would otherwise stay for ever. */
export async function pruneUpwards(from: string, root: string): Promise<void> {
  for (let dir = from; dir.length > root.length; dir = dirname(dir)) {
    if (!(await removeIfEmpty(dir))) return
  }
}

/**
 * Removes files that have not changed since `before`; writing a draft changes it all the time. Returns their number.
 */
export async function sweepStale(dir: string, before: Date): Promise<number> {
  let removed = 0
  for await (const entry of await opendir(dir)) {
    const path = join(dir, entry.name)
    const found = await stat(path).catch(unlessMissing)
    if (found && found.mtime < before && (await removeIfThere(path))) removed++
  }
  return removed
}

/** Every file below a directory. Files that disappear meanwhile are skipped. */
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

/** No space, no inodes, or over a quota. */
export function isFull(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT') || hasCode(error, 'EFBIG')
}

/** Returns false when the file did not exist. */
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

/** Returns false when the directory is not empty, for example because another put has just published a file. */
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

/** A missing directory was deleted together with the blob, so there is nothing to sync. */
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
