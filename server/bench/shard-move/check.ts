import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../../measure/report.ts'
import { encodeId } from '../../src/platform/lib/ids.ts'
import type { Cluster } from '../clusters.ts'
import type { Traffic } from './traffic.ts'

type Cells = { main: Cluster; second: Cluster }

const holderOf = async ({ main, second }: Cells, shard: number) => {
  const [row] = await main.query<{ cell: string }>('select cell from directory.shards where shard = $1', [
    shard,
  ])
  return row!.cell === 'main' ? { holder: main, other: second } : { holder: second, other: main }
}

/** Waits until no document is due, in either cell. */
export async function untilQuiet(cells: Cells, seconds = 120): Promise<void> {
  const deadline = Date.now() + seconds * 1_000
  for (;;) {
    let due = 0
    for (const cluster of Object.values(cells))
      due += (await cluster.query('select from cell.documents where due_at is not null limit 1')).length
    if (due === 0) return
    if (Date.now() > deadline) throw new Error(`documents were still due after ${seconds} s`)
    await sleep(200)
  }
}

export type Differences = {
  lost: number
  doubled: number
  revived: number
  unfinished: number
  notWhole: number
  leftBehind: number
  replications: number
  countersWrong: number
  termsWrong: number
}

/** Counts again from the rows, and compares with what clients were told. All must be 0. */
export async function findDifferences(
  cells: Cells,
  shard: number,
  traffic: Traffic,
  filled: number,
): Promise<Differences> {
  const { holder, other } = await holderOf(cells, shard)
  const rows = await holder.query<Row>(documentsSql, [shard])
  const byId = Map.groupBy(rows, ({ id }) => encodeId(id))
  const alive = traffic.known.filter(({ isDeleted }) => !isDeleted)
  const seen = alive.flatMap(known => byId.get(known.id)?.map(row => ({ known, row })) ?? [])
  const notWhole = seen.filter(
    ({ known, row }) => row.revision !== known.revision || row.content !== known.content || !isWhole(row),
  )
  for (const { known, row } of notWhole.slice(0, 3)) say(`not whole: ${JSON.stringify({ known, row })}`)
  const [fill] = await holder.query<{ chunks: number }>(
    `select count(*)::int as chunks from cell.chunks c join cell.containers k using (shard, org, container) where c.shard = $1 and k.tag like 'filled-%'`,
    [shard],
  )
  if (fill!.chunks !== filled) say(`of ${filled} chunks, ${fill!.chunks} are there`)
  return {
    lost: alive.filter(({ id }) => !byId.has(id)).length + Math.abs(filled - fill!.chunks),
    doubled: [...byId.values()].filter(same => same.length > 1).length,
    revived: traffic.known.filter(({ id, isDeleted }) => isDeleted && byId.has(id)).length,
    unfinished: rows.filter(({ status }) => status !== 'done').length,
    notWhole: notWhole.length,
    leftBehind: await leftBehind(other, shard),
    replications: await replications(cells),
    countersWrong: (await holder.query(countersSql, [shard])).length,
    termsWrong: (await holder.query(termsSql, [shard])).length,
  }
}

type Row = {
  id: string
  status: string
  revision: number
  content: string
  chunks: number
  vectors: number
  terms: number
}

const isWhole = ({ chunks, vectors, terms }: Row) => chunks > 0 && vectors === chunks && terms === chunks

/** Reads the busy container only. The filled ones are compared by their number of chunks and their counters. */
const documentsSql = `
  select d.id, d.status, d.latest_revision as revision, r.content,
         (select count(*)::int from cell.chunks c where (c.shard, c.org, c.container, c.document) = (d.shard, d.org, d.container, d.id)
             and c.revision = d.latest_revision) as chunks,
         (select count(*)::int from cell.chunk_vectors v where (v.shard, v.org, v.container, v.document) = (d.shard, d.org, d.container, d.id)) as vectors,
         (select count(*)::int from cell.chunk_terms t where (t.shard, t.org, t.container, t.document) = (d.shard, d.org, d.container, d.id)) as terms
    from cell.documents d join cell.containers k using (shard, org, container)
    join cell.revisions r on (r.shard, r.org, r.container, r.document, r.revision) = (d.shard, d.org, d.container, d.id, d.latest_revision)
   where d.shard = $1 and d.tombstoned_at is null and k.tag = 'lively'`

const countersSql = `
  select from cell.containers k, lateral (
    select count(*) as documents, count(*) filter (where status not in ('done', 'failed')) as pending from cell.documents d
     where (d.shard, d.org, d.container) = (k.shard, k.org, k.container) and d.tombstoned_at is null) d, lateral (
    select count(*) as chunks from cell.chunks c where (c.shard, c.org, c.container) = (k.shard, k.org, k.container)) c
   where k.shard = $1 and (k.documents, k.pending, k.chunks) <> (d.documents, d.pending, c.chunks)
   union all
  select from (select sum(documents) as documents, sum(chunks) as chunks from cell.organization_counters where shard = $1) o,
              (select sum(documents) as documents, sum(chunks) as chunks from cell.containers where shard = $1) k
   where (o.documents, o.chunks) is distinct from (k.documents, k.chunks)`

const termsSql = `
  with counted as (
    select shard, org, container, split_part(entry, ':', 1)::int as term, count(*)::int as chunks
      from cell.chunk_terms join cell.containers k using (shard, org, container),
           string_to_table(substring(terms::text from '\\{(.*)\\}'), ',') entry
     where shard = $1 and k.tag = 'lively' and entry <> '' group by 1, 2, 3, 4)
  select from (select shard, org, container, term, sum(s.chunks) as chunks from (
                 select * from cell.term_counts where shard = $1 union all
                 select t.shard, t.org, t.container, c.term, c.chunks from cell.term_tallies t, cell.tally_counts(t.tally) c where t.shard = $1) s
                join cell.containers k using (shard, org, container) where k.tag = 'lively'
                group by 1, 2, 3, 4 having sum(s.chunks) <> 0) kept full join counted using (shard, org, container, term)
   where kept.chunks is distinct from counted.chunks`

/** Rows of the shard in the cell that it has left. */
async function leftBehind(cluster: Cluster, shard: number): Promise<number> {
  const tables = await cluster.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'shard'
      where c.relnamespace = 'cell'::regnamespace and c.relkind = 'p'`,
  )
  let rows = 0
  for (const { name } of tables) {
    const [found] = await cluster.query<{ count: number }>(
      `select count(*)::int from cell.${name} where shard = $1`,
      [shard],
    )
    rows += found!.count
    if (found!.count > 0) say(`${found!.count} rows of ${name} were left behind`)
  }
  return rows
}

async function replications({ main, second }: Cells): Promise<number> {
  let count = 0
  for (const cluster of [main, second]) {
    const [row] = await cluster.query<{ count: number }>(
      `select (select count(*) from pg_publication)::int + (select count(*) from pg_subscription)::int
            + (select count(*) from pg_replication_slots)::int as count`,
    )
    count += row!.count
  }
  return count
}
