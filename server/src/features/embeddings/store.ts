import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { nilUuid } from '../../platform/lib/ids.ts'
import type { EmbeddingModel } from '../../platform/providers/embedding/embedder.ts'
import type { ContainerKey } from '../containers/store.ts'

/** The sets of an organization in a cell. All its shards there have the same sets in the same roles. */

export type SetRole = 'active' | 'building' | 'previous' | 'dropping'

export type SetRow = { id: number; role: SetRole | null } & EmbeddingModel

export type OrganizationShards = { org: string; shards: readonly number[] }

const here = ({ org, shards }: OrganizationShards) => sql`org = ${org} and shard = any(${shards}::smallint[])`

/**
 * Locks every set, in key order; writers of vectors lock them in share mode. Returns each set once. They are read after
 * the lock, because a statement that waited for it does not see the set that the other transaction has inserted.
 */
export async function lockSets(db: Db, place: OrganizationShards): Promise<SetRow[]> {
  await sql`select from cell.embedding_sets where ${here(place)} order by shard, id for update`.execute(db)
  const { rows } = await sql<SetRow>`
    select id, role, provider, model as name, revision, dimensions from cell.embedding_sets
     where ${here(place)} order by shard, id for update`.execute(db)
  return [...new Map(rows.map(row => [row.id, row])).values()]
}

/** The set that most containers are searched in. */
export async function findUsualSet(db: Db, place: OrganizationShards): Promise<number | undefined> {
  const { rows } = await sql<{ set: number }>`
    select active_set as set from cell.containers where ${here(place)} group by 1 order by count(*) desc, 1 limit 1`.execute(
    db,
  )
  return rows[0]?.set
}

/** Every set that some container is searched in. */
export async function listSearchedSets(db: Db, place: OrganizationShards): Promise<number[]> {
  const { rows } = await sql<{ set: number }>`
    select distinct active_set as set from cell.containers where ${here(place)} and deleted_at is null`.execute(
    db,
  )
  return rows.map(({ set }) => set)
}

/**
 * Gives a set its role on every shard, also on those that the organization has not used yet, so that later documents
 * there follow it.
 */
export async function putSet(
  db: Db,
  { org, shards }: OrganizationShards,
  { id, provider, name, revision, dimensions, role }: SetRow,
): Promise<void> {
  await sql`
    insert into cell.embedding_sets (shard, org, id, provider, model, revision, dimensions, role)
    select shard, ${org}, ${id}, ${provider}, ${name}, ${revision}, ${dimensions}, ${role} from unnest(${shards}::smallint[]) shard
    on conflict (shard, org, id) do update set role = excluded.role`.execute(db)
}

export async function setRole(
  db: Db,
  place: OrganizationShards,
  id: number,
  role: SetRole | null,
): Promise<void> {
  await sql`update cell.embedding_sets set role = ${role} where ${here(place)} and id = ${id}`.execute(db)
}

/** Where the next step over the containers of an organization begins. */
export type ContainerCursor = { shard: number; container: string }

const after = (alias: string, cursor: ContainerCursor | undefined) =>
  sql`(${sql.ref(`${alias}.shard`)}, ${sql.ref(`${alias}.container`)}) > (${cursor?.shard ?? -1}::smallint, ${cursor?.container ?? nilUuid}::uuid)`

const lastOf = sql`select shard, container from page order by shard desc, container desc limit 1`

/**
 * Lets one caller at a time give builds to the containers of an organization, until its transaction ends. Two at once would
 * both find a container without a build. Writers of vectors do not wait for this lock, as they do for the sets.
 */
