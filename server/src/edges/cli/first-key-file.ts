import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectory } from '../../platform/lib/make-directory.ts'

export const firstKeyPath = (dataDir: string) => join(dataDir, 'first-key')

export const setupLinkPath = (dataDir: string) => join(dataDir, 'setup-link')

/**
 * Writes the first key to a file that only its owner can read. Without a terminal, standard output is no place for a key,
 * because a container's log stores it for good. Returns undefined if the file cannot be written; one command creates another key.
 */
export function writeFirstKey(dataDir: string, value: string): Promise<string | undefined> {
  return writeSecret(dataDir, firstKeyPath(dataDir), value)
}

/** The same for the link that makes whoever opens it the owner. */
export function writeSetupLink(dataDir: string, url: string): Promise<string | undefined> {
  return writeSecret(dataDir, setupLinkPath(dataDir), url)
}

async function writeSecret(dataDir: string, path: string, value: string): Promise<string | undefined> {
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
