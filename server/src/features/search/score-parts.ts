import { addDate } from '../../platform/lib/date-range.ts'
import { weights } from '../memories/relevance/weights.ts'
import { type MemoryHit, weightOf } from '../memories/search-memories.ts'
import type { ScoreShares } from '../recall/fuse-scores.ts'
import type { ScoredChunk } from './fuse-chunks.ts'

/** The parts of a score by name. They add up to the score; a negative part lowers it. */
export type ScoreParts = Record<string, number>

/** The comparisons of a chunk, then what dates and the reranker changed. */
export function partsOfChunk({
  shares,
  score,
  date = 0,
}: Pick<ScoredChunk, 'shares' | 'score' | 'date'>): ScoreParts {
  const compared = sumOfShares(shares)
  const dated = addDate(compared, date)
  return { ...named(shares), date: dated - compared, rerank: score - dated }
}

/** The signals of a memory by their weights, or its likeness alone; then its origin, dates and the reranker. */
export function partsOfMemory(hit: MemoryHit): ScoreParts {
  const { relevance, similarity, date = 0, memory } = hit
  const origin = relevance * (weightOf(memory) - 1)
  const dated = addDate(relevance + origin, date)
  return { ...answering(hit), origin, date: dated - relevance - origin, rerank: similarity - dated }
}

/**
 * The relevance of a memory, shared out by the weighted signals. If they add up to less than nothing, there is nothing to share out, and
 * both arms have it.
 */
function answering({ relevance, signals, shares }: MemoryHit): ScoreParts {
  const groups = { meaning: 0, words: 0, tokens: 0, answer: 0 }
  for (const [name, weight] of Object.entries(weights))
    groups[groupOf[name] ?? 'answer'] += weight * (signals?.[name as keyof typeof weights] ?? 0)
  const sum = Object.values(groups).reduce((total, part) => total + part, 0)
  if (sum > 0) return scaled(groups, relevance / sum)
  const compared = sumOfShares(shares)
  return compared > 0 ? scaled(named(shares), relevance / compared) : { meaning: relevance }
}

const groupOf: Record<string, 'meaning' | 'words' | 'tokens'> = {
  dense: 'meaning',
  lexical: 'words',
  passage: 'tokens',
  focus: 'tokens',
}

const named = ({ dense, lexical, tokens, speaker }: ScoreShares) => ({
  meaning: dense,
  words: lexical,
  tokens,
  speaker,
})

const sumOfShares = ({ dense, lexical, tokens, speaker }: ScoreShares) => dense + lexical + tokens + speaker

const scaled = (parts: ScoreParts, by: number): ScoreParts =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part * by]))
