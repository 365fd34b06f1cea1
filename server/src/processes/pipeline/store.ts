import { sql } from 'kysely'
import type { ContainerKey } from '../../features/containers/store.ts'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { ClaimedDocument } from '../../platform/lanes/slice.ts'
import type { Structure } from '../../platform/lib/structure.ts'
import type { EmbeddedDraft, StageName } from './draft.ts'

/**
 * Writes of the pipeline to documents and attempts. Each names the fence and revision that it holds. A write by a
 * worker that no longer holds them changes nothing.
 */

/**
 * The claimed documents, with their whole key. Statements join on all of it and name no container as a constant.
 * Otherwise Postgres expects one row for a container (it multiplies the selectivities of the columns) and reads all of
 * it to find the few: 27 ms at 1,400 documents and 210 ms at 21,000. Looking up each document takes 1 ms.
 */
export const claimedRows = (documents: readonly ClaimedDocument[]) =>
  sql`unnest(${documents.map(({ shard }) => shard)}::smallint[], ${documents.map(({ org }) => org)}::uuid[],
             ${documents.map(({ container }) => container)}::uuid[], ${documents.map(({ id }) => id)}::uuid[],
             ${documents.map(({ fence }) => fence)}::bigint[], ${documents.map(({ revision }) => revision)}::int[])
        as h (shard, org, container, id, fence, revision)`

export const isOf = (row: string, document: string, list: string) =>
  sql`(${sql.ref(`${row}.shard`)}, ${sql.ref(`${row}.org`)}, ${sql.ref(`${row}.container`)}, ${sql.ref(`${row}.${document}`)}, ${sql.ref(`${row}.fence`)})
    = (${sql.ref(`${list}.shard`)}, ${sql.ref(`${list}.org`)}, ${sql.ref(`${list}.container`)}, ${sql.ref(`${list}.id`)}, ${sql.ref(`${list}.fence`)})`

export const stillHeld = sql`${isOf('d', 'id', 'h')} and d.latest_revision = h.revision and d.tombstoned_at is null`

export const claimColumns = sql`d.shard, d.org, d.container, d.id, d.fence`

/** Moves documents to their next stage and returns those that are still ours. */
export async function advance(
  db: Db,
  documents: readonly ClaimedDocument[],
  stage: StageName,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with moved as (
      update cell.documents d set status = ${stage}, updated_at = now() from ${claimedRows(documents)}
       where ${stillHeld} returning ${claimColumns}
    ), noted as (
      update cell.attempts a set stage = ${stage} from moved m where ${isOf('a', 'document', 'm')}
    ) select id from moved`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Locks the documents that are still ours, in key order, for the transaction that replaces their chunks. */
export async function lockHeld(db: Db, documents: readonly ClaimedDocument[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.id from cell.documents d join ${claimedRows(documents)} on ${stillHeld}
     order by d.id for update of d`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Until the document is done, its chunks may be cut in two ways, and no append may go on from them. */
export async function forgetChunking(db: Db, document: ClaimedDocument): Promise<void> {
  await sql`update cell.documents d set chunking = null from ${claimedRows([document])} where ${stillHeld}`.execute(
    db,
  )
}

/**
 * Marks documents as done: searchable, and finished for the pipeline. Returns whether there is something to dream
 * about, at once or later. A conversation that was only continued keeps its title, summary and category.
 */
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
             error_code = null, error_message = null, updated_at = now(), chunking = t.chunking,
             -- A source knows the title of what it holds better than its text does.
             title = case when t.is_tail then coalesce(d.title, t.title)
                          when d.connection_id is not null then coalesce(nullif(d.metadata ->> 'title', ''), t.title) else t.title end,
             summary = case when t.is_tail then d.summary else t.summary end, category = case when t.is_tail then d.category else t.category end,
             type = coalesce(t.type, d.type), og_image = coalesce(t.og_image, d.og_image),
             document_date = coalesce(d.document_date, t.date::timestamptz), progress_done = null, progress_total = null
        from ${claimedRows(documents)} join unnest(${documents.map(({ id }) => id)}::uuid[], ${drafts.map(({ title }) => title)}::text[],
             ${drafts.map(({ summary }) => summary)}::text[], ${drafts.map(({ category }) => category)}::text[],
             ${drafts.map(({ structure }) => structure?.type ?? null)}::text[], ${drafts.map(({ structure }) => structure?.ogImage ?? null)}::text[],
             ${drafts.map(({ structure }) => structure?.date ?? null)}::text[], ${drafts.map(({ isTail }) => isTail === true)}::boolean[],
             ${drafts.map(({ chunking }) => chunking ?? null)}::text[])
             as t (id, title, summary, category, type, og_image, date, is_tail, chunking) on t.id = h.id
       where ${stillHeld} returning ${claimColumns}, d.dreaming, d.dream_since
    ), noted as (
      update cell.attempts a set outcome = 'done', stage = 'indexing', ended_at = clock_timestamp() from finished f
       where ${isOf('a', 'document', 'f')}
    ) select max(dreaming) as "toDream" from finished where dream_since is not null having count(*) > 0`.execute(
    db,
  )
  return rows[0] ?? {}
}

export type Ending = {
  document: ClaimedDocument
  /** The stage in which it ended; not every stage is marked when it begins. */
  stage: StageName
  outcome: 'retry' | 'failed'
  code: string
  message: string
  afterMs: number
  attempts: number
}

/** Stores the end of attempts that failed or will be retried. */
export async function endAttempts(db: Db, endings: readonly Ending[]): Promise<void> {
  const documents = endings.map(({ document }) => document)
  await sql`
    with ended as (
      update cell.documents d
         set status = case when e.outcome = 'failed' then 'failed' else 'queued' end::cell.document_status,
             due_at = case when e.outcome = 'retry' then clock_timestamp() + e.after_ms * interval '1 millisecond' end,
             attempts = e.attempts, updated_at = now(), progress_done = null, progress_total = null,
             active_content_update_id = case when e.outcome = 'retry' then d.active_content_update_id end,
             error_code = case when e.outcome = 'failed' then e.code end, error_message = case when e.outcome = 'failed' then e.message end,
             -- A failed document has no new text to dream about. Dreaming about its earlier text, if any is due, goes on.
             dreaming_status = case when e.outcome <> 'failed' or d.task_type = 'rag' or d.dream_since is not null then d.dreaming_status
                                    when d.dreamed_revision = d.latest_revision and d.dream_error_code is null then 'done' else 'failed' end,
             title = case when e.outcome = 'failed' then coalesce(d.title, (select nullif(r.file_name, '') from cell.revisions r
                       where (r.shard, r.org, r.container, r.document, r.revision) = (h.shard, h.org, h.container, h.id, h.revision) and r.url is null)) else d.title end
        from ${claimedRows(documents)} join unnest(${documents.map(({ id }) => id)}::uuid[], ${endings.map(({ outcome }) => outcome)}::text[],
             ${endings.map(({ code }) => code)}::text[], ${endings.map(({ message }) => message)}::text[],
             ${endings.map(({ afterMs }) => Math.round(afterMs))}::int[], ${endings.map(({ attempts }) => attempts)}::int[],
             ${endings.map(({ stage }) => stage)}::text[])
             as e (id, outcome, code, message, after_ms, attempts, stage) on e.id = h.id
       where ${stillHeld} returning ${claimColumns}, e.outcome, e.code, e.message, e.stage
    )
    update cell.attempts a set stage = e.stage, outcome = e.outcome, error_code = e.code, error_message = e.message, ended_at = clock_timestamp() from ended e
     where ${isOf('a', 'document', 'e')}`.execute(db)
}

/** Finds the documents of which at least `times` attempts at the same revision ended as these do. */
export async function findLossy(db: Db, endings: readonly Ending[], times: number): Promise<Set<string>> {
  const documents = endings.map(({ document }) => document)
  const { rows } = await sql<{ id: string }>`
    select h.id from ${claimedRows(documents)}, lateral (
      select count(*) as losses from cell.attempts a
       where (a.shard, a.org, a.container, a.document, a.revision) = (h.shard, h.org, h.container, h.id, h.revision)
         and a.error_message = ${endings[0]!.message}) l
     where l.losses >= ${times}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Gives attempts back that another worker had to count as lost, although their worker has lived: it could not reach the
 * database. Each is given back once, because its row is then no longer `lost`.
 */
