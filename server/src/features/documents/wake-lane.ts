import type { Db } from '../../platform/db/tx.ts'
import { type Clocks, clockOf } from '../../platform/lanes/fairness.ts'
import type { Lane } from '../../platform/lanes/lane.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'

/**
 * Queues a wake, ranked by the organization's clock. That is ahead of now when the organization used more than its
 * share.
 */
export async function wakeLane(
  db: Db,
  wakes: Wakes,
  lane: Lane,
  clocks: Clocks = { virtualAt: null, readingAt: null },
): Promise<void> {
  await wakes.of(lane.shard).wake(db, lane, { clock: clockOf(clocks, lane.kind) })
}
