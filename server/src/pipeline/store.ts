import { sql } from 'kysely'
import type { ContainerKey } from '../containers/store.ts'
import type { Db } from '../db/tx.ts'
import type { ChunkEmbedding } from '../embeddings/embed-chunk-texts.ts'
import type { Removed } from '../erasures/store.ts'
import type { ClaimedDocument } from '../lanes/slice.ts'
import { soughtFrom } from '../lib/plan-recall.ts'
import type { Structure } from '../lib/structure.ts'
import type { ChunkedDraft, EmbeddedDraft, StageName } from './draft.ts'

/** Every write of the pipeline. Each names the fence and revision it holds; for whoever holds less, it changes nothing. */

export const of = (key: ContainerKey, alias: string) =>
  sql`${sql.ref(`${alias}.shard`)} = ${key.shard} and ${sql.ref(`${alias}.org`)} = ${key.org} and ${sql.ref(`${alias}.container`)} = ${key.container}`

/**
 * The documents in our hands, with their whole key. Statements join on all of it and name no container of their own:
 * Postgres takes a container for one row (its columns' selectivities multiply) and would read all of it to look for
 * the few, 27 ms at 1,400 documents and 210 at 21,000, where looking up each takes one.
 */
export const held = (documents: readonly ClaimedDocument[]) =>
  sql`unnest(${documents.map(({ shard }) => shard)}::smallint[], ${documents.map(({ org }) => org)}::uuid[],
             ${documents.map(({ container }) => container)}::uuid[], ${documents.map(({ id }) => id)}::uuid[],
             ${documents.map(({ fence }) => fence)}::bigint[], ${documents.map(({ revision }) => revision)}::int[])
        as h (shard, org, container, id, fence, revision)`

export const isOf = (row: string, document: string, list: string) =>
  sql`(${sql.ref(`${row}.shard`)}, ${sql.ref(`${row}.org`)}, ${sql.ref(`${row}.container`)}, ${sql.ref(`${row}.${document}`)}, ${sql.ref(`${row}.fence`)})
    = (${sql.ref(`${list}.shard`)}, ${sql.ref(`${list}.org`)}, ${sql.ref(`${list}.container`)}, ${sql.ref(`${list}.id`)}, ${sql.ref(`${list}.fence`)})`

export const stillHeld = sql`${isOf('d', 'id', 'h')} and d.latest_revision = h.revision and d.tombstoned_at is null`

export const returned = sql`d.shard, d.org, d.container, d.id, d.fence`

