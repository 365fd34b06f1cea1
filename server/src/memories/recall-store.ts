import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/tx.ts'
import type { Filter } from '../filters/schema.ts'
import { hasPath } from '../filters/to-sql.ts'
import type { RecallPlan } from '../lib/plan-recall.ts'
import { isForgotten, isLearned, isSuperseded } from './as-of-store.ts'
import { type RecallScope, within } from './place-store.ts'
import { type MemoryRow, memoryFilter, type Origin } from './store.ts'

export type RecallQuery = {
  scope: RecallScope
  plan: RecallPlan
  dense: { set: number; vector: string }
  /** `found`: what its arm found, where that was asked before. */
  lexical: { vector: string; found?: readonly FoundByWords[] | undefined } | undefined
  filters: Filter | undefined
  filepath: string | undefined
  withForgotten: boolean
  /** Only what was known then. */
  asOf?: Date | undefined
  /** Also what is left out otherwise, to say why. */
  withLeftOut?: boolean | undefined
  /** Of what both arms found only so many are read whole: the best by both scores, each from where it begins to count. */
  best?: { count: number; dense: Weighed; lexical: Weighed } | undefined
}

/** What a score counts for: nothing up to `from`, `weight` from `to` on. */
export type Weighed = { from: number; to: number; weight: number }

export type Recalled = Pick<
  MemoryRow,
  'shard' | 'container' | 'id' | 'text' | 'metadata' | 'version' | 'isInference' | 'updatedAt'
> & {
  isApproved: boolean
  origin: Origin
  isSuperseded: boolean
  isForgotten: boolean
  isLearned: boolean
  /** When it was or will be so, or was said, as far as that was told. */
  dates: Date[]
  /** Of the newest document it comes from that has one. */
  filepath: string | null
  similarity: number | null
  denseRank: number | null
  bm25: number | null
  lexicalRank: number | null
}

/** What is known of a memory that the words of a search have found. */
export type FoundByWords = { shard: number; container: string; memory: string; rank: number }

/** The lexical arm of a search that is not narrowed, ahead of the rest: it need not wait for the query's vector. */
export async function recallByWords(
  db: Db,
  { scope, plan, vector }: Pick<RecallQuery, 'scope' | 'plan'> & { vector: string },
): Promise<FoundByWords[]> {
  const anything = { filters: undefined, filepath: undefined, withForgotten: false }
  const { rows } = await sql<FoundByWords>`
    with asked as materialized (select ${vector}::sparsevec as terms)
    select ${key}, rank from (${lexicalArm({ scope, plan, ...anything })}) found`.execute(db)
  return rows
}

/**
 * Both arms and, for everything either of them found, both scores, as in the search of chunks. One statement, so one
 * snapshot. Scores from both sides meet in a group and not in a join, whose kind would be left to estimates.
 */
export async function recallMemories(db: Db, query: RecallQuery): Promise<Recalled[]> {
  const { dense, lexical, scope, plan, asOf, withLeftOut, best } = query
  const found = lexical?.found
  const { rows } = await sql<Recalled>`
    with asked as materialized (select ${dense.vector}::vector::halfvec as vector, ${lexical?.vector ?? null}::sparsevec as terms),
    ${plan.path === 'exact' ? sql`` : sql`near as materialized (${nearestCodes(query)}),`}
    dense as materialized (${denseArm(query)}),
    lexical as materialized (${lexical ? (found ? foundBefore(found) : lexicalArm(query)) : noArm}),
    scored as materialized (
      select ${key}, max(dense_rank) as "denseRank", max(lexical_rank) as "lexicalRank", max(similarity) as similarity, max(bm25) as bm25 from (
        select ${key}, rank as dense_rank, null::bigint as lexical_rank, score as similarity, null::float8 as bm25 from dense
         union all select ${key}, null, rank, null, score from lexical
         union all select ${key}, null, null, ${similarity}, null from ${eachOf(scope, vectorsOf(dense.set), sql`lexical`)}
         ${lexical ? sql`union all select ${key}, null, null, null, ${bm25} from ${found ? eachOf(scope, liveTerms, inEither) : eachOf(scope, terms, sql`dense`)}` : sql``}) scores
       group by ${key} ${found ? stillThere : sql``}),
    best as materialized (select * from scored ${best ? bestOf(best) : sql``})
    select f.*, m.id, m.text, m.metadata, m.version, m.is_inference as "isInference", m.updated_at as "updatedAt",
           m.origin, m.review is not distinct from 'approved' as "isApproved", ${isSuperseded(asOf, 'm')} as "isSuperseded",
           ${isForgotten(asOf, 'm')} as "isForgotten", ${isLearned(asOf, 'm')} as "isLearned",
           array_remove(m.event_dates || m.document_date, null) as dates,
           (select d.filepath from cell.documents d
             where ${same(scope, 'd')} and d.filepath is not null and d.tombstoned_at is null
               and d.id = any(array(select s.document from cell.memory_sources s where ${same(scope, 's')} and s.memory = f.memory))
             order by d.id desc limit 1) as filepath
      from best f join cell.memories m on ${same(scope, 'm')} and m.id = f.memory
     where ${withLeftOut || asOf ? sql`true` : sql`m.is_latest`}`.execute(db)
  return rows
}

const key = sql`shard, container, memory`
const similarity = sql`1 - (embedding <=> (select vector from asked))`
const bm25 = sql`-(terms <#> (select terms from asked))`

function bestOf({ count, dense, lexical }: NonNullable<RecallQuery['best']>): RawBuilder<unknown> {
  const counted = (score: RawBuilder<unknown>, { from, to, weight }: Weighed) =>
    sql`${weight}::float8 * least(1, greatest(0, (coalesce(${score}, 0) - ${from}::float8) / ${to - from}::float8))`
  return sql`order by ${counted(sql`similarity`, dense)} + ${counted(sql`bm25`, lexical)} desc limit ${count}`
}

