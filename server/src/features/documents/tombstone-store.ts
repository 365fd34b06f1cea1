import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { ContainerKey } from '../containers/store.ts'

/** The rows without content that deleted documents leave behind. */

export type Tombstone = ContainerKey & { id: string }

/** Nothing is left to purge, and dreaming has withdrawn what it read. It has an index. */
const isPurged = sql`d.tombstoned_at is not null and d.due_at is null and d.dream_since is null`

const isOld = (days: number) => sql`${isPurged} and d.tombstoned_at < now() - ${days} * interval '1 day'`

/** Lists the oldest, as the maintenance role. */
export async function findOldTombstones(db: Db, days: number, most: number): Promise<Tombstone[]> {
  const { rows } = await sql<Tombstone>`
    select d.shard, d.org, d.container, d.id from cell.documents d where ${isOld(days)}
     order by d.tombstoned_at limit ${most}`.execute(db)
  return rows
}

/** Deletes those of an organization in a shard. Returns how many were still there. */
export async function deleteTombstones(
  db: Db,
  { shard, org }: Pick<Tombstone, 'shard' | 'org'>,
  tombstones: readonly Tombstone[],
  days: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from cell.documents d
     using unnest(${tombstones.map(({ container }) => container)}::uuid[], ${tombstones.map(({ id }) => id)}::uuid[]) t (container, id)
     where d.shard = ${shard} and d.org = ${org} and d.container = t.container and d.id = t.id and ${isOld(days)}`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
