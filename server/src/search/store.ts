import { type RawBuilder, sql } from 'kysely'
import { closedContainers } from '../containers/store.ts'
import type { Db } from '../db/tx.ts'
import type { RecallPlan } from '../lib/plan-recall.ts'
import { type Admission, admissionOf, isAdmitted, type Narrowing } from './narrowing-store.ts'
import { type SearchScope, within } from './scope-store.ts'

/** Search reads any table and writes none. */

export type RecallQuery = {
  scope: SearchScope
  narrowing?: Narrowing | undefined
  plan: RecallPlan
  /** Undefined for a search by words alone. The vector in pgvector's binary or text form. */
  dense: { set: number; vector: Buffer | string } | undefined
  /** Undefined when the query holds no word that could be looked up. `found`: what its arm found, where that was asked before. */
  lexical: { vector: string; found?: readonly FoundByWords[] | undefined } | undefined
}

export type FoundByWords = {
  shard: number
  container: string
  document: string
  position: number
  rank: number
}

/** The lexical arm of a search that is not narrowed, ahead of the rest: it need not wait for the query's vector. */
export async function recallByWords(
  db: Db,
  { scope, plan, lexical }: Pick<RecallQuery, 'scope' | 'plan'> & { lexical: { vector: string } },
): Promise<FoundByWords[]> {
  const { rows } = await sql<FoundByWords>`
    with asked as materialized (select ${lexical.vector}::sparsevec as terms)
    ${lexicalArm(scope, undefined, plan)}`.execute(db)
  return rows
}

export type Recalled = {
  shard: number
  container: string
  document: string
  position: number
  similarity: number | null
  denseRank: number | null
  bm25: number | null
  lexicalRank: number | null
}

/**
 * Both arms and, for everything either of them found, both scores: a chunk the words found is judged by its meaning too.
 * One statement, so one snapshot. Deleted documents may still have chunks for a moment; they are left out.
 */
export async function recall(db: Db, query: RecallQuery): Promise<Recalled[]> {
  const { walk } = query.plan
  const statement = recallStatement(query)
  const { rows } = walk
    ? await walking(db, walk.inSight, () => statement.execute(db))
    : await statement.execute(db)
  return rows
}

/**
 * A partial index is planned with only when the container is known, so not by a plan that serves them all; and, so that
 * nothing is left to estimates, by a planner that would rather not sort. A walk that has met too few goes on.
 */
async function walking<T>(db: Db, inSight: number, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ mode: string }>`
    select current_setting('plan_cache_mode') as mode, set_config('plan_cache_mode', 'force_custom_plan', true),
           set_config('enable_sort', 'off', true), set_config('hnsw.iterative_scan', 'relaxed_order', true),
           set_config('hnsw.ef_search', ${String(inSight)}, true)`.execute(db)
  const result = await work()
  await sql`select set_config('plan_cache_mode', ${rows[0]!.mode}, true), set_config('enable_sort', 'on', true)`.execute(
    db,
  )
  return result
}

/**
 * The plan of this statement is kept and serves every container (see `readInScope`), so nothing in it is left to
 * estimates: an arm walks the container's part of an index, and what is known of single chunks is looked up by primary
 * key, in sub-selects, which the planner cannot turn into a join over a whole container. Each arm keeps the score it
 * ranked by; only the other one is looked up.
 */
