import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { closedContainers } from '../containers/store.ts'
import { keysAndSizes, type PageKey, type Selection } from './list-store.ts'

export type NamedKey = PageKey & { customId: string | null }

/** The keys of documents by their ids or customIds. Several containers may have a document with one customId. */
export async function findKeys(
  db: Db,
  { org, shards, within }: Selection,
  by: { ids: readonly string[] } | { customIds: readonly string[] },
): Promise<NamedKey[]> {
  const named =
    'ids' in by
      ? sql`d.id = any(${by.ids}::uuid[])`
      : sql`d.custom_id is not null and d.custom_id = any(${by.customIds}::text[])`
  const inside = within
    ? sql`d.container_tags && ${within.tags}::text[] and (${!within.isAlone} or d.container = any(${within.containers.map(({ container }) => container)}::uuid[]))`
    : sql`true`
  const { rows } = await sql<NamedKey>`
    select ${keysAndSizes({ includeContent: true })}, d.custom_id as "customId" from cell.documents d
     where d.shard = any(${shards}::smallint[]) and d.org = ${org} and ${named} and ${inside}
       and d.tombstoned_at is null and d.container <> ${closedContainers(org, shards)} order by d.id`.execute(
    db,
  )
  return rows
}
