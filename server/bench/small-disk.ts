import { execFile, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A file system of a few megabytes that can be filled. */
export type SmallDisk = {
  path: string
  fill(): Promise<void>
  free(): Promise<void>
  close(): Promise<void>
}

/** Undefined where this process may not mount one. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'reverie-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path])
  } catch {
    await rm(path, { recursive: true })
    return undefined
  }
  // Also when the run is interrupted.
  const leave = () => {
    spawnSync('umount', ['-l', path])
    rmSync(path, { recursive: true, force: true })
  }
  process.once('exit', leave)
  await mkdir(join(path, 'tmp'))
  const filler = join(path, 'filler')
  return {
    path,
    async fill() {
      // In ever smaller pieces, so that not a block is left.
      for (let bytes = 1024 * 1024; bytes >= 512; bytes /= 2) while (await isWritten(filler, bytes));
    },
    free: () => rm(filler, { force: true }),
    async close() {
      process.off('exit', leave)
      await run('umount', ['-l', path])
      await rm(path, { recursive: true, force: true })
    },
  }
}

function isWritten(path: string, bytes: number): Promise<boolean> {
  return appendFile(path, Buffer.alloc(bytes)).then(
    () => true,
    () => false,
  )
}
