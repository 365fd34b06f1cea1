import { type RawBuilder, sql } from 'kysely'
import { marks } from '../../language/lexical/languages.ts'
import type { Db } from '../../platform/db/tx.ts'
import { decodeId, nilUuid } from '../../platform/lib/ids.ts'
import { type Candidate, mostCandidates } from '../containers/ambiguous-document.ts'
import { closedContainers } from '../containers/store.ts'
import { wholeOrganization } from '../containers/upkeep/index-store.ts'
import type { Corpus } from './corpus.ts'
import type { VectorIndex } from './plan-recall.ts'
import { onShards, type RecallScope, within } from './scope-store.ts'

/** Reads the containers of a search, their counters and their term statistics, before rows are recalled. */

/** The part of an organization that one cell holds. */
export type OrganizationShards = { org: string; shards: readonly number[] }

export type SearchedContainer = {
  container: string
  rows: number
  activeSet: number
  /** Terms that say which languages occur in it. */
  marks: number[]
  /** Holds its vectors, or those of its whole organization. */
  index: VectorIndex | null
}

/** A tag has one shard, so shards and tags need not be given in pairs. */
export async function findContainers(
  db: Db,
  corpus: Corpus,
  { org, shards }: OrganizationShards,
  tags: readonly string[],
): Promise<SearchedContainer[]> {
  const { rows } = await sql<SearchedContainer>`
    select ${columnsOf(corpus, shards, ofContainer)} ${containersOf({ org, shards }, tags)}`.execute(db)
  return rows
}

/** The largest containers of an organization: a search of all of it takes its term statistics from these. */
export async function largestContainers(
  db: Db,
  corpus: Corpus,
  { org, shards }: OrganizationShards,
  most: number,
): Promise<SearchedContainer[]> {
  const counter = sql.raw(corpus.rowCounter)
  const { rows } = await sql<SearchedContainer>`
    select ${columnsOf(corpus, shards, ofOrganization)} from (
      select * from cell.containers c where c.org = ${org} and ${onShards(sql.raw('c.shard'), shards)} and ${counter} > 0
         and c.deleted_at is null order by ${counter} desc limit ${most}) c`.execute(db)
  return rows
}

function columnsOf(
  { rowCounter, termCounts, hasVectorIndexes }: Corpus,
  shards: readonly number[],
  whose: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`c.container, ${sql.raw(`c.${rowCounter}`)} as rows, c.active_set as "activeSet",
    array(select t.term from ${sql.raw(`cell.${termCounts.table}`)} t
           where t.shard = c.shard and t.org = c.org and t.container = c.container and t.term = any(${[...marks.keys()]}::int[])) as marks,
    ${hasVectorIndexes ? vectorIndex(shards, whose) : sql`null`} as index`
}

function vectorIndex(shards: readonly number[], whose: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select json_build_object('set', i.embedding_set, 'dimensions', i.dimensions) from cell.vector_indexes i
    where ${onShards(sql.raw('i.shard'), shards)} and i.shard = c.shard and i.org = c.org and i.embedding_set = c.active_set
      and i.ready_at is not null and (${whose}) limit 1)`
}

const ofOrganization = sql`i.container = ${wholeOrganization}`

/** The container's own index, or that of its organization if at least half of that is the container: the search drops other containers' rows. */
const ofContainer = sql`i.container = c.container or (${ofOrganization} and c.chunks * 2 >= (
  select sum(o.chunks) from cell.organization_counters o where o.shard = i.shard and o.org = i.org))`

function containersOf({ org, shards }: OrganizationShards, tags: readonly string[]): RawBuilder<unknown> {
  return sql`from cell.containers c where ${onShards(sql.raw('c.shard'), shards)} and c.org = ${org}
    and c.tag = any(${tags}::text[])`
}

/** In how many rows of these containers each term occurs. */
export async function readTermCounts(
  db: Db,
  { termCounts: { table, column } }: Pick<Corpus, 'termCounts'>,
  scope: RecallScope,
  terms: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ term: number; rows: number }>`
    select t.term, sum(${sql.raw(`t.${column}`)})::int as rows from ${sql.raw(`cell.${table}`)} t
     where ${within(scope, 't')} and t.term = any(${terms}::int[]) group by t.term`.execute(db)
  return new Map(rows.map(each => [each.term, each.rows]))
}

/** `isId`: named by its id, which comes before a customId of the same spelling. */
export type NamedDocument = Candidate & { isId: boolean }

/** The documents that an id or customId names in the containers of these tags, or in all containers without tags. */
export async function findNamed(
  db: Db,
  { org, shards }: OrganizationShards,
  tags: readonly string[],
  idOrCustomId: string,
): Promise<NamedDocument[]> {
  const searched =
    tags.length > 0
      ? sql`and container in (select c.container ${containersOf({ org, shards }, tags)})`
      : sql`and container <> ${closedContainers(org, shards)}`
  const live = sql`shard = any(${shards}::smallint[]) and org = ${org} and tombstoned_at is null ${searched}`
  const { rows } = await sql<NamedDocument>`
    select id, tag as "containerTag", is_id as "isId" from (
      select id, container_tags[1] as tag, true as is_id from cell.documents where ${live} and id = ${decodeId(idOrCustomId) ?? nilUuid}
       union all select id, container_tags[1], false from cell.documents where ${live} and custom_id = ${idOrCustomId}) named
     order by is_id desc, id limit ${mostCandidates}`.execute(db)
  return rows
}
