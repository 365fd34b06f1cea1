import type { Cell } from '../../platform/db/cells.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import type { WakeQueue } from '../../platform/lanes/queue.ts'
import { findContainersWithChangedMemories } from './changed-memory-store.ts'
import { findContainersWithWaitingDocuments } from './store.ts'

const wakesPerRound = 500

/** Wakes every container that waits for dreaming. A lost wake therefore costs one round and nothing else. */
export async function wakeDreamers(cell: Cell, queue: WakeQueue): Promise<void> {
  const found = await unscoped(cell.maintenance, async db => [
    ...(await findContainersWithWaitingDocuments(db, wakesPerRound)),
    ...(await findContainersWithChangedMemories(db, wakesPerRound)),
  ])
  const woken = found.map(({ shard, org, container }) => ({ shard, org, container, kind: lanes.dream }))
  await queue.wakeInBatches(woken)
}
