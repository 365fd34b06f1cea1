import { sql } from 'kysely'
import type { ContainerKey } from '../containers/store.ts'
import type { Db } from '../db/tx.ts'
import type { DatedFact, Fact } from './fact.ts'

/** What waits to be dreamed of, and the facts that were read. */

const one = (key: ContainerKey) =>
  sql`shard = ${key.shard} and org = ${key.org} and container = ${key.container}`

export type Pace = { quietMs: number; maxWaitMs: number }

/** When the container's documents are to be read: when nothing has come for a while, or the first has waited long enough. */
export async function findDue(
  db: Db,
  key: ContainerKey,
  { quietMs, maxWaitMs }: Pace,
): Promise<{ inMs: number; atOnce: boolean } | undefined> {
  const { rows } = await sql<{ inMs: number | null; atOnce: boolean | null }>`
    select extract(epoch from least(newest + ${quietMs} * interval '1 millisecond', oldest + ${maxWaitMs} * interval '1 millisecond')
             - clock_timestamp())::float8 * 1000 as "inMs", oldest = to_timestamp(0) as "atOnce"
      from (select (select dream_since from cell.documents where ${one(key)} and dream_since is not null order by dream_since limit 1) as oldest,
                   (select dream_since from cell.documents where ${one(key)} and dream_since is not null order by dream_since desc limit 1) as newest) waiting`.execute(
    db,
  )
  const { inMs, atOnce } = rows[0]!
  return inMs === null ? undefined : { inMs, atOnce: atOnce ?? false }
}

export type Held = { fence: number; entityContext: string | null }

/** Takes the container to dream in; undefined while another worker does, or when it is gone. */
export async function claimContainer(db: Db, key: ContainerKey, leaseMs: number): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    update cell.containers
       set dream_fence = dream_fence + 1, dream_leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where ${one(key)} and deleted_at is null and (dream_leased_until is null or dream_leased_until < clock_timestamp())
    returning dream_fence as fence, entity_context as "entityContext"`.execute(db)
  return rows[0]
}

/** Keeps the container for longer; false when it was taken over. */
export async function renewContainer(
  db: Db,
  key: ContainerKey,
  fence: number,
  leaseMs: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cell.containers set dream_leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where ${one(key)} and dream_fence = ${fence} and dream_leased_until is not null`.execute(db)
  return Number(numAffectedRows) > 0
}

