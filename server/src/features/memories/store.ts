import { type RawBuilder, sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { Filter } from '../../platform/filters/schema.ts'
import { filterToSql, type Match } from '../../platform/filters/to-sql.ts'
import type { Attribute, Duration, Subject } from '../../platform/lib/judgement.ts'
import type { ContainerKey } from '../containers/store.ts'

/** Writes memories, and reads them outside of search. */

export type MemoryRow = ContainerKey & {
  id: string
  text: string
  isStatic: boolean
  isInference: boolean
  isLatest: boolean
  isForgotten: boolean
  version: number
  parent: string | null
  root: string
  sourceCount: number
  metadata: Record<string, unknown> | null
  forgetAfter: Date | null
  forgetReason: string | null
  learnedAt: Date
  documentDate: Date | null
  eventDates: Date[]
  updatedAt: Date
}

export type Relation = 'updates' | 'extends' | 'derives'

export const memoryOrigins = ['api', 'user', 'assistant', 'document', 'tool'] as const
export type MemoryOrigin = (typeof memoryOrigins)[number]

/** How the statement was judged when it was read. */
export type MemoryJudgement = {
  about?: Subject | null | undefined
  attribute?: Attribute | null | undefined
  lasts?: Duration | null | undefined
}

export type NewMemory = {
  id: string
  text: string
  isStatic: boolean
  isInference: boolean
  version: number
  parent: string | null
  root: string
  metadata: Record<string, unknown> | null
  forgetAfter: Date | null
  forgetReason: string | null
  documentDate: Date | null
  eventDates: Date[]
  /** Start of the time in which it is true, if known. */
  trueFrom: Date | null
  origin: MemoryOrigin
  sourceCount: number
  judged?: MemoryJudgement | undefined
  /** The embedding in pgvector's text form. */
  vector: string
  /** BM25 weights of its terms, as a sparse vector. */
  terms: string
}

/**
 * A memory past its `forget_after` counts as forgotten. An approved memory is no longer an inference, and a declined one is
 * forgotten with the reason `declined`. Both follow from the column `review`, so an undo only needs to clear that column.
 */
export const memoryColumns = sql`d.shard, d.org, d.container, d.id, d.text, d.is_static as "isStatic",
  (d.is_inference and d.review is distinct from 'approved') as "isInference",
  d.is_latest as "isLatest", (d.is_forgotten or coalesce(d.forget_after <= now(), false)) as "isForgotten", d.version, d.parent, d.root,
  d.source_count as "sourceCount", d.metadata, d.forget_after as "forgetAfter",
  case when d.review = 'declined' then 'declined' else d.forget_reason end as "forgetReason",
  d.learned_at as "learnedAt", d.document_date as "documentDate", d.event_dates as "eventDates", d.updated_at as "updatedAt"`

/** True for the latest version that is neither forgotten nor past its `forget_after`. */
export const isCurrent = sql`d.is_latest and not d.is_forgotten and (d.forget_after is null or d.forget_after > now())`

const byMemory: Match = comparison => sql`exists (select from cell.memory_attributes a
  where a.shard = d.shard and a.org = d.org and a.container = d.container and a.memory = d.id and ${comparison})`

/** A filter as a condition on the row `d` of `cell.memories`. */
export function memoryFilter(filter: Filter | undefined): RawBuilder<boolean> {
  return filter ? filterToSql(filter, byMemory) : sql`true`
}

export async function insertMemories(
  db: Db,
  key: ContainerKey,
  embeddingSet: number,
  memories: readonly NewMemory[],
): Promise<MemoryRow[]> {
  const { rows } = await sql<MemoryRow>`
    insert into cell.memories as d (shard, org, container, id, text, is_static, is_inference, version, parent, root, metadata,
      forget_after, forget_reason, document_date, event_dates, true_from, origin, source_count, about, attribute, lasts, dream_since)
    select ${key.shard}, ${key.org}, ${key.container}, id, text, "isStatic", "isInference", version, parent, root, metadata,
           "forgetAfter", "forgetReason", "documentDate", "eventDates", "trueFrom", origin, "sourceCount",
           judged->>'about', judged->>'attribute', judged->>'lasts', case when origin = 'api' then now() end
      from jsonb_to_recordset(${JSON.stringify(memories.map(withoutIndex))}::jsonb) as n (id uuid, text text, "isStatic" boolean, "isInference" boolean,
        version int, parent uuid, root uuid, metadata jsonb, "forgetAfter" timestamptz, "forgetReason" text, "documentDate" timestamptz,
        "eventDates" timestamptz[], "trueFrom" timestamptz, origin text, "sourceCount" int, judged jsonb)
    returning ${memoryColumns}`.execute(db)
  const ids = memories.map(({ id }) => id)
  await insertMemoryVectors(db, key, embeddingSet, memories)
  await sql`
    insert into cell.memory_terms (shard, org, container, memory, terms, live_until)
    select ${key.shard}, ${key.org}, ${key.container}, n.id, n.terms, ${liveUntil(key)}
      from unnest(${ids}::uuid[], ${memories.map(({ terms }) => terms)}::sparsevec[]) n (id, terms)`.execute(
    db,
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.map(id => byId.get(id)!)
}

const liveUntil = (key: ContainerKey) =>
  sql`(select cell.live_until(d.is_latest, d.is_forgotten, d.forget_after) from cell.memories d where ${ofContainer(key, 'd')} and d.id = n.id)`

/** Inserts vectors of memories in a set. Existing vectors stay as they are. */
export async function insertMemoryVectors(
  db: Db,
  key: ContainerKey,
  embeddingSet: number,
  memories: readonly { id: string; vector: string }[],
): Promise<void> {
  await sql`
    insert into cell.memory_vectors (shard, org, container, embedding_set, memory, embedding, live_until)
    select ${key.shard}, ${key.org}, ${key.container}, ${embeddingSet}, n.id, n.vector, ${liveUntil(key)}
      from unnest(${memories.map(({ id }) => id)}::uuid[], ${memories.map(({ vector }) => vector)}::halfvec[]) n (id, vector)
    on conflict do nothing`.execute(db)
}

function withoutIndex({ vector: _, terms: __, ...memory }: NewMemory): Omit<NewMemory, 'vector' | 'terms'> {
  return memory
}

/** Adds to the container's term counts, in term order, so that two requests wait for each other and do not deadlock. */
export async function addMemoryTerms(
  db: Db,
  key: ContainerKey,
  counts: ReadonlyMap<number, number>,
): Promise<void> {
  const sorted = [...counts].sort(([a], [b]) => a - b)
  if (sorted.length === 0) return
  await sql`
    insert into cell.memory_term_counts as t (shard, org, container, term, memories)
    select ${key.shard}, ${key.org}, ${key.container}, c.* from unnest(${sorted.map(([term]) => term)}::int[], ${sorted.map(([, by]) => by)}::int[]) c
    on conflict (shard, org, container, term) do update set memories = t.memories + excluded.memories`.execute(
    db,
  )
}

/**
 * Locks a memory by the id of any of its versions, or by its exact text, and returns the newest version. The lock is on the
 * first version and stands for the whole chain. A second statement reads the newest version, because the snapshot of the first
 * one lacks a version that was written while it waited for the lock.
 */
export async function lockMemory(
  db: Db,
  key: ContainerKey,
  by: { id: string } | { text: string },
): Promise<MemoryRow | undefined> {
  const named =
    'id' in by
      ? sql`m.id = ${by.id}`
      : sql`m.text_hash = hashtextextended(${by.text}, 0) and m.text = ${by.text} and m.is_latest`
  const { rows: roots } = await sql<{ root: string }>`
    select r.root from cell.memories r where ${ofContainer(key, 'r')} and r.id = (
      select m.root from cell.memories m where ${ofContainer(key, 'm')} and ${named} order by m.is_forgotten, m.id desc limit 1)
       for update`.execute(db)
  if (!roots[0]) return undefined
  const { rows } = await sql<MemoryRow>`
    select ${memoryColumns} from cell.memories d where ${ofContainer(key, 'd')} and d.root = ${roots[0].root} and d.is_latest`.execute(
    db,
  )
  return rows.find(({ text }) => 'id' in by || text === by.text)
}

/** Keeps the old version as history, true until the new version begins. */
export async function supersedeMemory(
  db: Db,
  key: ContainerKey,
  id: string,
  trueUntil: Date | null,
): Promise<void> {
  await sql`
    update cell.memories d set is_latest = false, true_until = coalesce(${trueUntil}, now()), updated_at = now()
     where ${ofContainer(key, 'd')} and d.id = ${id}`.execute(db)
}

export async function relateMemories(
  db: Db,
  key: ContainerKey,
  edge: { memory: string; related: string; relation: Relation; reason?: string },
): Promise<void> {
  await sql`
    insert into cell.memory_relations (shard, org, container, memory, related, relation, reason)
    values (${key.shard}, ${key.org}, ${key.container}, ${edge.memory}, ${edge.related}, ${edge.relation}, ${edge.reason ?? null})
    on conflict (shard, org, container, memory, related) do update set relation = excluded.relation, reason = excluded.reason`.execute(
    db,
  )
}

/** Forgets the memories that are not forgotten yet, and returns their ids. */
export async function forgetMemories(
  db: Db,
  key: ContainerKey,
  ids: readonly string[],
  why: { reason: string | null; batch: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with held as (select d.id from cell.memories d where ${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[]) and not d.is_forgotten
                   order by d.id for update)
    update cell.memories d
       set is_forgotten = true, forgotten_at = now(), forget_reason = coalesce(${why.reason}, d.forget_reason), forget_batch = ${why.batch},
           dream_since = now(), updated_at = now()
      from held where ${ofContainer(key, 'd')} and d.id = held.id returning d.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The current versions of the named memories. */
export async function findCurrent(db: Db, key: ContainerKey, ids: readonly string[]): Promise<MemoryRow[]> {
  const { rows } = await sql<MemoryRow>`
    select ${memoryColumns} from cell.memories d where ${ofContainer(key, 'd')} and ${isCurrent} and d.root in (
      select m.root from cell.memories m where ${ofContainer(key, 'm')} and m.id = any(${ids}::uuid[])) order by d.id`.execute(
    db,
  )
  return rows
}

/** True if the id belongs to a document. People confuse the two, because both have 22 characters. */
export async function isDocument(db: Db, key: ContainerKey, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from cell.documents d where ${ofContainer(key, 'd')} and d.id = ${id} and d.tombstoned_at is null`.execute(
    db,
  )
  return rows.length > 0
}
