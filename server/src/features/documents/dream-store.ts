import { sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { ContainerKey } from '../containers/store.ts'
import type { TaskType } from './status.ts'

/** The dreaming state of documents, and the changes that start dreaming again. */

/** The result of dreaming for a document, or the reason why it waits. */
export type DreamState = {
  dreamOutcome: 'formed' | 'nothing' | 'filtered' | null
  /** Number of memories that cited the document when dreaming ended. */
  dreamMemories: number | null
  dreamSetting: string | null
  /** Extraction stopped at the maximum number of facts per document. */
  dreamCapped: boolean
  dreamErrorCode: string | null
  dreamErrorMessage: string | null
  dreamSince: Date | null
}

/**
 * Counts the current memories that cite a document: neither superseded nor forgotten. There is no stored counter,
 * because memories expire without a write. Each source is checked by a subquery. With a join, Postgres read the
 * container's sources by their primary key for each document while tables had no statistics yet (100 documents of
 * 20,000: 730 ms with a join, 2 to 10 ms with subqueries).
 */
const memoryCount = sql`(select count(*)::int from cell.memory_sources s
 where s.shard = d.shard and s.org = d.org and s.container = d.container and s.document = d.id
   and (select m.is_latest and not m.is_forgotten and (m.forget_after is null or m.forget_after > now()) from cell.memories m
         where m.shard = s.shard and m.org = s.org and m.container = s.container and m.id = s.memory))`

export const dreamColumns = sql`${memoryCount} as "memoryCount", d.dream_outcome as "dreamOutcome",
  d.dream_memories as "dreamMemories", d.dream_setting as "dreamSetting", d.dream_capped as "dreamCapped", d.dream_error_code as "dreamErrorCode",
  d.dream_error_message as "dreamErrorMessage", d.dream_since as "dreamSince"`

/** Resets the dreaming of a document. A worker that still dreams of it can no longer write. */
export const resetDreaming = sql`dream_attempts = 0, dream_fence = dream_fence + 1, dream_outcome = null, dream_memories = null,
  dream_setting = null, dream_capped = false, dream_error_code = null, dream_error_message = null`

/** Starts dreaming again after the date or the container of a document changed, because its facts depend on them. */
export async function restartDreaming(db: Db, key: ContainerKey, id: string): Promise<void> {
  await sql`
    update cell.documents set dream_since = now(), dreamed_revision = 0, dreaming_status = 'dreaming', ${resetDreaming}
     where ${ofContainer(key)} and id = ${id}
       and status = 'done' and task_type = 'memory'`.execute(db)
}

/** Starts or stops forming memories of a document. Existing memories stay. */
export async function changeTaskType(
  db: Db,
  key: ContainerKey,
  id: string,
  taskType: TaskType,
): Promise<void> {
  const isOther = sql`${ofContainer(key)} and id = ${id}
       and task_type <> ${taskType}`
  if (taskType === 'rag')
    await sql`
      update cell.documents
         set task_type = 'rag', dreaming_status = 'done', dream_since = null, dream_fence = dream_fence + 1,
             dream_error_code = null, dream_error_message = null
       where ${isOther}`.execute(db)
  else
    await sql`
      update cell.documents
         set task_type = 'memory', dreaming_status = case status when 'failed' then 'failed' else 'dreaming' end,
             dream_since = case status when 'done' then now() end, dreamed_revision = 0, ${resetDreaming}
       where ${isOther}`.execute(db)
}
