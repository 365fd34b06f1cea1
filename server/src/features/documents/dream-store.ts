import { sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { ContainerKey } from '../containers/store.ts'
import type { TaskType } from './status.ts'

/** The dreaming state of documents, and the changes that start dreaming again. */

/** How dreaming of a document ended, or why it waits. */
export type DreamState = {
  dreamOutcome: 'formed' | 'nothing' | 'filtered' | null
  /** Memories that cited it when its dreaming ended. */
  dreamMemories: number | null
  dreamSetting: string | null
  /** Its reading ended at the most facts a document may have. */
  dreamCapped: boolean
  dreamErrorCode: string | null
  dreamErrorMessage: string | null
  dreamSince: Date | null
}

/**
 * The memories that a document is cited by today: neither superseded nor forgotten. Counted, not kept: what expires does so
 * without a write. Asked of each source one by one: as a join, Postgres read the container's sources by their primary key for
 * each document while tables had no statistics yet (100 documents of 20,000: 730 ms, and like this 2 to 10).
 */
const memoryCount = sql`(select count(*)::int from cell.memory_sources s
 where s.shard = d.shard and s.org = d.org and s.container = d.container and s.document = d.id
   and (select m.is_latest and not m.is_forgotten and (m.forget_after is null or m.forget_after > now()) from cell.memories m
         where m.shard = s.shard and m.org = s.org and m.container = s.container and m.id = s.memory))`

export const dreamColumns = sql`${memoryCount} as "memoryCount", d.dream_outcome as "dreamOutcome",
  d.dream_memories as "dreamMemories", d.dream_setting as "dreamSetting", d.dream_capped as "dreamCapped", d.dream_error_code as "dreamErrorCode",
  d.dream_error_message as "dreamErrorMessage", d.dream_since as "dreamSince"`

/** Invalidates earlier readings of a document: a worker that still reads it writes nothing. */
export const dreamAfresh = sql`dream_attempts = 0, dream_fence = dream_fence + 1, dream_outcome = null, dream_memories = null,
  dream_setting = null, dream_capped = false, dream_error_code = null, dream_error_message = null`

/** The date or the container of a document changed, so its facts are read again. */
export async function dreamAgain(db: Db, key: ContainerKey, id: string): Promise<void> {
  await sql`
    update cell.documents set dream_since = now(), dreamed_revision = 0, dreaming_status = 'dreaming', ${dreamAfresh}
     where ${ofContainer(key)} and id = ${id}
       and status = 'done' and task_type = 'memory'`.execute(db)
}

/** From now on its memories are formed, or no more; those it has stay. */
export async function changeTask(db: Db, key: ContainerKey, id: string, taskType: TaskType): Promise<void> {
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
             dream_since = case status when 'done' then now() end, dreamed_revision = 0, ${dreamAfresh}
       where ${isOther}`.execute(db)
}
