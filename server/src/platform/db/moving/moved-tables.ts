import type pg from 'pg'

/** Lists of indexes that a cell has: the target builds its own. */
const ofTheCell = ['vector_indexes', 'organization_indexes']

/** Endpoints of webhooks are copies, one in each cell, and no rows of a shard (`copy-endpoints.ts`). */
export const copiedTables = ['webhook_endpoints', 'webhook_subscriptions'] as const

/** Tables whose rows belong to a cell and not to a shard. */
export const tablesOfEachCell: readonly string[] = [...ofTheCell, ...copiedTables]

export type MovedTable = { name: string; isByShard: boolean; columns: string[] }

/** The tables whose rows move with their shard. */
export async function listMovedTables(client: pg.Client): Promise<MovedTable[]> {
  const { rows } = await client.query<MovedTable>(
    `select c.relname::text as name, pg_get_partkeydef(c.oid) = 'RANGE (shard)' as "isByShard",
            array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
       from pg_class c
      where c.relnamespace = 'cell'::regnamespace and c.relkind = 'p' and c.relname <> all ($1)
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'shard' and not a.attisdropped)
      order by c.relname`,
    [tablesOfEachCell],
  )
  return rows
}

export type ShardPartition = { table: string; name: string }

/** The partitions that may hold rows of these shards. Tables by time have such rows in every partition. */
export async function listPartitionsOf(
  client: pg.Client,
  shards: readonly number[],
): Promise<ShardPartition[]> {
  const tables = await listMovedTables(client)
  const { rows } = await client.query<ShardPartition & { first: number | null; end: number | null }>(
    `select r.relname::text as table, p.relname::text as name, bounds[1]::int as first, bounds[2]::int as "end"
       from pg_inherits i join pg_class p on p.oid = i.inhrelid join pg_class r on r.oid = i.inhparent,
            regexp_match(pg_get_expr(p.relpartbound, p.oid), '^FOR VALUES FROM \\(''?(\\d+)''?\\) TO \\(''?(\\d+)''?\\)$') bounds
      where r.relnamespace = 'cell'::regnamespace and r.relkind = 'p' and r.relname = any($1)
      order by r.relname, p.relname`,
    [tables.map(({ name }) => name)],
  )
  return rows
    .filter(({ first, end }) => first === null || shards.some(shard => shard >= first && shard < end!))
    .map(({ table, name }) => ({ table, name }))
}
