import type { Db } from '../../platform/db/tx.ts'
import { addDate, closeness } from '../../platform/lib/date-range.ts'
import { embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import { toBinaryVector } from '../recall/binary-vector.ts'
import { matcherOf, weighWords } from '../recall/compare-tokens.ts'
import { rankingBeforeTokens } from '../recall/fuse-scores.ts'
import type { PreparedCell, Rarity } from '../recall/prepare-cells.ts'
import type { RecallScope } from '../recall/scope-store.ts'
import type { SearchRequest } from '../recall/search-request.ts'
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
  const [recalled, words] = await Promise.all([
    timing.measure('recall', () => recallChunks(db, { scope, narrowing, plan, dense, lexical })),
    query.words && weighWords(db, query.words, rarity),
  ])
  const { tokens: _, ...whole } = embedder.calibration
  const norms: ChunkNorms = { calibration: whole, bestBm25: cell.bestBm25, path: plan.path, ranking }
  if (!words) return weighDates(db, cell, now, fuseChunks(recalled, norms))
  // With the final weights, the best of both arms are enough: comparing 60 chunks finds the same as 120 (decision 10).
  const best = fuseChunks(recalled, {
    ...norms,
    ranking: ranking?.tokens === 0 ? ranking : rankingBeforeTokens,
  })
  const compared = await timing.measure('tokens', () => compareTokens(db, cell, matcherOf(words), best))
  return weighDates(db, cell, now, fuseChunks(compared, { ...norms, calibration: embedder.calibration }))
}

/** The most chunks that are compared by tokens. Each takes 4 KB to read and 5 µs to compare. */
const mostCompared = 120

/** Compares the best chunks with the query word by word. The others stay in the list as they are. */
async function compareTokens(
  db: Db,
  { scope, plan, embedder, query: { text } }: PreparedCell,
  match: (codes: string) => number,
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
    if (codes) return { ...chunk, isBySpeaker, tokens: match(codes) }
    return { ...chunk, isBySpeaker, tokens: 0, isForeign: i < count || areForeign }
  })
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
