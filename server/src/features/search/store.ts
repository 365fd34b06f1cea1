import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { closedContainers } from '../containers/store.ts'
import { armOfMatches, emptyArm, rankByKeywords, rankByVector, walking } from '../recall/arm-store.ts'
import type { Corpus, KeywordMatch } from '../recall/corpus.ts'
import { soughtInOrganization } from '../recall/organization-store.ts'
import type { RecallPlan } from '../recall/plan-recall.ts'
import { isOneContainer, type RecallScope, sameContainer, within } from '../recall/scope-store.ts'
import { type Admission, admissionOf, isAdmitted, type Narrowing } from './narrowing-store.ts'

/** The chunks of documents as a corpus of recall. Search reads any table and writes none. */
export const chunkCorpus = {
  name: 'chunks',
  rowCounter: 'chunks',
  termCounts: { table: 'term_counts', column: 'chunks', tallies: 'term_tallies' },
  key: { document: 'uuid', position: 'int' },
  hasVectorIndexes: true,
  keywordArm: (scope, plan) => keywordArm(scope, undefined, plan),
} satisfies Corpus

export type ChunkRecallQuery = {
  scope: RecallScope
  narrowing?: Narrowing | undefined
  plan: RecallPlan
  /** The query vector in pgvector's binary or text form. Undefined: search by keywords alone. */
  dense: { set: number; vector: Buffer | string } | undefined
  /** Undefined: no term of the query occurs in the scope. `matches`: results of the keyword arm, if it ran ahead. */
  lexical: { vector: string; matches?: readonly KeywordMatch[] | undefined } | undefined
}

