import { encodeId } from '../../platform/lib/ids.ts'
import { roundTo } from '../../platform/lib/round-to.ts'
import { presentType } from '../../platform/lib/type-words.ts'
import type { Path } from '../recall/plan-recall.ts'
import type { RerankMark } from './ask-reranker.ts'
import type { ScoredChunk } from './fuse-chunks.ts'
import type { ShownText } from './hit-store.ts'
import type { ChunkJson, ExplanationJson, SearchBody, SearchResultJson } from './schema.ts'
import { partsOfChunk, type ScoreParts } from './score-parts.ts'
import type { ChunkResults, ShownHit } from './search-chunks.ts'

/** The makers of search JSON. */

export const round = (value: number) => roundTo(value, 4)

/** A document as a result, without `content`, which is read while the response is sent. */
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
    type: presentType(document),
    score: round(hit.score),
    chunks: presentChunks(found, hit, body.explain),
    metadata: document.metadata,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    ...(body.includeSummary && { summary: document.summary }),
    ...(body.explain && { explain: { ...explainChunk(hit.chunks[0]!), filters: applied } }),
  }
}

/** The chunks of a result. Before the first and after the last chunk there is no neighbour to show. */
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
      ...(withReasons && match && { explain: explainChunk(match) }),
    }
  })
}

export function presentPlace({ start, end, metadata }: Pick<ShownText, 'start' | 'end' | 'metadata'>) {
  return { start, end, ...metadata }
}

type Reasons = Pick<
  ScoredChunk,
  'denseRank' | 'lexicalRank' | 'similarity' | 'bm25' | 'dense' | 'lexical' | 'score'
> & {
  tokens?: number
  date?: number | undefined
  reranked?: RerankMark | undefined
  fused?: number
  signals?: Record<string, number> | undefined
  parts: ScoreParts
}

export const explainChunk = (chunk: ScoredChunk) => explain({ ...chunk, parts: partsOfChunk(chunk) })

/** Explains a result: its rank and score in each arm, the scores on the common scale, and the vector search method. */
export function explain(found: Reasons & { path: Path }): Omit<ExplanationJson, 'filters'> {
  return {
    dense: { rank: found.denseRank, score: found.similarity, normalised: round(found.dense) },
    lexical: { rank: found.lexicalRank, score: found.bm25, normalised: round(found.lexical) },
    ...(found.tokens !== undefined && { tokens: round(found.tokens) }),
    ...(found.date !== undefined && { date: round(found.date) }),
    fused: round(found.fused ?? found.score),
    ...(found.signals && { signals: roundAll(found.signals) }),
    parts: withoutNone(roundAll(found.parts)),
    ...(found.reranked && { rerank: found.reranked }),
    path: found.path,
  }
}

const withoutNone = (parts: ScoreParts): ScoreParts =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== 0))

const roundAll = (figures: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, round(figure)]))
