import type { JournalEntry } from '../../features/erasures/journal.ts'
import { findErasure } from '../../features/erasures/store.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'

/**
 * Whether the receipt of the whole deletion is in the database. It commits with the deletion, so this came before the restored
 * moment, or a former replay has repeated it. What it named and is there now came back on purpose: a forgetting was undone, or an
 * archive was imported once more, which keeps ids.
 */
export async function isInDatabase(cells: Cells, entry: JournalEntry): Promise<boolean> {
  const { org, shard, requested } = entry
  const receipt = await inScope(cells.of(shard), { org }, db => findErasure(db, entry))
  return receipt !== undefined && receipt.requested >= requested
}
