import { encodeId } from '../lib/ids.ts'
import type { DocumentHit, Scored } from './fuse.ts'
import type { SearchBody, SearchResultJson } from './schema.ts'
import type { Found } from './search.ts'

const round = (value: number) => Math.round(value * 10_000) / 10_000

export function presentResults(found: Found, body: SearchBody): SearchResultJson[] {
  return found.hits.map(hit => presentResult(found, hit, body))
}

function presentResult(found: Found, hit: DocumentHit, body: SearchBody): SearchResultJson {
  const document = found.documents.get(hit.document)!
  return {
    documentId: encodeId(document.id),
    title: document.title,
    type: document.type,
    score: round(hit.score),
    chunks: hit.chunks.map((chunk, i) => ({
      content: document.chunks[i] ?? '',
      isRelevant: true,
      score: round(chunk.score),
      position: chunk.position,
      ...(body.explain && { explain: explainChunk(chunk) }),
    })),
    metadata: document.metadata,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    ...(body.includeSummary && { summary: document.summary }),
    ...(body.includeFullDocs && { content: document.content ?? '' }),
  }
}

/** Why a chunk is here: where each arm put it, what that is worth on the common scale, and how the vectors were compared. */
function explainChunk(chunk: Scored) {
  return {
    dense: { rank: chunk.denseRank, score: chunk.similarity, normalised: round(chunk.dense) },
    lexical: { rank: chunk.lexicalRank, score: chunk.bm25, normalised: round(chunk.lexical) },
    fused: round(chunk.score),
    path: chunk.path,
  }
}