/** Moves documents to their next stage; returns those that are still ours. */
export async function advance(
  db: Db,
  documents: readonly ClaimedDocument[],
  stage: StageName,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with moved as (
      update cell.documents d set status = ${stage}, updated_at = now() from ${held(documents)}
       where ${stillHeld} returning ${returned}
    ), noted as (
      update cell.attempts a set stage = ${stage} from moved m where ${isOf('a', 'document', 'm')}
    ) select id from moved`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Locks what is still ours, in key order, for the transaction that replaces its chunks. */
export async function lockHeld(db: Db, documents: readonly ClaimedDocument[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.id from cell.documents d join ${held(documents)} on ${stillHeld}
     order by d.id for update of d`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Rows that were removed, by document and table. */
export type Tally = Map<string, Record<string, number>>

function tell(tally: Tally, document: string, table: string, rows = 1): void {
  const counts = tally.get(document) ?? {}
  counts[table] = (counts[table] ?? 0) + rows
  tally.set(document, counts)
}

/** Removes all that a table has of documents. */
async function deleteOf(
  db: Db,
  key: ContainerKey,
  table: string,
  documents: readonly string[],
  tally: Tally,
): Promise<void> {
  const { rows } = await sql<{ document: string; count: number }>`
    with gone as (delete from ${sql.table(`cell.${table}`)} x where ${of(key, 'x')} and x.document = any(${documents}::uuid[]) returning x.document)
    select document, count(*)::int as count from gone group by 1`.execute(db)
  for (const { document, count } of rows) tell(tally, document, table, count)
}

/** Removes documents' chunks with their vectors, tokens and terms; returns each term once per chunk it was in. */
export async function deleteChunks(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
  tally: Tally = new Map(),
): Promise<number[]> {
  if (documents.length === 0) return []
  await deleteOf(db, key, 'chunk_vectors', documents, tally)
  await deleteOf(db, key, 'chunk_tokens', documents, tally)
  const gone = await sql<{ document: string; hash: Buffer }>`
    delete from cell.chunks c where ${of(key, 'c')} and c.document = any(${documents}::uuid[]) returning c.document, c.content_hash as hash`.execute(
    db,
  )
  for (const { document } of gone.rows) tell(tally, document, 'chunks')
  // What was paid for goes with what it was paid for: a deleted text leaves no vector behind.
  const unpaid = await sql<{ hash: Buffer }>`
    delete from cell.embedding_cache e where ${of(key, 'e')} and e.content_hash = any(${gone.rows.map(({ hash }) => hash)}::bytea[])
    returning e.content_hash as hash`.execute(db)
  for (const { hash } of unpaid.rows)
    tell(tally, gone.rows.find(chunk => chunk.hash.equals(hash))!.document, 'embedding_cache')
  const { rows } = await sql<{ document: string; terms: string }>`
    delete from cell.chunk_terms t where ${of(key, 't')} and t.document = any(${documents}::uuid[]) returning t.document, t.terms::text`.execute(
    db,
  )
  for (const { document } of rows) tell(tally, document, 'chunk_terms')
  return rows.flatMap(({ terms }) => Array.from(terms.matchAll(/(\d+):/g), match => Number(match[1])))
}

export type ChunkRow = {
  document: string
  position: number
  id: string
  revision: number
  start: number
  end: number
  content: string
  headings: string[]
  hash: Buffer
  terms: string
  type: string
  metadata: string | null
}

export type VectorRow = ChunkEmbedding & { embeddingSet: number; document: string; position: number }

/** Chunks and term vectors of a slice, a statement each. Headings travel as JSON: arrays of arrays must be rectangular. */
export async function insertChunks(db: Db, key: ContainerKey, rows: readonly ChunkRow[]): Promise<void> {
  const documents = rows.map(({ document }) => document)
  const positions = rows.map(({ position }) => position)
  await sql`
    insert into cell.chunks (shard, org, container, document, position, id, revision, start_offset, end_offset, content, headings, content_hash, type, metadata)
    select ${key.shard}, ${key.org}, ${key.container}, document, position, id, revision, s, e, content,
           array(select jsonb_array_elements_text(headings::jsonb)), hash, type, metadata::jsonb
      from unnest(${documents}::uuid[], ${positions}::int[], ${rows.map(row => row.id)}::uuid[], ${rows.map(row => row.revision)}::int[],
                  ${rows.map(row => row.start)}::int[], ${rows.map(row => row.end)}::int[], ${rows.map(row => row.content)}::text[],
                  ${rows.map(row => JSON.stringify(row.headings))}::text[], ${rows.map(row => row.hash)}::bytea[],
                  ${rows.map(row => row.type)}::text[], ${rows.map(row => row.metadata)}::text[])
        as c (document, position, id, revision, s, e, content, headings, hash, type, metadata)`.execute(db)
  await sql`
    insert into cell.chunk_terms (shard, org, container, sought, document, position, terms)
    select ${key.shard}, ${key.org}, ${key.container},
           coalesce((select c.chunks > ${soughtFrom} from cell.containers c where ${of(key, 'c')}), false), t.* from unnest(${documents}::uuid[], ${positions}::int[],
      ${rows.map(row => row.terms)}::sparsevec[]) t`.execute(db)
}

/** Vectors and tokens of chunks, in whatever sets. */
export async function insertVectors(db: Db, key: ContainerKey, rows: readonly VectorRow[]): Promise<void> {
  await sql`
    insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
    select ${key.shard}, ${key.org}, ${key.container}, v.* from unnest(${rows.map(row => row.embeddingSet)}::int[],
      ${rows.map(row => row.document)}::uuid[], ${rows.map(row => row.position)}::int[], ${rows.map(row => row.vector)}::halfvec[]) v`.execute(
    db,
  )
  const told = rows.filter(row => row.codes !== null)
  if (told.length > 0)
    await sql`
      insert into cell.chunk_tokens (shard, org, container, embedding_set, document, position, codes)
      select ${key.shard}, ${key.org}, ${key.container}, t.* from unnest(${told.map(row => row.embeddingSet)}::int[],
        ${told.map(row => row.document)}::uuid[], ${told.map(row => row.position)}::int[], ${told.map(row => row.codes)}::bytea[]) t`.execute(
      db,
    )
}

/** Adds to the container's term counts, in term order: two runs of one lane then wait for each other instead of deadlocking. */
export async function addTermCounts(
  db: Db,
  key: ContainerKey,
  counts: ReadonlyMap<number, number>,
): Promise<void> {
  const changed = [...counts].filter(([, by]) => by !== 0).sort(([a], [b]) => a - b)
  if (changed.length === 0) return
  await sql`
    insert into cell.term_counts as t (shard, org, container, term, chunks)
    select ${key.shard}, ${key.org}, ${key.container}, c.* from unnest(${changed.map(([term]) => term)}::int[], ${changed.map(([, by]) => by)}::int[]) c
    on conflict (shard, org, container, term) do update set chunks = t.chunks + excluded.chunks`.execute(db)
  const lowered = changed.filter(([, by]) => by < 0).map(([term]) => term)
  if (lowered.length === 0) return
  await sql`delete from cell.term_counts t where ${of(key, 't')} and t.term = any(${lowered}::int[]) and t.chunks <= 0`.execute(
    db,
  )
}

/** Done: searchable, and nothing more to do for the pipeline. Whether there is something to dream of, at once or later. */
export async function finishDocuments(
  db: Db,
  drafts: readonly EmbeddedDraft[],
): Promise<{ toDream?: 'instant' | 'dynamic' }> {
  if (drafts.length === 0) return {}
  const documents = drafts.map(draft => draft.document)
  const { rows } = await sql<{ toDream: 'instant' | 'dynamic' }>`
    with finished as (
      update cell.documents d
         set dream_since = case when d.dreaming_status = 'dreaming' then case d.dreaming when 'instant' then to_timestamp(0) else now() end end,
             status = 'done', due_at = null, indexed_revision = h.revision, active_content_update_id = null,
             error_code = null, error_message = null, title = t.title, summary = t.summary, category = t.category, updated_at = now(),
             type = coalesce(t.type, d.type), og_image = coalesce(t.og_image, d.og_image),
             document_date = coalesce(d.document_date, t.date::timestamptz), progress_done = null, progress_total = null
        from ${held(documents)} join unnest(${documents.map(({ id }) => id)}::uuid[], ${drafts.map(({ title }) => title)}::text[],
             ${drafts.map(({ summary }) => summary)}::text[], ${drafts.map(({ category }) => category)}::text[],
             ${drafts.map(({ structure }) => structure?.type ?? null)}::text[], ${drafts.map(({ structure }) => structure?.ogImage ?? null)}::text[],
             ${drafts.map(({ structure }) => structure?.date ?? null)}::text[])
             as t (id, title, summary, category, type, og_image, date) on t.id = h.id
       where ${stillHeld} returning ${returned}, d.dreaming, d.dream_since
    ), noted as (
      update cell.attempts a set outcome = 'done', ended_at = clock_timestamp() from finished f
       where ${isOf('a', 'document', 'f')}
    ) select max(dreaming) as "toDream" from finished where dream_since is not null having count(*) > 0`.execute(
    db,
  )
  return rows[0] ?? {}
}

export type Ending = {
  document: ClaimedDocument
  outcome: 'retry' | 'failed'
  code: string
  message: string
  afterMs: number
  attempts: number
}

/** Writes how attempts ended that did not end well. */
export async function endAttempts(db: Db, endings: readonly Ending[]): Promise<void> {
  const documents = endings.map(({ document }) => document)
  await sql`
    with ended as (
      update cell.documents d
         set status = case when e.outcome = 'failed' then 'failed' else 'queued' end::cell.document_status,
             due_at = case when e.outcome = 'retry' then clock_timestamp() + e.after_ms * interval '1 millisecond' end,
             attempts = e.attempts, updated_at = now(), progress_done = null, progress_total = null,
             active_content_update_id = case when e.outcome = 'retry' then d.active_content_update_id end,
             error_code = case when e.outcome = 'failed' then e.code end, error_message = case when e.outcome = 'failed' then e.message end
        from ${held(documents)} join unnest(${documents.map(({ id }) => id)}::uuid[], ${endings.map(({ outcome }) => outcome)}::text[],
             ${endings.map(({ code }) => code)}::text[], ${endings.map(({ message }) => message)}::text[],
             ${endings.map(({ afterMs }) => Math.round(afterMs))}::int[], ${endings.map(({ attempts }) => attempts)}::int[])
             as e (id, outcome, code, message, after_ms, attempts) on e.id = h.id
       where ${stillHeld} returning ${returned}, e.outcome, e.code, e.message
    )
    update cell.attempts a set outcome = e.outcome, error_code = e.code, error_message = e.message, ended_at = clock_timestamp() from ended e
     where ${isOf('a', 'document', 'e')}`.execute(db)
}

/** Closes the attempts at documents that were taken from us, unless whoever took them has done so. */
export async function closeSuperseded(db: Db, documents: readonly ClaimedDocument[]): Promise<void> {
  await sql`
    update cell.attempts a set outcome = 'superseded', ended_at = clock_timestamp() from ${held(documents)}
     where ${isOf('a', 'document', 'h')} and a.outcome = 'running'`.execute(db)
}

/** Keeps what was found in a file, for whoever still holds the document. */
export async function keepExtracted(
  db: Db,
  key: ContainerKey,
  document: ClaimedDocument,
  text: string,
  structure: Structure,
): Promise<void> {
  await sql`
    update cell.revisions r set extracted = ${text}, structure = ${JSON.stringify(structure)}::jsonb from cell.documents d join ${held([document])} on ${stillHeld}
     where ${of(key, 'd')} and ${of(key, 'r')} and r.document = d.id and r.revision = h.revision`.execute(db)
}

/** How far reading has come, in the unit of what is read. */
export async function noteProgress(
  db: Db,
  document: ClaimedDocument,
  { done, total }: { done: number; total: number },
): Promise<void> {
  await sql`
    update cell.documents d set progress_done = ${done}, progress_total = ${total}, updated_at = now() from ${held([document])}
     where ${stillHeld}`.execute(db)
}

/** The files of every content the documents have had. */
export async function listBlobKeys(
  db: Db,
  key: ContainerKey,
  documents: readonly ClaimedDocument[],
): Promise<string[]> {
  const { rows } = await sql<{ blobKey: string }>`
    select r.blob_key as "blobKey" from cell.revisions r
     where ${of(key, 'r')} and r.document = any(${documents.map(({ id }) => id)}::uuid[]) and r.blob_key is not null`.execute(
    db,
  )
  return rows.map(({ blobKey }) => blobKey)
}

export type Purged = { terms: number[]; isDreamedOf: boolean; removed: Removed[] }

type PurgedRow = { id: string; isDreamedOf: boolean; erasure: string | null; attributes: number }

/**
 * What is left of deleted documents is a row without content. Returns the terms their chunks had, whether facts were read
 * from them, which dreaming takes back, and what was removed, for the receipts.
 */
export async function purge(
  db: Db,
  key: ContainerKey,
  documents: readonly ClaimedDocument[],
): Promise<Purged> {
  const { rows } = await sql<PurgedRow>`
    update cell.documents d
       set dream_since = case when d.dreamed_revision > 0 then to_timestamp(0) end, due_at = null, metadata = null, filter_by_metadata = null, entity_context = null, custom_id = null, title = null, summary = null,
           category = null, filepath = null, url = null, og_image = null, error_message = null, updated_at = now()
      from ${held(documents)} where ${isOf('d', 'id', 'h')} and d.tombstoned_at is not null
    returning d.id, d.erasure, d.dreamed_revision > 0 as "isDreamedOf", (select count(*)::int from cell.document_attributes a
      where a.shard = d.shard and a.org = d.org and a.container = d.container and a.document = d.id) as attributes`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { terms: [], isDreamedOf: false, removed: [] }
  const tally: Tally = new Map()
  for (const { id, attributes } of rows) tell(tally, id, 'document_attributes', attributes)
  const files = await deleteRevisions(db, key, ids, tally)
  await deleteOf(db, key, 'attempts', ids, tally)
  await deleteOf(db, key, 'secondary_tags', ids, tally)
  await deleteOf(db, key, 'llm_answers', ids, tally)
  await deleteOf(db, key, 'llm_calls', ids, tally)
  const terms = await deleteChunks(db, key, ids, tally)
  await deletePaidFor(db, key, ids, tally)
  const removed = rows.flatMap(({ id, erasure }) =>
    erasure ? { erasure, counts: tally.get(id)!, blobKeys: files.get(id) ?? [] } : [],
  )
  return { terms, isDreamedOf: rows.some(row => row.isDreamedOf), removed }
}

/** The keys of the files that documents had, by document: their blobs are gone by now. */
async function deleteRevisions(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
  tally: Tally,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ document: string; blobKey: string | null }>`
    delete from cell.revisions r where ${of(key, 'r')} and r.document = any(${documents}::uuid[])
    returning r.document, r.blob_key as "blobKey"`.execute(db)
  const files = new Map<string, string[]>()
  for (const { document, blobKey } of rows) {
    tell(tally, document, 'revisions')
    if (blobKey === null) continue
    tell(tally, document, 'blobs')
    files.set(document, [...(files.get(document) ?? []), blobKey])
  }
  return files
}

