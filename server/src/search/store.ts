import { type RawBuilder, sql } from 'kysely'
import { closedContainers } from '../containers/store.ts'
import { wholeOrganization } from '../containers/upkeep/index-store.ts'
import type { Db } from '../db/tx.ts'
import { marks } from '../lexical/languages.ts'
import { decodeId } from '../lib/ids.ts'
import type { RecallPlan, VectorIndex } from '../lib/plan-recall.ts'
import type { Place } from '../lib/structure.ts'
import { type Admission, admissionOf, isAdmitted, type Narrowing } from './narrowing-store.ts'
import { onShards, type SearchScope, within } from './scope-store.ts'

/** Search reads any table and writes none. */

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

/**
 * The document an id or customId names, or one that cannot exist: a search within nothing finds nothing. What is an id to
 * look at may be a customId. Containers may know one customId each; of those that are searched (all, when no tag is
 * given) the newest document has it.
 */
export async function findDocumentId(
  db: Db,
  org: string,
  shards: readonly number[],
  placed: readonly PlacedTag[],
  idOrCustomId: string,
): Promise<string> {
  const searched =
    placed.length > 0
      ? sql`and container in (select c.container ${containersOf(org, placed)})`
      : sql`and container <> ${closedContainers(org, shards)}`
  const live = sql`shard = any(${shards}::smallint[]) and org = ${org} and tombstoned_at is null ${searched}`
  const { rows } = await sql<{ id: string }>`
    select id from (select id, true as is_id from cell.documents where ${live} and id = ${decodeId(idOrCustomId) ?? nobody}
              union all select id, false from cell.documents where ${live} and custom_id = ${idOrCustomId}) named
     order by is_id desc, id desc limit 1`.execute(db)
  return rows[0]?.id ?? nobody
}

const nobody = '00000000-0000-0000-0000-000000000000'

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

export type RecallQuery = {
  scope: SearchScope
  narrowing?: Narrowing | undefined
  plan: RecallPlan
  /** Undefined for a search by words alone. The vector in pgvector's binary or text form. */
  dense: { set: number; vector: Buffer | string } | undefined
  /** Undefined when the query holds no word that could be looked up. */
  lexical: { vector: string } | undefined
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
  const place = plan.sought !== undefined && !admission ? onlyContainer(scope) : undefined
  return sql<Recalled>`
    with asked as materialized (select ${dense?.vector ?? null}::vector::halfvec as vector, ${lexical?.vector ?? null}::sparsevec as terms),
    ${admission ? sql`admission as materialized (${admission.documents}),` : sql``}
    dense as materialized (${dense ? denseArm(scope, admission, plan, dense.set) : noArm}),
    lexical as materialized (${lexical ? lexicalArm(place ? soughtTerms(scope, place, plan) : comparedTerms(scope, admission), plan) : noArm}),
    found as materialized (
      select ${chunkKey}, d.rank as "denseRank", d.score as similarity, l.rank as "lexicalRank", l.score as bm25
        from dense d full join lexical l using (${chunkKey}))
    select ${chunkKey}, "denseRank", "lexicalRank",
           ${dense ? sql`coalesce(similarity, ${similarityOf(scope, dense.set)})` : sql`similarity`} as similarity,
           ${lexical ? sql`coalesce(bm25, ${bm25Of(scope)})` : sql`bm25`} as bm25
      from found f where ${isLive(scope)}`
}

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

