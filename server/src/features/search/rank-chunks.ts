import { readTerms } from '../../language/lexical/read-terms.ts'
import { inverseFrequency } from '../../language/lexical/term-vector.ts'
import type { Db } from '../../platform/db/tx.ts'
import { addDate, closeness } from '../../platform/lib/date-range.ts'
import { embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import { lettersOf } from '../../platform/providers/embedding/encode-tokens.ts'
import { toBinaryVector } from '../recall/binary-vector.ts'
import type { EmbeddedWord } from '../recall/embed-query.ts'
import { rankingBeforeTokens } from '../recall/fuse-scores.ts'
import type { PreparedCell, Rarity } from '../recall/prepare-cells.ts'
import type { RecallScope } from '../recall/scope-store.ts'
import type { SearchRequest } from '../recall/search-request.ts'
import { TokenMatcher } from '../recall/token-matcher.ts'
import { findQueryDates } from './find-query-dates.ts'
import { byScore, type ChunkNorms, fuseChunks, type ScoredChunk } from './fuse-chunks.ts'
import { readChunkTokens, readDates } from './hit-store.ts'
import type { Narrowing } from './narrowing-store.ts'
import { speakerAskedAbout } from './speaker-asked-about.ts'
import { recallChunks } from './store.ts'

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
  // The weights of the query words are computed while the database recalls.
  const [recalled, matcher] = await Promise.all([
    timing.measure('recall', () => recallChunks(db, { scope, narrowing, plan, dense, lexical })),
    query.words && matcherOf(db, query.words, rarity),
  ])
  const { tokens: _, ...whole } = embedder.calibration
  const norms: ChunkNorms = { calibration: whole, bestBm25: cell.bestBm25, path: plan.path, ranking }
  if (!matcher) return weighDates(db, cell, now, fuseChunks(recalled, norms))
  // With the final weights, the best of both arms are enough: comparing 60 chunks finds the same as 120 (decision 10).
  const best = fuseChunks(recalled, {
    ...norms,
    ranking: ranking?.tokens === 0 ? ranking : rankingBeforeTokens,
  })
  const compared = await timing.measure('tokens', () => compareTokens(db, cell, matcher, best))
  return weighDates(db, cell, now, fuseChunks(compared, { ...norms, calibration: embedder.calibration }))
}

/** The most that a word can weigh. A word that no chunk contains may be a synonym, but must not outweigh all other words. */
const mostWeight = 5
/** The weight of a word without a term, which the keyword arm treats as a stop word. */
const leastWeight = 0.3

/** The words of a query, each weighed by how rare it is. */
async function matcherOf(db: Db, words: readonly EmbeddedWord[], rarity: Rarity): Promise<TokenMatcher> {
  const weights = await weigh(db, words, rarity)
  return new TokenMatcher(words.map(({ vectors }, i) => ({ vectors, weight: weights[i]! })))
}

async function weigh(db: Db, words: readonly EmbeddedWord[], rarity: Rarity): Promise<number[]> {
  const { stemLanguages, counts, rows } = rarity
  const read = await readTerms(
    db,
    words.flatMap(({ text }) => stemLanguages.map(stemLanguage => ({ text, stemLanguage }))),
  )
  return words.map((_, i) => {
    const terms = read
      .slice(i * stemLanguages.length, (i + 1) * stemLanguages.length)
      .flatMap(each => [...each.keys()])
    if (terms.length === 0) return leastWeight
    // The lowest weight is that of the right language: in any other language, a common word looks like one that no chunk contains.
    return Math.min(mostWeight, ...terms.map(term => inverseFrequency(counts.get(term) ?? 0, rows)))
  })
}

/** The most chunks that are compared by tokens. Each takes 4 KB to read and 5 µs to compare. */
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
  const tokens = await readChunkTokens(db, scope, embeddingSetOf(embedder.model), best)
  const asksAbout = speakerAskedAbout(text)
  // If most compared chunks are foreign, the others count as foreign too: after 60 in Hindi, the right one may be the next (else XQuAD −2 points).
  const areForeign = best.filter((_, i) => !tokens.get(i)?.codes).length > best.length / 2
  return scored.map((chunk, i) => {
    const { codes, opening } = tokens.get(i) ?? {}
    const isBySpeaker = opening !== undefined && asksAbout(opening)
    if (codes) return { ...chunk, isBySpeaker, tokens: matcher.match(codes) - lengthGain(codes, words) }
    return { ...chunk, isBySpeaker, tokens: 0, isForeign: i < count || areForeign }
  })
}

/**
 * Among more tokens, a word finds a nearer one by chance. Subtracting this gain keeps long texts from hiding the short remark
 * with the answer: LongMemEval's tuning half 67.4 → 69.8 by tokens alone. Texts shorter than usual get no bonus: they are those
 * short remarks.
 */
const gainPerDoubling = 0.035
const usualTokens = 40

function lengthGain(codes: string, words: readonly EmbeddedWord[]): number {
  const width = lettersOf(words[0]?.vectors[0]?.length ?? 8)
  return gainPerDoubling * Math.max(0, Math.log2(codes.length / width / usualTokens))
}

/** Adds a bonus to chunks from the time that the query names. No chunk is left out because of its date. */
async function weighDates(
  db: Db,
  { scope, query, rarity }: { scope: RecallScope; query: { text: string }; rarity: Rarity },
  now: Date,
  scored: readonly ScoredChunk[],
): Promise<readonly ScoredChunk[]> {
  const ranges = findQueryDates(query.text, now, rarity.stemLanguages)
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
