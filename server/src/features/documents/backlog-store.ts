import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'

/** Reading stops here: so many waiting documents take longer than any limit, whichever is the oldest. */
const mostRead = 100_000

/** Seconds that the oldest due document of an organization's imports has waited in a cell; 0 if none is due. */
export async function oldestImportSeconds(db: Db, org: string, shards: readonly number[]): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(due_at)), 0)::float8 as seconds
      from (select due_at from cell.documents
             where shard = any(${shards}::smallint[]) and org = ${org} and due_at is not null and due_at <= clock_timestamp()
               and lane in (${lanes.bulk}, ${lanes.bulkRead})
             limit ${mostRead}) waiting`.execute(db)
  return rows[0]!.seconds
}