/** A table that has a row for each memory, and which of them are meant. */
type Beside = { table: RawBuilder<unknown>; condition: RawBuilder<unknown> }

const vectorsOf = (set: number): Beside => ({
  table: sql`cell.memory_vectors`,
  condition: sql`r.embedding_set = ${set}`,
})
const terms: Beside = { table: sql`cell.memory_terms`, condition: sql`true` }
const liveTerms: Beside = { ...terms, condition: sql`r.live_until > now()` }

/** What was forgotten since its words were looked up has no words any more. */
const stillThere = sql`having max(lexical_rank) is null or max(bm25) is not null`
const inEither = sql`(select ${key} from dense union all select ${key} from lexical)`

/**
 * The rows of a list of memories, by their key. In one container by one walk of it: row-level security is looked at once,
 * and not for each of 400 (.8 of 4.3 ms).
 */
function eachOf(
  scope: RecallScope,
  { table, condition }: Beside,
  list: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (isOneContainer(scope))
    return sql`${table} r where ${within(scope, 'r')} and ${condition} and r.memory = any(array(select memory from ${list} listed))`
  // `limit 1` keeps each look-up a look-up: the planner cannot turn it into a join over whole containers.
  return sql`(select r.* from ${list} f cross join lateral (
    select * from ${table} r where ${same(scope, 'r')} and ${condition} and r.memory = f.memory limit 1) r) r`
}

const isOneContainer = ({ shards, containers }: RecallScope) =>
  shards.length === 1 && containers?.length === 1

/** The container of the row `f`, by value where there is only one: that prunes partitions once and not for each row. */
function same(scope: RecallScope, alias: string): RawBuilder<unknown> {
  if (isOneContainer(scope)) return within(scope, alias)
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`${column('shard')} = f.shard and ${column('org')} = ${scope.org} and ${column('container')} = f.container`
}

const noArm = sql`select null::smallint as shard, null::uuid as container, null::uuid as memory,
  null::bigint as rank, null::float8 as score where false`

/** Without the scores they had: these are read anew, with the rest. */
function foundBefore(found: readonly FoundByWords[]): RawBuilder<unknown> {
  return sql`select g.*, null::float8 as score from unnest(${found.map(({ shard }) => shard)}::smallint[], ${found.map(({ container }) => container)}::uuid[],
    ${found.map(({ memory }) => memory)}::uuid[], ${found.map(({ rank }) => rank)}::bigint[]) g (${key}, rank)`
}

function vectorsWithin(query: RecallQuery): RawBuilder<unknown> {
  return sql`cell.memory_vectors v where ${within(query.scope, 'v')} and v.embedding_set = ${query.dense.set} and ${admitted(query, 'v')}`
}

function nearestCodes(query: RecallQuery): RawBuilder<unknown> {
  return sql`select ${key} from ${vectorsWithin(query)}
    order by v.code <~> (select binary_quantize(vector) from asked) limit ${query.plan.candidates}`
}

/** Compares vectors: all that are admitted, or those whose binary codes are nearest. */
function denseArm(query: RecallQuery): RawBuilder<unknown> {
  const { plan, dense, scope } = query
  const rows = plan.path === 'exact' ? vectorsWithin(query) : eachOf(scope, vectorsOf(dense.set), sql`near`)
  return sql`select ${key}, row_number() over (order by distance) as rank, 1 - distance as score from (
    select ${key}, embedding <=> (select vector from asked) as distance from ${rows} order by distance limit ${plan.perArm}) best`
}

function lexicalArm(query: Narrowed & Pick<RecallQuery, 'plan'>): RawBuilder<unknown> {
  return sql`
    select ${key}, row_number() over (order by distance) as rank, -distance as score from (
      select ${key}, t.terms <#> (select terms from asked) as distance from cell.memory_terms t
       where ${within(query.scope, 't')} and ${admitted(query, 't')} order by distance limit ${query.plan.perArm}) best
     where distance < 0`
}

type Narrowed = Pick<RecallQuery, 'scope' | 'filters' | 'filepath' | 'withForgotten' | 'asOf' | 'withLeftOut'>

/**
 * What may be found at all, decided before the best are taken: those left out must not crowd out others. That a memory
 * is known now is written beside its vector; anything else is asked of the memory itself.
 */
function admitted(query: Narrowed, alias: string): RawBuilder<unknown> {
  const { scope, filters, filepath, withForgotten, asOf, withLeftOut } = query
  if (withLeftOut) return sql`true`
  const memory = sql.ref(`${alias}.memory`)
  const all = [withForgotten || asOf ? sql`true` : sql`${sql.ref(`${alias}.live_until`)} > now()`]
  if (filters || withForgotten || asOf)
    all.push(sql`${memory} in (select d.id from cell.memories d
      where ${within(scope, 'd')} and ${isKnown(query)} and ${memoryFilter(filters)})`)
  if (filepath !== undefined)
    all.push(sql`${memory} = any(array(select s.memory from cell.documents d join cell.memory_sources s
        on s.shard = d.shard and s.org = d.org and s.container = d.container and s.document = d.id
      where ${within(scope, 'd')} and d.tombstoned_at is null and ${hasPath(filepath)}))`)
  return sql.join(all, sql` and `)
}

function isKnown({ asOf, withForgotten }: Narrowed): RawBuilder<unknown> {
  const isThere = sql`${isLearned(asOf)} and not ${isSuperseded(asOf)}`
  return withForgotten ? isThere : sql`${isThere} and not ${isForgotten(asOf)}`
}
