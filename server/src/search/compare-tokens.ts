import type { Db } from '../db/tx.ts'
import { readTerms } from '../lexical/read-terms.ts'
import { inverseFrequency } from '../lexical/term-vector.ts'
import { lettersOf, TokenMatcher } from '../lib/token-codes.ts'
import type { EmbeddedWord } from './embed-query.ts'
import type { Scored } from './fuse.ts'
import { readTokens } from './hit-store.ts'
import type { SearchScope } from './scope-store.ts'
import { speakerAskedAbout } from './speaker.ts'

/** How rare words are where they are looked for: a rare one tells texts apart. */
export type Rarity = { counts: ReadonlyMap<number, number>; chunks: number; readings: readonly string[] }

/** A word that nothing holds may still mean what something says, but must not outweigh all others. */
const mostWeight = 5
/** A word without a term: the lexical arm takes it for a stop word. */
const leastWeight = 0.3

/** Each is 4 KB to read and 5 µs to compare. */
const mostCompared = 120

/** A query to be compared word by word: its words, each weighed by how rare it is. */
export type WeighedQuery = { q: string; words: readonly EmbeddedWord[]; matcher: TokenMatcher }

export async function weighQuery(
  db: Db,
  { text: q, words }: { text: string; words: readonly EmbeddedWord[] },
  rarity: Rarity,
): Promise<WeighedQuery> {
  const weights = await weigh(db, words, rarity)
  const matcher = new TokenMatcher(words.map(({ vectors }, i) => ({ vectors, weight: weights[i]! })))
  return { q, words, matcher }
}

export type Comparison = {
  scope: SearchScope
  set: number
  query: WeighedQuery
  /** How many are compared: no more than these. */
  most: number
}

/** The best chunks so far, compared with the query word by word, and the rest as it was. */
export async function compareTokens(
  db: Db,
  { scope, set, query: { q, words, matcher }, most }: Comparison,
  scored: readonly Scored[],
): Promise<Scored[]> {
  const count = Math.min(mostCompared, most)
  const best = scored.slice(0, count)
  const found = await readTokens(db, scope, set, best)
  const asksAbout = speakerAskedAbout(q)
  // What is not compared is taken for what most are: of 60 in Hindi the right one may be the next (XQuAD −2 points).
  const areForeign = best.filter((_, i) => !found.get(i)?.codes).length > best.length / 2
  return scored.map((chunk, i) => {
    const { codes, opening } = found.get(i) ?? {}
    const isBySpeaker = opening !== undefined && asksAbout(opening)
    if (codes) return { ...chunk, isBySpeaker, tokens: matcher.match(codes) - lengthGain(codes, words) }
    return { ...chunk, isBySpeaker, tokens: 0, isForeign: i < count || areForeign }
  })
}

/**
 * Among more tokens a word finds a nearer one by chance. Taken off, a long answer no longer hides the short remark that
 * says it: LongMemEval's tuning half 67.4 → 69.8 by tokens alone. What is shorter gains nothing: it is a short remark.
 */
const gainPerDoubling = 0.035
const usualTokens = 40

function lengthGain(codes: string, words: readonly EmbeddedWord[]): number {
  const width = lettersOf(words[0]?.vectors[0]?.length ?? 8)
  return gainPerDoubling * Math.max(0, Math.log2(codes.length / width / usualTokens))
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
    // In the language it is known in: read in any other, a common word is one that nothing holds.
    return Math.min(mostWeight, ...terms.map(term => inverseFrequency(counts.get(term) ?? 0, chunks)))
  })
}
