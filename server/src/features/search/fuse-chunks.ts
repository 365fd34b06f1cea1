import { defaultRanking, type FusedScores, fuseScores, type Norms } from '../recall/fuse-scores.ts'
import type { Path } from '../recall/plan-recall.ts'
import type { RerankMark } from './ask-reranker.ts'
import type { RecalledChunk } from './store.ts'

/**
 * A chunk with its score, the parts of that score, and the method by which its cell compared vectors. `date`: closeness to the
 * time that the query names, if any. `fused`: the score before dates and reranking.
 */
export type ScoredChunk = ComparedChunk &
  FusedScores & { path: Path; date?: number; reranked?: RerankMark; fused?: number }

/** A chunk before its scores are fused. `isForeign`: in a language that the model does not know. */
type ComparedChunk = RecalledChunk & { tokens?: number | null; isForeign?: boolean; isBySpeaker?: boolean }

export type ChunkNorms = Norms & { path: Path }

/** Scores every chunk, best first. For a foreign chunk only keywords count. */
export function fuseChunks(found: readonly ComparedChunk[], { path, ...norms }: ChunkNorms): ScoredChunk[] {
  const foreign = { ...norms, calibration: undefined, ranking: norms.ranking ?? defaultRanking }
  const scored = found.map(chunk => ({
    ...chunk,
    ...fuseScores(chunk, chunk.isForeign ? foreign : norms),
    path,
  }))
  return scored.sort(byScore)
}

type ScoredPosition = { score: number; document: string; position: number }

/** Equal scores keep one order on every machine and at every repetition. */
export function byScore(a: ScoredPosition, b: ScoredPosition): number {
  return (
    b.score - a.score ||
    (a.document < b.document ? 1 : a.document > b.document ? -1 : a.position - b.position)
  )
}

export type DocumentHit = {
  shard: number
  container: string
  document: string
  score: number
  chunks: ScoredChunk[]
}

const chunksPerDocument = 10

/** The best documents. Each scores as its best chunk and comes with the chunks that match. */
export function groupByDocument(
  scored: readonly ScoredChunk[],
  {
    limit,
    chunkThreshold,
    documentThreshold,
  }: { limit: number; chunkThreshold: number; documentThreshold: number },
): DocumentHit[] {
  return gather(passing(scored, chunkThreshold))
    .filter(hit => hit.score >= documentThreshold)
    .slice(0, limit)
    .map(hit => ({ ...hit, chunks: hit.chunks.slice(0, chunksPerDocument) }))
}

/** The best chunks, grouped by their documents. */
export function takeChunks(
  scored: readonly ScoredChunk[],
  { limit, threshold }: { limit: number; threshold: number },
): DocumentHit[] {
  return gather(passing(scored, threshold).slice(0, limit))
}

/** A chunk that has nothing in common with the query is no match, whatever the threshold. */
const passing = (scored: readonly ScoredChunk[], threshold: number) =>
  scored.filter(({ score }) => score > 0 && score >= threshold)

/** Groups chunks by document, in the order of each document's best chunk. */
function gather(scored: readonly ScoredChunk[]): DocumentHit[] {
  return [...Map.groupBy(scored, ({ document }) => document).values()].map(chunks => {
    const { shard, container, document, score } = chunks[0]!
    return { shard, container, document, score, chunks }
  })
}
