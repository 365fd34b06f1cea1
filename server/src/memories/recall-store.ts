import { type RawBuilder, sql } from 'kysely'
import { closedContainers } from '../containers/store.ts'
import type { Db } from '../db/tx.ts'
import type { Filter } from '../filters/schema.ts'
import { hasPath } from '../filters/to-sql.ts'
import type { RecallPlan } from '../lib/plan-recall.ts'
import { isForgotten, isLearned, isSuperseded } from './as-of-store.ts'
import { type MemoryRow, memoryFilter, type Origin, type Relation } from './store.ts'

/** The memories a search looks at: an organization on some shards, perhaps only some of its containers. */
export type RecallScope = {
  org: string
  shards: readonly number[]
  containers: readonly string[] | undefined
}

function within({ org, shards, containers }: RecallScope, alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  // A single value becomes an equality, which the planner estimates and prunes by better than an array of one.
  const shard = shards.length === 1 ? sql`${shards[0]}` : sql`any(${shards}::smallint[])`
  const inside = !containers
    ? sql`<> ${closedContainers(org, shards)}`
    : containers.length === 1
      ? sql`= ${containers[0]}`
      : sql`= any(${containers}::uuid[])`
  return sql`${column('shard')} = ${shard} and ${column('org')} = ${org} and ${column('container')} ${inside}`
}

export type RecallContainer = { container: string; versions: number; activeSet: number }

export async function findContainers(
  db: Db,
  { org, shards }: RecallScope,
  tags: readonly string[],
): Promise<RecallContainer[]> {
  const { rows } = await sql<RecallContainer>`
    select container, memory_versions as versions, active_set as "activeSet" from cell.containers
     where org = ${org} and shard = any(${shards}::smallint[]) and tag = any(${tags}::text[])`.execute(db)
  return rows
}

/** Of an organization-wide search, the containers that its statistics are taken from. */
export async function largestContainers(
  db: Db,
  { org, shards }: RecallScope,
  most: number,
): Promise<RecallContainer[]> {
  const { rows } = await sql<RecallContainer>`
    select container, memory_versions as versions, active_set as "activeSet" from cell.containers
     where org = ${org} and shard = any(${shards}::smallint[]) and memory_versions > 0 and deleted_at is null
     order by memory_versions desc limit ${most}`.execute(db)
  return rows
}

export async function readTermCounts(
  db: Db,
  scope: RecallScope,
  terms: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ term: number; memories: number }>`
    select t.term, sum(t.memories)::int as memories from cell.memory_term_counts t
     where ${within(scope, 't')} and t.term = any(${terms}::int[]) group by t.term`.execute(db)
  return new Map(rows.map(({ term, memories }) => [term, memories]))
}

