import { sql } from 'kysely'
import type { ContainerKey } from '../containers/store.ts'
import type { Db } from '../db/tx.ts'
import type { StoredFile } from './store.ts'

/** What belongs to a document and is shown with it. */

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

export type ChunkRow = {
  id: string
  position: number
  content: string
  type: string
  metadata: Record<string, unknown> | null
  createdAt: Date
}

export async function listChunks(db: Db, key: ContainerKey, id: string): Promise<ChunkRow[]> {
  const { rows } = await sql<ChunkRow>`
    select id, position, content, type, metadata, created_at as "createdAt" from cell.chunks
     where shard = ${key.shard} and org = ${key.org} and container = ${key.container} and document = ${id}
     order by position`.execute(db)
  return rows
}

/** The file the newest content came as. */
export async function findFile(
  db: Db,
  key: ContainerKey,
  id: string,
  revision: number,
): Promise<Pick<StoredFile, 'blobKey' | 'name' | 'contentType'> | undefined> {
  const { rows } = await sql<Pick<StoredFile, 'blobKey' | 'name' | 'contentType'>>`
    select blob_key as "blobKey", file_name as name, file_type as "contentType" from cell.revisions
     where shard = ${key.shard} and org = ${key.org} and container = ${key.container} and document = ${id}
       and revision = ${revision} and blob_key is not null`.execute(db)
  return rows[0]
}

export async function listAttempts(db: Db, key: ContainerKey, id: string): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select started_at as "startedAt", ended_at as "endedAt", worker, stage, outcome, revision,
           error_code as "errorCode", error_message as "errorMessage"
      from cell.attempts where shard = ${key.shard} and org = ${key.org} and container = ${key.container} and document = ${id}
     order by fence desc limit 100`.execute(db)
  return rows
}
