/** Where a model's similarities lie: what it gives to texts with nothing in common, and to texts that say the same. */
export type Range = { unrelated: number; same: number }

/** How much each way to compare a text with a query counts, and how much it adds that the one asked about speaks. */
export type Ranking = {
  lexical: number
  dense: number
  tokens: number
  speaker?: number
  /** Whether what is a little like the query is shown as hardly like it; see `sharpen`. */
  isSharp?: boolean
}

/** Chosen on the tuning halves of six sets; see docs/decisions/0021. */
export const defaultRanking: Ranking = { lexical: 0.42, dense: 0.1, tokens: 0.48, speaker: 0.05 }

/** The same before tokens are compared: what is best by it is worth comparing. */
export const beforeTokens: Ranking = { ...defaultRanking, tokens: 0 }

/**
 * Where the model tells of no tokens, whole texts must do. With .4 for words every set tried was worse (decision 21); with
 * .9 conversations are better still and abstracts no better, but the bundled model is a weak one: of two arms it is the
 * other that grows.
 */
export const withoutTokens: Ranking = { lexical: 0.7, dense: 0.3, tokens: 0 }

/** Memories are single sentences, never compared token by token. */
export const ofMemories = { ...withoutTokens, isSharp: true } satisfies Ranking

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
  const isMeaningAlone = counted.lexical + counted.tokens === 0
  return { dense, lexical, tokens, score: weights.isSharp || isMeaningAlone ? sharpen(sum) : spread(sum) }
}

/**
 * Most of what is worth finding scores .2 to .5, for a query is never said again word for word. Spread so that .6 is about the
 * middle of what answers a question: .32 (decision 21).
 */
export function spread(sum: number): number {
  return (1 - Math.exp(-2.5 * sum)) / (1 - Math.exp(-2.5))
}

/**
 * Any two texts are a little alike in meaning, and `spread` would show .3 as .57. A memory that shares a third of a
 * question's words need not be about it, and what matches may be forgotten: .5 keeps 27 in 100 of LoCoMo's turns taken for
 * memories, where `spread` would keep 58 (decision 21).
 */
export function sharpen(sum: number): number {
  const [yes, no] = [sum ** 1.5, 0.35 * (1 - sum) ** 1.5]
  return yes / (yes + no)
}

function scale(value: number, { unrelated, same }: Range): number {
  return Math.min(1, Math.max(0, (value - unrelated) / (same - unrelated)))
}
