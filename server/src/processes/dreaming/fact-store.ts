import { sql } from 'kysely'
import type { ContainerKey } from '../../features/containers/store.ts'
import type { DatedFact, Fact } from '../../language/english/fact.ts'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'

/** Facts as extracted, the memory each one belongs to, and the supersessions a person has undone. */

/** A stored fact with its source and the memory that states it. */
export type StoredFact = DatedFact & {
  /** Null for a fact that was stated through the API: its memory has the same id. */
  document: string | null
  revision: number
  memory: string | null
  /** Its vector in pgvector's text form, and the embedding set of that vector. */
  embedding: string
  embeddingSet: number
  /** Metadata of its document, or of the stated memory. */
  metadata: Record<string, unknown> | null
  /** The filter of its document: the fact is related only to facts with matching metadata. */
  filterByMetadata: Record<string, unknown> | null
  /** Its document is no longer in the container. */
  isDocumentGone: boolean
}

type FactRow = Omit<StoredFact, keyof Fact | 'vector'> & { fact: FactJson }
type FactJson = Omit<Fact, 'eventDates'> & { eventDates: string[] }

const factColumns = sql`f.id, f.document, f.revision, f.said_at as "saidAt", f.fact, f.embedding_set as "embeddingSet",
  f.embedding::text as embedding, f.memory,
  coalesce(d.metadata, s.metadata) as metadata, d.filter_by_metadata as "filterByMetadata", f.document is not null and d.id is null as "isDocumentGone"`

const withDocument = sql`cell.facts f
  left join cell.documents d on d.shard = f.shard and d.org = f.org and d.container = f.container and d.id = f.document
  left join cell.memories s on f.document is null and s.shard = f.shard and s.org = f.org and s.container = f.container and s.id = f.id`

function toStored({ fact, ...row }: FactRow): StoredFact {
  const eventDates = fact.eventDates.map(date => new Date(date))
  let vector: Float32Array | undefined
  return {
    ...row,
    ...fact,
    eventDates,
    // Parsed lazily: parsing a vector takes 50 µs, thousands of facts may be loaded, and few are compared by
    // vector.
    get vector() {
      vector ??= Float32Array.from(JSON.parse(row.embedding) as number[])
      return vector
    },
  }
}

/** Facts of documents, up to a limit. */
export async function listFactsOfDocuments(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
  limit: number,
): Promise<StoredFact[]> {
  if (documents.length === 0) return []
  const { rows } = await sql<FactRow>`
    select ${factColumns} from ${withDocument}
     where ${ofContainer(key, 'f')} and f.document = any(${documents}::uuid[]) limit ${limit}`.execute(db)
  return rows.map(toStored)
}

/** Finds which of these texts are already facts of each document. */
export async function findKnownTexts(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
  texts: readonly string[],
): Promise<Map<string, Set<string>>> {
  const known = new Map(documents.map(id => [id, new Set<string>()]))
  if (documents.length === 0) return known
  const { rows } = await sql<{ document: string; text: string }>`
    select f.document, f.fact->>'text' as text from cell.facts f
     where ${ofContainer(key, 'f')} and f.document = any(${documents}::uuid[]) and f.fact->>'text' = any(${texts}::text[])`.execute(
    db,
  )
  for (const { document, text } of rows) known.get(document)!.add(text)
  return known
}

/** Facts of memories. Leaves out those of deleted documents, which are removed when dreaming reaches the deletion. */
export async function listFactsOfMemories(
  db: Db,
  key: ContainerKey,
  memories: readonly string[],
): Promise<StoredFact[]> {
  const { rows } = await sql<FactRow>`
    select ${factColumns} from ${withDocument}
     where ${ofContainer(key, 'f')} and f.memory = any(${memories}::uuid[]) and d.tombstoned_at is null`.execute(
    db,
  )
  return rows.map(toStored)
}

/** A key that very many facts share does not distinguish them, so the newest are enough. */
const maxFactsPerKey = 300
/** Keeps the facts that share the most keys with the given ones. */
const maxFoundFacts = 2_000

/** Finds facts that share a key with the given ones and so may be related to them. */
export async function findFactsByKeys(
  db: Db,
  key: ContainerKey,
  keys: readonly string[],
): Promise<StoredFact[]> {
  const { rows } = await sql<FactRow>`
    with shared as materialized (
      select n.fact from unnest(${keys}::text[]) k (key), lateral (
        select x.fact from cell.fact_keys x where ${ofContainer(key, 'x')} and x.key = hashtextextended(k.key, 0)
         order by x.fact desc limit ${maxFactsPerKey}) n group by 1 order by count(*) desc, n.fact desc limit ${maxFoundFacts})
    select ${factColumns} from shared k join (${withDocument}) on ${ofContainer(key, 'f')} and f.id = k.fact
     where f.document is null or (d.id is not null and d.tombstoned_at is null)`.execute(db)
  return rows.map(toStored)
}