/** What need not be made again: of unchanged chunks of these documents and, when it costs money, of the cache. By hash. */
export async function findKnownEmbeddings(
  db: Db,
  key: ContainerKey,
  set: number,
  drafts: readonly ChunkedDraft[],
  cached: boolean,
): Promise<Map<string, ChunkEmbedding>> {
  const known = new Map<string, ChunkEmbedding>()
  const revised = drafts.filter(({ document }) => document.revision > 1).map(({ document }) => document.id)
  if (revised.length > 0) {
    const { rows } = await sql<ChunkEmbedding & { hash: Buffer }>`
      select c.content_hash as hash, v.embedding::text as vector, t.codes
        from cell.chunks c join cell.chunk_vectors v using (shard, org, container, document, position)
        left join cell.chunk_tokens t using (shard, org, container, document, position, embedding_set)
       where ${of(key, 'c')} and c.document = any(${revised}::uuid[]) and v.embedding_set = ${set}`.execute(
      db,
    )
    for (const { hash, vector, codes } of rows) known.set(hash.toString('hex'), { vector, codes })
  }
  if (cached) {
    const hashes = drafts.flatMap(draft => draft.chunks.map(({ hash }) => hash))
    const { rows } = await sql<{ hash: Buffer; vector: string }>`
      select content_hash as hash, embedding::text as vector from cell.embedding_cache e
       where ${of(key, 'e')} and e.embedding_set = ${set} and e.content_hash = any(${hashes}::bytea[])`.execute(
      db,
    )
    for (const { hash, vector } of rows) known.set(hash.toString('hex'), { vector, codes: null })
  }
  return known
}

