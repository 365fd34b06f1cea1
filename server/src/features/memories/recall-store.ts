import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { Filter } from '../../platform/filters/schema.ts'
import { hasPath } from '../../platform/filters/to-sql.ts'
import { armOfMatches, emptyArm, rankByKeywords, rankByVector, walking } from '../recall/arm-store.ts'
import type { Corpus, KeywordMatch } from '../recall/corpus.ts'
import { soughtInOrganization } from '../recall/organization-store.ts'
import type { RecallPlan } from '../recall/plan-recall.ts'
import { isOneContainer, type RecallScope, sameContainer, withinOpen } from '../recall/scope-store.ts'
import { isForgotten, isLearned, isSuperseded } from './as-of-store.ts'
import { passagesOf } from './passage-store.ts'
import { type MemoryOrigin, type MemoryRow, memoryFilter } from './store.ts'

const leastPerArm = 60

/**
 * Each arm returns at most twice the limit. With LoCoMo's turns as memories, the 50 best for 198 questions were the same as
 * with four times the limit at .999 of all ranks, and contained as many answers.
 */
export const memoryCorpus = {
  name: 'memories',
  rowCounter: 'memory_versions',
  termCounts: { table: 'memory_term_counts', column: 'memories' },
  key: { memory: 'uuid' },
  hasVectorIndexes: false,
  mostPerArm: limit => Math.max(leastPerArm, limit * 2),
  keywordArm: (scope, plan) => keywordArm({ scope, plan, withForgotten: false }),
} satisfies Corpus

export type MemoryRecallQuery = {
  scope: RecallScope
  plan: RecallPlan
  dense: { set: number; vector: string }
  /** `matches`: results of the keyword arm, if it ran ahead. */
  lexical: { vector: string; matches?: readonly KeywordMatch[] | undefined } | undefined
  filters?: Filter | undefined
  filepath?: string | undefined
  withForgotten: boolean
  /** Only memories that were known at this time. */
  asOf?: Date | undefined
  /** Also memories that are otherwise left out, so that `explain` can give the reason. */
  withLeftOut?: boolean | undefined
  /** Also reads the tokens of the passages of the best matches. */
  withPassages?: boolean | undefined
  /** Reads whole rows only for the best matches by both scores. */
  best?: { count: number; dense: ScoreRamp; lexical: ScoreRamp } | undefined
}

/** A score up to `from` counts 0, and from `to` on it counts `weight`. */
type ScoreRamp = { from: number; to: number; weight: number }

export type RecalledMemory = Pick<
  MemoryRow,
  'shard' | 'container' | 'id' | 'text' | 'metadata' | 'version' | 'isInference' | 'updatedAt'
> & {
  isApproved: boolean
  origin: MemoryOrigin
  /** Whose fact it is and what it gives, as judged. Null: not judged. */
  about: string | null
  attribute: string | null
  isSuperseded: boolean
  isForgotten: boolean
  isLearned: boolean
  /** The known dates of the memory: of the events, and of the statement. */
  dates: Date[]
  /** When it was said, or else when it was learned. */
  saidAt: Date
  /** Path of the newest source document that has one. */
  filepath: string | null
  /** The codes in hex of the tokens of the chunks that it comes from. Null: not read. */
  passages: string[] | null
  similarity: number | null
  denseRank: number | null
  bm25: number | null
  lexicalRank: number | null
}

/**
 * Runs both arms and reads both scores of every memory that either found, as the search of chunks does. One statement, so one
 * snapshot. The scores of both arms are merged by grouping: for a join, the planner would choose the method by estimates.
 */
export async function recallMemories(db: Db, query: MemoryRecallQuery): Promise<RecalledMemory[]> {
  const { walk } = query.plan
  const statement = recallStatement(query)
  const { rows } = walk ? await walking(db, walk, () => statement.execute(db)) : await statement.execute(db)
  return rows
}

