import { type MemoryHit, searchMemories } from '../memories/search-memories.ts'
import type { SearchRequest } from '../recall/search-request.ts'
import { groupByDocument, type ScoredChunk, takeChunks } from './fuse.ts'
import type { ShownText } from './hit-store.ts'
import { type LeftOut, memoriesLeftOut } from './left-out.ts'
import { datesIn } from './query-dates.ts'
import { askReranker, mostReranked, type RerankMark, reorder } from './rerank.ts'
import { rewriteQuery } from './rewrite-query.ts'
import type { SearchBodyV4 } from './schema.v4.ts'
import { type ChunkResults, type SearchApp, type ShownHit, searchChunks } from './search.ts'

/** A chunk that was found, within its document. */
export type ChunkHit = ShownText & { match: ScoredChunk; hit: ShownHit; found: ChunkResults }

export type RankedMemory = MemoryHit & { reranked?: RerankMark }

/** A memory, or a chunk of a document. `sources` are the chunks of the documents that memories come from. */
export type ModeResult = { similarity: number } & (
  | { memory: RankedMemory; sources: ChunkResults | undefined }
  | { chunk: ChunkHit }
)

/** `q` is the query as it was searched. */
export type ModeResults = { q: string; results: ModeResult[]; leftOut: LeftOut[] }

type Part = Omit<ModeResults, 'q'>

const nothing: Part = { results: [], leftOut: [] }

/** Finds memories, chunks or both on one scale, the most similar first. */
export async function searchByMode(
  request: SearchRequest<SearchApp>,
  body: SearchBodyV4,
): Promise<ModeResults> {
  const q = body.rewriteQuery ? await rewriteQuery(request, body.q, body.searchMode) : body.q
  const question = { ...body, q }
  const [memories, chunks] = await Promise.all([
    body.searchMode === 'documents' ? nothing : findMemories(request, question),
    body.searchMode === 'memories' ? nothing : findChunks(request, question),
  ])
  const results = [...memories.results, ...chunks.results]
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, body.limit)
  return { q, results, leftOut: [...memories.leftOut, ...chunks.leftOut] }
}

async function findMemories(request: SearchRequest<SearchApp>, body: SearchBodyV4): Promise<Part> {
  const { q, threshold, filters, filepath, include, asOf } = body
  const limit = body.rerank ? Math.max(body.limit, mostReranked) : body.limit
  const question = {
    ...{ q, limit, threshold, filters, filepath, asOf, ranges: datesIn(q, asOf ?? new Date()) },
    include: { ...include, documents: include.documents || include.chunks },
    includeForgotten: include.forgottenMemories,
  }
  const found = await request.timing.measure('memories', () => searchMemories(request, question))
  const memories = await rerankMemories(request, body, found)
  const sources = include.chunks ? await findSources(request, body, memories) : undefined
  const everything = { ...question, include: {}, threshold: 0, limit: 100, withLeftOut: true }
  const all = body.explain ? await searchMemories(request, everything) : []
  const withForgotten = include.forgottenMemories
  return {
    results: memories.map(memory => ({ similarity: memory.similarity, memory, sources })),
    leftOut: memoriesLeftOut(all, found, { limit, threshold, withForgotten }),
  }
}

/** Only a model reranks memories: the rules look at the words of long texts and tell nothing about a single fact. */
async function rerankMemories(
  { app: { reranker }, signal }: SearchRequest<SearchApp>,
  { q, rerank }: SearchBodyV4,
  found: MemoryHit[],
): Promise<RankedMemory[]> {
  if (!rerank || !reranker) return found
  const texts = found.slice(0, mostReranked).map(({ memory }) => memory.text)
  const figures = await askReranker(reranker, q, texts, signal)
  const marked = (memory: MemoryHit, score: number | null): RankedMemory => ({
    ...memory,
    reranked: { by: 'http', score },
  })
  if (!figures) return found.map(memory => marked(memory, null))
  return reorder<RankedMemory>(found, figures, {
    of: ({ similarity }) => similarity,
    with: (memory, similarity, figure) => ({ ...marked(memory, figure), similarity }),
  })
}

/** In the documents that memories come from, the chunks that answer the question. */
async function findSources(
  request: SearchRequest<SearchApp>,
  { q, asOf }: SearchBodyV4,
  memories: readonly MemoryHit[],
): Promise<ChunkResults> {
  const documents = [...new Set(memories.flatMap(memory => (memory.documents ?? []).map(({ id }) => id)))]
  if (documents.length === 0) return { hits: [], documents: new Map(), leftOut: [] }
  const limit = documents.length
  return searchChunks(request, {
    ...{ q, limit, withNeighbours: false },
    narrowing: { documents, asOf },
    select: scored => groupByDocument(scored, { limit, chunkThreshold: 0, documentThreshold: 0 }),
  })
}

async function findChunks(request: SearchRequest<SearchApp>, body: SearchBodyV4): Promise<Part> {
  const { q, limit, filters, filepath, include, threshold, asOf, rerank } = body
  const found = await searchChunks(request, {
    ...{ q, limit, rerank, withNeighbours: include.chunks },
    narrowing: { filters, filepath, asOf },
    select: scored => takeChunks(scored, body),
    leaveOut: body.explain ? { chunkThreshold: threshold, documentThreshold: 0 } : undefined,
  })
  return { results: found.hits.flatMap(hit => chunksOf(found, hit)), leftOut: found.leftOut }
}

/** Leaves out a chunk that was replaced after it was found. */
function chunksOf(found: ChunkResults, hit: ShownHit): ModeResult[] {
  const { chunks } = found.documents.get(hit.document)!
  return hit.shown.flatMap(({ match }, i) => {
    const chunk = chunks[i]
    return match && chunk ? { similarity: match.score, chunk: { ...chunk, match, hit, found } } : []
  })
}
