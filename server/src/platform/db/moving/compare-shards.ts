import type pg from 'pg'
import type { MovedTable } from './moved-tables.ts'

/** Larger tables are compared while writes go on, and again while writes pause only where they changed since. */
const manyRows = 20_000

/** The first connection of a side takes locks and writes marks. The others count. */
export type Side = { clients: readonly pg.Client[] }
export type Counts = Map<string, number>

/** Counts rows of the shards, over several connections at once. */
export async function countRows(
  { clients }: Side,
  tables: readonly MovedTable[],
  shards: readonly number[],
): Promise<Counts> {
  const counts: Counts = new Map()
  const waiting = [...tables]
  await Promise.all(
    clients.map(async client => {
      for (let table = waiting.shift(); table; table = waiting.shift()) {
        const { rows } = await client.query<{ count: number }>(
          `select count(*)::float8 as count from cell.${table.name} where shard = any($1)`,
          [shards],
        )
        counts.set(table.name, rows[0]!.count)
      }
    }),
  )
  return counts
}

export const totalOf = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

export type Difference = { table: string; source: number; target: number }

export function differences(source: Counts, target: Counts): Difference[] {
  return [...source]
    .map(([table, count]) => ({ table, source: count, target: target.get(table) ?? 0 }))
    .filter(({ source: a, target: b }) => a !== b)
}

/** The tables to count whole while writes pause, and those of which only changed documents are counted. */
export type ComparePlan = { whole: MovedTable[]; byDocument: MovedTable[]; since: Date }

const isByDocument = ({ name, columns }: MovedTable) => columns.includes('document') || name === 'documents'

/** Decides how to compare while writes pause, after a comparison of everything at the time of `since`. */
export function planComparison(tables: readonly MovedTable[], counts: Counts, since: Date): ComparePlan {
  const isLarge = (table: MovedTable) => isByDocument(table) && (counts.get(table.name) ?? 0) > manyRows
  return {
    whole: tables.filter(table => !isLarge(table)),
    byDocument: tables.filter(isLarge),
    since,
  }
}

/** Rows have the time at which their transaction began: no row that is written from now on has an earlier one. */
export async function readEarliestBegin(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ since: Date }>(
    `select least(clock_timestamp(), min(xact_start)) - interval '1 second' as since from pg_stat_activity
      where datname = current_database()`,
  )
  return rows[0]!.since
}

/** Compares both sides while nobody writes. */
export async function compareClosed(
  source: Side,
  target: Side,
  { whole, byDocument, since }: ComparePlan,
  shards: readonly number[],
): Promise<Difference[]> {
  const changed = byDocument.length > 0 ? await changedDocuments(source.clients[0]!, shards, since) : []
  const count = async (side: Side) => {
    const all = await countRows(side, whole, shards)
    for (const table of changed.length > 0 ? byDocument : [])
      all.set(table.name, await countOf(side.clients[0]!, table, changed))
    return all
  }
  const [here, there] = await Promise.all([count(source), count(target)])
  return differences(here, there)
}

type DocumentKey = { shard: number; org: string; container: string; id: string }

async function changedDocuments(
  client: pg.Client,
  shards: readonly number[],
  since: Date,
): Promise<DocumentKey[]> {
  const { rows } = await client.query<DocumentKey>(
    'select shard, org, container, id from cell.documents where shard = any($1) and updated_at >= $2',
    [shards, since],
  )
  return rows
}

async function countOf(
  client: pg.Client,
  { name }: MovedTable,
  documents: readonly DocumentKey[],
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::float8 as count from unnest($1::smallint[], $2::uuid[], $3::uuid[], $4::uuid[]) as d (shard, org, container, id)
       join cell.${name} t on t.shard = d.shard and t.org = d.org and t.container = d.container
        and t.${name === 'documents' ? 'id' : 'document'} = d.id`,
    [
      documents.map(({ shard }) => shard),
      documents.map(({ org }) => org),
      documents.map(({ container }) => container),
      documents.map(({ id }) => id),
    ],
  )
  return rows[0]!.count
}
