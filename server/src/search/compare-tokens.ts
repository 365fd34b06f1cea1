import type { Db } from '../db/tx.ts'
import { readTerms } from '../lexical/read-terms.ts'
import { inverseFrequency } from '../lexical/term-vector.ts'
import { TokenMatcher } from '../lib/token-codes.ts'
import type { EmbeddedWord } from './embed-query.ts'
import type { Scored } from './fuse.ts'
import type { SearchScope } from './scope-store.ts'
import { readTokenCodes } from './store.ts'

/** How rare words are where they are looked for: a rare one tells texts apart. */
export type Rarity = { counts: ReadonlyMap<number, number>; chunks: number; readings: readonly string[] }

/** A word that nothing holds may still mean what something says, but must not outweigh all others. */
const mostWeight = 5
/** A word without a term: the lexical arm takes it for a stop word. */
const leastWeight = 0.3

/** As many as both arms find for a page of ten: 4 KB each to read, 40 µs to compare. */
const mostCompared = 120

export type Comparison = {
  scope: SearchScope
  set: number
  rarity: Rarity
  words: readonly EmbeddedWord[]
}

/** The best chunks so far, compared with the query word by word, and the rest as it was. */
export async function compareTokens(
  db: Db,
  { scope, set, rarity, words }: Comparison,
  scored: readonly Scored[],
): Promise<Scored[]> {
  const best = scored.slice(0, mostCompared)
  const [codes, weights] = await Promise.all([readTokenCodes(db, scope, set, best), weigh(db, words, rarity)])
  const matcher = new TokenMatcher(words.map(({ vectors }, i) => ({ vectors, weight: weights[i]! })))
  return scored.map((chunk, i) => {
    const code = codes.get(i)
    if (code) return { ...chunk, tokens: matcher.match(code) }
    return { ...chunk, tokens: 0, isForeign: i < mostCompared }
  })
}

async function weigh(db: Db, words: readonly EmbeddedWord[], rarity: Rarity): Promise<number[]> {
  const { readings, counts, chunks } = rarity
  const read = await readTerms(
    db,
    words.flatMap(({ text }) => readings.map(reading => ({ text, reading }))),
  )
  return words.map((_, i) => {
    const terms = read.slice(i * readings.length, (i + 1) * readings.length).flatMap(each => [...each.keys()])
    if (terms.length === 0) return leastWeight
    const rarest = Math.max(...terms.map(term => inverseFrequency(counts.get(term) ?? 0, chunks)))
    return Math.min(mostWeight, rarest)
  })
}
