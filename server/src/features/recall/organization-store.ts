import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { closedContainers } from '../containers/store.ts'
import { containerColumns, type OrganizationShards, type SearchedContainer } from './container-store.ts'
import type { Corpus } from './corpus.ts'
import type { SoughtTerms, VectorIndex } from './plan-recall.ts'
import { onShards, type RecallScope } from './scope-store.ts'

/** Reads what a search of a whole organization needs to know before rows are recalled. */

export type SearchedOrganization = {
  /** The rows of the organization, by its counters. */
  rows: number
  /** The organization has an index of its words. */
  hasWords: boolean
  /** The index of its vectors in the set that is searched. */
  index: VectorIndex | null
}

export async function readOrganization(
  db: Db,
  { name, rowCounter }: Corpus,
  { org, shards }: OrganizationShards,
): Promise<SearchedOrganization> {
  const of = sql`org = ${org} and ${onShards(sql.raw('shard'), shards)}`
  // An organization on several shards has no indexes: no single one could cover it.
  const ready = sql`from cell.organization_indexes where ${of} and corpus = ${name} and ready_at is not null`
  const { rows } = await sql<SearchedOrganization>`
    select coalesce((select sum(${sql.raw(rowCounter)}) from cell.organization_counters where ${of}), 0)::bigint as rows,
           exists (select ${ready} and kind = 'words') as "hasWords",
           (select json_build_object('set', embedding_set, 'dimensions', dimensions, 'lists', lists) ${ready} and kind = 'vectors'
               and embedding_set = (select active_set from cell.containers where ${of} limit 1) limit 1) as index`.execute(
    db,
  )
  return rows[0]!
}

/** Term statistics come from the largest of this many containers. Sorting all 100,000 containers of an organization took longer than its search. */
const consideredContainers = 2_000

/**
 * A sample of an organization's containers: the largest of the first ones that have rows. Reads all containers only if nearly
 * all of the first ones are empty.
 */
export async function sampleContainers(
  db: Db,
  corpus: Corpus,
  { org, shards }: OrganizationShards,
  most: number,
): Promise<SearchedContainer[]> {
  const counter = sql.raw(corpus.rowCounter)
  const open = sql`from cell.containers c where c.org = ${org} and ${onShards(sql.raw('c.shard'), shards)} and c.deleted_at is null`
  const largestOf = async (considered: RawBuilder<unknown>) => {
    const { rows } = await sql<SearchedContainer>`
      select ${containerColumns(corpus, shards)} from (
        select * from (${considered}) c where c.${counter} > 0 order by c.${counter} desc, c.container limit ${most}) c`.execute(
      db,
    )
    return rows
  }
  const found = await largestOf(sql`select * ${open} limit ${consideredContainers}`)
  if (found.length >= most) return found
  const { rows } = await sql`select ${open} offset ${consideredContainers} limit 1`.execute(db)
  return rows.length === 0 ? found : largestOf(sql`select * ${open}`)
}

/** A word is counted up to here. A word that the sample lacks is rarer than this, as a rule. */
const mostCounted = 500

/** The number of rows of the organization with each term, by its word index. */
export async function countInOrganization(
  db: Db,
  corpus: Corpus,
  { org, shards }: OrganizationShards,
  terms: readonly number[],
): Promise<Map<number, number>> {
  if (terms.length === 0) return new Map()
  const { rows } = await sql<{ term: number; rows: number }>`
    select term, "rows" from cell.count_words(${shards[0]}::smallint, ${org}::uuid, ${corpus.name}, ${terms}::int[], ${mostCounted}::int)
     where "rows" > 0`.execute(db)
  return new Map(rows.map(each => [each.term, each.rows]))
}

/** The rows that the word index of the organization finds, with their distance from the query's terms in `asked`. */
export function soughtInOrganization(
  { name, key }: Pick<Corpus, 'name' | 'key'>,
  { org, shards }: RecallScope,
  { any, all, most }: SoughtTerms,
): RawBuilder<unknown> {
  return sql`select ${shards[0]}::smallint as shard, container, ${sql.raw(Object.keys(key).join(', '))}, distance
    from ${sql.raw(`cell.seek_${name}`)}(${shards[0]}::smallint, ${org}::uuid, ${any}::int[], ${all}::int[],
      (select terms from asked), ${most}::int) where container <> ${closedContainers(org, shards)}`
}
