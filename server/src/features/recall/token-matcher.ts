import { lettersOf } from '../../platform/providers/embedding/encode-tokens.ts'
import { addToken, bestSums, makeTables, maxSum, tokensAtOnce } from './token-kernel.ts'

/**
 * Late interaction: each word of a query is matched with the token of a text that is nearest in meaning, and the text scores
 * the weighted mean of these similarities. One vector for a whole text blurs its meaning: compared token by token, MiniLM finds
 * twice as much of LoCoMo (nDCG@10 51.7 against 25.8).
 */

/** A word of a query: the vectors of its tokens, and its weight. */
export type QueryWord = { vectors: Float32Array[]; weight: number }

/** Compares one query with many texts. */
export class TokenMatcher {
  /** The number of hex letters in a token's code. */
  readonly #width: number
  readonly #tables: Int16Array
  /** The factor that turns a sum into a cosine. */
  readonly #units: number[]
  readonly #weights: number[]
  readonly #total: number

  constructor(words: readonly QueryWord[]) {
    const tokens = words.flatMap(({ vectors, weight }) => vectors.map(vector => ({ vector, weight })))
    this.#width = lettersOf(tokens[0]?.vector.length ?? 0)
    this.#tables = makeTables(Math.ceil(tokens.length / tokensAtOnce), this.#width)
    this.#units = tokens.map(({ vector }, i) => {
      const { parts, unit } = toParts(vector)
      addToken(this.#tables, i, parts)
      return unit
    })
    this.#weights = tokens.map(({ weight }) => weight)
    this.#total = this.#weights.reduce((sum, weight) => sum + weight, 0)
  }

  /** The score of a text, up to 1: the weighted mean of the best cosine of each query word. Codes are in hex. */
  match(codes: string): number {
    if (codes.length === 0 || this.#total === 0) return 0
    let answered = 0
    for (let first = 0; first < this.#units.length; first += tokensAtOnce) {
      const sums = bestSums(this.#tables, codes, this.#width, first / tokensAtOnce)
      const here = Math.min(tokensAtOnce, this.#units.length - first)
      for (let i = 0; i < here; i++)
        answered += sums[i]! * this.#units[first + i]! * this.#weights[first + i]!
    }
    return answered / this.#total
  }
}

/**
 * A vector as whole numbers, one for each bit of a code. Rounding changes a cosine by about .0002. `unit` contains √dimensions,
 * because that is the length of a vector of signs.
 */
function toParts(vector: Float32Array): { parts: Int16Array; unit: number } {
  const parts = new Int16Array(lettersOf(vector.length) * 4)
  let [absolute, squares] = [0, 0]
  for (const value of vector) {
    absolute += Math.abs(value)
    squares += value * value
  }
  if (absolute === 0) return { parts, unit: 0 }
  const scale = maxSum / absolute
  for (let i = 0; i < vector.length; i++) parts[i] = Math.round(vector[i]! * scale)
  return { parts, unit: 1 / (scale * Math.sqrt(squares * vector.length)) }
}
