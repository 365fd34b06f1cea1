import { assertOutsideTransaction } from '../../platform/db/tx.ts'
import { RerankError, type Reranker } from '../../platform/providers/rerank/reranker.ts'

/** The most texts that are reranked. More would take a model too long, and hardly ever contain the answer. */
export const mostReranked = 50

/** The reranker's score of a text. Null: the model did not answer. */
export type RerankMark = { by: 'local' | 'http'; score: number | null }

/** The model's scores of texts. Undefined: the model did not answer, and the order must stay as it is. */
export async function askReranker(
  reranker: Reranker,
  q: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<number[] | undefined> {
  assertOutsideTransaction('the reranker')
  if (texts.length === 0) return []
  try {
    return await reranker.rerank(q, texts, signal)
  } catch (error) {
    if (error instanceof RerankError) return undefined
    throw error
  }
}

/**
 * Sorts the first items of a list by the reranker's figures. Each item gets the score of its new rank, so that thresholds keep
 * their meaning on any scale of figures.
 */
export function reorder<T>(
  list: readonly T[],
  figures: readonly number[],
  score: { of(item: T): number; with(item: T, score: number, figure: number): T },
): T[] {
  const first = list.slice(0, figures.length)
  const order = [...first.keys()].sort((a, b) => figures[b]! - figures[a]! || a - b)
  const moved = order.map((from, to) => score.with(first[from]!, score.of(first[to]!), figures[from]!))
  return [...moved, ...list.slice(figures.length)]
}