export type RecallQuery = {
  scope: RecallScope
  plan: RecallPlan
  dense: { set: number; vector: string }
  lexical: { vector: string } | undefined
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

/** Both arms and, for everything either of them found, both scores, as in the search of chunks. One statement, so one snapshot. */
export async function recallMemories(db: Db, query: RecallQuery): Promise<Recalled[]> {
  const { dense, lexical, scope, asOf, withLeftOut, best } = query
  const { rows } = await sql<Recalled>`
    with asked as materialized (select ${dense.vector}::vector::halfvec as vector, ${lexical?.vector ?? null}::sparsevec as terms),
    dense as materialized (${denseArm(query)}),
    lexical as materialized (${lexical ? lexicalArm(query) : noArm}),
    found as materialized (select shard, container, memory, d.score as similarity, d.rank as "denseRank", l.score as bm25, l.rank as "lexicalRank"
      from dense d full join lexical l using (shard, container, memory)),
    scored as materialized (select f.shard, f.container, f.memory, f."denseRank", f."lexicalRank",
           coalesce(f.similarity, (select 1 - (v.embedding <=> (select vector from asked)) from cell.memory_vectors v where ${same('v')}
              and v.org = ${scope.org} and v.embedding_set = ${dense.set} and v.memory = f.memory)) as similarity,
           coalesce(f.bm25, (select -(t.terms <#> (select terms from asked)) from cell.memory_terms t where ${same('t')}
              and t.org = ${scope.org} and t.memory = f.memory)) as bm25 from found f),
    best as materialized (select * from scored ${best ? bestOf(best) : sql``})
    select f.*, m.id, m.text, m.metadata, m.version, m.is_inference as "isInference", m.updated_at as "updatedAt",
           m.origin, m.review is not distinct from 'approved' as "isApproved", ${isSuperseded(asOf, 'm')} as "isSuperseded",
           ${isForgotten(asOf, 'm')} as "isForgotten", ${isLearned(asOf, 'm')} as "isLearned",
           array_remove(m.event_dates || m.document_date, null) as dates,
           (select d.filepath from cell.memory_sources s join cell.documents d
                on d.shard = s.shard and d.org = s.org and d.container = s.container and d.id = s.document
             where ${same('s')} and s.org = ${scope.org} and s.memory = f.memory and d.filepath is not null and d.tombstoned_at is null
             order by d.id desc limit 1) as filepath
      from best f join cell.memories m on ${same('m')} and m.org = ${scope.org} and m.id = f.memory
     where ${withLeftOut || asOf ? sql`true` : sql`m.is_latest`}`.execute(db)
  return rows
}

function bestOf({ count, dense, lexical }: NonNullable<RecallQuery['best']>): RawBuilder<unknown> {
  const counted = (score: RawBuilder<unknown>, { from, to, weight }: Weighed) =>
    sql`${weight}::float8 * least(1, greatest(0, (coalesce(${score}, 0) - ${from}::float8) / ${to - from}::float8))`
  return sql`order by ${counted(sql`similarity`, dense)} + ${counted(sql`bm25`, lexical)} desc limit ${count}`
}

const same = (alias: string) =>
  sql`${sql.ref(`${alias}.shard`)} = f.shard and ${sql.ref(`${alias}.container`)} = f.container`

const noArm = sql`select null::smallint as shard, null::uuid as container, null::uuid as memory,
  null::bigint as rank, null::float8 as score where false`

function denseArm(query: RecallQuery): RawBuilder<unknown> {
  const { plan, dense, scope } = query
  const rows = sql`cell.memory_vectors v where ${within(scope, 'v')} and v.embedding_set = ${dense.set} and ${admitted(query, 'v')}`
  const compared =
    plan.path === 'exact'
      ? sql`select shard, container, memory, v.embedding <=> (select vector from asked) as distance from ${rows}`
      : sql`select f.shard, f.container, f.memory, v.embedding <=> (select vector from asked) as distance
              from (select shard, container, memory from ${rows}
                     order by v.code <~> (select binary_quantize(vector) from asked) limit ${plan.candidates}) f
              join cell.memory_vectors v on ${same('v')} and v.org = ${scope.org} and v.embedding_set = ${dense.set} and v.memory = f.memory`
  return sql`select shard, container, memory, row_number() over (order by distance) as rank, 1 - distance as score
    from (${compared} order by distance limit ${plan.perArm}) best`
}

function lexicalArm(query: RecallQuery): RawBuilder<unknown> {
  return sql`
    select shard, container, memory, row_number() over (order by distance) as rank, -distance as score from (
      select shard, container, memory, t.terms <#> (select terms from asked) as distance from cell.memory_terms t
       where ${within(query.scope, 't')} and ${admitted(query, 't')} order by distance limit ${query.plan.perArm}) best
     where distance < 0`
}

/**
 * What may be found at all, decided before the best are taken: those left out must not crowd out others. That a memory
 * is known now is written beside its vector; anything else is asked of the memory itself.
 */
function admitted(query: RecallQuery, alias: string): RawBuilder<unknown> {
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

function isKnown({ asOf, withForgotten }: RecallQuery): RawBuilder<unknown> {
  const isThere = sql`${isLearned(asOf)} and not ${isSuperseded(asOf)}`
  return withForgotten ? isThere : sql`${isThere} and not ${isForgotten(asOf)}`
}

export type Relative = {
  of: string
  side: 'parent' | 'child' | 'related'
  relation: Relation
  steps: number
  text: string
  metadata: Record<string, unknown> | null
  updatedAt: Date
}

type Key = Pick<MemoryRow, 'shard' | 'container' | 'id'>

const keysOf = (memories: readonly Key[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(memories.map(({ shard, container, id }) => ({ shard, container, id })))}::jsonb)
    as k (shard smallint, container uuid, id uuid)`

/** How far a chain is followed from a memory that was found. */
const farthest = 10

/** What memories come from, what came of them, and what came of the same. */
export async function readRelatives(db: Db, org: string, memories: readonly Key[]): Promise<Relative[]> {
  const { rows } = await sql<Relative>`
    with recursive k as materialized (select * from ${keysOf(memories)}),
    up as (
      select k.shard, k.container, k.id as of, r.related as id, r.relation, 1 as steps from k join cell.memory_relations r
          on r.shard = k.shard and r.org = ${org} and r.container = k.container and r.memory = k.id
      union
      select u.shard, u.container, u.of, r.related, r.relation, u.steps + 1 from up u join cell.memory_relations r
          on r.shard = u.shard and r.org = ${org} and r.container = u.container and r.memory = u.id where u.steps < ${farthest}),
    down as (
      select k.shard, k.container, k.id as of, r.memory as id, r.relation, 1 as steps from k join cell.memory_relations r
          on r.shard = k.shard and r.org = ${org} and r.container = k.container and r.related = k.id
      union
      select u.shard, u.container, u.of, r.memory, r.relation, u.steps + 1 from down u join cell.memory_relations r
          on r.shard = u.shard and r.org = ${org} and r.container = u.container and r.related = u.id where u.steps < ${farthest}),
    beside as (
      select distinct u.shard, u.container, u.of, r.memory as id, r.relation, 0 as steps from up u join cell.memory_relations r
          on r.shard = u.shard and r.org = ${org} and r.container = u.container and r.related = u.id
       where u.steps = 1 and r.memory <> u.of),
    everyone as (select *, 'parent' as side from up union all select *, 'child' from down union all select *, 'related' from beside)
    select e.of, e.side, e.relation, e.steps, m.text, m.metadata, m.updated_at as "updatedAt"
      from everyone e join cell.memories m on m.shard = e.shard and m.org = ${org} and m.container = e.container and m.id = e.id
     where not m.is_forgotten and (m.forget_after is null or m.forget_after > now()) order by e.steps, m.id`.execute(
    db,
  )
  return rows
}

export type SourceDocument = {
  memory: string
  id: string
  title: string | null
  type: string
  metadata: Record<string, unknown> | null
  summary: string | null
  createdAt: Date
  updatedAt: Date
}

/** The documents memories come from, deleted ones not. */
export async function readSources(db: Db, org: string, memories: readonly Key[]): Promise<SourceDocument[]> {
  const { rows } = await sql<SourceDocument>`
    select k.id as memory, d.id, d.title, d.type, d.metadata, d.summary, d.created_at as "createdAt", d.updated_at as "updatedAt"
      from ${keysOf(memories)}
      join cell.memory_sources s on s.shard = k.shard and s.org = ${org} and s.container = k.container and s.memory = k.id
      join cell.documents d on d.shard = s.shard and d.org = ${org} and d.container = s.container and d.id = s.document
     where d.tombstoned_at is null order by d.id`.execute(db)
  return rows
}
