import type pg from 'pg'
import { nilUuid } from '../../lib/ids.ts'

const rowsPerBatch = 500

/** Rows whose version is compared by reads of a replica (`fresh-cell.ts`), with the last column of their key. */
const versioned = [
  { table: 'containers', column: 'container', type: 'uuid', least: nilUuid },
  { table: 'organization_counters', column: 'slot', type: 'smallint', least: -1 },
] as const

type VersionedTable = (typeof versioned)[number]
type Key = { shard: number; org: string; last: string | number }

/**
 * Raises the versions of moved rows in the target, before its replica may answer for them. A container was copied before its
 * chunks were, so a replica that has replayed the container alone must not pass for a fresh one.
 */
export async function raiseVersions(target: pg.Client, shards: readonly number[]): Promise<void> {
  for (const each of versioned) {
    let after: Key | undefined = { shard: -1, org: nilUuid, last: each.least }
    while (after) after = await raiseSome(target, each, { shards, after })
  }
}

/** In the order of the key, as others lock these rows, and a few at a time. Returns the last key. */
async function raiseSome(
  target: pg.Client,
  { table, column, type }: VersionedTable,
  { shards, after }: { shards: readonly number[]; after: Key },
): Promise<Key | undefined> {
  const { rows } = await target.query<Key>(
    `with chosen as materialized (
       select shard, org, ${column} as last from cell.${table}
        where shard = any($1) and (shard, org, ${column}) > ($2::smallint, $3::uuid, $4::${type})
        order by shard, org, ${column} limit ${rowsPerBatch} for update
     ), raised as (
       update cell.${table} t set version = t.version + 1 from chosen
        where (t.shard, t.org, t.${column}) = (chosen.shard, chosen.org, chosen.last)
     )
     select shard, org, last from chosen order by shard desc, org desc, last desc limit 1`,
    [shards, after.shard, after.org, after.last],
  )
  return rows[0]
}
