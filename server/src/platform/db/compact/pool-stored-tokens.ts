import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { listPartitions, type Partition } from '../migrating/backfill.ts'
import { asBackfill } from './as-backfill.ts'

/** Some 75 chunks, which take about 0.1 s. */
const pagesPerBatch = 1

/** Rows that another transaction holds are left to the next pass. */
const mostPasses = 3

export type Pooling = {
  /** The most tokens that a chunk keeps. */
  most: number
  pool(codes: Buffer, width: number): Buffer
}

type TokenRow = {
  shard: number
  org: string
  container: string
  embedding_set: number
  document: string
  position: number
  codes: Buffer
  width: number
}

/** Pools the tokens of chunks with more than `most`, a page in each transaction. Returns the number of chunks. */
export async function poolStoredTokens(client: pg.Client, pooling: Pooling): Promise<number> {
  let pooled = 0
  for (const partition of await listPartitions(client, 'cell.chunk_tokens'))
    for (let pass = 1; pass <= mostPasses; pass++) {
      const inPass = await poolPartition(client, partition, pooling)
      pooled += inPass
      if (inPass === 0) break
    }
  return pooled
}

async function poolPartition(client: pg.Client, partition: Partition, pooling: Pooling): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages`,
    [partition.name],
  )
  let pooled = 0
  for (let page = 0; page < rows[0]!.pages; page += pagesPerBatch) {
    const started = performance.now()
    const range = [partition.first, partition.end, `(${page},0)`, `(${page + pagesPerBatch},0)`]
    const inBatch = await asBackfill(client, () => poolBatch(client, range, pooling))
    pooled += inBatch ?? 0
    // Leaves half of the time to others.
    if (inBatch) await sleep(performance.now() - started)
  }
  return pooled
}

async function poolBatch(client: pg.Client, range: unknown[], { most, pool }: Pooling): Promise<number> {
  const { rows } = await client.query<TokenRow>(
    `select t.shard, t.org, t.container, t.embedding_set, t.document, t.position, t.codes, (s.dimensions + 7) / 8 as width
       from cell.chunk_tokens t join cell.embedding_sets s on s.shard = t.shard and s.org = t.org and s.id = t.embedding_set
      where t.shard >= $1 and t.shard < $2 and t.ctid >= $3 and t.ctid < $4
        and octet_length(t.codes) > $5 * ((s.dimensions + 7) / 8) for update of t skip locked`,
    [...range, most],
  )
  if (rows.length === 0) return 0
  const column = <T>(read: (row: TokenRow) => T) => rows.map(read)
  await client.query(
    `update cell.chunk_tokens t set codes = n.codes
       from unnest($1::smallint[], $2::uuid[], $3::uuid[], $4::int[], $5::uuid[], $6::int[], $7::bytea[])
            as n (shard, org, container, embedding_set, document, position, codes)
      where t.shard = n.shard and t.org = n.org and t.container = n.container and t.embedding_set = n.embedding_set
        and t.document = n.document and t.position = n.position`,
    [
      column(row => row.shard),
      column(row => row.org),
      column(row => row.container),
      column(row => row.embedding_set),
      column(row => row.document),
      column(row => row.position),
      column(row => pool(row.codes, row.width)),
    ],
  )
  return rows.length
}
