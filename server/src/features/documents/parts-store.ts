import { sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { ContainerKey } from '../containers/store.ts'
import { type DreamState, dreamColumns } from './dream-store.ts'
import type { DocumentRow, StoredFile } from './store.ts'

/** Rows that belong to a document: its state, chunks, file, attempts and language model calls. */

export type AttemptRow = {
  startedAt: Date
  endedAt: Date | null
  worker: string
  stage: string
  outcome: 'running' | 'done' | 'retry' | 'failed' | 'superseded' | 'lost'
  revision: number
  errorCode: string | null
  errorMessage: string | null
}

/** The document's share of a language model call. */
export type LlmCallRow = {
  createdAt: Date
  model: string
  prompt: string
  outcome: 'done' | 'provider_unavailable' | 'rate_limited' | 'bad_response' | 'refused'
  documents: number
  inputTokens: number
  outputTokens: number
  usd: number
  ms: number
}

export type ChunkRow = {
  id: string
  position: number
  content: string
  type: string
  metadata: Record<string, unknown> | null
  createdAt: Date
}

/** The fields of a document that its event stream sends. */
export type EventRow = Pick<
  DocumentRow,
  | 'id'
  | 'status'
  | 'dreamingStatus'
  | 'taskType'
  | 'memoryCount'
  | 'progressDone'
  | 'progressTotal'
  | 'errorCode'
  | 'errorMessage'
  | 'updatedAt'
> &
  DreamState

/** The state of a document without its content, because streams read it every second. */
export async function findState(db: Db, key: ContainerKey, id: string): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    select id, status, task_type as "taskType", dreaming_status as "dreamingStatus", progress_done as "progressDone",
           progress_total as "progressTotal", error_code as "errorCode", error_message as "errorMessage", updated_at as "updatedAt", ${dreamColumns}
      from cell.documents d where ${ofContainer(key)} and id = ${id}
       and tombstoned_at is null`.execute(db)
  return rows[0]
}

/**
 * Whether a live document is in this container. Callers check after reading its parts, so that the parts are complete.
 */
export async function isLive(db: Db, key: ContainerKey, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from cell.documents where ${ofContainer(key)} and id = ${id}
       and tombstoned_at is null`.execute(db)
  return rows.length > 0
}

/** Lists the next chunks of a document after a position, in reading order. */
export async function listChunks(
  db: Db,
  key: ContainerKey,
  id: string,
  { after, take }: { after: number; take: number },
): Promise<ChunkRow[]> {
  const { rows } = await sql<ChunkRow>`
    select id, position, content, type, metadata, created_at as "createdAt" from cell.chunks
     where ${ofContainer(key)} and document = ${id} and position > ${after}
     order by position limit ${take}`.execute(db)
  return rows
}

export async function countChunks(db: Db, key: ContainerKey, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from cell.chunks
     where ${ofContainer(key)} and document = ${id}`.execute(db)
  return rows[0]!.count
}

/** The file of a revision, if it has one. */
export async function findFile(
  db: Db,
  key: ContainerKey,
  id: string,
  revision: number,
): Promise<Pick<StoredFile, 'blobKey' | 'name' | 'contentType'> | undefined> {
  const { rows } = await sql<Pick<StoredFile, 'blobKey' | 'name' | 'contentType'>>`
    select blob_key as "blobKey", file_name as name, file_type as "contentType" from cell.revisions
     where ${ofContainer(key)} and document = ${id}
       and revision = ${revision} and blob_key is not null`.execute(db)
  return rows[0]
}

/** Whether a document or its container was deleted; undefined when the document is not in these shards. */
export async function wasDeleted(
  db: Db,
  org: string,
  shards: readonly number[],
  id: string,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ wasDeleted: boolean }>`
    select d.tombstoned_at is not null or c.container is null or c.deleted_at is not null as "wasDeleted"
      from cell.documents d left join cell.containers c on c.shard = d.shard and c.org = d.org and c.container = d.container
     where d.shard = any(${shards}::smallint[]) and d.org = ${org} and d.id = ${id}`.execute(db)
  return rows[0]?.wasDeleted
}

export async function listAttempts(db: Db, key: ContainerKey, id: string): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select started_at as "startedAt", ended_at as "endedAt", worker, stage, outcome, revision,
           error_code as "errorCode", error_message as "errorMessage"
      from cell.attempts where ${ofContainer(key)} and document = ${id}
     order by started_at desc, fence desc limit 100`.execute(db)
  return rows
}

export async function listLlmCalls(db: Db, key: ContainerKey, id: string): Promise<LlmCallRow[]> {
  const { rows } = await sql<LlmCallRow>`
    select created_at as "createdAt", model, prompt, outcome, documents, round(input_tokens::numeric, 1)::float8 as "inputTokens",
           round(output_tokens::numeric, 1)::float8 as "outputTokens", round(usd::numeric, 9)::float8 as usd, ms
      from cell.llm_calls where ${ofContainer(key)} and document = ${id}
     order by created_at desc, id limit 100`.execute(db)
  return rows
}
