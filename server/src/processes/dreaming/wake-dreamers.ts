import type { Cell } from '../../platform/db/cells.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import type { WakeQueue } from '../../platform/lanes/queue.ts'
import { wakePages } from '../../platform/lanes/wake-pages.ts'
import { findContainersWithChangedMemories } from './changed-memory-store.ts'
import { findContainersWithWaitingDocuments, type Pace } from './store.ts'

const dream = <T>(found: readonly T[]) => found.map(each => ({ ...each, kind: lanes.dream }))

/**
 * Wakes every container whose dreaming is due. A lost wake therefore costs one round and nothing else. A container that is
 * not quiet yet is left to a later round.
 */
export async function wakeDreamers(
  cell: Cell,
  queue: Pick<WakeQueue, 'wakeInBatches'>,
  pace: Pace,
  signal?: AbortSignal,
): Promise<void> {
  await wakePages(
    cell,
    queue,
    async (db, after, most) => dream(await findContainersWithWaitingDocuments(db, pace, after, most)),
    signal,
  )
  await wakePages(
    cell,
    queue,
    async (db, after, most) => dream(await findContainersWithChangedMemories(db, after, most)),
    signal,
  )
}
