import { sql } from 'kysely'
import type { Db } from './tx.ts'

/** Dead rows of a table and of all its partitions. */
export type DeadRows = { table: string; rows: number }

/**
 * Reads from Postgres's own estimates how many rows wait for vacuum. Only tables of ours and of the queue, so a table has one
 * gauge however many partitions it has.
 */
export async function readDeadRows(db: Db): Promise<DeadRows[]> {
  const { rows } = await sql<DeadRows>`
    select coalesce(parent.relname, s.relname) as "table", sum(s.n_dead_tup)::float8 as rows
      from pg_stat_user_tables s
      left join pg_inherits i on i.inhrelid = s.relid
      left join pg_class parent on parent.oid = i.inhparent
     where s.schemaname in ('cell', 'work')
     group by 1`.execute(db)
  return rows
}
