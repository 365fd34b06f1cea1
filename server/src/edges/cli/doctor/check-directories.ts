import { mkdtemp, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../../platform/config.ts'
import { type Finding, failure, ok } from './finding.ts'

/** Checks that Reverie may write to the directories of its secrets, uploaded files and the journal of deletions. Leaves nothing in them. */
export async function checkDirectories(config: Config): Promise<Finding[]> {
  const { DATA_DIR, BLOB_DIR, BLOBS, SECRETS_KEY, ERASURE_JOURNAL_DIR } = config
  return [
    ...(SECRETS_KEY === '' ? [await checkDirectory('DATA_DIR', DATA_DIR)] : []),
    ...(BLOBS === 'disk' ? [await checkDirectory('BLOB_DIR', BLOB_DIR)] : []),
    ...(ERASURE_JOURNAL_DIR ? [await checkDirectory('ERASURE_JOURNAL_DIR', ERASURE_JOURNAL_DIR)] : []),
  ]
}

async function checkDirectory(setting: string, path: string): Promise<Finding> {
  try {
    const existing = await findExisting(resolve(path))
    await rmdir(await mkdtemp(join(existing, '.reverie-doctor-')))
    return ok(setting, existing === resolve(path) ? path : `${path} (created when it is needed)`)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return failure(
      setting,
      `${path} cannot be written (${code ?? message})`,
      `Set ${setting} to a directory that the user who runs Reverie may write to, or give that user the right.`,
    )
  }
}

/** The directory itself, or the nearest parent that exists: the start creates the others. */
async function findExisting(path: string): Promise<string> {
  try {
    await stat(path)
    return path
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return findExisting(dirname(path))
  }
}
