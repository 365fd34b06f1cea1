import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { lockTimeoutMs, type Patience, retryLock } from './retry-lock.ts'

/** Pages of 8 KB: some 1,500 documents. A batch takes milliseconds, and only then are its rows locked. */
const pagesPerBatch = 128

/** A row that another process changes meanwhile may move to a page that was passed. Later passes find it. */
const mostPasses = 20

/**
 * The version before goes on to add rows without what is filled in, so a pass over a large table never finds none. What is
 * left after a pass like this is such rows.
 */
const settledShare = 0.01
const settledRows = 100

const isSettled = (inPass: number, inFirst: number) =>
  inPass === 0 || (inPass < inFirst && inPass <= Math.max(settledRows, inFirst * settledShare))

/**
 * Updates a partitioned table a few pages at a time, each in its own transaction, until a pass changes next to nothing. The
 * statement names the pages by its four parameters:
 *
 *     update cell.documents d set … where d.shard >= $1 and d.shard < $2 and d.ctid >= $3 and d.ctid < $4 and …
 *
 * The shards name the partition. (Naming the partition itself would not fire the triggers that count.) The rest of the
 * condition must be false for rows that are done.
 */
export async function backfill(
  client: pg.Client,
  { table, sql }: { table: string; sql: string },
  patience: Patience,
): Promise<number> {
  let changed = 0
  for (const partition of await listPartitions(client, table)) {
    let inFirst = 0
    for (let pass = 1; ; pass++) {
      const inPass = await runPass(client, sql, partition, patience)
      changed += inPass
      if (pass === 1) inFirst = inPass
      if (isSettled(inPass, inFirst)) break
      if (pass === mostPasses)
        throw new Error(
          `A backfill of ${table} still changes rows in pass ${pass}: its condition must be false for rows that it has changed`,
        )
    }
  }
  return changed
}

export type Partition = { name: string; first: number; end: number }

export async function listPartitions(client: pg.Client, table: string): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select name, bounds[1]::int as first, bounds[2]::int as "end" from (
       select p.oid::regclass::text as name,
              regexp_match(pg_get_expr(p.relpartbound, p.oid), 'FROM \\(''?(\\d+)''?\\) TO \\(''?(\\d+)''?\\)') as bounds
         from pg_inherits join pg_class p on p.oid = inhrelid where inhparent = $1::regclass) parts
      order by first`,
    [table],
  )
  return rows
}

async function runPass(
  client: pg.Client,
  sql: string,
  partition: Partition,
  patience: Patience,
): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages`,
    [partition.name],
  )
  let changed = 0
  for (let page = 0; page < rows[0]!.pages; page += pagesPerBatch) {
    const started = performance.now()
    const range = [partition.first, partition.end, `(${page},0)`, `(${page + pagesPerBatch},0)`]
    const inBatch = await retryLock(client, `A backfill of ${partition.name}`, patience, () =>
      runBatch(client, sql, range),
    )
    changed += inBatch
    // Leaves half of the time to others.
    if (inBatch > 0) await sleep(performance.now() - started)
  }
  return changed
}

/**
 * Row-level security is forced on the owner too, who has no scope: where the owner is no superuser, its update would
 * change no row and say nothing. This role sees all rows, and only the owner may become it.
 */
async function runBatch(client: pg.Client, sql: string, range: unknown[]): Promise<number> {
  await client.query(`begin; set local role reverie_backfill; set local lock_timeout = ${lockTimeoutMs}`)
  try {
    const { rowCount } = await client.query(sql, range)
    await client.query('commit')
    return rowCount ?? 0
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
