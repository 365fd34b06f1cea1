import { sql } from 'kysely'
import type { ContainerKey } from '../containers/store.ts'
import type { Db } from '../db/tx.ts'
import { ofContainer } from '../memories/store.ts'
import type { DatedFact, Fact } from './fact.ts'

/** Facts as they were read, which memory says each, and what a person has undone. */

/** A fact as it is kept: with where it comes from, and the memory that says it. */
export type StoredFact = DatedFact & {
  document: string
  revision: number
  memory: string | null
  /** Its vector in pgvector's form, and the set it is of. */
  embedding: string
  embeddingSet: number
  /** Of its document. */
  metadata: Record<string, unknown> | null
}

type FactRow = Omit<StoredFact, keyof Fact | 'vector'> & { fact: WrittenFact }
type WrittenFact = Omit<Fact, 'eventDates'> & { eventDates: string[] }

const factColumns = sql`f.id, f.document, f.revision, f.said_at as "saidAt", f.fact, f.embedding_set as "embeddingSet",
  f.embedding::text as embedding, f.memory, d.metadata`

const withDocument = sql`cell.facts f join cell.documents d
  on d.shard = f.shard and d.org = f.org and d.container = f.container and d.id = f.document`

function toStored({ fact, ...row }: FactRow): StoredFact {
  const eventDates = fact.eventDates.map(date => new Date(date))
  return { ...row, ...fact, eventDates, vector: Float32Array.from(JSON.parse(row.embedding) as number[]) }
}

export async function listFactsOf(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
): Promise<StoredFact[]> {
  const { rows } = await sql<FactRow>`
    select ${factColumns} from ${withDocument} where ${ofContainer(key, 'f')} and f.document = any(${documents}::uuid[])`.execute(
    db,
  )
  return rows.map(toStored)
}

export async function listFactsOfMemories(
  db: Db,
  key: ContainerKey,
  memories: readonly string[],
): Promise<StoredFact[]> {
  const { rows } = await sql<FactRow>`
    select ${factColumns} from ${withDocument} where ${ofContainer(key, 'f')} and f.memory = any(${memories}::uuid[])`.execute(
    db,
  )
  return rows.map(toStored)
}

/** A key that very many facts share tells nothing of them; the newest will do. */
const mostPerKey = 300

/** Facts that share a key with others: those which may have to do with them. */
export async function findFactsByKeys(
  db: Db,
  key: ContainerKey,
  keys: readonly string[],
): Promise<StoredFact[]> {
  const { rows } = await sql<FactRow>`
    with shared as materialized (
      select distinct n.fact from unnest(${keys}::text[]) k (key), lateral (
        select x.fact from cell.fact_keys x where ${ofContainer(key, 'x')} and x.key = hashtextextended(k.key, 0)
         order by x.fact desc limit ${mostPerKey}) n)
    select ${factColumns} from shared s join ${withDocument} on ${ofContainer(key, 'f')} and f.id = s.fact where d.tombstoned_at is null`.execute(
    db,
  )
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
      ${facts.map(fact => JSON.stringify(written(fact)))}::jsonb[], ${facts.map(({ embeddingSet }) => embeddingSet)}::int[],
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

function written(fact: Fact): Fact {
  const { text, kind, claim, isStatic, eventDates, origin, confidence, spans } = fact
  return { text, kind, claim, isStatic, eventDates, origin, confidence, spans }
}

/** How many rows of each document that was, by table. */
export async function deleteFactsOf(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
): Promise<Map<string, Record<string, number>>> {
  const { rows } = await sql<{ document: string; counts: Record<string, number> }>`
    with keys as (delete from cell.fact_keys x where ${ofContainer(key, 'x')} and x.document = any(${documents}::uuid[]) returning x.document),
    facts as (delete from cell.facts f where ${ofContainer(key, 'f')} and f.document = any(${documents}::uuid[]) returning f.document)
    select document, jsonb_object_agg(name, n) as counts from (
      select document, 'fact_keys' as name, count(*) as n from keys group by 1
      union all select document, 'facts', count(*) from facts group by 1) gone group by 1`.execute(db)
  return new Map(rows.map(({ document, counts }) => [document, counts]))
}

export type Decided = { fact: string; memory: string; decision: string; reason: string | null }

/** Which memory says a fact, and why it was decided so. */
export async function decideFacts(db: Db, key: ContainerKey, decided: readonly Decided[]): Promise<void> {
  await sql`
    update cell.facts f set memory = n.memory, decision = n.decision, reason = n.reason
      from unnest(${decided.map(({ fact }) => fact)}::uuid[], ${decided.map(({ memory }) => memory)}::uuid[],
                  ${decided.map(({ decision }) => decision)}::text[], ${decided.map(({ reason }) => reason)}::text[]) n (fact, memory, decision, reason)
     where ${ofContainer(key, 'f')} and f.id = n.fact
       and (f.memory, f.decision, f.reason) is distinct from (n.memory, n.decision, n.reason)`.execute(db)
}

/** Pairs that a person has undone, as reconciliation knows them. */
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
