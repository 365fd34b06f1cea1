import { sql } from 'kysely'
import type { Db } from './tx.ts'

export type AgedRows = {
  table: string
  /** The column that says how old a row is. It has an index. */
  age: string
  olderThanHours: number
}

/**
 * Deletes up to `most` expired rows, the oldest first, and a few more if several are equally old. Returns how many. It
 * reads nothing but the index on the age, so a role may do it that sees no other column.
 */
export async function deleteOldest(
  db: Db,
  { table, age, olderThanHours }: AgedRows,
  most: number,
): Promise<number> {
  const [rows, at] = [sql.table(table), sql.ref(age)]
  const isExpired = sql`${at} < now() - ${olderThanHours} * interval '1 hour'`
  await sql`set local enable_seqscan = off`.execute(db)
  const { numAffectedRows } = await sql`
    delete from ${rows} where ${isExpired} and ${at} <= coalesce(
      (select ${at} from ${rows} where ${isExpired} order by ${at} offset ${most - 1} limit 1), now())`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