export function recallStatement(query: RecallQuery): RawBuilder<Recalled> {
  const { scope, narrowing, plan, dense, lexical } = query
  const admission = narrowing && admissionOf(scope, narrowing)
  return sql<Recalled>`
    with asked as materialized (select ${dense?.vector ?? null}::vector::halfvec as vector, ${lexical?.vector ?? null}::sparsevec as terms),
    ${admission ? sql`admission as materialized (${admission.documents}),` : sql``}
    dense as materialized (${dense ? denseArm(scope, admission, plan, dense.set) : noArm}),
    lexical as materialized (${lexical ? (lexical.found ? foundBefore(lexical.found) : lexicalArm(scope, admission, plan)) : noArm}),
    found as materialized (
      select ${chunkKey}, d.rank as "denseRank", d.score as similarity, l.rank as "lexicalRank", l.score as bm25
        from dense d full join lexical l using (${chunkKey}))
    ${lexical?.found ? sql`select * from (` : sql``}
    select ${chunkKey}, "denseRank", "lexicalRank",
           ${dense ? sql`coalesce(similarity, ${similarityOf(scope, dense.set)})` : sql`similarity`} as similarity,
           ${lexical ? sql`coalesce(bm25, ${bm25Of(scope)})` : sql`bm25`} as bm25
      from found f where ${isLive(scope)} ${lexical?.found ? stillThere : sql``}`
}

/** What was replaced since its words were looked up is no longer there, or has other words and another score. */
const stillThere = sql`offset 0) now_found where "lexicalRank" is null or bm25 is not null`

const chunkKey = sql`shard, container, document, position`

const noArm = sql`select null::smallint as shard, null::uuid as container, null::uuid as document, null::int as position,
  null::bigint as rank, null::float8 as score where false`

/** Compares vectors: all of the container's, those whose binary codes are nearest, or those an index leads to. */
function denseArm(
  scope: SearchScope,
  admission: Admission | undefined,
  plan: RecallPlan,
  set: number,
): RawBuilder<unknown> {
  const rows = sql`${searched(scope, admission, 'v')} and v.embedding_set = ${set}`
  return sql`
    select ${chunkKey}, row_number() over (order by distance) as rank, 1 - distance as score
      from (${comparedVectors(scope, rows, plan, set)} order by distance limit ${plan.perArm}) best`
}

function comparedVectors(
  scope: SearchScope,
  rows: RawBuilder<unknown>,
  { path, walk, candidates, perArm }: RecallPlan,
  set: number,
): RawBuilder<unknown> {
  const distance = sql`v.embedding <=> (select vector from asked)`
  if (path === 'exact')
    return sql`select ${chunkKey}, ${distance} as distance from cell.chunk_vectors v where ${rows}`
  if (walk?.set === set) {
    const indexed = sql.raw(`halfvec(${Number(walk.dimensions)})`)
    return sql`select * from (
      select ${chunkKey}, ${distance} as distance from cell.chunk_vectors v where ${rows}
       order by v.embedding::${indexed} <=> (select vector::${indexed} from asked) limit ${perArm}) met`
  }
  return sql`select ${chunkKey}, 1 - ${similarityOf(scope, set)} as distance from (
    select ${chunkKey} from cell.chunk_vectors v where ${rows}
     order by v.code <~> (select binary_quantize(vector) from asked) limit ${candidates}) f`
}

function lexicalArm(
  scope: SearchScope,
  admission: Admission | undefined,
  plan: RecallPlan,
): RawBuilder<unknown> {
  const place = plan.sought !== undefined && !admission ? onlyContainer(scope) : undefined
  const compared = place ? soughtTerms(scope, place, plan) : comparedTerms(scope, admission)
  return sql`
    select ${chunkKey}, row_number() over (order by distance) as rank, -distance as score
      from (${compared} order by distance limit ${plan.perArm}) best
     where distance < 0`
}

/** Without the scores they had: these are read anew, with the rest. */
function foundBefore(found: readonly FoundByWords[]): RawBuilder<unknown> {
  return sql`select g.*, null::float8 as score from unnest(${found.map(({ shard }) => shard)}::smallint[], ${found.map(({ container }) => container)}::uuid[],
    ${found.map(({ document }) => document)}::uuid[], ${found.map(({ position }) => position)}::int[],
    ${found.map(({ rank }) => rank)}::bigint[]) g (${chunkKey}, rank)`
}

/** Every chunk there is, by its words. */
function comparedTerms(scope: SearchScope, admission: Admission | undefined): RawBuilder<unknown> {
  return sql`select ${chunkKey}, t.terms <#> (select terms from asked) as distance from cell.chunk_terms t where ${searched(scope, admission, 't')}`
}

type OnlyContainer = { shard: number; container: string }

/** Looked up by words is one container as a whole. What is left of it by filters may be little, and is all compared. */
function onlyContainer({ shards, containers, document }: SearchScope): OnlyContainer | undefined {
  const [shard, container] = [shards[0], containers?.[0]]
  if (shards.length !== 1 || containers?.length !== 1 || document) return undefined
  return { shard: shard!, container: container! }
}

/**
 * The chunks that hold the rarest words of the query, as many words as together are not in too many chunks, and at least
 * one; and those that came before their container was large. See 0022_sought_terms.sql.
 */
function soughtTerms(
  scope: SearchScope,
  { shard, container }: OnlyContainer,
  plan: RecallPlan,
): RawBuilder<unknown> {
  return sql`
    select ${shard}::smallint as shard, ${container}::uuid as container, s.document, s.position, s.distance
      from (select array_agg(term) as terms from (
              select t.term, t.chunks, sum(t.chunks) over (order by t.chunks, t.term) as so_far from cell.term_counts t
               where ${within(scope, 't')} and t.term = any(cell.terms_of((select terms from asked)))) by_rarity
             where so_far <= ${plan.sought} or so_far = chunks) rarest,
           cell.find_sought(${shard}::smallint, ${scope.org}::uuid, ${container}::uuid, rarest.terms, (select terms from asked)) s
     union all
    select ${chunkKey}, t.terms <#> (select terms from asked) from cell.chunk_terms t where ${within(scope, 't')} and not t.sought`
}

function searched(scope: SearchScope, admission: Admission | undefined, alias: string): RawBuilder<unknown> {
  return admission ? sql`${within(scope, alias)} and ${isAdmitted(admission, alias)}` : within(scope, alias)
}

function similarityOf(scope: SearchScope, set: number): RawBuilder<unknown> {
  return sql`(select 1 - (v.embedding <=> (select vector from asked)) from cell.chunk_vectors v
    where ${sameContainer(scope, 'v')} and v.embedding_set = ${set} and v.document = f.document and v.position = f.position)`
}

function bm25Of(scope: SearchScope): RawBuilder<unknown> {
  return sql`(select -(t.terms <#> (select terms from asked)) from cell.chunk_terms t
    where ${sameContainer(scope, 't')} and t.document = f.document and t.position = f.position)`
}

/** In one container all of them by one walk of its key: row-level security is looked at once, not a hundred times (.3 of 3.3 ms). */
function isLive(scope: SearchScope): RawBuilder<unknown> {
  const { shards, containers } = scope
  if (shards.length === 1 && containers?.length === 1)
    // `is true` keeps this a table that is made once and looked into.
    return sql`(f.document in (select d.id from cell.documents d where ${sameContainer(scope, 'd')}
      and d.id = any(array(select document from found)) and d.tombstoned_at is null)) is true`
  // Containers that were found by their tags are not deleted.
  const isOpen = containers ? sql`` : sql` and f.container <> ${closedContainers(scope.org, shards)}`
  return sql`(select d.tombstoned_at is null from cell.documents d where ${sameContainer(scope, 'd')} and d.id = f.document)${isOpen}`
}

/** The container of the row `f`, by value where there is only one: that prunes partitions once and not for each row. */
function sameContainer({ org, shards, containers }: SearchScope, alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  const shard = shards.length === 1 ? sql`${shards[0]}` : sql`f.shard`
  const container = containers?.length === 1 ? sql`${containers[0]}` : sql`f.container`
  return sql`${column('shard')} = ${shard} and ${column('org')} = ${org} and ${column('container')} = ${container}`
}
