import type pg from 'pg'
import { openBarrier, takeBarrier } from './barrier.ts'
import {
  type ComparePlan,
  type Counts,
  countRows,
  type Difference,
  differences,
  planComparison,
  readEarliestBegin,
  type Side,
} from './compare-shards.ts'
import { MoveError } from './move-error.ts'
import type { ShardMove } from './move-store.ts'
import type { MovedTable } from './moved-tables.ts'
import { untilCaughtUp } from './replicate-shards.ts'

/** Longest time for the last rows to arrive while writes pause. Replication is behind by milliseconds before. */
export const catchUpMs = 500

export type VerifiedCopy = { plan: ComparePlan; counts: Counts; pauseMs: number }

/**
 * Counts every row on both sides while writes go on. Writes pause only until the target has caught up and both sides hold
 * a snapshot: both show the same moment, and are counted at leisure. Returns a reason when it has to be tried again.
 */
export async function verifyCopy(
  move: ShardMove,
  source: Side,
  target: Side,
  tables: readonly MovedTable[],
): Promise<VerifiedCopy | { reason: string }> {
  const counting = [...source.clients.slice(1), ...target.clients.slice(1)]
  const [here, there] = [source.clients[0]!, target.clients[0]!]
  try {
    const held = await holdSnapshots(move, here, there, counting)
    if ('reason' in held) return held
    const [counts, copied] = await Promise.all([
      countRows({ clients: source.clients.slice(1) }, tables, move.shards),
      countRows({ clients: target.clients.slice(1) }, tables, move.shards),
    ])
    refuseDifferences(differences(counts, copied))
    return { plan: planComparison(tables, counts, held.since), counts, pauseMs: held.pauseMs }
  } finally {
    await Promise.all(counting.map(client => client.query('rollback').catch(() => undefined)))
  }
}

async function holdSnapshots(
  move: ShardMove,
  here: pg.Client,
  there: pg.Client,
  counting: readonly pg.Client[],
): Promise<{ since: Date; pauseMs: number } | { reason: string }> {
  if (!(await takeBarrier(here, move))) return { reason: 'a long transaction writes to the shards' }
  const started = performance.now()
  try {
    const since = await readEarliestBegin(here)
    if (!(await untilCaughtUp({ move, source: here, target: there }, catchUpMs)))
      return { reason: 'the target is behind' }
    // The first query of a transaction takes its snapshot.
    await Promise.all(
      counting.map(client => client.query('begin isolation level repeatable read read only; select 1')),
    )
    return { since, pauseMs: performance.now() - started }
  } finally {
    await openBarrier(here, move)
  }
}

export function refuseDifferences([difference]: readonly Difference[]): void {
  if (difference)
    throw new MoveError(
      `${difference.table} has ${difference.source} rows in the source and ${difference.target} in the target. Nothing was moved. Take the move back: reverie shards cancel`,
    )
}
