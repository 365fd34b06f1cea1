import { type MemoryHit, searchMemories } from '../memories/search-memories.ts'
import type { SearchRequest } from '../recall/search-request.ts'
import { askReranker, mostReranked, type RerankMark, reorder } from './ask-reranker.ts'
import { findQueryDates } from './find-query-dates.ts'
import { groupByDocument, type ScoredChunk, takeChunks } from './fuse-chunks.ts'
import type { ShownText } from './hit-store.ts'
import { type LeftOutHit, memoriesLeftOut } from './left-out.ts'
import { rewriteQuery } from './rewrite-query.ts'
import type { SearchBodyV4 } from './schema.v4.ts'
import { type ChunkResults, type SearchApp, type ShownHit, searchChunks } from './search-chunks.ts'

/** A chunk that matches, with its document and all results of the search. */
export type ChunkHit = ShownText & { match: ScoredChunk; hit: ShownHit; found: ChunkResults }

export type RankedMemory = MemoryHit & { reranked?: RerankMark }

/** A memory, or a chunk of a document. `sources`: the matching chunks of the source documents of all memories. */
export type ModeResult = { similarity: number } & (
  | { memory: RankedMemory; sources: ChunkResults | undefined }
  | { chunk: ChunkHit }
)

/** `q`: the query that was searched, which may be a rewritten one. */
export type ModeResults = { q: string; results: ModeResult[]; leftOut: LeftOutHit[] }

type CorpusResults = Omit<ModeResults, 'q'>

const noResults: CorpusResults = { results: [], leftOut: [] }

/** Finds memories, chunks or both on one scale, the most similar first. */
export async function searchByMode(
  request: SearchRequest<SearchApp>,
  body: SearchBodyV4,
): Promise<ModeResults> {
  const q = body.rewriteQuery ? await rewriteQuery(request, body.q, body.searchMode) : body.q
  const question = { ...body, q }
  const [memories, chunks] = await Promise.all([
    body.searchMode === 'documents' ? noResults : findMemories(request, question),
    body.searchMode === 'memories' ? noResults : findChunks(request, question),
  ])
  const results = [...memories.results, ...chunks.results]
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, body.limit)
  return { q, results, leftOut: [...memories.leftOut, ...chunks.leftOut] }
}

async function findMemories(request: SearchRequest<SearchApp>, body: SearchBodyV4): Promise<CorpusResults> {
  const { q, threshold, filters, filepath, include, asOf } = body
  const limit = body.rerank ? Math.max(body.limit, mostReranked) : body.limit
  const question = {
    ...{ q, limit, threshold, filters, filepath, asOf, ranges: findQueryDates(q, asOf ?? new Date()) },
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

/** Reranks memories by the model only. The local rules compare word order in long texts and are no help for a single fact. */
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

/** The chunks that match the query in the source documents of memories. */
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

async function findChunks(request: SearchRequest<SearchApp>, body: SearchBodyV4): Promise<CorpusResults> {
  const { q, limit, filters, filepath, include, threshold, asOf, rerank } = body
  const found = await searchChunks(request, {
    ...{ q, limit, rerank, withNeighbours: include.chunks },
    narrowing: { filters, filepath, asOf },
    select: scored => takeChunks(scored, body),
    leaveOut: body.explain ? { chunkThreshold: threshold, documentThreshold: 0 } : undefined,
  })
  return { results: found.hits.flatMap(hit => chunksOf(found, hit)), leftOut: found.leftOut }
}

/** The chunks of a document as results. Leaves out chunks that were replaced after they were found. */
function chunksOf(found: ChunkResults, hit: ShownHit): ModeResult[] {
  const { chunks } = found.documents.get(hit.document)!
  return hit.shown.flatMap(({ match }, i) => {
    const chunk = chunks[i]
    return match && chunk ? { similarity: match.score, chunk: { ...chunk, match, hit, found } } : []
  })
}
