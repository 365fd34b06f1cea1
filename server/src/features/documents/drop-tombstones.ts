import type { Cell } from '../../platform/db/cells.ts'
import { inScope, unscoped } from '../../platform/db/tx.ts'
import { deleteTombstones, findOldTombstones } from './tombstone-store.ts'

/**
 * Does one step of deleting tombstones that are older than this. They are found across organizations, and each
 * organization's are deleted in its own scope. Returns how many were deleted.
 */
export async function dropTombstones(cell: Cell, days: number, most: number): Promise<number> {
  const found = await unscoped(cell.maintenance, db => findOldTombstones(db, days, most))
  let dropped = 0
  for (const tombstones of Map.groupBy(found, ({ shard, org }) => `${shard} ${org}`).values()) {
    const [{ shard, org }] = tombstones as [(typeof tombstones)[number]]
    dropped += await inScope(cell, { org }, db => deleteTombstones(db, { shard, org }, tombstones, days))
  }
  return dropped
}
