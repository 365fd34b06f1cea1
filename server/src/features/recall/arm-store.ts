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

/**
 * Runs work that walks a vector index. Postgres uses a partial index only if it knows the container or organization while it
 * plans, so the statement gets a custom plan. Sorting is off, so that the plan does not depend on estimates. An iterative
 * scan continues when it has found too few rows.
 */
export async function walking<T>(
  db: Db,
  { inSight, probes }: NonNullable<RecallPlan['walk']>,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ mode: string }>`
    select current_setting('plan_cache_mode') as mode, set_config('plan_cache_mode', 'force_custom_plan', true),
           set_config('enable_sort', 'off', true), set_config('hnsw.iterative_scan', 'relaxed_order', true),
           set_config('ivfflat.iterative_scan', 'relaxed_order', true), set_config('ivfflat.probes', ${String(probes)}, true),
           set_config('hnsw.ef_search', ${String(inSight)}, true)`.execute(db)
  const result = await work()
  await sql`select set_config('plan_cache_mode', ${rows[0]!.mode}, true), set_config('enable_sort', 'on', true)`.execute(
    db,
  )
  return result
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
