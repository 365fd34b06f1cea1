import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { Filter } from '../../platform/filters/schema.ts'
import type { ContainerKey } from '../containers/store.ts'
import type { MemoryState } from './schema.ts'
import {
  isCurrent,
  type MemoryOrigin,
  type MemoryRow,
  memoryColumns,
  memoryFilter,
  type Relation,
} from './store.ts'

/** Lists memories, with the history and the sources of each entry. */

export type MemorySelection = {
  org: string
  containers: readonly ContainerKey[]
  filters: Filter | undefined
  state: MemoryState | 'latest'
  origins: readonly MemoryOrigin[] | undefined
  /** Words that the text contains, in any case. */
  words: readonly string[]
}

const isExpired = sql`d.forget_after <= now()`

/** Leaves out version 0, a duplicate that says the same in other words, and versions that a person undid. */
const isEarlierVersion = sql`not d.is_latest and d.version > 0 and not (d.is_forgotten and coalesce(d.forget_reason = 'undone', false))`

const states: Record<MemorySelection['state'], RawBuilder<unknown>> = {
  current: isCurrent,
  changed: sql`${isCurrent} and d.version > 1`,
  superseded: isEarlierVersion,
  forgotten: sql`d.is_latest and (d.is_forgotten or ${isExpired})`,
  inferred: sql`${isCurrent} and d.is_inference and d.review is null`,
  latest: sql`d.is_latest`,
}

const hasOrigin = (origins: MemorySelection['origins']) =>
  origins ? sql`d.origin = any(${origins})` : sql`true`

/** A word is no pattern: `%` and `_` mean themselves. */
const hasWords = (words: readonly string[]) => {
  const patterns = words.map(word => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  return words.length > 0 ? sql`d.text ilike all(${patterns}::text[])` : sql`true`
}

/**
 * Each container gets its own index scan, because an index is ordered only within equal leading columns. With the containers
 * in an array, the first ten of 10,000 memories took 60 ms.
 */
function walks(
  { org, containers, filters, state, origins, words }: MemorySelection,
  ordered: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`unnest(${containers.map(({ shard }) => shard)}::smallint[], ${containers.map(({ container }) => container)}::uuid[]) w (shard, container)
    cross join lateral (select * from cell.memories d where d.shard = w.shard and d.org = ${org} and d.container = w.container
      and ${states[state]} and ${hasOrigin(origins)} and ${hasWords(words)}
      and ${memoryFilter(filters)} ${ordered}) d`
}

type PageOrder = { sort: 'createdAt' | 'updatedAt'; order: 'asc' | 'desc'; take: number; skip: number }

/** `take` memories in order, after the first `skip`. */
export async function listMemories(
  db: Db,
  selection: MemorySelection,
  { sort, order, take, skip }: PageOrder,
): Promise<MemoryRow[]> {
  const direction = sql.raw(order)
  const by = sort === 'createdAt' ? sql`d.id ${direction}` : sql`d.updated_at ${direction}, d.id ${direction}`
  const { rows } = await sql<MemoryRow>`
    select ${memoryColumns} from ${walks(selection, sql`order by ${by} limit ${take + skip}`)}
     order by ${by} limit ${take} offset ${skip}`.execute(db)
  return rows
}

/** Uses the stored counters if there is no filter. Subtracts memories past their `forget_after` that are not marked yet. */
export async function countMemories(db: Db, selection: MemorySelection): Promise<number> {
  const { org, containers, filters, state, origins, words } = selection
  const counted =
    filters || origins || words.length > 0 || state !== 'current'
      ? sql`select count(*) from ${walks(selection, sql``)}`
      : sql`select coalesce(sum(c.memories - e.expired), 0)::bigint as count
          from unnest(${containers.map(({ shard }) => shard)}::smallint[], ${containers.map(({ container }) => container)}::uuid[]) w (shard, container)
          join cell.containers c on c.shard = w.shard and c.org = ${org} and c.container = w.container
          cross join lateral (select count(*) as expired from cell.memories d where d.shard = w.shard and d.org = ${org}
            and d.container = w.container and d.is_latest and not d.is_forgotten and ${isExpired}) e`
  const { rows } = await sql<{ count: number }>`${counted}`.execute(db)
  return rows[0]!.count
}

export type Lineage = {
  memory: string
  relations: Record<string, Relation>
  documents: string[]
}

/** The relations of memories of a cell to others, and their source documents. */
export async function readLineage(
  db: Db,
  org: string,
  memories: readonly { shard: number; container: string; id: string }[],
): Promise<Lineage[]> {
  const { rows } = await sql<Lineage>`
    select m.id as memory,
           coalesce((select jsonb_object_agg(r.related, r.relation) from cell.memory_relations r
             where r.shard = m.shard and r.org = ${org} and r.container = m.container and r.memory = m.id), '{}') as relations,
           array(select s.document from cell.memory_sources s
             where s.shard = m.shard and s.org = ${org} and s.container = m.container and s.memory = m.id order by s.document) as documents
      from jsonb_to_recordset(${JSON.stringify(memories)}::jsonb) as m (shard smallint, container uuid, id uuid)`.execute(
    db,
  )
  return rows
}

/** Earlier versions of memories, newest first. The number of a version that a person undid is used again by the next one. */
export async function readHistory(
  db: Db,
  org: string,
  memories: readonly { shard: number; container: string; root: string; version: number }[],
): Promise<MemoryRow[]> {
  const chains = memories.filter(({ version }) => version > 1)
  if (chains.length === 0) return []
  const { rows } = await sql<MemoryRow>`
    select ${memoryColumns} from jsonb_to_recordset(${JSON.stringify(chains)}::jsonb) as c (shard smallint, container uuid, root uuid)
      join cell.memories d on d.shard = c.shard and d.org = ${org} and d.container = c.container and d.root = c.root
     where ${isEarlierVersion} order by d.version desc`.execute(db)
  return rows
}
