import { readTerms } from '../../language/lexical/read-terms.ts'
import { inverseFrequency } from '../../language/lexical/term-vector.ts'
import type { Db } from '../../platform/db/tx.ts'
import { addDate, closeness } from '../../platform/lib/date-range.ts'
import { embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import { lettersOf } from '../../platform/providers/embedding/encode-tokens.ts'
import { toBinaryVector } from '../recall/binary-vector.ts'
import type { EmbeddedWord } from '../recall/embed-query.ts'
import { beforeTokens } from '../recall/fuse-scores.ts'
import type { PreparedCell, Rarity } from '../recall/prepare-recall.ts'
import type { RecallScope } from '../recall/scope-store.ts'
import type { SearchRequest } from '../recall/search-request.ts'
import { TokenMatcher } from '../recall/token-matcher.ts'
import { byScore, fuse, type Norms, type ScoredChunk } from './fuse.ts'
import { readDates, readTokens } from './hit-store.ts'
import type { Narrowing } from './narrowing-store.ts'
import { datesIn } from './query-dates.ts'
import { speakerAskedAbout } from './speaker.ts'
import { recall } from './store.ts'

export type RankQuestion = {
  /** Undefined: all chunks of the scope. */
  narrowing: Narrowing | undefined
  now: Date
}

/**
 * Recalls the chunks of a cell that either arm finds, best first. Fuses their scores, compares the best chunks with the
 * query word by word, and adds a bonus for the time that the query names.
 */
export async function rankChunks(
  db: Db,
  { app: { ranking }, timing }: SearchRequest,
  cell: PreparedCell,
  { narrowing, now }: RankQuestion,
): Promise<readonly ScoredChunk[]> {
  const { plan, scope, lexical, rarity, embedder, query } = cell
  const set = embeddingSetOf(embedder.model)
  const dense = { set, vector: toBinaryVector(query.vector) }
  // The query's own side is computed while the database recalls.
  const [recalled, matcher] = await Promise.all([
    timing.measure('recall', () => recall(db, { scope, narrowing, plan, dense, lexical })),
    query.words && matcherOf(db, query.words, rarity),
  ])
  const { tokens: _, ...whole } = embedder.calibration
  const norms: Norms = { calibration: whole, bestBm25: cell.bestBm25, path: plan.path, ranking }
  if (!matcher) return weighDates(db, cell, now, fuse(recalled, norms))
  // Weighed as in the end, the best of both arms are enough: 60 compared find the same as 120 (decision 10).
  const best = fuse(recalled, { ...norms, ranking: ranking?.tokens === 0 ? ranking : beforeTokens })
  const compared = await timing.measure('tokens', () => compareTokens(db, cell, matcher, best))
  return weighDates(db, cell, now, fuse(compared, { ...norms, calibration: embedder.calibration }))
}

/** A word that no chunk holds may still mean the same as another word, but must not outweigh all others. */
const mostWeight = 5
/** A word without a term: the keyword arm treats it as a stop word. */
const leastWeight = 0.3

/** The words of a query, each weighed by how rare it is. */
async function matcherOf(db: Db, words: readonly EmbeddedWord[], rarity: Rarity): Promise<TokenMatcher> {
  const weights = await weigh(db, words, rarity)
  return new TokenMatcher(words.map(({ vectors }, i) => ({ vectors, weight: weights[i]! })))
}

async function weigh(db: Db, words: readonly EmbeddedWord[], rarity: Rarity): Promise<number[]> {
  const { readings, counts, rows } = rarity
  const read = await readTerms(
    db,
    words.flatMap(({ text }) => readings.map(reading => ({ text, reading }))),
  )
  return words.map((_, i) => {
    const terms = read.slice(i * readings.length, (i + 1) * readings.length).flatMap(each => [...each.keys()])
    if (terms.length === 0) return leastWeight
    // By the language that knows it: in any other language a common word is one that no chunk holds.
    return Math.min(mostWeight, ...terms.map(term => inverseFrequency(counts.get(term) ?? 0, rows)))
  })
}

/** Each chunk is 4 KB to read and 5 µs to compare. */
const mostCompared = 120

/** Compares the best chunks with the query word by word. The others stay in the list as they are. */
async function compareTokens(
  db: Db,
  { scope, plan, embedder, query: { text, words = [] } }: PreparedCell,
  matcher: TokenMatcher,
  scored: readonly ScoredChunk[],
): Promise<ScoredChunk[]> {
  const count = Math.min(mostCompared, plan.perArm)
  const best = scored.slice(0, count)
  const tokens = await readTokens(db, scope, embeddingSetOf(embedder.model), best)
  const asksAbout = speakerAskedAbout(text)
  // A chunk that was not compared counts as most others do: of 60 in Hindi the right one may be the next (XQuAD −2 points).
  const areForeign = best.filter((_, i) => !tokens.get(i)?.codes).length > best.length / 2
  return scored.map((chunk, i) => {
    const { codes, opening } = tokens.get(i) ?? {}
    const isBySpeaker = opening !== undefined && asksAbout(opening)
    if (codes) return { ...chunk, isBySpeaker, tokens: matcher.match(codes) - lengthGain(codes, words) }
    return { ...chunk, isBySpeaker, tokens: 0, isForeign: i < count || areForeign }
  })
}

/**
 * Among more tokens a word finds a nearer one by chance. With this gain taken off, a long answer no longer hides the short
 * remark that says it: LongMemEval's tuning half 67.4 → 69.8 by tokens alone. Shorter texts get no bonus: these are the
 * short remarks.
 */
const gainPerDoubling = 0.035
const usualTokens = 40

function lengthGain(codes: string, words: readonly EmbeddedWord[]): number {
  const width = lettersOf(words[0]?.vectors[0]?.length ?? 8)
  return gainPerDoubling * Math.max(0, Math.log2(codes.length / width / usualTokens))
}

/** A chunk from the time that a query names counts for more. No chunk is left out because of its date. */
async function weighDates(
  db: Db,
  { scope, query, rarity }: { scope: RecallScope; query: { text: string }; rarity: Rarity },
  now: Date,
  scored: readonly ScoredChunk[],
): Promise<readonly ScoredChunk[]> {
  const ranges = datesIn(query.text, now, rarity.readings)
  if (ranges.length === 0 || scored.length === 0) return scored
  const dates = await readDates(db, scope, scored)
  return scored
    .map(chunk => {
      const date = dates.get(chunk.document)
      const close = date ? closeness(ranges, [date]) : 0
      return { ...chunk, date: close, fused: chunk.score, score: addDate(chunk.score, close) }
    })
    .sort(byScore)
}