/** Lets go of the container; false when it was taken over, and then nothing of this transaction may stay. */
export async function releaseContainer(db: Db, key: ContainerKey, fence: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cell.containers set dream_leased_until = null where ${one(key)} and dream_fence = ${fence}`.execute(
    db,
  )
  return Number(numAffectedRows) > 0
}

export type Dreamable = {
  id: string
  revision: number
  isDeleted: boolean
  text: string
  /** The text whose facts are known; null when none is. */
  dreamedText: string | null
  saidAt: Date
  source: string | null
  metadata: Record<string, unknown> | null
  entityContext: string | null
  filterByMetadata: Record<string, unknown> | null
  attempts: number
}

export type BatchSize = { documents: number; characters: number }

/** The oldest documents that wait, by when they were said; of those that do not want to wait, only these. */
export async function listDreamable(
  db: Db,
  key: ContainerKey,
  atOnce: boolean,
  size: BatchSize,
): Promise<Dreamable[]> {
  const which = atOnce ? sql`d.dream_since = to_timestamp(0)` : sql`true`
  const { rows } = await sql<Dreamable>`
    select * from (
      select d.id, d.latest_revision as revision, d.tombstoned_at is not null as "isDeleted", coalesce(r.extracted, r.content, '') as text,
             coalesce(b.extracted, b.content) as "dreamedText", d.ordered_at as "saidAt", d.source, d.metadata,
             d.entity_context as "entityContext", d.filter_by_metadata as "filterByMetadata", d.dream_attempts as attempts,
             sum(d.size) over (order by d.ordered_at, d.id) - d.size as before
        from (select * from cell.documents d where ${of(key, 'd')} and d.dream_since is not null and ${which}
               order by d.ordered_at, d.id limit ${size.documents}) d
        left join cell.revisions r on ${of(key, 'r')} and r.document = d.id and r.revision = d.latest_revision
        left join cell.revisions b on ${of(key, 'b')} and b.document = d.id and b.revision = d.dreamed_revision
    ) waiting where before < ${size.characters} order by "saidAt", id`.execute(db)
  return rows
}

const of = (key: ContainerKey, alias: string) =>
  sql`${sql.ref(`${alias}.shard`)} = ${key.shard} and ${sql.ref(`${alias}.org`)} = ${key.org} and ${sql.ref(`${alias}.container`)} = ${key.container}`

/** Locks those that are as they were read; one that was changed meanwhile is read again. */
export async function lockUnchanged(
  db: Db,
  key: ContainerKey,
  documents: readonly Dreamable[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.id from cell.documents d
      join unnest(${documents.map(({ id }) => id)}::uuid[], ${documents.map(({ revision }) => revision)}::int[],
                  ${documents.map(({ isDeleted }) => isDeleted)}::boolean[]) as h (id, revision, deleted)
        on d.id = h.id and d.latest_revision = h.revision and (d.tombstoned_at is not null) = h.deleted
     where ${of(key, 'd')} and d.dream_since is not null order by d.id for update of d`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Dreamed: whatever there is to remember of them is remembered. */
export async function finishDreams(db: Db, key: ContainerKey, ids: readonly string[]): Promise<void> {
  await sql`
    update cell.documents d
       set dream_since = null, dreamed_revision = d.latest_revision, dream_attempts = 0, updated_at = now(),
           dreaming_status = case when d.status = 'done' then 'done' else d.dreaming_status end
     where ${of(key, 'd')} and d.id = any(${ids}::uuid[])`.execute(db)
}

/** Once more, later: `countsAsAttempt` when it is the document's own doing. */
export async function postponeDreams(
  db: Db,
  key: ContainerKey,
  ids: readonly string[],
  { afterMs, countsAsAttempt }: { afterMs: number; countsAsAttempt: boolean },
): Promise<void> {
  await sql`
    update cell.documents d
       set dream_since = clock_timestamp() + ${afterMs} * interval '1 millisecond', dream_attempts = d.dream_attempts + ${countsAsAttempt ? 1 : 0}
     where ${of(key, 'd')} and d.id = any(${ids}::uuid[]) and d.dream_since is not null`.execute(db)
}

/** Not to be dreamed of: the document is `failed`, and says why. What was indexed of it stays. */
export async function failDreams(
  db: Db,
  key: ContainerKey,
  ids: readonly string[],
  { code, message }: { code: string; message: string },
): Promise<void> {
  await sql`
    update cell.documents d
       set dream_since = null, status = 'failed', error_code = ${code}, error_message = ${message}, updated_at = now()
     where ${of(key, 'd')} and d.id = any(${ids}::uuid[]) and d.dream_since is not null and d.tombstoned_at is null`.execute(
    db,
  )
}

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
    select ${factColumns} from ${withDocument} where ${of(key, 'f')} and f.document = any(${documents}::uuid[])`.execute(
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
    select ${factColumns} from ${withDocument} where ${of(key, 'f')} and f.memory = any(${memories}::uuid[])`.execute(
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
        select x.fact from cell.fact_keys x where ${of(key, 'x')} and x.key = hashtextextended(k.key, 0)
         order by x.fact desc limit ${mostPerKey}) n)
    select ${factColumns} from shared s join ${withDocument} on ${of(key, 'f')} and f.id = s.fact where d.tombstoned_at is null`.execute(
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
    with keys as (delete from cell.fact_keys x where ${of(key, 'x')} and x.document = any(${documents}::uuid[]) returning x.document),
    facts as (delete from cell.facts f where ${of(key, 'f')} and f.document = any(${documents}::uuid[]) returning f.document)
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
     where ${of(key, 'f')} and f.id = n.fact
       and (f.memory, f.decision, f.reason) is distinct from (n.memory, n.decision, n.reason)`.execute(db)
}

/** Pairs that a person has undone, as reconciliation knows them. */
export async function listUndone(db: Db, key: ContainerKey, texts: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ older: string; newer: string }>`
    select older, newer from cell.undone u where ${of(key, 'u')} and u.newer = any(${texts}::text[])`.execute(
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

/** Containers with something to dream of, for the reconciler. Steps from one to the next through the index. */
export async function findDreaming(db: Db, most: number): Promise<ContainerKey[]> {
  const { rows } = await sql<ContainerKey>`
    with recursive step as (
      (select shard, org, container from cell.documents where dream_since is not null order by shard, org, container limit 1)
      union all
      select n.* from step s, lateral (
        select d.shard, d.org, d.container from cell.documents d
         where d.dream_since is not null and (d.shard, d.org, d.container) > (s.shard, s.org, s.container)
         order by d.shard, d.org, d.container limit 1) n
    ) select * from step limit ${most}`.execute(db)
  return rows
}

/** Until the transaction ends nobody else forms memories in the container. */
export async function lockDreams(db: Db, { container }: ContainerKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('dreams ' || ${container}, 0))`.execute(db)
}
