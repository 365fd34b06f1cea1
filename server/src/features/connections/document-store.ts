import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { closedContainers } from '../containers/store.ts'
import type { DocumentRow } from '../documents/store.ts'

export type ConnectedDocument = Pick<
  DocumentRow,
  'id' | 'title' | 'summary' | 'type' | 'status' | 'createdAt' | 'updatedAt' | 'connectionId'
>

/** Live documents by their ids. */
export async function findConnectedDocuments(
  db: Db,
  org: string,
  shards: readonly number[],
  ids: readonly string[],
): Promise<ConnectedDocument[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ConnectedDocument>`
    select d.id, d.title, d.summary, d.type, d.status, d.created_at as "createdAt", d.updated_at as "updatedAt", d.connection_id as "connectionId"
      from cell.documents d
     where d.shard = any(${shards}::smallint[]) and d.org = ${org} and d.id = any(${ids}::uuid[]) and d.tombstoned_at is null
       and d.container <> ${closedContainers(org, shards)}`.execute(db)
  return rows
}
