import { sql } from 'kysely'
import type pg from 'pg'
import { ofContainer } from '../../../platform/db/of-container.ts'
import type { Db } from '../../../platform/db/tx.ts'
import { nilUuid } from '../../../platform/lib/ids.ts'
import type { ContainerKey } from '../store.ts'

/**
 * Vector indexes of single containers. The maintenance role reads and writes their list; the owner creates and drops
 * them.
 */

/** The vectors of a container in a set. Organizations have indexes of another kind; see `organization-indexes`. */
export type IndexKey = ContainerKey & { set: number; dimensions: number }

/** The container of an index of a whole organization, as built before decision 47. Upkeep drops these. */
const wholeOrganization = nilUuid

export type StoredIndex = IndexKey & { isReady: boolean; isPostponed: boolean }

export type LargeContainer = IndexKey & { chunks: number; isSearched: boolean }

/** pgvector does not index vectors with more dimensions. */
const mostDimensions = 4_000

/** Lists containers with at least this many chunks, once for every set they have. */
export async function findLarge(db: Db, chunks: number): Promise<LargeContainer[]> {
  const { rows } = await sql<LargeContainer>`
    with large as (
      select shard, org, container, chunks, active_set from cell.containers where chunks >= ${chunks} and deleted_at is null)
    select l.shard, l.org, l.container, l.chunks, s.id as set, s.dimensions, s.id = l.active_set as "isSearched"
      from large l join cell.embedding_sets s on s.shard = l.shard and s.org = l.org
     where s.role is distinct from 'dropping' and s.dimensions <= ${mostDimensions}`.execute(db)
  return rows
}

export async function listIndexes(db: Db): Promise<StoredIndex[]> {
  const { rows } = await sql<StoredIndex>`
    select shard, org, container, embedding_set as set, dimensions, ready_at is not null as "isReady",
           coalesce(postponed_until > now(), false) as "isPostponed"
      from cell.vector_indexes`.execute(db)
  return rows
}

/** From now on searches do not use the index, until it is ready again. */
export async function markUnready(db: Db, key: IndexKey): Promise<void> {
  await sql`
    insert into cell.vector_indexes (shard, org, container, embedding_set, dimensions)
    values (${key.shard}, ${key.org}, ${key.container}, ${key.set}, ${key.dimensions})
    on conflict (shard, org, container, embedding_set) do update set ready_at = null`.execute(db)
}

const one = (key: IndexKey) => sql`${ofContainer(key)} and embedding_set = ${key.set}`

export async function markReady(db: Db, key: IndexKey): Promise<void> {
  await sql`update cell.vector_indexes set ready_at = now(), postponed_until = null, given_up = 0 where ${one(key)}`.execute(
    db,
  )
}

/** The next build of this index waits for an hour, then two, four and eight, so that it meets the quiet part of a day. */
export async function postponeIndex(db: Db, key: IndexKey): Promise<void> {
  await sql`
    update cell.vector_indexes set postponed_until = now() + least(8, power(2, given_up)) * interval '1 hour',
           given_up = least(given_up + 1, 100) where ${one(key)}`.execute(db)
}

export async function forgetIndex(db: Db, key: IndexKey): Promise<void> {
  await sql`delete from cell.vector_indexes where ${one(key)}`.execute(db)
}

/** One process at a time creates and drops indexes in a cell. It releases its turn by disconnecting. */
export async function takeIndexTurn(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(hashtext('reverie vector indexes')) as taken`,
  )
  return rows[0]!.taken
}

/**
 * Built concurrently, so neither writes nor searches wait for it. An existing index of that name is incomplete or
 * unwanted.
 */
export async function createIndex(owner: pg.Client, key: IndexKey): Promise<void> {
  await dropIndex(owner, key)
  await owner.query(
    `create index concurrently ${nameOf(key)} on cell.${await partitionOf(owner, key.shard)}
      using hnsw ((embedding::halfvec(${key.dimensions})) halfvec_cosine_ops)
      where container = '${key.container}' and embedding_set = ${key.set}`,
  )
}

export async function backendOf(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}

export async function cancelBackend(owner: pg.Client, pid: number): Promise<void> {
  await owner.query('select pg_cancel_backend($1)', [pid])
}

/** Dead rows in the tables of the queue, as Postgres estimates them. A vacuum removes none of them while an index is built. */
export async function countDeadWakes(db: Db): Promise<number> {
  const { rows } = await sql<{ dead: number }>`
    select coalesce(sum(n_dead_tup), 0)::int as dead from pg_stat_user_tables where schemaname = 'work'`.execute(
    db,
  )
  return rows[0]!.dead
}

export async function dropIndex(owner: pg.Client, key: IndexKey): Promise<void> {
  await owner.query(`drop index concurrently if exists cell.${nameOf(key)}`)
}

function nameOf({ org, container, set }: IndexKey): string {
  const whose = container === wholeOrganization ? org : container
  return `nearest_${whose.replaceAll('-', '')}_${set}`
}

/** The table with a shard's vectors: the last partition that begins at it or before. */
async function partitionOf(owner: pg.Client, shard: number): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select name from (
       select c.relname as name, (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''?(\\d+)'))[1]::int as first
         from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'cell.chunk_vectors'::regclass) parts
      where first <= $1 order by first desc limit 1`,
    [shard],
  )
  return rows[0]!.name
}