function recallStatement(query: MemoryRecallQuery): RawBuilder<RecalledMemory> {
  const { dense, lexical, scope, plan, asOf, withLeftOut, withPassages, best } = query
  const matches = lexical?.matches
  return sql<RecalledMemory>`
    with asked as materialized (select ${dense.vector}::vector::halfvec as vector, ${lexical?.vector ?? null}::sparsevec as terms),
    ${plan.path === 'exact' ? sql`` : sql`near as materialized (${nearestOf(query)}),`}
    dense as materialized (${denseArm(query)}),
    lexical as materialized (${lexical ? (matches ? armOfMatches(memoryKey, matches) : keywordArm(query)) : emptyArm(memoryKey)}),
    scored as materialized (
      select ${key}, max(dense_rank) as "denseRank", max(lexical_rank) as "lexicalRank", max(similarity) as similarity, max(bm25) as bm25 from (
        select ${key}, rank as dense_rank, null::bigint as lexical_rank, score as similarity, null::float8 as bm25 from dense
         union all select ${key}, null, rank, null, score from lexical
         union all select ${key}, null, null, ${similarity}, null from ${eachOf(scope, vectorsOf(dense.set), sql`lexical`)}
         ${lexical ? sql`union all select ${key}, null, null, null, ${bm25} from ${matches ? eachOf(scope, liveTerms, inEither) : eachOf(scope, terms, sql`dense`)}` : sql``}) scores
       group by ${key} ${matches ? stillThere : sql``}),
    best as materialized (select *, row_number() over () as place from (select * from scored ${best ? bestOf(best) : byArms}) b)
    select f.*, ${withPassages ? passagesOf(scope, dense.set) : sql`null`} as passages, m.id, m.text, m.metadata, m.version, m.is_inference as "isInference", m.updated_at as "updatedAt",
           m.origin, m.about, m.attribute, m.review is not distinct from 'approved' as "isApproved", ${isSuperseded(asOf, 'm')} as "isSuperseded",
           ${isForgotten(asOf, 'm')} as "isForgotten", ${isLearned(asOf, 'm')} as "isLearned",
           array_remove(m.event_dates || m.document_date, null) as dates, coalesce(m.document_date, m.learned_at) as "saidAt",
           (select d.filepath from cell.documents d
             where ${sameContainer(scope, 'd')} and d.filepath is not null and d.tombstoned_at is null
               and d.id = any(array(select s.document from cell.memory_sources s where ${sameContainer(scope, 's')} and s.memory = f.memory))
             order by d.id desc limit 1) as filepath
      from best f join cell.memories m on ${sameContainer(scope, 'm')} and m.id = f.memory
     where ${withLeftOut || asOf ? sql`true` : sql`m.is_latest`}`
}

const { key: memoryKey } = memoryCorpus
const key = sql`shard, container, memory`
const similarity = sql`1 - (embedding <=> (select vector from asked))`
const bm25 = sql`-(terms <#> (select terms from asked))`

/** The same order for a search that reads all matches, as far as it matters. */
const byArms = sql`order by coalesce(similarity, 0) desc`

function bestOf({ count, dense, lexical }: NonNullable<MemoryRecallQuery['best']>): RawBuilder<unknown> {
  const counted = (score: RawBuilder<unknown>, { from, to, weight }: ScoreRamp) =>
    sql`${weight}::float8 * least(1, greatest(0, (coalesce(${score}, 0) - ${from}::float8) / ${to - from}::float8))`
  return sql`order by ${counted(sql`similarity`, dense)} + ${counted(sql`bm25`, lexical)} desc limit ${count}`
}

/** A table with one row per memory, and a condition on its rows `r`. */
type MemoryTable = { table: RawBuilder<unknown>; condition: RawBuilder<unknown> }

const vectorsOf = (set: number): MemoryTable => ({
  table: sql`cell.memory_vectors`,
  condition: sql`r.embedding_set = ${set}`,
})
const terms: MemoryTable = { table: sql`cell.memory_terms`, condition: sql`true` }
const liveTerms: MemoryTable = { ...terms, condition: sql`r.live_until > now()` }

/** Leaves out memories that were forgotten after the keyword arm ran: their terms are gone. */
const stillThere = sql`having max(lexical_rank) is null or max(bm25) is not null`
const inEither = sql`(select ${key} from dense union all select ${key} from lexical)`

/**
 * The rows of a list of memories, by key. In one container a single scan finds them all, so row-level security is checked
 * once instead of 400 times (.8 of 4.3 ms).
 */
