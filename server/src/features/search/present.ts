import { encodeId } from '../../platform/lib/ids.ts'
import { roundTo } from '../../platform/lib/round-to.ts'
import type { Path } from '../recall/plan-recall.ts'
import type { ScoredChunk } from './fuse.ts'
import type { ShownText } from './hit-store.ts'
import type { RerankMark } from './rerank.ts'
import type { ChunkJson, ExplanationJson, SearchBody, SearchResultJson } from './schema.ts'
import type { ChunkResults, ShownHit } from './search.ts'

/** The makers of search JSON. */

export const round = (value: number) => roundTo(value, 4)

/** Without `content`, which is read when the result is sent. */
export function presentResult(
  found: ChunkResults,
  hit: ShownHit,
  body: SearchBody,
  applied: Record<string, unknown>,
): SearchResultJson {
  const document = found.documents.get(hit.document)!
  return {
    documentId: encodeId(document.id),
    title: document.title,
    type: document.type,
    score: round(hit.score),
    chunks: presentChunks(found, hit, body.explain),
    metadata: document.metadata,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    ...(body.includeSummary && { summary: document.summary }),
    ...(body.explain && { explain: { ...explain(hit.chunks[0]!), filters: applied } }),
  }
}

/** A neighbour is left out where there is none: before the first chunk and after the last. */
export function presentChunks(
  { documents }: ChunkResults,
  { document, shown }: ShownHit,
  withReasons = false,
): (ChunkJson & { explain?: Omit<ExplanationJson, 'filters'> })[] {
  const { chunks } = documents.get(document)!
  return shown.flatMap(({ position, match }, i) => {
    const chunk = chunks[i]
    if (!chunk && !match) return []
    return {
      content: chunk?.content ?? '',
      isRelevant: match !== undefined,
      score: round(match?.score ?? 0),
      position,
      ...(chunk && { place: presentPlace(chunk) }),
      ...(withReasons && match && { explain: explain(match) }),
    }
  })
}

export function presentPlace({ start, end, metadata }: Pick<ShownText, 'start' | 'end' | 'metadata'>) {
  return { start, end, ...metadata }
}

type Reasons = Pick<
  ScoredChunk,
  'denseRank' | 'lexicalRank' | 'similarity' | 'bm25' | 'dense' | 'lexical' | 'score'
> & { tokens?: number; date?: number | undefined; reranked?: RerankMark | undefined; fused?: number }

/** Why something is here: where each arm put it, what that is worth on the common scale, and how the vectors were compared. */
export function explain(found: Reasons & { path: Path }): Omit<ExplanationJson, 'filters'> {
  return {
    dense: { rank: found.denseRank, score: found.similarity, normalised: round(found.dense) },
    lexical: { rank: found.lexicalRank, score: found.bm25, normalised: round(found.lexical) },
    ...(found.tokens !== undefined && { tokens: round(found.tokens) }),
    ...(found.date !== undefined && { date: round(found.date) }),
    fused: round(found.fused ?? found.score),
    ...(found.reranked && { rerank: found.reranked }),
    path: found.path,
  }
}
