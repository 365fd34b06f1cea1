import { assertOutsideTransaction } from '../db/tx.ts'
import { RerankError, type Reranker } from '../providers/reranker.ts'

/** More would keep a model busy for longer than anybody waits, and hardly ever hold what is wanted. */
export const mostReranked = 50

/** What was said of a text when it was looked at again; null when the model could not be asked. */
export type Reranked = { by: 'local' | 'http'; score: number | null }

/** What the model makes of texts; undefined when it cannot be asked: then the order stays as it was. */
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
 * The first of a list in the order of other figures, each with the score of the place it comes to: so scores stay
 * what thresholds mean by them, whatever scale the figures have.
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
