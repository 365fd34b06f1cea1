import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { clearShards } from './clear-shards.ts'
import { dropEndpoints } from './copy-endpoints.ts'
import { forgetShards, installGuards, setState } from './guard-shards.ts'
import { changePhase, listMovedOrganizations } from './move-store.ts'
import { raiseVersions } from './raise-versions.ts'
import { readClock } from './read-clock.ts'
import { isPublished, unsubscribe } from './replicate-shards.ts'
import { firstOf, type MoveContext } from './sides.ts'

/** Ends a move that was handed over: the target serves the shards, and the source's rows are left-overs. */
export async function cleanUp(moving: MoveContext): Promise<void> {
  const { move, directory, onProgress, onStep } = moving
  const [source, target] = firstOf(moving)
  await setState(source, move, ['leaving'], 'gone')
  await setState(target, move, ['arriving'], 'here')
  await unsubscribe({ move, source, target })
  await onStep?.('unsubscribed')
  await raiseVersions(target, move.shards)
  await untilReadersLeft(source)
  if (await isPublished({ move, source })) throw new Error('The rows to delete are still published')
  const rows = await clearShards(source, move.shards, moving)
  const { wholly } = await listMovedOrganizations(directory, move.shards, move.source)
  await dropEndpoints(source, wholly)
  await onStep?.('cleared')
  await forgetShards(target, move)
  await installGuards(target, move.shards, moving.patience)
  await changePhase(directory, move, ['flipped'], 'done')
  onProgress(`done; ${rows.toLocaleString('en')} rows were deleted from ${move.source}`)
}

/** Longer than any transaction of requests and workers (120 s, `pool.ts`). A reader that is left then belongs to somebody else. */
const longestReadMs = 130_000

/** Transactions that began before the hand-over may still read the source's rows. Builds of indexes and migrations do not. */
async function untilReadersLeft(source: pg.Client): Promise<void> {
  const handedOverAt = await readClock(source)
  const deadline = performance.now() + longestReadMs
  while (performance.now() < deadline) {
    const open = await source.query(
      `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
          and application_name !~ '^reverie (owner|migrate|shards) ' and xact_start < $1`,
      [handedOverAt],
    )
    if (open.rowCount === 0) return
    await sleep(100)
  }
}
