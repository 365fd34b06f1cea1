import { sql } from 'kysely'
import type { Db } from '../db/tx.ts'

/** Counting stops here: one million or two million waiting documents call for the same action. */
export const backlogCeiling = 100_000

export type DueCount = { due: number; oldestSeconds: number }

/** Counts the documents that wait for a worker, and the age of the oldest. Only the maintenance role sees all of them. */
export async function countBacklog(db: Db): Promise<DueCount> {
  const { rows } = await sql<DueCount>`
    select count(*)::int as due, coalesce(round(extract(epoch from clock_timestamp() - min(due_at))), 0)::int as "oldestSeconds"
      from (select due_at from cell.documents where due_at is not null and due_at <= clock_timestamp()
             limit ${backlogCeiling}) waiting`.execute(db)
  return rows[0]!
}
