/**
 * BM25 as an inner product of two sparse vectors. Weights that depend on the chunk alone are stored with the chunk;
 * weights that depend on the container (how rare a term is) come with the query. Ranking is then pgvector's `<#>`.
 */

/** Dimensions of a term vector. A chunk has about 100 terms, so two of its terms rarely share one (0.5 %). */
export const DIMENSIONS = 1 << 20

/** Term → how often it occurs. */
export type TermCounts = ReadonlyMap<number, number>

/** Term → weight. */
export type TermVector = ReadonlyMap<number, number>

/**
 * The usual values of BM25: k1 sets how fast repetition stops counting, b how much length weighs. Turns of a
 * conversation would prefer a b of .3 (LoCoMo +1.2), but long and short messages in one place lose more by it
 * (LongMemEval −3.7, SciFact −.9).
 */
const k1 = 1.2
const b = 0.75

/**
 * The length at which a chunk is neither favoured nor discounted. BM25 uses the average of the collection, which
 * moves with each document: every stored vector would be stale at once, and a chunk's weight would depend on what
 * came before it. Chunks are bounded (about 900 characters, some 100 terms once stop words are gone), so a fixed
 * figure loses little and makes a chunk's vector a function of the chunk.
 */
const pivotLength = 100

/**
 * The dimension of a lexeme, 1…1048576: FNV-1a (32 bits) over its UTF-8, xor-folded to 20 bits as FNV's authors
 * advise. Stored vectors depend on it: a change means indexing everything again.
 */
export function termId(lexeme: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(lexeme)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (((hash >>> 20) ^ hash) & (DIMENSIONS - 1)) + 1
}

/** A chunk's weights, each below k1 + 1. Its length is the number of its terms, repetitions included. */
export function documentVector(counts: TermCounts): TermVector {
  const length = counts.values().reduce((sum, count) => sum + count, 0)
  const norm = k1 * (1 - b + (b * length) / pivotLength)
  return new Map([...counts].map(([term, tf]) => [term, (tf * (k1 + 1)) / (tf + norm)]))
}

/**
 * A query's weights in a container of `chunkTotal` chunks; `df` is the number of chunks with each term, and
 * `termsByLanguage` are the query's terms in each language of the container. A term that occurs in no chunk is left out of
 * the vector, but counts towards `best`, the score of a chunk with all terms: a chunk with one of two words should
 * not look like a full match because the other is unknown. `best` uses the one language in which most of the query is
 * known: a French abstract among eleven thousand English ones must not halve all other scores.
 */
export function queryVector(
  termsByLanguage: readonly TermCounts[],
  df: ReadonlyMap<number, number>,
  chunkTotal: number,
): { vector: TermVector; best: number } {
  const vector = new Map<number, number>()
  let [best, bestShare] = [0, -1]
  for (const terms of termsByLanguage) {
    let [all, known] = [0, 0]
    for (const term of terms.keys()) {
      const frequency = df.get(term) ?? 0
      const idf = inverseFrequency(frequency, chunkTotal)
      all += idf
      if (frequency === 0) continue
      known += idf
      vector.set(term, idf)
    }
    if (all === 0 || known / all <= bestShare) continue
    best = all * (k1 + 1)
    bestShare = known / all
  }
  return { vector, best }
}

/** Always positive. The counts are read at different moments, so `frequency` may exceed the total by a few. */
export function inverseFrequency(frequency: number, chunkTotal: number): number {
  const total = Math.max(chunkTotal, frequency)
  return Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))
}

/** pgvector's text form of a `sparsevec`, with five digits: it stores 32-bit floats, and rows stay small. */
export function toSparseLiteral(vector: TermVector): string {
  const entries = [...vector].sort(([left], [right]) => left - right)
  return `{${entries.map(([term, weight]) => `${term}:${Number(weight.toPrecision(5))}`).join(',')}}/${DIMENSIONS}`
}