export type RecalledChunk = {
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
 * Runs both arms and reads both scores of every chunk that either found: a chunk found by keywords also gets its vector
 * similarity. One statement, so one snapshot. Leaves out deleted documents, whose chunks may exist for a moment longer.
 */
export async function recallChunks(db: Db, query: ChunkRecallQuery): Promise<RecalledChunk[]> {
  const { walk } = query.plan
  const statement = recallStatement(query)
  const { rows } = walk ? await walking(db, walk, () => statement.execute(db)) : await statement.execute(db)
  return rows
}

/**
 * Postgres keeps the plan of this statement for every container (see `readInScope`), so the plan must not depend on
 * estimates. An arm walks the container's part of an index. Single chunks are looked up by primary key, in sub-selects, which
 * the planner cannot turn into a join over a whole container. Each arm keeps its own score; only the other one is looked up.
 */
export function recallStatement(query: ChunkRecallQuery): RawBuilder<RecalledChunk> {
  const { scope, narrowing, plan, dense, lexical } = query
  const admission = narrowing && admissionOf(scope, narrowing)
  return sql<RecalledChunk>`
    with asked as materialized (select ${dense?.vector ?? null}::vector::halfvec as vector, ${lexical?.vector ?? null}::sparsevec as terms),
    ${admission ? sql`admission as materialized (${admission.documents}),` : sql``}
    dense as materialized (${dense ? denseArm(scope, admission, plan, dense.set) : emptyArm(key)}),
    lexical as materialized (${lexical ? (lexical.matches ? armOfMatches(key, lexical.matches) : keywordArm(scope, admission, plan)) : emptyArm(key)}),
    found as materialized (
      select ${chunkKey}, d.rank as "denseRank", d.score as similarity, l.rank as "lexicalRank", l.score as bm25
        from dense d full join lexical l using (${chunkKey}))
    ${lexical?.matches ? sql`select * from (` : sql``}
    select ${chunkKey}, "denseRank", "lexicalRank",
           ${dense ? sql`coalesce(similarity, ${similarityOf(scope, dense.set)})` : sql`similarity`} as similarity,
           ${lexical ? sql`coalesce(bm25, ${bm25Of(scope)})` : sql`bm25`} as bm25
      from found f where ${isLive(scope)} ${lexical?.matches ? stillThere : sql``}`
}

/** Leaves out chunks that were replaced after the keyword arm ran: they are gone, or their words have changed. */
const stillThere = sql`offset 0) now_found where "lexicalRank" is null or bm25 is not null`

const { key } = chunkCorpus
const chunkKey = sql`shard, container, document, position`

/** Compares vectors: all of the scope, those with the nearest binary codes, or those that an index finds. */
function denseArm(
  scope: RecallScope,
  admission: Admission | undefined,
  plan: RecallPlan,
  set: number,
): RawBuilder<unknown> {
  const rows = sql`${searched(scope, admission, 'v')} and v.embedding_set = ${set}`
  return rankByVector(key, comparedVectors(scope, rows, plan, set), plan)
}

function comparedVectors(
  scope: RecallScope,
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
       order by v.embedding::${indexed} <=> (select vector::${indexed} from asked) limit ${perArm}) nearest`
  }
  return sql`select ${chunkKey}, 1 - ${similarityOf(scope, set)} as distance from (
    select ${chunkKey} from cell.chunk_vectors v where ${rows}
     order by v.code <~> (select binary_quantize(vector) from asked) limit ${candidates}) f`
}

function keywordArm(
  scope: RecallScope,
  admission: Admission | undefined,
  plan: RecallPlan,
): RawBuilder<unknown> {
  // Only for a whole container or organization. A filter may admit few rows, so these are all compared.
  const isWhole = !admission && !scope.document
  if (isWhole && plan.terms)
    return rankByKeywords(key, soughtInOrganization(chunkCorpus, scope, plan.terms), plan)
  const isSought = isWhole && plan.sought !== undefined && isOneContainer(scope)
  const compared = isSought ? soughtTerms(scope, plan) : comparedTerms(scope, admission)
  return rankByKeywords(key, compared, plan)
}

/** Compares the words of every chunk. */
function comparedTerms(scope: RecallScope, admission: Admission | undefined): RawBuilder<unknown> {
  return sql`select ${chunkKey}, t.terms <#> (select terms from asked) as distance from cell.chunk_terms t where ${searched(scope, admission, 't')}`
}

/**
 * Compares only the chunks with the rarest words of the query: as many words as occur in at most `plan.sought` chunks
 * together, and at least one. Chunks that were added before their container was large are compared too. See
 * 0022_sought_terms.sql.
 */
function soughtTerms(scope: RecallScope, plan: RecallPlan): RawBuilder<unknown> {
  const [shard, container] = [scope.shards[0], scope.containers?.[0]]
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

function searched(scope: RecallScope, admission: Admission | undefined, alias: string): RawBuilder<unknown> {
  return admission ? sql`${within(scope, alias)} and ${isAdmitted(admission, alias)}` : within(scope, alias)
}

function similarityOf(scope: RecallScope, set: number): RawBuilder<unknown> {
  return sql`(select 1 - (v.embedding <=> (select vector from asked)) from cell.chunk_vectors v
    where ${sameContainer(scope, 'v')} and v.embedding_set = ${set} and v.document = f.document and v.position = f.position)`
}

function bm25Of(scope: RecallScope): RawBuilder<unknown> {
  return sql`(select -(t.terms <#> (select terms from asked)) from cell.chunk_terms t
    where ${sameContainer(scope, 't')} and t.document = f.document and t.position = f.position)`
}

/** True if the document is not deleted. In one container, one scan of the key finds all documents, so row-level security is checked once and not a hundred times (.3 of 3.3 ms). */
function isLive(scope: RecallScope): RawBuilder<unknown> {
  const { shards, containers } = scope
  if (isOneContainer(scope))
    // `is true` keeps this a hashed subplan, which runs once.
    return sql`(f.document in (select d.id from cell.documents d where ${sameContainer(scope, 'd')}
      and d.id = any(array(select document from found)) and d.tombstoned_at is null)) is true`
  // Containers that were found by their tags are open.
  const isOpen = containers ? sql`` : sql` and f.container <> ${closedContainers(scope.org, shards)}`
  return sql`(select d.tombstoned_at is null from cell.documents d where ${sameContainer(scope, 'd')} and d.id = f.document)${isOpen}`
}