export async function returnAttempts(db: Db, endings: readonly Ending[]): Promise<void> {
  const documents = endings.map(({ document }) => document)
  await sql`
    with returned as (
      update cell.attempts a set outcome = 'retry', error_code = ${endings[0]!.code}, error_message = ${endings[0]!.message}
        from ${claimedRows(documents)} where ${isOf('a', 'document', 'h')} and a.outcome = 'lost'
      returning a.shard, a.org, a.container, a.document as id, a.revision
    )
    update cell.documents d set attempts = greatest(d.attempts - 1, 0) from returned r
     where (d.shard, d.org, d.container, d.id) = (r.shard, r.org, r.container, r.id) and d.latest_revision = r.revision`.execute(
    db,
  )
}

/** Closes the attempts at documents that were taken from us, unless the new owner has done so. */
export async function closeSuperseded(db: Db, documents: readonly ClaimedDocument[]): Promise<void> {
  await sql`
    update cell.attempts a set outcome = 'superseded', ended_at = clock_timestamp() from ${claimedRows(documents)}
     where ${isOf('a', 'document', 'h')} and a.outcome = 'running'`.execute(db)
}

/** Stores the text and structure of a file, if we still hold the document. */
export async function storeExtracted(
  db: Db,
  key: ContainerKey,
  document: ClaimedDocument,
  text: string,
  structure: Structure,
): Promise<void> {
  await sql`
    update cell.revisions r set extracted = ${text}, structure = ${JSON.stringify(structure)}::jsonb, reread = false from cell.documents d join ${claimedRows([document])} on ${stillHeld}
     where ${ofContainer(key, 'd')} and ${ofContainer(key, 'r')} and r.document = d.id and r.revision = h.revision`.execute(
    db,
  )
}

/** Stores the progress of reading, in the unit of the file. */
export async function noteProgress(
  db: Db,
  document: ClaimedDocument,
  { done, total }: { done: number; total: number },
): Promise<void> {
  await sql`
    update cell.documents d set progress_done = ${done}, progress_total = ${total}, updated_at = now() from ${claimedRows([document])}
     where ${stillHeld}`.execute(db)
}
