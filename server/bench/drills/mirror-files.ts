import { copyFile, mkdir, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/**
 * Copies files that the mirror lacks, and deletes none: a moment in the past may need a file that was deleted since. As
 * `rsync --archive --ignore-existing`, or a bucket with versions. Blobs never change, so a file that is there is whole.
 */
export async function mirrorFiles(from: string, to: string): Promise<number> {
  let copied = 0
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const target = join(to, relative(from, path))
    if (!entry.isFile() || path.includes('/.incoming/') || (await exists(target))) continue
    await mkdir(dirname(target), { recursive: true })
    const isThere = await copyFile(path, `${target}.part`).then(
      () => true,
      () => false, // Deleted since it was listed.
    )
    if (!isThere) continue
    await rename(`${target}.part`, target)
    copied++
  }
  return copied
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
