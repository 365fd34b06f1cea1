import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a directory and its parents. `mkdir` with `recursive` of Node.js 24 never ends where the file system refuses with
 * ENOENT below a directory that exists, as `/proc` does; it keeps a core busy instead.
 */
export async function makeDirectory(path: string, mode = 0o777): Promise<void> {
  try {
    await makeOne(path, mode)
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error
    await makeDirectory(dirname(path), mode)
    await makeOne(path, mode)
  }
}

async function makeOne(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if (!(await stat(path).catch(() => undefined))?.isDirectory()) throw error
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
