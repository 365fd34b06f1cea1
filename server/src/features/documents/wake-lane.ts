import type { Db } from '../../platform/db/tx.ts'
import type { Lane } from '../../platform/lanes/lane.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'

/** Queues a wake for changed documents. A new document's wake is queued with it (`new-documents.ts`). */
export async function wakeLane(db: Db, wakes: Wakes, lane: Lane): Promise<void> {
  await wakes.of(lane.shard).wake(db, lane)
}
