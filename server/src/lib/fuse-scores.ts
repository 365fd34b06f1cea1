/** Where a model's similarities lie: what it gives to texts with nothing in common, and to texts that say the same. */
export type Range = { unrelated: number; same: number }

/** How much each way to compare a text with a query counts, and how much it adds that the one asked about speaks. */
export type Ranking = { lexical: number; dense: number; tokens: number; speaker?: number }

/** Chosen on the tuning halves of LoCoMo and LongMemEval; see docs/decisions/0010. */
export const defaultRanking = { lexical: 0.5, dense: 0.08, tokens: 0.42, speaker: 0.05 } satisfies Ranking

/** The same before tokens are compared: what is best by it is worth comparing. */
export const beforeTokens: Ranking = { ...defaultRanking, tokens: 0 }

/**
 * Where the model tells of no tokens, whole texts must do. Fusing normalised scores beat fusing ranks on every set tried
 * (LoCoMo 45.6 against 37.8).
 */
export const withoutTokens: Ranking = { lexical: 0.4, dense: 0.6, tokens: 0 }

export type Norms = {
  /** Undefined: the dense arm did not run. */
  calibration: (Range & { tokens?: Range | undefined }) | undefined
  /** The most a text could score in words; undefined: the lexical arm did not run. */
  bestBm25: number | undefined
  ranking?: Ranking | undefined
}

export type Compared = {
  similarity: number | null
  bm25: number | null
  /** Of the words of the query with the tokens of the text; null when they were not compared. */
  tokens?: number | null | undefined
  /** Whether it is said by whom the query asks about. */
  isBySpeaker?: boolean | undefined
}

export type Fused = { dense: number; lexical: number; tokens: number; score: number }

/** The scores of a text on one scale from 0 to 1, weighed. A comparison that could not be made leaves its weight to the others. */
export function fuseScores(found: Compared, { calibration, bestBm25, ranking }: Norms): Fused {
  const dense = calibration ? scale(found.similarity ?? 0, calibration) : 0
  const lexical = bestBm25 ? scale(found.bm25 ?? 0, { unrelated: 0, same: bestBm25 }) : 0
  const tokens = calibration?.tokens ? scale(found.tokens ?? 0, calibration.tokens) : 0
  const weights = ranking ?? (calibration?.tokens ? defaultRanking : withoutTokens)
  const counted = {
    dense: calibration ? weights.dense : 0,
    lexical: bestBm25 === undefined ? 0 : weights.lexical,
    tokens: calibration?.tokens ? weights.tokens : 0,
  }
  const total = counted.dense + counted.lexical + counted.tokens || 1
  const matched = (counted.dense * dense + counted.lexical * lexical + counted.tokens * tokens) / total
  // Only what answers something is worth more for who says it.
  const bonus = found.isBySpeaker && matched > 0 ? (weights.speaker ?? 0) : 0
  const sum = Math.min(1, matched + bonus)
  return { dense, lexical, tokens, score: weights.tokens > 0 ? spread(sum) : sharpen(sum) }
}

/**
 * Most of what is worth finding scores .2 to .4 when words are compared one by one, for a query is never said again word
 * for word. Spread so that .6 is the middle of what answers a question (LongMemEval's tuning half: .30), and what stands
 * tenth beside it .4.
 */
export function spread(sum: number): number {
  return (1 - Math.exp(-3 * sum)) / (1 - Math.exp(-3))
}

/**
 * Without tokens, what answers a question scores .4 to .6, and so does much that does not: only above does a score say
 * much. Squared odds bring both to where scores with tokens have them: of LoCoMo, LongMemEval and SciFact (tuning halves)
 * roughly as much of what scores .3 to .7 is right as of what has that score where tokens were compared.
 */
export function sharpen(sum: number): number {
  const [yes, no] = [sum ** 2, 0.72 * (1 - sum) ** 2]
  return yes / (yes + no)
}

function scale(value: number, { unrelated, same }: Range): number {
  return Math.min(1, Math.max(0, (value - unrelated) / (same - unrelated)))
}
