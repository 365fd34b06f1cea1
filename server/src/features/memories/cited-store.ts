import { sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import { chainStart, revisionText } from '../../platform/db/revision-text.ts'
import type { Db } from '../../platform/db/tx.ts'
import { type ContainerKey, closedContainers } from '../containers/store.ts'
import { type MemoryRow, memoryColumns, type Relation } from './store.ts'

/** The sources of memories, and the decisions about them. */

/** A memory with the tag of its container, its origin, and the time in which it is true. */
export type LocatedMemory = MemoryRow & {
  tag: string
  origin: string
  confidence: number | null
  trueFrom: Date | null
  trueUntil: Date | null
}

export async function findMemory(
  db: Db,
  org: string,
  shards: readonly number[],
  id: string,
): Promise<LocatedMemory | undefined> {
  const { rows } = await sql<LocatedMemory>`
    select ${memoryColumns}, c.tag, d.origin, d.confidence::float8, d.true_from as "trueFrom", d.true_until as "trueUntil"
      from cell.memories d join cell.containers c on c.shard = d.shard and c.org = d.org and c.container = d.container
     where d.shard = any(${shards}::smallint[]) and d.org = ${org} and d.id = ${id}
       and d.container <> ${closedContainers(org, shards)}`.execute(db)
  return rows[0]
}

export type Citation = {
  document: string
  title: string | null
  revision: number
  spans: { start: number; end: number; text: string }[]
}

type CitationRow = Omit<Citation, 'spans'> & { text: string; spans: [number, number][] }

/**
 * The passages that state a memory, from the revision that was read, or from a later one that begins with the same text.
 * Offsets are in UTF-16 units.
 */
export async function readCitations(
  db: Db,
  { id, ...key }: ContainerKey & { id: string },
): Promise<Citation[]> {
  const { rows } = await sql<CitationRow>`
    select s.document, d.title, s.revision, coalesce(r.text, '') as text,
           array(select array[lower(span), upper(span)] from unnest(s.spans) span order by lower(span)) as spans
      from cell.memory_sources s
      join cell.documents d on d.shard = s.shard and d.org = s.org and d.container = s.container and d.id = s.document
      left join lateral (
        select coalesce(r.extracted, ${revisionText('r')}) as text from cell.revisions r
         where r.shard = s.shard and r.org = s.org and r.container = s.container and r.document = s.document
           and r.revision >= s.revision and ${chainStart('r')} <= s.revision order by r.revision limit 1) r on true
     where ${ofContainer(key, 's')} and s.memory = ${id} and d.tombstoned_at is null order by d.ordered_at, d.id`.execute(
    db,
  )
  return rows.map(({ text, spans, ...citation }) => ({
    ...citation,
    spans: spans.map(([start, end]) => ({ start, end, text: text.slice(start, end) })),
  }))
}

export type Decision = { related: string; relation: Relation; reason: string | null; decidedAt: Date }

/** The decisions about a memory and others, latest first. */
export async function readDecisions(
  db: Db,
  { id, ...key }: ContainerKey & { id: string },
): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
    select r.related, r.relation, r.reason, r.created_at as "decidedAt" from cell.memory_relations r
     where ${ofContainer(key, 'r')} and r.memory = ${id} order by r.created_at desc, r.related`.execute(db)
  return rows
}

/** Makes a forgotten memory current again. An expiry date in the future stays. */
export async function restoreForgotten(db: Db, { id, ...key }: ContainerKey & { id: string }): Promise<void> {
  await sql`
    update cell.memories d set is_forgotten = false, forgotten_at = null, forget_reason = null, forget_batch = null,
           forget_after = case when d.forget_after > now() then d.forget_after end, dream_since = now(), updated_at = now()
     where ${ofContainer(key, 'd')} and d.id = ${id}`.execute(db)
}

/** Undoes a version: its parent becomes the latest again, and it is forgotten with the reason `undone`. */
export async function restoreParent(
  db: Db,
  { id, parent, ...key }: ContainerKey & { id: string; parent: string },
): Promise<void> {
  await sql`
    update cell.memories d set is_latest = false, is_forgotten = true, forgotten_at = now(), forget_reason = 'undone', dream_since = null, updated_at = now()
     where ${ofContainer(key, 'd')} and d.id = ${id}`.execute(db)
  await sql`
    update cell.memories d set is_latest = true, true_until = null, dream_since = now(), updated_at = now()
     where ${ofContainer(key, 'd')} and d.id = ${parent}`.execute(db)
}
