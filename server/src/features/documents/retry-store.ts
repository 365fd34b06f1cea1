import { sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import { type LaneKind, lanes } from '../../platform/lanes/lane.ts'
import type { ContainerKey } from '../containers/store.ts'
import { resetDreaming } from './dream-store.ts'
import type { DocumentStatus, DreamingStatus } from './status.ts'

/** Queues documents for processing or dreaming again, without new content. */

const liveDocuments = (key: ContainerKey, ids: readonly string[]) =>
  sql`${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[])
       and d.tombstoned_at is null`

export type LockedState = {
  status: DocumentStatus
  dreamingStatus: DreamingStatus
  lane: number
  /** Search already serves the newest content, so only dreaming is left to do. */
  isIndexed: boolean
}

/** Locks a live document and returns its state. */
export async function lockState(db: Db, key: ContainerKey, id: string): Promise<LockedState | undefined> {
  const { rows } = await sql<LockedState>`
    select status, dreaming_status as "dreamingStatus", lane, indexed_revision = latest_revision as "isIndexed"
      from cell.documents d where ${liveDocuments(key, [id])} for update`.execute(db)
  return rows[0]
}

export type FailedDocument = {
  id: string
  lane: LaneKind
  /** Search already serves its newest content, so only dreaming is left to do. */
  isIndexed: boolean
}

/** Locks those of the documents that are still failed, in the order of their keys. */
export async function lockFailed(
  db: Db,
  key: ContainerKey,
  ids: readonly string[],
): Promise<FailedDocument[]> {
  const { rows } = await sql<FailedDocument>`
    select id, lane, indexed_revision = latest_revision and dreaming_status = 'failed' as "isIndexed"
      from cell.documents d where ${liveDocuments(key, ids)} and status = 'failed' order by id for update`.execute(
    db,
  )
  return rows
}

/** Queues failed documents again and resets their attempts. */
export async function requeueFailed(db: Db, key: ContainerKey, ids: readonly string[]): Promise<void> {
  await sql`
    update cell.documents d
       set status = 'queued', attempts = 0, error_code = null, error_message = null, due_at = now(), updated_at = now(),
           dreaming_status = case dreaming_status when 'failed' then 'dreaming' else dreaming_status end
     where ${liveDocuments(key, ids)}`.execute(db)
}

/**
 * Queues documents for dreaming from the start of their content; they stay `done` and searchable. Returns their count.
 */
export async function requeueForDreaming(db: Db, key: ContainerKey, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update cell.documents d
       set status = 'done', error_code = null, error_message = null, dreaming_status = 'dreaming', dreamed_revision = 0,
           dream_since = case dreaming when 'instant' then to_timestamp(0) else now() end, updated_at = now(), ${resetDreaming}
     where ${liveDocuments(key, ids)} and task_type = 'memory' and indexed_revision = latest_revision
       and (status = 'done' or status = 'failed' and dreaming_status = 'failed')
       and not ${awaitsDreaming}`.execute(db)
  return Number(numAffectedRows)
}

/** True if the document already waits for dreaming from its start, which will use the current settings anyway. */
const awaitsDreaming = sql`(dreaming_status = 'dreaming' and dream_since is not null and dreamed_revision = 0
  and dream_attempts = 0 and dream_error_code is null)`

/**
 * Queues finished documents for all stages again. Searches use their old chunks until the new ones replace them. They
 * are due after `afterMs`, because workers cache the old settings for that long. Returns their count and their lanes.
 */
export async function requeueForProcessing(
  db: Db,
  key: ContainerKey,
  ids: readonly string[],
  afterMs: number,
): Promise<{ count: number; lanes: number[] }> {
  const { rows } = await sql<{ lane: number; count: number }>`
    with again as (
      update cell.documents d
         set status = 'queued', attempts = 0, error_code = null, error_message = null, updated_at = now(),
             due_at = now() + ${afterMs} * interval '1 millisecond', dreamed_revision = case task_type when 'rag' then dreamed_revision else 0 end,
             dreaming_status = case task_type when 'rag' then 'done' else 'dreaming' end, dream_since = null, ${resetDreaming},
             lane = case when exists (select from cell.revisions r where ${ofDocument} and (r.blob_key is not null or r.url is not null))
                         then ${lanes.bulkRead} else ${lanes.bulk} end::smallint
       where ${liveDocuments(key, ids)} and status in ('done', 'failed')
      returning d.shard, d.org, d.container, d.id, d.latest_revision, d.lane
    ), reread as (
      update cell.revisions r set reread = true from again d where ${ofDocument} and r.blob_key is not null
    ) select lane, count(*)::int as count from again group by 1`.execute(db)
  return { count: rows.reduce((sum, { count }) => sum + count, 0), lanes: rows.map(({ lane }) => lane) }
}

const ofDocument = sql`(r.shard, r.org, r.container, r.document, r.revision) = (d.shard, d.org, d.container, d.id, d.latest_revision)`
