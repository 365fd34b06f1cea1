import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { Corpus, KeywordMatch } from './corpus.ts'
import type { RecallPlan } from './plan-recall.ts'
import type { RecallScope } from './scope-store.ts'

/** SQL that the arms of both corpora share. An arm is a ranked list of rows: by vector distance, or by keywords (BM25). */

type Key = Corpus['key']

/** The columns that name a row within its cell. */
export const keyColumns = (key: Key) => sql.raw(['shard', 'container', ...Object.keys(key)].join(', '))

/** Ranks rows by vector distance. `rows` must have a column `distance`. */
export function rankByVector(
  key: Key,
  rows: RawBuilder<unknown>,
  { perArm }: RecallPlan,
): RawBuilder<unknown> {
  return sql`select ${keyColumns(key)}, row_number() over (order by distance) as rank, 1 - distance as score
    from (${rows} order by distance limit ${perArm}) best`
}

/** Ranks rows by BM25. A row that shares no term with the query has the distance 0 and is no match. */
export function rankByKeywords(
  key: Key,
  rows: RawBuilder<unknown>,
  { perArm }: RecallPlan,
): RawBuilder<unknown> {
  return sql`select ${keyColumns(key)}, row_number() over (order by distance) as rank, -distance as score
    from (${rows} order by distance limit ${perArm}) best where distance < 0`
}

export function emptyArm(key: Key): RawBuilder<unknown> {
  const columns = Object.entries(key).map(([name, type]) => `null::${type} as ${name}, `)
  return sql`select null::smallint as shard, null::uuid as container, ${sql.raw(columns.join(''))}
    null::bigint as rank, null::float8 as score where false`
}

/** The matches of a keyword arm that ran ahead, without scores: the statement reads their scores together with all others. */
export function armOfMatches(key: Key, matches: readonly KeywordMatch[]): RawBuilder<unknown> {
  const columns = Object.entries({ shard: 'smallint', container: 'uuid', ...key, rank: 'bigint' }).map(
    ([name, type]) => sql`${matches.map(match => match[name])}::${sql.raw(type)}[]`,
  )
  return sql`select g.*, null::float8 as score from unnest(${sql.join(columns)}) g (${keyColumns(key)}, rank)`
}

/** Runs the keyword arm of an unfiltered search ahead of the rest: it need not wait for the query's vector. */
export async function recallByKeywords(
  db: Db,
  corpus: Corpus,
  { scope, plan, vector }: { scope: RecallScope; plan: RecallPlan; vector: string },
): Promise<KeywordMatch[]> {
  const { rows } = await sql<KeywordMatch>`
    with asked as materialized (select ${vector}::sparsevec as terms)
    select ${keyColumns(corpus.key)}, rank from (${corpus.keywordArm(scope, plan)}) matches`.execute(db)
  return rows
}