export type PaidVector = { document: string; hash: Buffer; vector: string }

/** Of documents that are still there, and are kept so meanwhile: whoever deletes one then finds its vectors. */
export async function keepVectors(
  db: Db,
  key: ContainerKey,
  set: number,
  paid: readonly PaidVector[],
): Promise<void> {
  const documents = paid.map(({ document }) => document)
  await sql`
    insert into cell.embedding_cache (shard, org, container, embedding_set, content_hash, embedding, paid_for)
    select ${key.shard}, ${key.org}, ${key.container}, ${set}, p.hash, p.vector, d.id
      from unnest(${documents}::uuid[], ${paid.map(({ hash }) => hash)}::bytea[], ${paid.map(({ vector }) => vector)}::halfvec[]) p (document, hash, vector)
      join (select d.id from cell.documents d where ${of(key, 'd')} and d.id = any(${documents}::uuid[]) and d.tombstoned_at is null
             order by d.id for share) d on d.id = p.document
    on conflict do nothing`.execute(db)
}

/** What was paid for texts that were never indexed. */
async function deletePaidFor(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
  tally: Tally,
): Promise<void> {
  const { rows } = await sql<{ document: string }>`
    delete from cell.embedding_cache e where ${of(key, 'e')} and e.paid_for = any(${documents}::uuid[]) returning e.paid_for as document`.execute(
    db,
  )
  for (const { document } of rows) tell(tally, document, 'embedding_cache')
}

export async function dropExpiredVectors(db: Db, olderThanHours: number): Promise<void> {
  await sql`delete from cell.embedding_cache where created_at < now() - ${olderThanHours} * interval '1 hour'`.execute(
    db,
  )
}