export async function lockBuilds(db: Db, { org }: OrganizationShards): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('builds ' || ${org}, 0))`.execute(db)
}

/**
 * Gives the next containers a build in the set. Finished builds start another pass, because a text may have been refused.
 * Returns the last of the containers, undefined after the end.
 */
export async function insertSomeBuilds(
  db: Db,
  place: OrganizationShards,
  set: number,
  cursor: ContainerCursor | undefined,
  count: number,
): Promise<ContainerCursor | undefined> {
  const { rows } = await sql<ContainerCursor>`
    with page as materialized (
      select c.shard, c.org, c.container from cell.containers c where ${here(place)} and c.deleted_at is null and ${after('c', cursor)}
       order by c.shard, c.container limit ${count}
    ), reopened as (
      update cell.embedding_builds b set done_at = null from page s
       where b.shard = s.shard and b.org = s.org and b.container = s.container and b.embedding_set = ${set} and b.done_at is not null
    ), added as (
      insert into cell.embedding_builds (shard, org, container, embedding_set)
      select s.shard, s.org, s.container, ${set} from page s where not exists (
        select from cell.embedding_builds b where b.shard = s.shard and b.org = s.org and b.container = s.container
           and b.embedding_set = ${set})
    ) ${lastOf}`.execute(db)
  return rows[0]
}

/** Inserts a build for every container that has none in the set. */
export async function insertMissingBuilds(db: Db, place: OrganizationShards, set: number): Promise<void> {
  await sql`
    insert into cell.embedding_builds (shard, org, container, embedding_set)
    select c.shard, c.org, c.container, ${set} from cell.containers c
     where ${here(place)} and c.deleted_at is null and not exists (
       select from cell.embedding_builds b where b.shard = c.shard and b.org = c.org and b.container = c.container
          and b.embedding_set = ${set})`.execute(db)
}

export async function listOpenBuilds(
  db: Db,
  place: OrganizationShards,
  set: number,
  most: number,
): Promise<ContainerKey[]> {
  const { rows } = await sql<ContainerKey>`
    select distinct shard, org, container from cell.embedding_builds
     where ${here(place)} and embedding_set = ${set} and done_at is null limit ${most}`.execute(db)
  return rows
}

/**
 * Lets the next containers search the set. Rows that are locked are left out on request: an add may hold one for long, and
 * the others need not wait. Returns the last of the containers, undefined after the end.
 */
export async function activateSome(
  db: Db,
  place: OrganizationShards,
  set: number,
  cursor: ContainerCursor | undefined,
  { count, skipsLocked }: { count: number; skipsLocked: boolean },
): Promise<ContainerCursor | undefined> {
  const { rows } = await sql<ContainerCursor>`
    with page as materialized (
      select c.shard, c.org, c.container from cell.containers c where ${here(place)} and c.active_set <> ${set} and ${after('c', cursor)}
       order by c.shard, c.container limit ${count} for update ${skipsLocked ? sql`skip locked` : sql``}
    ), activated as (
      update cell.containers c set active_set = ${set} from page s
       where c.shard = s.shard and c.org = s.org and c.container = s.container
    ) ${lastOf}`.execute(db)
  return rows[0]
}

export async function isSearchedByAll(db: Db, place: OrganizationShards, set: number): Promise<boolean> {
  const { rows } = await sql<{ all: boolean }>`
    select not exists (select from cell.containers where ${here(place)} and active_set <> ${set}) as all`.execute(
    db,
  )
  return rows[0]!.all
}

export type SetFigures = SetRow & { chunks: number; memories: number; open: number }

/** Counts the contents of each set, and the containers in which it is not complete. */
export async function readFigures(db: Db, place: OrganizationShards): Promise<SetFigures[]> {
  const { rows } = await sql<SetFigures>`
    with sets as (select distinct id, role, provider, model, revision, dimensions from cell.embedding_sets where ${here(place)}),
    chunks as (select embedding_set as id, count(*) as many from cell.chunk_vectors where ${here(place)} group by 1),
    memories as (select embedding_set as id, count(*) as many from cell.memory_vectors where ${here(place)} group by 1),
    open as (select embedding_set as id, count(distinct container) as many from cell.embedding_builds where ${here(place)} and done_at is null group by 1)
    select s.id, s.role, s.provider, s.model as name, s.revision, s.dimensions, coalesce(c.many, 0)::int as chunks,
           coalesce(m.many, 0)::int as memories, coalesce(o.many, 0)::int as open
      from sets s left join chunks c using (id) left join memories m using (id) left join open o using (id) order by s.id`.execute(
    db,
  )
  return rows
}

export type SetState = SetRow & { isComplete: boolean }

/** Lists each set once, and whether every container has it whole. */
export async function listSets(db: Db, place: OrganizationShards): Promise<SetState[]> {
  const { rows } = await sql<SetState>`
    select distinct on (s.id) s.id, s.role, s.provider, s.model as name, s.revision, s.dimensions, not exists (
        select from cell.embedding_builds b
         where ${here(place)} and b.embedding_set = s.id and b.done_at is null) as "isComplete"
      from cell.embedding_sets s where ${here(place)} order by s.id, s.role`.execute(db)
  return rows
}

export type Contents = { chunks: number; memories: number; containers: number }

/** Counts the contents of a complete set. */
export async function readContents(db: Db, place: OrganizationShards): Promise<Contents> {
  const { rows } = await sql<Contents>`
    select (select count(*)::int from cell.chunks where ${here(place)}) as chunks,
           (select count(*)::int from cell.memories where ${here(place)}) as memories,
           (select count(*)::int from cell.containers where ${here(place)} and deleted_at is null) as containers`.execute(
    db,
  )
  return rows[0]!
}

/** Whether there is anything to embed, and whether the set that is being built has any of it. Counting took too long. */
export async function readBuildingState(
  db: Db,
  place: OrganizationShards,
): Promise<{ hasTexts: boolean; hasVectors: boolean }> {
  const isOpen = sql`exists (select from cell.containers c where c.shard = t.shard and c.org = t.org and c.container = t.container and c.deleted_at is null)`
  const isBuilding = sql`t.embedding_set in (select id from cell.embedding_sets where ${here(place)} and role = 'building')`
  const anyOf = (table: string, condition: typeof isOpen) =>
    sql`exists (select from ${sql.table(`cell.${table}`)} t where ${here(place)} and ${condition})`
  const { rows } = await sql<{ hasTexts: boolean; hasVectors: boolean }>`
    select ${anyOf('chunks', isOpen)} or ${anyOf('memories', isOpen)} as "hasTexts",
           ${anyOf('chunk_vectors', isBuilding)} or ${anyOf('memory_vectors', isBuilding)} as "hasVectors"`.execute(
    db,
  )
  return rows[0]!
}

/** Includes closed containers, whose contents exist until they are purged. */
export async function listSetContainers(db: Db, place: OrganizationShards): Promise<ContainerKey[]> {
  const { rows } = await sql<ContainerKey>`
    select shard, org, container from cell.containers where ${here(place)} order by shard, container`.execute(
    db,
  )
  return rows
}

const tables = [
  ...['chunk_vectors', 'chunk_tokens', 'memory_vectors', 'memory_buckets', 'bucket_vectors'],
  ...['embedding_cache', 'embedding_builds'],
]

/** Removes up to `count` rows of each table. Returns true when nothing of the set is left in the container. */
export async function removeSome(db: Db, key: ContainerKey, set: number, count: number): Promise<boolean> {
  let removed = 0n
  for (const table of tables) {
    const rows = sql`${sql.table(`cell.${table}`)} where shard = ${key.shard} and org = ${key.org}
      and container = ${key.container} and embedding_set = ${set}`
    const { numAffectedRows } =
      await sql`delete from ${rows} and ctid = any(array(select ctid from ${rows} limit ${count}))`.execute(
        db,
      )
    removed += numAffectedRows ?? 0n
  }
  return removed === 0n
}

export async function deleteSet(db: Db, place: OrganizationShards, set: number): Promise<void> {
  await sql`delete from cell.embedding_sets where ${here(place)} and id = ${set} and role = 'dropping'`.execute(
    db,
  )
}
