import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const firstKeyPath = (dataDir: string) => join(dataDir, 'first-key')

/**
 * Keeps the first key where only its owner reads it. Standard output will not do where nobody sits at a terminal: a
 * container's log holds what was printed for good. Undefined when it cannot be written: another key is one command away.
 */
export async function writeFirstKey(dataDir: string, value: string): Promise<string | undefined> {
  const path = firstKeyPath(dataDir)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    // A file of an earlier installation may be open to others, and would stay so.
    await rm(path, { force: true })
    await writeFile(path, `${value}\n`, { mode: 0o600, flag: 'wx' })
    return path
  } catch {
    return undefined
  }
}
