import { deleteOldest } from '../db/delete-oldest.ts'
import type { Db } from '../db/tx.ts'

/** Deletes up to `most` attempts at documents, of the pipeline and of dreaming, that began before this. Returns how many. */
export async function dropOldAttempts(db: Db, olderThanHours: number, most: number): Promise<number> {
  return deleteOldest(db, { table: 'cell.attempts', age: 'started_at', olderThanHours }, most)
}