function eachOf(
  scope: RecallScope,
  { table, condition }: MemoryTable,
  list: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (isOneContainer(scope))
    return sql`${table} r where ${withinOpen(scope, 'r')} and ${condition} and r.memory = any(array(select memory from ${list} listed))`
  // `limit 1` keeps this a lookup per row: the planner cannot turn it into a join over whole containers.
  return sql`(select r.* from ${list} f cross join lateral (
    select * from ${table} r where ${sameContainer(scope, 'r')} and ${condition} and r.memory = f.memory limit 1) r) r`
}

function vectorsWithin(query: MemoryRecallQuery): RawBuilder<unknown> {
  return sql`cell.memory_vectors v where ${withinOpen(query.scope, 'v')} and v.embedding_set = ${query.dense.set} and ${admitted(query, 'v')}`
}

/** The nearest by an index of the vectors, or by binary codes. */
function nearestOf(query: MemoryRecallQuery): RawBuilder<unknown> {
  const { walk, perArm } = query.plan
  if (walk?.set === query.dense.set) {
    const indexed = sql.raw(`halfvec(${Number(walk.dimensions)})`)
    return sql`select ${key} from ${vectorsWithin(query)}
      order by v.embedding::${indexed} <=> (select vector::${indexed} from asked) limit ${perArm}`
  }
  return sql`select ${key} from ${vectorsWithin(query)}
    order by v.code <~> (select binary_quantize(vector) from asked) limit ${query.plan.candidates}`
}

/** Compares vectors: all that are admitted, or those with the nearest binary codes. */
function denseArm(query: MemoryRecallQuery): RawBuilder<unknown> {
  const { plan, dense, scope } = query
  const rows = plan.path === 'exact' ? vectorsWithin(query) : eachOf(scope, vectorsOf(dense.set), sql`near`)
  return rankByVector(
    memoryKey,
    sql`select ${key}, embedding <=> (select vector from asked) as distance from ${rows}`,
    plan,
  )
}

function keywordArm(query: Narrowing & Pick<MemoryRecallQuery, 'plan'>): RawBuilder<unknown> {
  const { scope, plan } = query
  if (plan.terms && isCurrent(query))
    return rankByKeywords(memoryKey, soughtInOrganization(memoryCorpus, scope, plan.terms), plan)
  return rankByKeywords(
    memoryKey,
    sql`select ${key}, t.terms <#> (select terms from asked) as distance from cell.memory_terms t
       where ${withinOpen(query.scope, 't')} and ${admitted(query, 't')}`,
    query.plan,
  )
}

type Narrowing = Pick<
  MemoryRecallQuery,
  'scope' | 'filters' | 'filepath' | 'withForgotten' | 'asOf' | 'withLeftOut'
>

/**
 * The filter applies before the best rows are taken: rows that are left out must not crowd out others. `live_until` next to
 * the vector tells whether a memory is current. Other conditions read the memory itself.
 */
function admitted(query: Narrowing, alias: string): RawBuilder<unknown> {
  const { scope, filters, filepath, withForgotten, asOf, withLeftOut } = query
  if (withLeftOut) return sql`true`
  const memory = sql.ref(`${alias}.memory`)
  const all = [withForgotten || asOf ? sql`true` : sql`${sql.ref(`${alias}.live_until`)} > now()`]
  if (filters || withForgotten || asOf)
    all.push(sql`${memory} in (select d.id from cell.memories d
      where ${withinOpen(scope, 'd')} and ${isKnown(query)} and ${memoryFilter(filters)})`)
  if (filepath !== undefined)
    all.push(sql`${memory} = any(array(select s.memory from cell.documents d join cell.memory_sources s
        on s.shard = d.shard and s.org = d.org and s.container = d.container and s.document = d.id
      where ${withinOpen(scope, 'd')} and d.tombstoned_at is null and ${hasPath(filepath)}))`)
  return sql.join(all, sql` and `)
}

/** True if the search covers exactly the current memories. */
function isCurrent({ filters, filepath, withForgotten, asOf, withLeftOut }: Narrowing): boolean {
  return !(filters || filepath !== undefined || withForgotten || asOf || withLeftOut)
}

function isKnown({ asOf, withForgotten }: Narrowing): RawBuilder<unknown> {
  const isThere = sql`${isLearned(asOf)} and not ${isSuperseded(asOf)}`
  return withForgotten ? isThere : sql`${isThere} and not ${isForgotten(asOf)}`
}
