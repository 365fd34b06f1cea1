import type { ContainerKey } from '../../features/containers/store.ts'
import { eraseDocuments, type Receipt } from '../../features/documents/delete-document.ts'
import { lockLive } from '../../features/documents/lock-store.ts'
import type { JournalEntry } from '../../features/erasures/journal.ts'
import { restoreReceipt } from '../../features/erasures/journal-store.ts'
import type { Db } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import { newId } from '../../platform/lib/ids.ts'

/** As many documents as a request deletes in one transaction. */
export const documentsPerStep = 500

/**
 * Deletes documents again that a restore has brought back, wherever in these shards they are now. `receiptOf` returns the receipt
 * for a container, or undefined to leave its documents alone. Returns how many were deleted.
 */
export async function eraseLive(
  db: Db,
  { wakes, org, shards }: { wakes: Wakes; org: string; shards: readonly number[] },
  ids: readonly string[],
  receiptOf: (key: ContainerKey) => Receipt | undefined,
): Promise<number> {
  let erased = 0
  const live = await lockLive(db, { org, shards }, ids)
  for (const [container, there] of Map.groupBy(live, document => document.container)) {
    const key = { shard: there[0]!.shard, org, container }
    const receipt = receiptOf(key)
    if (!receipt) continue
    erased += await eraseDocuments(
      db,
      key,
      there.map(({ id }) => id),
      receipt,
    )
    await wakes.of(key.shard).wake(db, { ...key, kind: lanes.interactive })
  }
  return erased
}

/** A receipt of its own, for documents that are not where the journal's receipt is. */
export const newReceipt = ({ shard }: ContainerKey, { askedBy }: JournalEntry): Receipt => ({
  id: newId(shard),
  kind: 'documents',
  target: null,
  askedBy,
})

/** Stores the receipt of an entry of the journal. */
export const restoreEntry = (db: Db, entry: JournalEntry): Promise<void> =>
  restoreReceipt(db, { ...entry, createdAt: new Date(entry.createdAt) })
