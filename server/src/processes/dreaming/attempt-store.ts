import { sql } from 'kysely'
import type { ContainerKey } from '../../features/containers/store.ts'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { ProcessingErrorCode } from '../pipeline/error-codes.ts'
import type { WaitingDocument } from './store.ts'

/**
 * Attempts at dreaming about documents. The fence of an attempt is its document's `dream_fence`, negated (migration
 * 0040).
 */

/**
 * Selects by an array of ids. Postgres estimates one row per container, so with a join alone it would read the
 * whole container.
 */
const among = (key: ContainerKey, alias: string, id: string, ids: readonly string[]) =>
  sql`${ofContainer(key, alias)} and ${sql.ref(`${alias}.${id}`)} = any(${ids}::uuid[])`

const ofClaim = (key: ContainerKey, ids: readonly string[]) =>
  sql`${among(key, 'a', 'document', ids)} and a.document = c.id and a.fence = -c.dream_fence`

/**
 * Counts the attempt before any reading, so a worker that dies has used one up. Deleted documents get no attempt
 * row, because it would outlive their purge. Returns the documents as claimed.
 */
export async function beginAttempts(
  db: Db,
  key: ContainerKey,
  documents: readonly WaitingDocument[],
  worker: string,
): Promise<WaitingDocument[]> {
  const live = documents.filter(({ isDeleted }) => !isDeleted)
  if (live.length === 0) return [...documents]
  const ids = live.map(({ id }) => id)
  const { rows } = await sql<Pick<WaitingDocument, 'id' | 'attempts' | 'fence'>>`
    with c as (
      update cell.documents d
         set dream_attempts = d.dream_attempts + 1, dream_fence = d.dream_fence + 1, dream_error_code = null, dream_error_message = null
       where ${among(key, 'd', 'id', ids)} and d.tombstoned_at is null and d.dream_since is not null
      returning d.id, d.latest_revision, d.dream_attempts, d.dream_fence
    ), lost as (
      update cell.attempts a set outcome = case when a.revision < c.latest_revision then 'superseded' else 'lost' end, ended_at = clock_timestamp() from c
       where ${among(key, 'a', 'document', ids)} and a.document = c.id and a.stage = 'dreaming' and a.outcome = 'running'
    ), begun as (
      insert into cell.attempts (shard, org, container, document, fence, revision, worker, stage)
      select ${key.shard}, ${key.org}, ${key.container}, id, -dream_fence, latest_revision, ${worker}, 'dreaming' from c
    ) select id, dream_attempts as attempts, dream_fence as fence from c`.execute(db)
  const claimed = new Map(rows.map(row => [row.id, row]))
  return documents.flatMap(document =>
    document.isDeleted
      ? document
      : claimed.has(document.id)
        ? { ...document, ...claimed.get(document.id)! }
        : [],
  )
}

/** Reading progress of a document. */
export type DreamProgress = {
  id: string
  /** The filter setting that left facts out, if any did. */
  leftOutBy: string | null
  /** Position in characters as Postgres counts them, and in UTF-16 code units. */
  chars: number
  units: number
  speaker: string | null
  isCapped: boolean
}

/** The new state of documents as a table that statements can join. */
const asTable = (progress: readonly DreamProgress[]) => sql`
  unnest(${progress.map(({ id }) => id)}::uuid[], ${progress.map(({ leftOutBy }) => leftOutBy)}::text[],
         ${progress.map(({ chars }) => chars)}::int[], ${progress.map(({ units }) => units)}::int[],
         ${progress.map(({ speaker }) => speaker)}::text[], ${progress.map(({ isCapped }) => isCapped)}::boolean[])
    as e (id, setting, chars, units, speaker, capped)`

/**
 * Ends one step of a long document, which then waits for its next step. Its attempts restart from zero. The attempt
 * row is deleted: a document of 10 MB would leave 850 of them.
 */
export async function advanceDreams(
  db: Db,
  key: ContainerKey,
  progress: readonly DreamProgress[],
): Promise<void> {
  if (progress.length === 0) return
  const ids = progress.map(({ id }) => id)
  await sql`
    with c as (
      update cell.documents d
         set dreamed_revision = d.latest_revision, dreamed_chars = e.chars, dreamed_units = e.units, dreamed_speaker = e.speaker,
             dream_attempts = 0, dream_setting = coalesce(e.setting, d.dream_setting), updated_at = now()
        from ${asTable(progress)} where ${among(key, 'd', 'id', ids)} and d.id = e.id
      returning d.id, d.dream_fence
    )
    delete from cell.attempts a using c where ${ofClaim(key, ids)}`.execute(db)
}

