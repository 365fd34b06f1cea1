import type { Signals } from './signals.ts'

/**
 * The weight of each signal in the odds that a memory answers a question, fitted by `npm run eval -- relevance` on labelled
 * questions. `attribute` and `past` are not fitted: too few memories have them.
 */
export const weights: Record<keyof Signals, number> = {
  dense: 6.1,
  lexical: 3,
  owner: 0.4,
  named: 0.3,
  otherName: -0.4,
  kin: 0.5,
  answer: 0.3,
  attribute: 0.4,
  past: -0.8,
}

/** The sum of the weighted signals that `/v4/search` shows as its default threshold, .6. */
export const sumAtDefault = 3.1

/**
 * How fast the similarity grows with the sum. It changes no order of memories, only where chunks stand among them in hybrid mode.
 */
export const slope = 0.5
