import { tagsOf } from '../containers/schema.ts'
import type { Timing } from '../http/route.ts'
import type { Principal } from '../keys/principal.ts'
import { type FoundMemory, searchMemories } from '../memories/search-memories.ts'
import { toVectorLiteral } from '../providers/vector-literal.ts'
import { type EmbeddedQuery, embedQuery } from './embed-query.ts'
import { groupByDocument, type Scored, takeChunks } from './fuse.ts'
import type { SearchBodyV4 } from './schema.v4.ts'
import { allowedTags, type Found, type FoundHit, type SearchApp, search } from './search.ts'

/** A chunk that was found, within its document. */
export type FoundChunk = { id: string; content: string; match: Scored; hit: FoundHit; found: Found }

/** One result: what is known, or what a document says. `sources` are the parts of documents a memory comes from. */
export type ModeResult = { similarity: number } & (
  | { memory: FoundMemory; sources: Found | undefined }
  | { chunk: FoundChunk }
)

/** What is known, what documents say, or both on one scale, the most similar first. */
export async function searchByMode(
  app: SearchApp,
  principal: Principal,
  body: SearchBodyV4,
  timing: Timing,
  signal: AbortSignal,
): Promise<ModeResult[]> {
  const containerTags = allowedTags(principal, tagsOf(body))
  const embedded = heard(embedQuery(app.embedder, body.q, signal))
  const question = { ...body, containerTags, embedded }
  const [memories, chunks] = await Promise.all([
    body.searchMode === 'documents' ? [] : findMemories(app, principal, question, timing, signal),
    body.searchMode === 'memories' ? [] : findChunks(app, principal, question, timing, signal),
  ])
  return [...memories, ...chunks].sort((a, b) => b.similarity - a.similarity).slice(0, body.limit)
}

/** Whoever awaits it hears of its failure; when a search fails before anybody does, the process must not. */
function heard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

type Question = Omit<SearchBodyV4, 'containerTags'> & {
  containerTags: readonly string[]
  embedded: Promise<EmbeddedQuery>
}

async function findMemories(
  app: SearchApp,
  principal: Principal,
  question: Question,
  timing: Timing,
  signal: AbortSignal,
): Promise<ModeResult[]> {
  const { q, containerTags, limit, threshold, filters, filepath, include } = question
  const asked = {
    ...{ q, containerTags, limit, threshold, filters, filepath },
    include: { ...include, documents: include.documents || include.chunks },
    includeForgotten: include.forgottenMemories,
    vector: heard(question.embedded.then(({ vector }) => toVectorLiteral(vector))),
  }
  const memories = await timing.measure('memories', () => searchMemories(app, principal, asked, signal))
  const sources = include.chunks
    ? await findSources(app, principal, question, memories, timing, signal)
    : undefined
  return memories.map(memory => ({ similarity: memory.similarity, memory, sources }))
}

/** Of the documents memories come from, the chunks that answer the question. */
async function findSources(
  app: SearchApp,
  principal: Principal,
  { q, containerTags, embedded }: Question,
  memories: readonly FoundMemory[],
  timing: Timing,
  signal: AbortSignal,
): Promise<Found> {
  const documents = [...new Set(memories.flatMap(memory => (memory.documents ?? []).map(({ id }) => id)))]
  if (documents.length === 0) return { hits: [], documents: new Map() }
  const limit = documents.length
  return search(
    app,
    principal,
    {
      ...{ q, containerTags, embedded, limit, withNeighbours: false, withContent: false },
      narrowing: { documents },
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
): Promise<ModeResult[]> {
  const { q, containerTags, embedded, limit, filters, filepath, include } = question
  const found = await search(
    app,
    principal,
    {
      ...{ q, containerTags, embedded, limit, withNeighbours: include.chunks, withContent: false },
      narrowing: { filters, filepath },
      select: scored => takeChunks(scored, question),
    },
    timing,
    signal,
  )
  return found.hits.flatMap(hit => chunksOf(found, hit))
}

/** A chunk that was replaced while it was being found is no longer one. */
function chunksOf(found: Found, hit: FoundHit): ModeResult[] {
  const { chunks } = found.documents.get(hit.document)!
  return hit.shown.flatMap(({ match }, i) => {
    const chunk = chunks[i]
    return match && chunk ? { similarity: match.score, chunk: { ...chunk, match, hit, found } } : []
  })
}
