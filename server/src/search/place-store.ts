import { type RawBuilder, sql } from 'kysely'
import { type Candidate, mostCandidates } from '../containers/ambiguous-document.ts'
import { closedContainers } from '../containers/store.ts'
import { wholeOrganization } from '../containers/upkeep/index-store.ts'
import type { Db } from '../db/tx.ts'
import { marks } from '../lexical/languages.ts'
import { decodeId } from '../lib/ids.ts'
import type { VectorIndex } from '../lib/plan-recall.ts'
import { onShards, type SearchScope, within } from './scope-store.ts'

/** What is to be known of where a search looks, before it looks. */

/** `marks` tell what languages are in it, `index` where its vectors can be looked up, or all of its organization's. */
export type SearchedContainer = {
  container: string
  chunks: number
  activeSet: number
  marks: number[]
  index: VectorIndex | null
}

export async function findContainers(
  db: Db,
  org: string,
  placed: readonly PlacedTag[],
): Promise<SearchedContainer[]> {
  const { rows } =
    await sql<SearchedContainer>`select c.container, c.chunks, c.active_set as "activeSet", ${marksOf},
      ${indexWhere(shardsOf(placed), ofContainer)} ${containersOf(org, placed)}`.execute(db)
  return rows
}

const marksOf = sql`array(select t.term from cell.term_counts t
  where t.shard = c.shard and t.org = c.org and t.container = c.container and t.term = any(${[...marks.keys()]}::int[])) as marks`

function indexWhere(shards: readonly number[], whose: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select json_build_object('set', i.embedding_set, 'dimensions', i.dimensions) from cell.vector_indexes i
    where ${onShards(sql.raw('i.shard'), shards)} and i.shard = c.shard and i.org = c.org and i.embedding_set = c.active_set
      and i.ready_at is not null and (${whose}) limit 1) as index`
}

const ofOrganization = sql`i.container = ${wholeOrganization}`

/** Its own, or its organization's where that holds little else: of what is found there, the others' is left out. */
const ofContainer = sql`i.container = c.container or (${ofOrganization} and c.chunks * 2 >= (
  select sum(o.chunks) from cell.organization_counters o where o.shard = i.shard and o.org = i.org))`

export type PlacedTag = { shard: number; tag: string }

/** A tag has one place, so shards and tags need not be told in pairs. */
function containersOf(org: string, placed: readonly PlacedTag[]): RawBuilder<unknown> {
  return sql`from cell.containers c where ${onShards(sql.raw('c.shard'), shardsOf(placed))} and c.org = ${org}
    and c.tag = any(${placed.map(({ tag }) => tag)}::text[])`
}

const shardsOf = (placed: readonly PlacedTag[]) => [...new Set(placed.map(({ shard }) => shard))]

/** The largest containers of an organization; its term statistics are taken from these. */
export async function largestContainers(
  db: Db,
  org: string,
  shards: readonly number[],
  most: number,
): Promise<SearchedContainer[]> {
  const { rows } = await sql<SearchedContainer>`
    select c.container, c.chunks, c.active_set as "activeSet", ${marksOf}, ${indexWhere(shards, ofOrganization)} from (
      select * from cell.containers where org = ${org} and shard = any(${shards}::smallint[]) and chunks > 0
       order by chunks desc limit ${most}) c`.execute(db)
  return rows
}

/** `isId`: named by its id, which comes before a customId of the same spelling. */
export type NamedDocument = Candidate & { isId: boolean }

/** The documents that an id or customId names in the containers that are searched: all, when no tag is given. */
export async function findNamed(
  db: Db,
  org: string,
  shards: readonly number[],
  placed: readonly PlacedTag[],
  idOrCustomId: string,
): Promise<NamedDocument[]> {
  const searched =
    placed.length > 0
      ? sql`and container in (select c.container ${containersOf(org, placed)})`
      : sql`and container <> ${closedContainers(org, shards)}`
  const live = sql`shard = any(${shards}::smallint[]) and org = ${org} and tombstoned_at is null ${searched}`
  const { rows } = await sql<NamedDocument>`
    select id, tag as "containerTag", is_id as "isId" from (
      select id, container_tags[1] as tag, true as is_id from cell.documents where ${live} and id = ${decodeId(idOrCustomId) ?? nobody}
       union all select id, container_tags[1], false from cell.documents where ${live} and custom_id = ${idOrCustomId}) named
     order by is_id desc, id limit ${mostCandidates}`.execute(db)
  return rows
}

/** A document that cannot exist: a search within it finds nothing. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/** In how many chunks of the scope each term occurs. */
export async function readTermCounts(
  db: Db,
  scope: SearchScope,
  terms: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ term: number; chunks: number }>`
    select t.term, sum(t.chunks)::int as chunks from cell.term_counts t
     where ${within({ ...scope, document: undefined }, 't')} and t.term = any(${terms}::int[])
     group by t.term`.execute(db)
  return new Map(rows.map(({ term, chunks }) => [term, chunks]))
}
