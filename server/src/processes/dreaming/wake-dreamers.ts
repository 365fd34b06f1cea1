import type { Cell } from '../../platform/db/cells.ts'
import { unscoped } from '../../platform/db/tx.ts'
import type { WakeQueue } from '../../platform/lanes/queue.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import { findContainersWithChangedMemories } from './changed-memory-store.ts'
import { findContainersWithWaitingDocuments } from './store.ts'

const wakesPerRound = 500

/** Wakes every container that waits for dreaming. A lost wake therefore costs one round and nothing else. */
export async function wakeDreamers(cell: Cell, queue: WakeQueue): Promise<void> {
  const found = await unscoped(cell.maintenance, async db => [
    ...(await findContainersWithWaitingDocuments(db, wakesPerRound)),
    ...(await findContainersWithChangedMemories(db, wakesPerRound)),
  ])
  for (const key of found) await unscoped(cell, db => wakeDreams(db, queue, key, 0))
}
