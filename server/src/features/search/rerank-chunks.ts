import type { Db } from '../../platform/db/tx.ts'
import type { Reranker } from '../../platform/providers/rerank/reranker.ts'
import type { PreparedCell } from '../recall/prepare-cells.ts'
import { askReranker, mostReranked, type RerankMark, reorder } from './ask-reranker.ts'
import type { ScoredChunk } from './fuse-chunks.ts'
import { readChunkTexts } from './hit-store.ts'
import { judgeLocally } from './judge-locally.ts'

/** The best chunks with their texts. `figures`: their scores by the local rules, if there is no reranking model. */
export type RerankCandidates = {
  q: string
  scored: readonly ScoredChunk[]
  texts: string[]
  figures: number[] | undefined
}

export async function readCandidates(
  db: Db,
  { scope, rarity, query: { text: q } }: Pick<PreparedCell, 'scope' | 'rarity' | 'query'>,
  reranker: Reranker | undefined,
  scored: readonly ScoredChunk[],
): Promise<RerankCandidates> {
  const best = scored.slice(0, mostReranked)
  const read = best.length > 0 ? await readChunkTexts(db, scope, best) : new Map<number, string>()
  const texts = best.map((_, i) => read.get(i) ?? '')
  if (reranker) return { q, scored, texts, figures: undefined }
  const scores = best.map(({ score }) => score)
  return { q, scored, texts, figures: await judgeLocally(db, { q, rarity, texts, scores }) }
}

/** Puts the best chunks in the reranker's order. If the reranker fails, they keep their order and are marked with a null score. */
export async function rerankChunks(
  reranker: Reranker | undefined,
  { q, scored, texts, figures }: RerankCandidates,
  signal: AbortSignal,
): Promise<ScoredChunk[]> {
  const by = reranker ? 'http' : 'local'
  const ranks = reranker ? await askReranker(reranker, q, texts, signal) : figures
  const marked = (chunk: ScoredChunk, score: number | null): ScoredChunk => ({
    ...chunk,
    fused: chunk.fused ?? chunk.score,
    reranked: { by, score } satisfies RerankMark,
  })
  if (!ranks) return scored.map((chunk, i) => (i < texts.length ? marked(chunk, null) : chunk))
  return reorder(scored, ranks, {
    of: ({ score }) => score,
    with: (chunk, score, figure) => ({ ...marked(chunk, figure), score }),
  })
}
