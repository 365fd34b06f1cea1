import { encodeId } from '../../platform/lib/ids.ts'
import { presentType } from '../../platform/lib/type-words.ts'
import { presentMemoryResult } from '../memories/present.ts'
import type { MemoryHit } from '../memories/search-memories.ts'
import { explain, explainChunk, presentChunks, presentPlace, round } from './present.ts'
import type { ResultJsonV4, SearchBodyV4 } from './schema.v4.ts'
import { partsOfMemory } from './score-parts.ts'
import type { ChunkHit, ModeResult, RankedMemory } from './search-by-mode.ts'
import type { ChunkResults } from './search-chunks.ts'

type Include = SearchBodyV4['include']

export function presentModeResult(
  result: ModeResult,
  { include, explain: withReasons }: SearchBodyV4,
  applied: Record<string, unknown>,
): ResultJsonV4 {
  return 'memory' in result
    ? {
        ...presentMemoryHit(result.memory, result.sources, include),
        ...(withReasons && { explain: { ...explainMemory(result.memory), filters: applied } }),
      }
    : {
        ...presentChunkHit(result.chunk, include),
        ...(withReasons && { explain: { ...explainChunk(result.chunk.match), filters: applied } }),
      }
}

/** Documents are also read for `include.chunks`, but returned only with `include.documents` or `include.summaries`. */
function presentMemoryHit(
  memory: MemoryHit,
  sources: ChunkResults | undefined,
  { documents, summaries }: Include,
) {
  const { documents: presented, ...result } = presentMemoryResult(memory)
  return {
    ...result,
    similarity: round(memory.similarity),
    ...((documents || summaries) && presented && { documents: presented }),
    ...(sources && { chunks: presentSources(memory, sources) }),
  }
}

function presentSources({ documents = [] }: MemoryHit, sources: ChunkResults) {
  const ids = new Set(documents.map(({ id }) => id))
  return sources.hits
    .filter(({ document }) => ids.has(document))
    .flatMap(hit =>
      presentChunks(sources, hit).map(chunk => ({ ...chunk, documentId: encodeId(hit.document) })),
    )
}

/** A chunk as a result; on request with its document and with the chunks before and after it. */
function presentChunkHit({ id, match, hit, found, ...chunk }: ChunkHit, include: Include) {
  const document = found.documents.get(hit.document)!
  const around = presentChunks(found, hit).filter(({ position }) => Math.abs(position - match.position) <= 1)
  return {
    id: encodeId(id),
    chunk: chunk.content,
    place: presentPlace(chunk),
    similarity: round(match.score),
    metadata: document.metadata,
    updatedAt: document.updatedAt.toISOString(),
    filepath: document.filepath,
    ...((include.documents || include.summaries) && {
      documents: [
        {
          id: encodeId(document.id),
          title: document.title,
          type: presentType(document),
          metadata: document.metadata,
          ...(include.summaries && { summary: document.summary }),
          createdAt: document.createdAt.toISOString(),
          updatedAt: document.updatedAt.toISOString(),
        },
      ],
    }),
    ...(include.chunks && {
      chunks: around.map(each => ({ ...each, documentId: encodeId(document.id) })),
    }),
  }
}

function explainMemory(hit: RankedMemory) {
  const { memory, dense, lexical, fused, signals, date, reranked, path } = hit
  const parts = partsOfMemory(hit)
  return explain({ ...memory, dense, lexical, score: fused, signals, date, reranked, path, parts })
}

export function presentAnswer(results: readonly ResultJsonV4[], ms: number, reasons: object) {
  return { results, total: results.length, timing: Math.round(ms), ...reasons }
}
