import { type RawBuilder, sql } from 'kysely'
import { marks } from '../../language/lexical/languages.ts'
import { countInTally } from '../../language/lexical/term-tally.ts'
import type { Db } from '../../platform/db/tx.ts'
import { decodeId, nilUuid } from '../../platform/lib/ids.ts'
import { type Candidate, mostCandidates } from '../containers/ambiguous-document.ts'
import { closedContainers } from '../containers/store.ts'
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
  /** Artificial terms that tell which languages occur in it. */
  marks: number[]
  /** The index of its vectors. */
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
    select ${containerColumns(corpus, shards)} ${containersOf({ org, shards }, tags)}`.execute(db)
  return rows
}

export function containerColumns(
  { rowCounter, termCounts, hasVectorIndexes }: Corpus,
  shards: readonly number[],
): RawBuilder<unknown> {
  return sql`c.container, ${sql.raw(`c.${rowCounter}`)} as rows, c.active_set as "activeSet",
    ${marksColumn(termCounts)} as marks,
    ${hasVectorIndexes ? vectorIndex(shards) : sql`null`} as index`
}

function marksColumn({ table, tallies }: Corpus['termCounts']): RawBuilder<unknown> {
  const here = sql`t.shard = c.shard and t.org = c.org and t.container = c.container`
  const ofTally = sql`union select unnest(t.marks) from cell.term_tallies t where ${here}`
  return sql`array(select t.term from ${sql.raw(`cell.${table}`)} t where ${here} and t.term = any(${[...marks.keys()]}::int[])
    ${tallies ? ofTally : sql``})`
}

function vectorIndex(shards: readonly number[]): RawBuilder<unknown> {
  return sql`(select json_build_object('set', i.embedding_set, 'dimensions', i.dimensions) from cell.vector_indexes i
    where ${onShards(sql.raw('i.shard'), shards)} and i.shard = c.shard and i.org = c.org and i.embedding_set = c.active_set
      and i.ready_at is not null and i.container = c.container limit 1)`
}

function containersOf({ org, shards }: OrganizationShards, tags: readonly string[]): RawBuilder<unknown> {
  return sql`from cell.containers c where ${onShards(sql.raw('c.shard'), shards)} and c.org = ${org}
    and c.tag = any(${tags}::text[])`
}

/** The number of rows of these containers in which each term occurs. */
export async function readTermCounts(
  db: Db,
  { termCounts: { table, column, tallies } }: Pick<Corpus, 'termCounts'>,
  scope: RecallScope,
  terms: readonly number[],
): Promise<Map<number, number>> {
  const ofTallies = sql`union all select null, null, t.tally from cell.term_tallies t where ${within(scope, 't')}`
  const { rows } = await sql<CountRow>`
    select t.term, sum(${sql.raw(`t.${column}`)})::int as rows, null::bytea as tally from ${sql.raw(`cell.${table}`)} t
     where ${within(scope, 't')} and t.term = any(${terms}::int[]) group by t.term
    ${tallies ? ofTallies : sql``}`.execute(db)
  const counts = new Map<number, number>()
  const add = (term: number, by: number) => {
    if (by !== 0) counts.set(term, (counts.get(term) ?? 0) + by)
  }
  for (const row of rows)
    if (row.tally) for (const term of terms) add(term, countInTally(row.tally, term))
    else add(row.term, row.rows)
  return counts
}

/** The count of a term, or the counts of a small container. */
type CountRow = { term: number; rows: number; tally: null } | { term: null; rows: null; tally: Buffer }

/** `isId`: the name is the id of the document. An id takes precedence over an equal customId. */
export type NamedDocument = Candidate & { isId: boolean }

/** The documents that an id or customId names in the containers of these tags, or in all containers without tags. */
export async function findNamedDocuments(
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