/** Ends dreaming about documents: all their memories are formed. Records the outcome and the number of memories. */
export async function finishDreams(
  db: Db,
  key: ContainerKey,
  progress: readonly DreamProgress[],
): Promise<void> {
  if (progress.length === 0) return
  const ids = progress.map(({ id }) => id)
  await sql`
    with formed as materialized (
      select e.*, (select count(*)::int from cell.memory_sources s where ${ofContainer(key, 's')} and s.document = e.id
               and (select not m.is_forgotten from cell.memories m
                     where m.shard = s.shard and m.org = s.org and m.container = s.container and m.id = s.memory)) as memories
        from ${asTable(progress)}
    ), c as (
      update cell.documents d
         set dream_since = null, dreamed_revision = d.latest_revision, dream_attempts = 0, updated_at = now(),
             dreamed_chars = f.chars, dreamed_units = f.units, dreamed_speaker = f.speaker, dream_capped = f.capped,
             -- A document that is being fetched again is done only after the fetch.
             dreaming_status = case when d.status in ('done', 'failed') then 'done' else d.dreaming_status end,
             dream_memories = f.memories,
             dream_outcome = case when f.memories > 0 then 'formed' when coalesce(f.setting, d.dream_setting) is not null then 'filtered' else 'nothing' end,
             dream_setting = case when f.memories = 0 then coalesce(f.setting, d.dream_setting) end
        from formed f where ${among(key, 'd', 'id', ids)} and d.id = f.id
      returning d.id, d.dream_fence
    )
    update cell.attempts a set outcome = 'done', ended_at = clock_timestamp() from c where ${ofClaim(key, ids)}`.execute(
    db,
  )
}

/** An attempt that formed no memories, and its consequence. An attempt that does not count is subtracted again. */
export type FailedAttempt = {
  document: WaitingDocument
  outcome: 'retry' | 'failed'
  code: ProcessingErrorCode
  message: string
  afterMs: number
  countsAsAttempt: boolean
}

/**
 * Schedules the retry, or marks the document as failed with its reason. A failed document stays indexed. Skips
 * documents that changed since they were claimed.
 */
export async function endAttempts(db: Db, key: ContainerKey, ends: readonly FailedAttempt[]): Promise<void> {
  if (ends.length === 0) return
  const ids = ends.map(({ document }) => document.id)
  await sql`
    with c as (
      update cell.documents d
         set dream_since = case when e.outcome = 'retry' then clock_timestamp() + e.after_ms * interval '1 millisecond' end,
             dream_attempts = d.dream_attempts - case when e.counts then 0 else 1 end, dream_error_code = e.code, dream_error_message = e.message,
             dreaming_status = case when e.outcome = 'failed' then 'failed' else d.dreaming_status end, updated_at = now(),
             -- While a document is fetched again, another worker owns its status.
             status = case when e.outcome = 'failed' and d.status = 'done' then 'failed' else d.status end,
             error_code = case when e.outcome = 'failed' and d.status = 'done' then e.code else d.error_code end,
             error_message = case when e.outcome = 'failed' and d.status = 'done' then e.message else d.error_message end
        from unnest(${ids}::uuid[], ${ends.map(({ document }) => document.fence)}::bigint[],
                    ${ends.map(({ outcome }) => outcome)}::text[], ${ends.map(({ code }) => code)}::text[],
                    ${ends.map(({ message }) => message)}::text[], ${ends.map(({ afterMs }) => Math.round(afterMs))}::float8[],
                    ${ends.map(({ countsAsAttempt }) => countsAsAttempt)}::boolean[]) as e (id, fence, outcome, code, message, after_ms, counts)
       where ${among(key, 'd', 'id', ids)} and d.id = e.id and d.dream_fence = e.fence and d.dream_since is not null and d.tombstoned_at is null
      returning d.id, d.dream_fence, e.outcome, e.code, e.message
    )
    update cell.attempts a set outcome = c.outcome, error_code = c.code, error_message = c.message, ended_at = clock_timestamp()
      from c where ${ofClaim(key, ids)}`.execute(db)
}

/** Closes the attempts at documents that changed while they were read. */
export async function closeSuperseded(
  db: Db,
  key: ContainerKey,
  documents: readonly WaitingDocument[],
): Promise<void> {
  if (documents.length === 0) return
  const ids = documents.map(({ id }) => id)
  await sql`
    update cell.attempts a set outcome = 'superseded', ended_at = clock_timestamp()
      from unnest(${ids}::uuid[], ${documents.map(({ fence }) => fence)}::bigint[]) as c (id, dream_fence)
     where ${ofClaim(key, ids)} and a.outcome = 'running'`.execute(db)
}
