import { sql } from 'kysely'
import type { Db } from '../db/tx.ts'
import { mostCounted, shutLanes } from './backlog-store.ts'
import { lanes } from './lane.ts'

export type BusyOrganization = {
  org: string
  /** Documents that wait for a worker now. Those that wait at a shut gate do not wait for a worker. */
  due: number
  /** Documents whose memories wait to be formed. */
  dreaming: number
  oldestSeconds: number
}

/**
 * The organizations with the most waiting documents in a cell, as the maintenance role. It reads the same partial indexes
 * as the backlog of the metrics, and no more rows. A metric would need a label with the id of each organization.
 */
export async function listBusyOrganizations(db: Db, most: number): Promise<BusyOrganization[]> {
  await sql`set local enable_seqscan = off`.execute(db)
  await sql`set local statement_timeout = 2000`.execute(db)
  const { rows } = await sql<BusyOrganization>`
    select org, count(*) filter (where is_due)::int as due, count(*) filter (where not is_due)::int as dreaming,
           coalesce(extract(epoch from clock_timestamp() - min(at) filter (where at > to_timestamp(0))), 0)::float8 as "oldestSeconds"
      from (
        (select org, container, lane, true as is_due, due_at as at from cell.documents
          where due_at is not null and due_at <= clock_timestamp() limit ${mostCounted})
        union all
        (select org, container, ${lanes.dream}::smallint as lane, false as is_due, dream_since as at from cell.documents
          where dream_since is not null and dream_since <= clock_timestamp() limit ${mostCounted})
      ) waiting left join (${shutLanes}) shut using (container, lane)
     where shut.gate is null group by org order by count(*) desc, org limit ${most}`.execute(db)
  return rows
}
