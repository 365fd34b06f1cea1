import { sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import type { ContainerKey } from '../containers/store.ts'
import { dreamAfresh } from './dream-store.ts'
import type { DocumentStatus, DreamingStatus } from './status.ts'

/** Documents that are processed or dreamed of once more, without a new content. */

const these = (key: ContainerKey, ids: readonly string[]) =>
  sql`${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[])
       and d.tombstoned_at is null`

export type LockedState = {
  status: DocumentStatus
  dreamingStatus: DreamingStatus
  lane: number
  /** Search answers from its content: there is nothing left to process, only to dream of. */
  isIndexed: boolean
}

/** How a live document is getting on, locked until what follows from that is written. */
export async function lockState(db: Db, key: ContainerKey, id: string): Promise<LockedState | undefined> {
  const { rows } = await sql<LockedState>`
    select status, dreaming_status as "dreamingStatus", lane, indexed_revision = latest_revision as "isIndexed"
      from cell.documents d where ${these(key, [id])} for update`.execute(db)
  return rows[0]
}

/** A document that failed is queued again, with all of its attempts before it. */
export async function requeueFailed(db: Db, key: ContainerKey, id: string): Promise<void> {
  await sql`
    update cell.documents d
       set status = 'queued', attempts = 0, error_code = null, error_message = null, due_at = now(), updated_at = now(),
           dreaming_status = case dreaming_status when 'failed' then 'dreaming' else dreaming_status end
     where ${these(key, [id])}`.execute(db)
}

/** Queues documents for dreaming from their first word; they stay `done` and searchable. Returns their count. */
export async function dreamOnceMore(db: Db, key: ContainerKey, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update cell.documents d
       set status = 'done', error_code = null, error_message = null, dreaming_status = 'dreaming', dreamed_revision = 0,
           dream_since = case dreaming when 'instant' then to_timestamp(0) else now() end, updated_at = now(), ${dreamAfresh}
     where ${these(key, ids)} and task_type = 'memory' and indexed_revision = latest_revision
       and (status = 'done' or status = 'failed' and dreaming_status = 'failed')
       and not ${isUntouched}`.execute(db)
  return Number(numAffectedRows)
}

/** Waits for its first reading, or for one from its first word: it will be read with the settings of that day anyway. */
const isUntouched = sql`(dreaming_status = 'dreaming' and dream_since is not null and dreamed_revision = 0
  and dream_attempts = 0 and dream_error_code is null)`

/**
 * Finished documents go through all stages once more; search answers from what they have until that is replaced. Not before
 * `afterMs`: workers know settings from before for as long. Returns the lanes they wait in, and how many they are.
 */
export async function processOnceMore(
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
             dreaming_status = case task_type when 'rag' then 'done' else 'dreaming' end, dream_since = null, ${dreamAfresh},
             lane = case when exists (select from cell.revisions r where ${ofDocument} and (r.blob_key is not null or r.url is not null))
                         then ${lanes.bulkRead} else ${lanes.bulk} end::smallint
       where ${these(key, ids)} and status in ('done', 'failed')
      returning d.shard, d.org, d.container, d.id, d.latest_revision, d.lane
    ), reread as (
      update cell.revisions r set reread = true from again d where ${ofDocument} and r.blob_key is not null
    ) select lane, count(*)::int as count from again group by 1`.execute(db)
  return { count: rows.reduce((sum, { count }) => sum + count, 0), lanes: rows.map(({ lane }) => lane) }
}

const ofDocument = sql`(r.shard, r.org, r.container, r.document, r.revision) = (d.shard, d.org, d.container, d.id, d.latest_revision)`