function lexicalArm(compared: RawBuilder<unknown>, plan: RecallPlan): RawBuilder<unknown> {
  return sql`
    select ${chunkKey}, row_number() over (order by distance) as rank, -distance as score
      from (${compared} order by distance limit ${plan.perArm}) best
     where distance < 0`
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

function isLive(scope: SearchScope): RawBuilder<unknown> {
  // Containers that were found by their tags are not deleted.
  const isOpen = scope.containers
    ? sql``
    : sql` and f.container <> ${closedContainers(scope.org, scope.shards)}`
  return sql`(select d.tombstoned_at is null from cell.documents d where ${sameContainer(scope, 'd')} and d.id = f.document)${isOpen}`
}

/** The container of the row `f`, by value where there is only one: that prunes partitions once and not for each row. */
function sameContainer({ org, shards, containers }: SearchScope, alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  const shard = shards.length === 1 ? sql`${shards[0]}` : sql`f.shard`
  const container = containers?.length === 1 ? sql`${containers[0]}` : sql`f.container`
  return sql`${column('shard')} = ${shard} and ${column('org')} = ${org} and ${column('container')} = ${container}`
}

export type FoundDocument = {
  id: string
  title: string | null
  type: string
  metadata: Record<string, unknown> | null
  summary: string | null
  filepath: string | null
  createdAt: Date
  updatedAt: Date
  content: string | null
  /** The chunks asked for, in the order asked; null for one that is not there, or has just been replaced. */
  chunks: (ShownText | null)[]
}

/** The text of a chunk, and where in the document's text it is; in a file, on which page or at which time. */
export type ShownText = { id: string; content: string; start: number; end: number; metadata: Place | null }

export type HitKey = { shard: number; container: string; document: string; positions: number[] }

/** The documents of a search's hits, each with the text of its chunks. A document deleted meanwhile is not there. */
export async function readHits(
  db: Db,
  org: string,
  hits: readonly HitKey[],
  withContent: boolean,
): Promise<FoundDocument[]> {
  if (hits.length === 0) return []
  const shards = [...new Set(hits.map(({ shard }) => shard))]
  const of = (alias: string) => {
    const column = (name: string) => sql.raw(`${alias}.${name}`)
    return sql`${onShards(column('shard'), shards)} and ${column('shard')} = h.shard and ${column('org')} = ${org} and ${column('container')} = h.container`
  }
  const content = withContent
    ? sql`(select coalesce(r.extracted, r.content) from cell.revisions r
            where ${of('r')} and r.document = h.document and r.revision = d.indexed_revision)`
    : sql`null::text`
  // `limit 1` keeps each look-up a look-up, as in `recallStatement`.
  const { rows } = await sql<FoundDocument>`
    select d.id, d.title, d.type, d.metadata, d.summary, d.filepath, d.created_at as "createdAt", d.updated_at as "updatedAt", ${content} as content,
           (select json_agg((select json_build_object('id', c.id, 'content', c.content, 'start', c.start_offset, 'end', c.end_offset, 'metadata', c.metadata) from cell.chunks c
                    where ${of('c')} and c.document = h.document and c.position = p.position) order by p.place)
              from unnest(h.positions) with ordinality p (position, place)) as chunks
      from jsonb_to_recordset(${JSON.stringify(hits)}::jsonb) as h (shard smallint, container uuid, document uuid, positions int[])
      cross join lateral (select * from cell.documents d where ${of('d')} and d.id = h.document and d.tombstoned_at is null limit 1) d`.execute(
    db,
  )
  return rows
}

/** What is known of a chunk beside its vector: the codes of its tokens, if it has any, and how its text begins. */
export type ChunkTokens = { codes: Buffer | null; opening: string }

/** Of each chunk by its place in the list; nothing of one that has just been replaced. */
export async function readTokens(
  db: Db,
  { org }: SearchScope,
  set: number,
  chunks: readonly Pick<Recalled, 'shard' | 'container' | 'document' | 'position'>[],
): Promise<Map<number, ChunkTokens>> {
  const shards = [...new Set(chunks.map(({ shard }) => shard))]
  const of = (alias: string) => {
    const column = (name: string) => sql.raw(`${alias}.${name}`)
    return sql`${onShards(column('shard'), shards)} and ${column('shard')} = f.shard and ${column('org')} = ${org}
      and ${column('container')} = f.container and ${column('document')} = f.document and ${column('position')} = f.position`
  }
  const { rows } = await sql<{ place: number; codes: Buffer | null; opening: string | null }>`
    select f.place::int - 1 as place,
           (select t.codes from cell.chunk_tokens t where ${of('t')} and t.embedding_set = ${set}) as codes,
           (select left(c.content, 100) from cell.chunks c where ${of('c')}) as opening
      from unnest(${chunks.map(({ shard }) => shard)}::smallint[], ${chunks.map(({ container }) => container)}::uuid[],
                  ${chunks.map(({ document }) => document)}::uuid[], ${chunks.map(({ position }) => position)}::int[])
           with ordinality f (shard, container, document, position, place)`.execute(db)
  return new Map(
    rows.flatMap(({ place, codes, opening }) => (opening === null ? [] : [[place, { codes, opening }]])),
  )
}
