import type { Db } from '../db/tx.ts'
import type { Reranker } from '../providers/reranker.ts'
import { readTexts } from './candidate-store.ts'
import type { Rarity } from './compare-tokens.ts'
import type { Scored } from './fuse.ts'
import { judgeLocally } from './judge-locally.ts'
import { askReranker, mostReranked, type Reranked, reorder } from './rerank.ts'
import type { SearchScope } from './scope-store.ts'

type Place = { scope: SearchScope; rarity: Rarity; embedded: { text: string } }

/** The best chunks with their texts, and what is thought of them where no model is to be asked. */
export type Candidates = {
  q: string
  scored: readonly Scored[]
  texts: string[]
  figures: number[] | undefined
}

export async function lookAgain(
  db: Db,
  { scope, rarity, embedded: { text: q } }: Place,
  reranker: Reranker | undefined,
  scored: readonly Scored[],
): Promise<Candidates> {
  const best = scored.slice(0, mostReranked)
  const read = best.length > 0 ? await readTexts(db, scope, best) : new Map<number, string>()
  const texts = best.map((_, i) => read.get(i) ?? '')
  if (reranker) return { q, scored, texts, figures: undefined }
  const scores = best.map(({ score }) => score)
  return { q, scored, texts, figures: await judgeLocally(db, { q, rarity, texts, scores }) }
}

/** The best chunks in the order the reranker gives them; as they were, and marked so, when it cannot be asked. */
export async function rerankChunks(
  reranker: Reranker | undefined,
  { q, scored, texts, figures }: Candidates,
  signal: AbortSignal,
): Promise<Scored[]> {
  const by = reranker ? 'http' : 'local'
  const told = reranker ? await askReranker(reranker, q, texts, signal) : figures
  const marked = (chunk: Scored, score: number | null): Scored => ({
    ...chunk,
    fused: chunk.fused ?? chunk.score,
    reranked: { by, score } satisfies Reranked,
  })
  if (!told) return scored.map((chunk, i) => (i < texts.length ? marked(chunk, null) : chunk))
  return reorder(scored, told, {
    of: ({ score }) => score,
    with: (chunk, score, figure) => ({ ...marked(chunk, figure), score }),
  })
}
