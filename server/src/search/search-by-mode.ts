import type { Principal } from '../access/principal.ts'
import { tagsOf } from '../containers/schema.ts'
import { type FoundMemory, searchMemories } from '../memories/search-memories.ts'
import type { Embedder } from '../providers/embedder.ts'
import { toVectorLiteral } from '../providers/vector-literal.ts'
import type { Timing } from '../routing/timing.ts'
import { type EmbeddedQueries, embedQueries } from './embed-query.ts'
import { groupByDocument, type Scored, takeChunks } from './fuse.ts'
import type { ShownText } from './hit-store.ts'
import { type LeftOut, memoriesLeftOut } from './left-out.ts'
import { datesIn } from './query-dates.ts'
import { askReranker, mostReranked, type Reranked, reorder } from './rerank.ts'
import { rewriteQuery } from './rewrite-query.ts'
import type { SearchBodyV4 } from './schema.v4.ts'
import { allowedTags, type Found, type FoundHit, type SearchApp, search } from './search.ts'

/** A chunk that was found, within its document. */
export type FoundChunk = ShownText & { match: Scored; hit: FoundHit; found: Found }

/** `reranked`: what was said of it when it was looked at again. */
export type RankedMemory = FoundMemory & { reranked?: Reranked }

/** One result: what is known, or what a document says. `sources` are the parts of documents a memory comes from. */
export type ModeResult = { similarity: number } & (
  | { memory: RankedMemory; sources: Found | undefined }
  | { chunk: FoundChunk }
)

/** `q` is the question as it was asked in the end. */
export type ModeResults = { q: string; results: ModeResult[]; leftOut: LeftOut[] }

/** What is known, what documents say, or both on one scale, the most similar first. */
export async function searchByMode(
  app: SearchApp,
  principal: Principal,
  body: SearchBodyV4,
  timing: Timing,
  signal: AbortSignal,
): Promise<ModeResults> {
  const containerTags = allowedTags(principal, tagsOf(body))
  const asked = { q: body.q, containerTags, of: body.searchMode }
  const q = body.rewriteQuery ? await rewriteQuery(app, principal, asked, timing, signal) : body.q
  const question = { ...body, q, containerTags, embedded: embedQueries(q, signal) }
  const [memories, chunks] = await Promise.all([
    body.searchMode === 'documents' ? nothing : findMemories(app, principal, question, timing, signal),
    body.searchMode === 'memories' ? nothing : findChunks(app, principal, question, timing, signal),
  ])
  const results = [...memories.results, ...chunks.results]
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, body.limit)
  return { q, results, leftOut: [...memories.leftOut, ...chunks.leftOut] }
}

type Part = { results: ModeResult[]; leftOut: LeftOut[] }

const nothing: Part = { results: [], leftOut: [] }

type Question = Omit<SearchBodyV4, 'containerTags'> & {
  containerTags: readonly string[]
  embedded: EmbeddedQueries
}

async function findMemories(
  app: SearchApp,
  principal: Principal,
  question: Question,
  timing: Timing,
  signal: AbortSignal,
): Promise<Part> {
  const { q, containerTags, threshold, filters, filepath, include, asOf } = question
  const limit = question.rerank ? Math.max(question.limit, mostReranked) : question.limit
  const asked = {
    ...{
      q,
      containerTags,
      limit,
      threshold,
      filters,
      filepath,
      asOf,
      ranges: datesIn(q, asOf ?? new Date()),
    },
    include: { ...include, documents: include.documents || include.chunks },
    includeForgotten: include.forgottenMemories,
    vector: async (embedder: Embedder) => toVectorLiteral((await question.embedded(embedder)).vector),
  }
  const found = await timing.measure('memories', () => searchMemories(app, principal, asked, signal))
  const memories = await rerankMemories(app, question, found, signal)
  const sources = include.chunks
    ? await findSources(app, principal, question, memories, timing, signal)
    : undefined
  const everything = { ...asked, include: {}, threshold: 0, limit: 100, withLeftOut: true }
  const all = question.explain ? await searchMemories(app, principal, everything, signal) : []
  const withForgotten = include.forgottenMemories
  return {
    results: memories.map(memory => ({ similarity: memory.similarity, memory, sources })),
    leftOut: memoriesLeftOut(all, found, { limit, threshold, withForgotten }),
  }
}

/** By a model only: what a second look at the words tells of long texts, it does not of a single fact. */
async function rerankMemories(
  { reranker }: SearchApp,
  { q, rerank }: Question,
  found: FoundMemory[],
  signal: AbortSignal,
): Promise<RankedMemory[]> {
  if (!rerank || !reranker) return found
  const texts = found.slice(0, mostReranked).map(({ memory }) => memory.text)
  const told = await askReranker(reranker, q, texts, signal)
  const marked = (memory: FoundMemory, score: number | null): RankedMemory => ({
    ...memory,
    reranked: { by: 'http', score },
  })
  if (!told) return found.map(memory => marked(memory, null))
  return reorder<RankedMemory>(found, told, {
    of: ({ similarity }) => similarity,
    with: (memory, similarity, figure) => ({ ...marked(memory, figure), similarity }),
  })
}

/** Of the documents memories come from, the chunks that answer the question. */
async function findSources(
  app: SearchApp,
  principal: Principal,
  { q, containerTags, embedded, asOf }: Question,
  memories: readonly FoundMemory[],
  timing: Timing,
  signal: AbortSignal,
): Promise<Found> {
  const documents = [...new Set(memories.flatMap(memory => (memory.documents ?? []).map(({ id }) => id)))]
  if (documents.length === 0) return { hits: [], documents: new Map(), leftOut: [] }
  const limit = documents.length
  return search(
    app,
    principal,
    {
      ...{ q, containerTags, embedded, limit, withNeighbours: false },
      narrowing: { documents, asOf },
      select: scored => groupByDocument(scored, { limit, chunkThreshold: 0, documentThreshold: 0 }),
    },
    timing,
    signal,
  )
}

async function findChunks(
  app: SearchApp,
  principal: Principal,
  question: Question,
  timing: Timing,
  signal: AbortSignal,
): Promise<Part> {
  const { q, containerTags, embedded, limit, filters, filepath, include, threshold, asOf, rerank } = question
  const found = await search(
    app,
    principal,
    {
      ...{ q, containerTags, embedded, limit, withNeighbours: include.chunks },
      narrowing: { filters, filepath, asOf },
      select: scored => takeChunks(scored, question),
      rerank,
      leaveOut: question.explain ? { chunkThreshold: threshold, documentThreshold: 0 } : undefined,
    },
    timing,
    signal,
  )
  return { results: found.hits.flatMap(hit => chunksOf(found, hit)), leftOut: found.leftOut }
}

/** A chunk that was replaced while it was being found is no longer one. */
function chunksOf(found: Found, hit: FoundHit): ModeResult[] {
  const { chunks } = found.documents.get(hit.document)!
  return hit.shown.flatMap(({ match }, i) => {
    const chunk = chunks[i]
    return match && chunk ? { similarity: match.score, chunk: { ...chunk, match, hit, found } } : []
  })
}
