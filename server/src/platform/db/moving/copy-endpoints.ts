import type pg from 'pg'
import { lockTimeoutMs } from '../migrating/retry-lock.ts'
import { inTransactionOf } from './in-transaction-of.ts'
import { copiedTables } from './moved-tables.ts'

/**
 * Organizations with rows in shards that move, as a cell of the move sees them. `partly`: it holds further shards of theirs.
 * `wholly`: it holds none, before the shards come or after they went.
 */
export type MovedOrganizations = { wholly: readonly string[]; partly: readonly string[] }

/**
 * Gives the target the webhook endpoints of the organizations that it is about to serve. The caller keeps the
 * transaction of the source open until the hand-over is over: meanwhile nobody changes an endpoint there.
 */
export async function copyEndpoints(
  source: pg.Client,
  target: pg.Client,
  organizations: MovedOrganizations,
): Promise<void> {
  for (const table of copiedTables) {
    await source.query(`set local lock_timeout = ${Math.min(lockTimeoutMs, 250)}`)
    await source.query(`lock table cell.${table} in share row exclusive mode`)
    const { rows } = await source.query<{ row: unknown }>(
      `select to_jsonb(e) as row from cell.${table} e where org = any($1)`,
      [[...organizations.wholly, ...organizations.partly]],
    )
    const copies = JSON.stringify(rows.map(({ row }) => row))
    await inTransactionOf(target, async () => {
      // An earlier attempt may have left an endpoint that was deleted since. Copies in use stay.
      await target.query(`delete from cell.${table} where org = any($1)`, [organizations.wholly])
      await target.query(
        `delete from cell.${table} e using jsonb_populate_recordset(null::cell.${table}, $1::jsonb) n
          where (e.shard, e.org, e.endpoint) = (n.shard, n.org, n.endpoint)`,
        [copies],
      )
      await target.query(
        `insert into cell.${table} select * from jsonb_populate_recordset(null::cell.${table}, $1::jsonb)`,
        [copies],
      )
    })
  }
}

/** Removes the endpoints of organizations that have no shard in a cell any more. */
export async function dropEndpoints(client: pg.Client, organizations: readonly string[]): Promise<void> {
  if (organizations.length === 0) return
  for (const table of copiedTables)
    await client.query(`delete from cell.${table} where org = any($1)`, [organizations])
}
