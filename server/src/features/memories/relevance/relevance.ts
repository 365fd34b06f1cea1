import type { Signals } from './signals.ts'
import { doubtBelow, slope, sumAtDefault, weights } from './weights.ts'

/** The similarity that a sum of `sumAtDefault` is shown as: the default threshold of `/v4/search`. */
const atDefault = 0.6

/** The weighted sum of signals. */
export function sumOf(signals: Signals): number {
  return Object.entries(weights).reduce(
    (total, [name, weight]) => total + weight * signals[name as keyof Signals],
    0,
  )
}

/**
 * How likely it is that a memory answers a question, 0 to 1. A memory with nothing in common with the question is at 0. `best`: the
 * largest sum of all memories that were found. If even the best answers the question badly, probably none does, and all of
 * them count less.
 */
export function relevanceOf(signals: Signals, best = sumOf(signals)): number {
  if (signals.dense <= 0 && signals.lexical <= 0) return 0
  const sum = sumOf(signals) - Math.max(0, doubtBelow - best)
  return 1 / (1 + Math.exp(slope * (sumAtDefault - sum) - Math.log(atDefault / (1 - atDefault))))
}
