/** The range of a model's similarities: its value for unrelated texts, and for texts that say the same. */
export type SimilarityRange = { unrelated: number; same: number }

/** The weight of each comparison of a text with a query, and the bonus for a text by the speaker asked about. */
export type Ranking = {
  lexical: number
  dense: number
  tokens: number
  speaker?: number
  /** Lowers weak similarities towards 0; see `sharpen`. */
  isSharp?: boolean
}

/** Chosen on the tuning halves of six sets; see docs/decisions/0021. */
export const defaultRanking: Ranking = { lexical: 0.42, dense: 0.1, tokens: 0.48, speaker: 0.05 }

/** Ranks before tokens are compared, to choose the texts that are worth comparing. */
export const rankingBeforeTokens: Ranking = { ...defaultRanking, tokens: 0 }

/**
 * For a model that gives no vectors of tokens. With .4 for keywords every set tried was worse (decision 21). With .9
 * conversations are better still and abstracts no better; but the bundled model is a weak one, and a better model should
 * count for more.
 */
export const rankingWithoutTokens: Ranking = { lexical: 0.7, dense: 0.3, tokens: 0 }

/** Memories are single sentences and never compared token by token. */
export const memoryRanking = { ...rankingWithoutTokens, isSharp: true } satisfies Ranking

/** Chooses the memories that are worth reading, by the fitted weights of both arms (decision 36). */
export const memoryPreRanking = { lexical: 0.33, dense: 0.67, tokens: 0 } satisfies Ranking

export type Norms = {
  /** Undefined: the dense arm did not run. */
  calibration: (SimilarityRange & { tokens?: SimilarityRange | undefined }) | undefined
  /** The most that a text could score by keywords. Undefined: the keyword arm did not run. */
  bestBm25: number | undefined
  ranking?: Ranking | undefined
}

export type TextScores = {
  similarity: number | null
  bm25: number | null
  /** The query's words against the text's tokens; null when they were not compared. */
  tokens?: number | null | undefined
  /** The query asks about the speaker of this text. */
  isBySpeaker?: boolean | undefined
}

/** How much of a score each comparison gave. */
export type ScoreShares = { dense: number; lexical: number; tokens: number; speaker: number }

/** `shares` add up to `score`. */
export type FusedScores = {
  dense: number
  lexical: number
  tokens: number
  score: number
  shares: ScoreShares
}

/** Weighs the scores of a text on one scale from 0 to 1. A comparison that was not made leaves its weight to the others. */
export function fuseScores(text: TextScores, { calibration, bestBm25, ranking }: Norms): FusedScores {
  const dense = calibration ? scale(text.similarity ?? 0, calibration) : 0
  const lexical = bestBm25 ? scale(text.bm25 ?? 0, { unrelated: 0, same: bestBm25 }) : 0
  const tokens = calibration?.tokens ? scale(text.tokens ?? 0, calibration.tokens) : 0
  const weights = ranking ?? (calibration?.tokens ? defaultRanking : rankingWithoutTokens)
  const counted = {
    dense: calibration ? weights.dense : 0,
    lexical: bestBm25 === undefined ? 0 : weights.lexical,
    tokens: calibration?.tokens ? weights.tokens : 0,
  }
  const total = counted.dense + counted.lexical + counted.tokens || 1
  const matched = (counted.dense * dense + counted.lexical * lexical + counted.tokens * tokens) / total
  // The bonus only goes to a text that matches at all.
  const bonus = text.isBySpeaker && matched > 0 ? (weights.speaker ?? 0) : 0
  const sum = Math.min(1, matched + bonus)
  const isMeaningAlone = counted.lexical + counted.tokens === 0
  const score = weights.isSharp || isMeaningAlone ? sharpen(sum) : spread(sum)
  const perPoint = matched + bonus > 0 ? score / (matched + bonus) : 0
  const shares = {
    dense: (perPoint * counted.dense * dense) / total,
    lexical: (perPoint * counted.lexical * lexical) / total,
    tokens: (perPoint * counted.tokens * tokens) / total,
    speaker: perPoint * bonus,
  }
  return { dense, lexical, tokens, score, shares }
}

/**
 * Most texts that are worth finding have a sum of .2 to .5, because they never repeat a query word for word. Spreads the
 * sums so that .6 shows about the middle of the texts that answer a question, a sum of .32 (decision 21).
 */
export function spread(sum: number): number {
  return (1 - Math.exp(-2.5 * sum)) / (1 - Math.exp(-2.5))
}

/**
 * Any two texts are a little alike in meaning, and `spread` would show .3 as .57. A memory that shares a third of a
 * question's words need not be about it, and `forget-matching` forgets matches: a threshold of .5 keeps 27 % of LoCoMo's
 * turns, stored as memories, where `spread` would keep 58 % (decision 21).
 */
export function sharpen(sum: number): number {
  const [yes, no] = [sum ** 1.5, 0.35 * (1 - sum) ** 1.5]
  return yes / (yes + no)
}

export function scale(value: number, { unrelated, same }: SimilarityRange): number {
  return Math.min(1, Math.max(0, (value - unrelated) / (same - unrelated)))
}
