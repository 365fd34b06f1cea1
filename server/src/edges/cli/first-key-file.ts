import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectory } from '../../platform/lib/make-directory.ts'

export const firstKeyPath = (dataDir: string) => join(dataDir, 'first-key')

/**
 * Writes the first key to a file that only its owner can read. Without a terminal, standard output is no place for a key,
 * because a container's log stores it for good. Returns undefined if the file cannot be written; one command creates another key.
 */
export async function writeFirstKey(dataDir: string, value: string): Promise<string | undefined> {
  const path = firstKeyPath(dataDir)
  try {
    await makeDirectory(dataDir, 0o700)
    // A file of an earlier installation may be readable by others, and writing would keep its mode.
    await rm(path, { force: true })
    await writeFile(path, `${value}\n`, { mode: 0o600, flag: 'wx' })
    return path
  } catch {
    return undefined
  }
}
