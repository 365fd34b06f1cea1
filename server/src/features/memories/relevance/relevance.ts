import type { Signals } from './signals.ts'
import { slope, sumAtDefault, weights } from './weights.ts'

/** The similarity that a sum of `sumAtDefault` is shown as: the default threshold of `/v4/search`. */
const atDefault = 0.6

/** How likely it is that a memory answers a question, 0 to 1. A memory with nothing in common with the question is at 0. */
export function relevanceOf(signals: Signals): number {
  if (signals.dense <= 0 && signals.lexical <= 0) return 0
  const sum = Object.entries(weights).reduce(
    (total, [name, weight]) => total + weight * signals[name as keyof Signals],
    0,
  )
  return 1 / (1 + Math.exp(slope * (sumAtDefault - sum) - Math.log(atDefault / (1 - atDefault))))
}
