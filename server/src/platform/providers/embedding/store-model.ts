import { randomUUID } from 'node:crypto'
import { access, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeDirectory } from '../../lib/make-directory.ts'

/** Makes a model's file unless it exists. */
export async function storeModel(path: string, make: () => Promise<Uint8Array>): Promise<void> {
  if (!(await exists(path))) await writeWhole(path, await make())
}

/** Processes that start together may both convert: each writes its own file, and the last rename wins. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await makeDirectory(dirname(path))
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(temporary, 'wx')
    await file.writeFile(bytes)
    // Without the sync, a power cut could leave the final name on an empty file.
    await file.sync()
    await file.close()
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
