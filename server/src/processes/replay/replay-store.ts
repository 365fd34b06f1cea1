import { sql } from 'kysely'
import type { ContainerKey } from '../../features/containers/store.ts'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'

/** Finds rows that a restore has brought back, by the ids of the journal. */

export type LocatedVersion = ContainerKey & { id: string }

/** Lists the current versions of memories of which the journal names any version, wherever they are in these shards. */
export async function listCurrentVersions(
  db: Db,
  { org, shards }: { org: string; shards: readonly number[] },
  ids: readonly string[],
): Promise<LocatedVersion[]> {
  const { rows } = await sql<LocatedVersion>`
    select distinct d.shard, d.org, d.container, d.id from cell.memories m
      join cell.memories d on (d.shard, d.org, d.container, d.root) = (m.shard, m.org, m.container, m.root)
     where m.shard = any(${shards}::smallint[]) and m.org = ${org} and m.id = any(${ids}::uuid[])
       and d.is_latest and not d.is_forgotten`.execute(db)
  return rows
}

/** Whether the container holds a live document that is not one of these. */
export async function hasOtherDocuments(db: Db, key: ContainerKey, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from cell.documents d where ${ofContainer(key, 'd')} and d.tombstoned_at is null
       and d.id <> all(${ids}::uuid[]) limit 1`.execute(db)
  return rows.length > 0
}

/** Lists current memories of a container that cite no document. */
export async function listUncited(db: Db, key: ContainerKey): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from cell.memories m where ${ofContainer(key, 'm')} and m.is_latest and not m.is_forgotten
       and not exists (select from cell.memory_sources s where ${ofContainer(key, 's')} and s.memory = m.id)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function findTag(db: Db, key: ContainerKey): Promise<string | undefined> {
  const { rows } = await sql<{ tag: string }>`
    select tag from cell.containers c where ${ofContainer(key, 'c')}`.execute(db)
  return rows[0]?.tag
}