export async function insertFacts(
  db: Db,
  key: ContainerKey,
  facts: readonly StoredFact[],
  keysOf: (fact: Fact) => string[],
): Promise<void> {
  if (facts.length === 0) return
  await sql`
    insert into cell.facts (shard, org, container, document, id, revision, said_at, fact, embedding_set, embedding)
    select ${key.shard}, ${key.org}, ${key.container}, n.* from unnest(${facts.map(({ document }) => document)}::uuid[],
      ${facts.map(({ id }) => id)}::uuid[], ${facts.map(({ revision }) => revision)}::int[], ${facts.map(({ saidAt }) => saidAt)}::timestamptz[],
      ${facts.map(fact => JSON.stringify(toJson(fact)))}::jsonb[], ${facts.map(({ embeddingSet }) => embeddingSet)}::int[],
      ${facts.map(({ embedding }) => embedding)}::halfvec[]) n`.execute(db)
  const keyed = facts.flatMap(fact =>
    keysOf(fact).map(name => ({ name, fact: fact.id, document: fact.document })),
  )
  await sql`
    insert into cell.fact_keys (shard, org, container, key, fact, document)
    select ${key.shard}, ${key.org}, ${key.container}, hashtextextended(n.name, 0), n.fact, n.document
      from unnest(${keyed.map(({ name }) => name)}::text[], ${keyed.map(({ fact }) => fact)}::uuid[],
                  ${keyed.map(({ document }) => document)}::uuid[]) n (name, fact, document)
    on conflict do nothing`.execute(db)
}

/** Only the fields of a fact: a stored one has more. Fields without a value are left out of the JSON. */
function toJson(fact: Fact): Fact {
  const { text, kind, claim, isStatic, eventDates, origin, confidence, spans, stated } = fact
  const { about, attribute, lasts, said, property, declared } = fact
  return {
    ...{ text, kind, claim, isStatic, eventDates, origin, confidence, spans, stated },
    ...{ about, attribute, lasts, said, property, declared },
  }
}

/** Deletes facts of documents. Returns the number of deleted rows by document and table. */
export async function deleteFacts(
  db: Db,
  key: ContainerKey,
  ids: readonly string[],
): Promise<Map<string, Record<string, number>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ document: string; counts: Record<string, number> }>`
    with facts as (delete from cell.facts f where ${ofContainer(key, 'f')} and f.id = any(${ids}::uuid[]) returning f.document),
    keys as (delete from cell.fact_keys x where ${ofContainer(key, 'x')} and x.fact = any(${ids}::uuid[])
      and x.document = any(array(select f.document from cell.facts f where ${ofContainer(key, 'f')} and f.id = any(${ids}::uuid[])))
      returning x.document)
    select document, jsonb_object_agg(name, n) as counts from (
      select document, 'fact_keys' as name, count(*) as n from keys group by 1
      union all select document, 'facts', count(*) from facts group by 1) gone where document is not null group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ document, counts }) => [document, counts]))
}

/**
 * Whether a caller wrote this memory as a replacement of another. True also for a memory that dreaming has not read
 * yet.
 */
export async function isCorrection(db: Db, key: ContainerKey, memory: string): Promise<boolean> {
  const { rows } = await sql<{ corrects: boolean }>`
    select f.fact->'stated' ? 'corrects' as corrects from cell.facts f where ${ofContainer(key, 'f')} and f.id = ${memory}`.execute(
    db,
  )
  return rows[0]?.corrects ?? true
}

/** Deletes the fact of a memory that was stated through the API. */
export async function deleteStated(db: Db, key: ContainerKey, memory: string): Promise<void> {
  await sql`delete from cell.fact_keys x where ${ofContainer(key, 'x')} and x.fact = ${memory} and x.document is null`.execute(
    db,
  )
  await sql`delete from cell.facts f where ${ofContainer(key, 'f')} and f.id = ${memory} and f.document is null`.execute(
    db,
  )
}

export type FactDecision = { fact: string; memory: string; decision: string; reason: string | null }

/** Records which memory states each fact, and why. */
export async function decideFacts(
  db: Db,
  key: ContainerKey,
  decided: readonly FactDecision[],
): Promise<void> {
  await sql`
    update cell.facts f set memory = n.memory, decision = n.decision, reason = n.reason
      from unnest(${decided.map(({ fact }) => fact)}::uuid[], ${decided.map(({ memory }) => memory)}::uuid[],
                  ${decided.map(({ decision }) => decision)}::text[], ${decided.map(({ reason }) => reason)}::text[]) n (fact, memory, decision, reason)
     where ${ofContainer(key, 'f')} and f.id = n.fact
       and (f.memory, f.decision, f.reason) is distinct from (n.memory, n.decision, n.reason)`.execute(db)
}

/**
 * Pairs of an older and a newer text whose supersession a person has undone, in the format that `reconcile` takes.
 */
export async function listUndone(db: Db, key: ContainerKey, texts: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ older: string; newer: string }>`
    select older, newer from cell.undone u where ${ofContainer(key, 'u')} and u.newer = any(${texts}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ older, newer }) => `${older}\u0000${newer}`))
}

export async function insertUndone(
  db: Db,
  key: ContainerKey,
  pair: { older: string; newer: string },
): Promise<void> {
  await sql`
    insert into cell.undone (shard, org, container, older, newer)
    values (${key.shard}, ${key.org}, ${key.container}, ${pair.older}, ${pair.newer})`.execute(db)
}
