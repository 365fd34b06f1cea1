import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkInvariants, toLines } from '../../test/invariants/check-invariants.ts'
import type { World } from './world.ts'

/** Longer than the default of BLOB_GRACE_MS. */
const agedMs = 2 * 3_600_000
const collectedWithinMs = 30_000

/**
 * Checks the whole installation, every organization at once: also rows that no storm can have written. Files are made old
 * first, so that the collector must have removed those that have no row.
 */
export async function endOfRun(world: World): Promise<string[]> {
  const { ask, blobs, blobDir, workers } = world
  await age(blobDir)
  await ask(`update directory.turns set due_at = '-infinity', held_until = '-infinity'`)
  // The collector begins with its process.
  await Promise.all(workers.map(worker => worker.kill()))
  const until = Date.now() + collectedWithinMs
  for (;;) {
    const left = await checkInvariants(
      { directory: ask, cells: [ask], blobs },
      { settled: true, graceMs: agedMs / 2 },
    )
    if (left.length === 0 || Date.now() > until) return toLines(left)
    await sleep(500)
  }
}

async function age(folder: string): Promise<void> {
  const old = new Date(Date.now() - agedMs)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), old, old)
}
