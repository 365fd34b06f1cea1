import { sql } from 'kysely'
import type { ContainerKey } from '../../../features/containers/store.ts'
import { addMemoryTerms, type Relation } from '../../../features/memories/store.ts'
import { ofContainer } from '../../../platform/db/of-container.ts'
import type { Db } from '../../../platform/db/tx.ts'

/** Writes the memories that dreaming forms, and their version chains. */

export type StoredMemory = {
  id: string
  text: string
  root: string
  version: number
  parent: string | null
  isForgotten: boolean
  /** A caller wrote it. */
  isStated: boolean
  /** A caller has replaced it with a version of their own. */
  isTouched: boolean
  /** A caller has replaced it, and dreaming has not read the replacement yet. */
  isOvertaken: boolean
  trueFrom: Date | null
  trueUntil: Date | null
}

/**
 * Locks memories in key order, and only then reads what people changed. A statement that waits for a lock sees
 * other rows as they were before it waited: a correction made in between was missed, and the corrected memory
 * became current again.
 */
export async function lockMemories(
  db: Db,
  key: ContainerKey,
  ids: readonly string[],
): Promise<Map<string, StoredMemory>> {
  const named = sql`${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[])`
  await sql`select from cell.memories d where ${named} order by d.id for update`.execute(db)
  const { rows } = await sql<StoredMemory>`
    select d.id, d.text, d.root, d.version, d.parent, d.true_from as "trueFrom", d.true_until as "trueUntil", d.is_forgotten as "isForgotten", d.origin = 'api' as "isStated", exists (
        select from cell.memories v where ${ofContainer(key, 'v')} and v.root = d.root and v.origin = 'api' and v.id <> d.id
           and (v.dream_since is not null and v.parent is not null or exists (select from cell.facts f
             where ${ofContainer(key, 'f')} and f.id = v.id and f.fact->'stated' ? 'corrects'))) as "isTouched",
        exists (select from cell.memories v where ${ofContainer(key, 'v')} and v.root = d.root and v.parent = d.id and v.origin = 'api'
           and v.dream_since is not null and not exists (select from cell.facts f where ${ofContainer(key, 'f')} and f.id = v.id)) as "isOvertaken"
      from cell.memories d where ${named}`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

export type Arrangement = {
  id: string
  version: number
  parent: string | null
  root: string
  isLatest: boolean
  sourceCount: number
  isStatic: boolean
  confidence: number
  origin: string
  documentDate: Date
  eventDates: Date[]
  trueFrom: Date
  trueUntil: Date | null
  metadata: Record<string, unknown> | null
  forgetAfter: Date | null
  forgetReason: string | null
  about: string | null
  attribute: string | null
  lasts: string | null
}

/**
 * No document stated it for a while, so it was retired. Nobody asked to forget it: a memory that a person forgot keeps
 * its sources, whatever the reason given.
 */
const isRetired = sql`d.is_forgotten and d.source_count = 0
  and coalesce(d.forget_reason in ('source_changed', 'source_deleted'), false)`

/**
 * Moves memories to their position in their version chains. Rows that are already right are not written. A retired
 * memory that a fact states again is current again.
 */
export async function arrangeMemories(
  db: Db,
  key: ContainerKey,
  arrangements: readonly Arrangement[],
): Promise<void> {
  await sql`
    update cell.memories d
       set version = n.version, parent = n.parent, root = n.root, is_latest = n."isLatest", source_count = n."sourceCount",
           is_static = n."isStatic", confidence = n.confidence, origin = n.origin, document_date = n."documentDate",
           event_dates = n."eventDates", true_from = n."trueFrom", true_until = n."trueUntil", metadata = n.metadata,
           about = n.about, attribute = n.attribute, lasts = n.lasts, forget_after = n."forgetAfter", forget_reason = case when d.is_forgotten and not (${isRetired}) then d.forget_reason else n."forgetReason" end,
           is_forgotten = d.is_forgotten and not (${isRetired}), forgotten_at = case when not (${isRetired}) then d.forgotten_at end,
           updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(arrangements)}::jsonb) as n (id uuid, version int, parent uuid, root uuid, "isLatest" boolean,
        "sourceCount" int, "isStatic" boolean, confidence real, origin text, "documentDate" timestamptz, "eventDates" timestamptz[],
        "trueFrom" timestamptz, "trueUntil" timestamptz, metadata jsonb, about text, attribute text, lasts text,
        "forgetAfter" timestamptz, "forgetReason" text)
     where ${ofContainer(key, 'd')} and d.id = n.id
       and (${isRetired} or (d.version, d.parent, d.root, d.is_latest, d.source_count, d.is_static, d.confidence, d.origin, d.document_date,
            d.event_dates, d.true_from, d.true_until, d.metadata, d.about, d.attribute, d.lasts, d.forget_after)
         is distinct from (n.version, n.parent, n.root, n."isLatest", n."sourceCount", n."isStatic", n.confidence, n.origin, n."documentDate",
            n."eventDates", n."trueFrom", n."trueUntil", n.metadata, n.about, n.attribute, n.lasts, n."forgetAfter"))`.execute(
    db,
  )
}

export type ChainPosition = Pick<
  Arrangement,
  'id' | 'version' | 'parent' | 'root' | 'isLatest' | 'sourceCount' | 'trueUntil'
>

/** Does the same for memories that callers wrote, and changes only their position. */
export async function moveStatedMemories(
  db: Db,
  key: ContainerKey,
  places: readonly ChainPosition[],
): Promise<void> {
  await sql`
    update cell.memories d
       set version = n.version, parent = n.parent, root = n.root, is_latest = n."isLatest", source_count = n."sourceCount",
           true_until = n."trueUntil", updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as n (id uuid, version int, parent uuid, root uuid, "isLatest" boolean,
        "sourceCount" int, "trueUntil" timestamptz)
     where ${ofContainer(key, 'd')} and d.id = n.id and (d.version, d.parent, d.root, d.is_latest, d.source_count, d.true_until)
       is distinct from (n.version, n.parent, n.root, n."isLatest", n."sourceCount", n."trueUntil")`.execute(
    db,
  )
}

/** Makes memories redirect to the memory that says the same, so that a lookup by their id finds that one. */
export async function absorbMemories(
  db: Db,
  key: ContainerKey,
  absorbed: readonly { id: string; root: string }[],
): Promise<void> {
  await sql`
    update cell.memories d set version = 0, parent = null, root = n.root, is_latest = false, source_count = 0, updated_at = now()
      from unnest(${absorbed.map(({ id }) => id)}::uuid[], ${absorbed.map(({ root }) => root)}::uuid[]) n (id, root)
     where ${ofContainer(key, 'd')} and d.id = n.id and (d.version, d.root) is distinct from (0, n.root)`.execute(
    db,
  )
}

/**
 * Forgets memories that no fact states any more, each as a chain of its own. A memory forgotten earlier keeps its
 * reason, and its count of sources, by which it is told apart from retired ones.
 */
export async function retireMemories(
  db: Db,
  key: ContainerKey,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  await sql`
    update cell.memories d
       set parent = null, root = d.id, version = 1, is_latest = true, is_forgotten = true, forgotten_at = coalesce(d.forgotten_at, now()),
           forget_reason = case when d.is_forgotten then d.forget_reason else ${reason} end,
           source_count = case when d.is_forgotten then d.source_count else 0 end, updated_at = now()
     where ${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[])`.execute(db)
}

/** Deletes memories completely, so that they can be rewritten in other words under the same ids. */
export async function removeMemories(db: Db, key: ContainerKey, ids: readonly string[]): Promise<void> {
  for (const table of ['memory_vectors', 'memory_attributes'])
    await sql`delete from ${sql.table(`cell.${table}`)} x where ${ofContainer(key, 'x')} and x.memory = any(${ids}::uuid[])`.execute(
      db,
    )
  const { rows } = await sql<{ terms: string }>`
    delete from cell.memory_terms t where ${ofContainer(key, 't')} and t.memory = any(${ids}::uuid[]) returning t.terms::text`.execute(
    db,
  )
  const counts = new Map<number, number>()
  for (const { terms } of rows)
    for (const [, term] of terms.matchAll(/(\d+):/g))
      counts.set(Number(term), (counts.get(Number(term)) ?? 0) - 1)
  await addMemoryTerms(db, key, counts)
  await sql`delete from cell.memories d where ${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[])`.execute(
    db,
  )
}

/**
 * The memories that cite documents and have one of these texts, by document and text; the one changed last, if several
 * do. Retired memories keep their citations, so this also finds what an earlier reading of the document stated.
 */
export async function findFormerMemories(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
  texts: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  const { rows } = await sql<{ document: string; text: string; id: string }>`
    select s.document, d.text, d.id
      from cell.memory_sources s
      join cell.memories d on d.shard = s.shard and d.org = s.org and d.container = s.container and d.id = s.memory
     where ${ofContainer(key, 's')} and s.document = any(${documents}::uuid[]) and d.text = any(${texts}::text[]) and d.origin <> 'api'
       and not d.is_inference
     order by d.updated_at, d.id`.execute(db)
  const former = new Map<string, Map<string, string>>()
  for (const { document, text, id } of rows) {
    const ofDocument = former.get(document) ?? new Map<string, string>()
    former.set(document, ofDocument.set(text, id))
  }
  return former
}

export type SourceCitation = { memory: string; document: string; revision: number; spans: string }

/** Replaces the citations and relations of memories. */
export async function replaceLinks(
  db: Db,
  key: ContainerKey,
  memories: readonly string[],
  sources: readonly SourceCitation[],
  relations: readonly { memory: string; related: string; relation: Relation; reason: string }[],
): Promise<void> {
  const of = sql`${key.shard}::smallint, ${key.org}::uuid, ${key.container}::uuid`
  await sql`delete from cell.memory_sources s where ${ofContainer(key, 's')} and s.memory = any(${memories}::uuid[])`.execute(
    db,
  )
  await sql`
    insert into cell.memory_sources (shard, org, container, memory, document, revision, spans)
    select ${of}, n.memory, n.document, n.revision, n.spans::int4multirange
      from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb) n (memory uuid, document uuid, revision int, spans text)`.execute(
    db,
  )
  await sql`delete from cell.memory_relations r where ${ofContainer(key, 'r')} and r.memory = any(${memories}::uuid[])`.execute(
    db,
  )
  await sql`
    insert into cell.memory_relations (shard, org, container, memory, related, relation, reason)
    select ${of}, n.memory, n.related, n.relation::cell.memory_relation, n.reason
      from jsonb_to_recordset(${JSON.stringify(relations)}::jsonb) n (memory uuid, related uuid, relation text, reason text)
    on conflict do nothing`.execute(db)
}
