import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../platform/db/tx.ts'

/** Indexes of whole organizations. The maintenance role reads and writes their list; the owner creates and drops them. */

export type OrganizationCorpus = 'chunks' | 'memories'

export type OrganizationIndexKey = {
  shard: number
  org: string
  corpus: OrganizationCorpus
  kind: 'words' | 'vectors'
  /** 0 for words. */
  set: number
  dimensions: number
}

export type StoredOrganizationIndex = OrganizationIndexKey & {
  lists: number
  isReady: boolean
  isPostponed: boolean
}

/** An organization in a set. `isSearched`: searches use the set. */
export type LargeOrganization = {
  shard: number
  org: string
  chunks: number
  memories: number
  set: number
  dimensions: number
  isSearched: boolean
}

/** pgvector does not index vectors with more dimensions. */
const mostDimensions = 4_000

/** Lists organizations with at least this many chunks or memories, once for every set they have. */
export async function findLargeOrganizations(db: Db, rowCount: number): Promise<LargeOrganization[]> {
  // Organizations spread over shards are left out, because no single index could cover one.
  const { rows } = await sql<LargeOrganization>`
    with large as (
      select min(shard) as shard, org, sum(chunks)::bigint as chunks, sum(memory_versions)::bigint as memories
        from cell.organization_counters group by org
      having greatest(sum(chunks), sum(memory_versions)) >= ${rowCount} and min(shard) = max(shard))
    select l.*, s.id as set, s.dimensions, s.role is null or s.role = 'active' as "isSearched"
      from large l join cell.embedding_sets s on s.shard = l.shard and s.org = l.org
     where s.role is distinct from 'dropping' and s.dimensions <= ${mostDimensions}`.execute(db)
  return rows
}

export async function listOrganizationIndexes(db: Db): Promise<StoredOrganizationIndex[]> {
  const { rows } = await sql<StoredOrganizationIndex>`
    select shard, org, corpus, kind, embedding_set as set, dimensions, lists, ready_at is not null as "isReady",
           coalesce(postponed_until > now(), false) as "isPostponed"
      from cell.organization_indexes`.execute(db)
  return rows
}

/** Searches do not use the index before `markReady`. */
export async function noteIndex(db: Db, key: OrganizationIndexKey): Promise<void> {
  await sql`
    insert into cell.organization_indexes (shard, org, corpus, kind, embedding_set, dimensions, lists)
    values (${key.shard}, ${key.org}, ${key.corpus}, ${key.kind}, ${key.set}, ${key.dimensions}, 0)
    on conflict do nothing`.execute(db)
}

export async function markReady(db: Db, key: OrganizationIndexKey, lists: number): Promise<void> {
  await sql`update cell.organization_indexes set ready_at = now(), postponed_until = null, given_up = 0, lists = ${lists}
             where ${one(key)}`.execute(db)
}

/** The next build waits for an hour, then two, four and eight, as that of a container's index does. */
export async function postponeIndex(db: Db, key: OrganizationIndexKey): Promise<void> {
  await sql`
    update cell.organization_indexes set postponed_until = now() + least(8, power(2, given_up)) * interval '1 hour',
           given_up = least(given_up + 1, 100) where ${one(key)}`.execute(db)
}

export async function markUnready(db: Db, key: OrganizationIndexKey): Promise<void> {
  await sql`update cell.organization_indexes set ready_at = null where ${one(key)}`.execute(db)
}

export async function forgetIndex(db: Db, key: OrganizationIndexKey): Promise<void> {
  await sql`delete from cell.organization_indexes where ${one(key)}`.execute(db)
}

function one({ shard, org, corpus, kind, set }: OrganizationIndexKey): RawBuilder<unknown> {
  return sql`shard = ${shard} and org = ${org} and corpus = ${corpus} and kind = ${kind} and embedding_set = ${set}`
}

/** Built concurrently, so neither writes nor searches wait for it. An existing index of that name is incomplete. */
export async function createIndex(owner: pg.Client, key: OrganizationIndexKey, lists: number): Promise<void> {
  await dropIndex(owner, key)
  const method =
    key.kind === 'words'
      ? `gin (cell.terms_of(terms)) where org = '${key.org}'`
      : `ivfflat ((embedding::halfvec(${Number(key.dimensions)})) halfvec_cosine_ops) with (lists = ${Number(lists)})
           where org = '${key.org}' and embedding_set = ${Number(key.set)}`
  const table = await partitionOf(owner, key)
  await owner.query(`create index concurrently ${nameOf(key)} on cell.${table} using ${method}`)
  // Statistics of its expression: without them the planner takes every word to be in one of a hundred rows.
  if (key.kind === 'words') await owner.query(`analyze cell.${table}`)
}

/** Builds the index again with another number of lists. Searches use the old one meanwhile. */
export async function rebuildIndex(
  owner: pg.Client,
  key: OrganizationIndexKey,
  lists: number,
): Promise<void> {
  await dropUnfinished(owner, key)
  // The index keeps the number that it was built with; the setting counts from the next build on.
  await owner.query(`alter index cell.${nameOf(key)} set (lists = ${Number(lists)})`)
  await owner.query(`reindex index concurrently cell.${nameOf(key)}`)
}

export async function dropIndex(owner: pg.Client, key: OrganizationIndexKey): Promise<void> {
  await owner.query(`drop index concurrently if exists cell.${nameOf(key)}`)
  await dropUnfinished(owner, key)
}

/** An interrupted rebuild leaves its unfinished index under one of these names, and the old index in place. */
export async function dropUnfinished(owner: pg.Client, key: OrganizationIndexKey): Promise<void> {
  for (const suffix of ['ccnew', 'ccold'])
    await owner.query(`drop index concurrently if exists cell.${nameOf(key)}_${suffix}`)
}

function nameOf({ org, corpus, kind, set }: OrganizationIndexKey): string {
  const of = corpus === 'chunks' ? 'c' : 'm'
  return `${kind}_${of}_${org.replaceAll('-', '')}_${set}`
}

const tables = {
  chunks: { words: 'chunk_terms', vectors: 'chunk_vectors' },
  memories: { words: 'memory_terms', vectors: 'memory_vectors' },
} as const

/** The table with a shard's rows: the last partition that begins at the shard or before. */
async function partitionOf(owner: pg.Client, { corpus, kind, shard }: OrganizationIndexKey): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select name from (
       select c.relname as name, (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''?(\\d+)'))[1]::int as first
         from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $2::regclass) parts
      where first <= $1 order by first desc limit 1`,
    [shard, `cell.${tables[corpus][kind]}`],
  )
  return rows[0]!.name
}
