import { sql } from 'kysely'
import type { Db } from '../db/tx.ts'

/** Counting stops here: whether a million or two million documents wait makes no difference to what is to be done. */
export const backlogCeiling = 100_000

export type Backlog = { due: number; oldestSeconds: number }

/** Documents that wait for a worker, and for how long the oldest has waited. For the maintenance role, which sees those. */
export async function countBacklog(db: Db): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as due, coalesce(round(extract(epoch from clock_timestamp() - min(due_at))), 0)::int as "oldestSeconds"
      from (select due_at from cell.documents where due_at is not null and due_at <= clock_timestamp()
             limit ${backlogCeiling}) waiting`.execute(db)
  return rows[0]!
}
