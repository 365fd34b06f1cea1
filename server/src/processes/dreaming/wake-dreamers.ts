import type { ContainerKey } from '../../features/containers/store.ts'
import type { Cell } from '../../platform/db/cells.ts'
import type { Db } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import type { WakeQueue } from '../../platform/lanes/queue.ts'
import { wakeContainers } from '../../platform/lanes/wake-pages.ts'
import { findContainersWithChangedMemories } from './changed-memory-store.ts'
import { findContainersWithWaitingDocuments, type Pace } from './store.ts'

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
  const findWaiting = (db: Db, after: ContainerKey | undefined, most: number) =>
    findContainersWithWaitingDocuments(db, pace, after, most)
  await wakeContainers(cell, queue, lanes.dream, findWaiting, signal)
  await wakeContainers(cell, queue, lanes.dream, findContainersWithChangedMemories, signal)
}
