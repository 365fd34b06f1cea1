import type { Question } from '../../language/english/read-question.ts'
import type { Db } from '../../platform/db/tx.ts'
import { matcherOf, type WeighedWord, weighWords } from '../recall/compare-tokens.ts'
import {
  fuseScores,
  memoryPreRanking,
  type Norms,
  type ScoreShares,
  type SimilarityRange,
  scale,
} from '../recall/fuse-scores.ts'
import type { PreparedCell } from '../recall/prepare-cells.ts'
import type { RecalledMemory } from './recall-store.ts'
import { recencyOf } from './relevance/recency.ts'
import { relevanceOf, sumOf } from './relevance/relevance.ts'
import { type PassageSimilarity, type Signals, signalsOf, withPassage } from './relevance/signals.ts'

export type ScoredMemory = {
  memory: RecalledMemory
  dense: number
  lexical: number
  /** The fused scores of both arms. */
  fused: number
  /** The share of `fused` that each arm gave. */
  shares: ScoreShares
  relevance: number
  /** Undefined: scored by likeness alone. */
  signals?: Signals | undefined
}

/** Scores memories by likeness to the query alone. */
export function scoreByLikeness(recalled: readonly RecalledMemory[], norms: Norms): ScoredMemory[] {
  return recalled.map(memory => {
    const { dense, lexical, score, shares } = fuseScores(memory, norms)
    return { memory, dense, lexical, fused: score, shares, relevance: score }
  })
}

/** Memories among which the order of their dates is told. It does not depend on the limit, so that no limit changes the order. */
const datedAmong = 40

/** Scores memories by how well they answer a question. `recall` runs while the words of the query are weighed. */
export async function rankByAnswer(
  db: Db,
  cell: PreparedCell,
  { question, norms }: { question: Question; norms: Norms },
  recall: Promise<readonly RecalledMemory[]>,
): Promise<ScoredMemory[]> {
  const { query, rarity, embedder } = cell
  const [recalled, words] = await Promise.all([recall, query.words && weighWords(db, query.words, rarity)])
  const compared = withSignals(recalled, question, norms)
  const { tokens: range } = embedder.calibration
  const compare = words && range && passageComparer(words, question, range)
  const scored = compared.map(each => {
    const { passages } = each.memory
    return compare && passages?.length
      ? { ...each, signals: withPassage(each.signals, compare(passages)) }
      : each
  })
  const best = Math.max(...scored.map(({ signals }) => sumOf(signals)))
  return scored.map(each => ({ ...each, relevance: relevanceOf(each.signals, best) }))
}

/** Words of a question that name what is asked for, and are no part of the answer. */
const frame = new Set(['name', 'called', 'user'])

/** Compares passages with all words of a question, and with those that are no names: what is asked of the named. */
function passageComparer(
  words: readonly WeighedWord[],
  { names }: Question,
  range: SimilarityRange,
): (passages: readonly string[]) => PassageSimilarity {
  const named = new Set(names.flat())
  const asked = words.filter(({ text }) => !named.has(text) && !frame.has(text))
  const [matchAll, matchAsked] = [matcherOf(words), matcherOf(asked)]
  const bestOf = (passages: readonly string[], match: (codes: string) => number) =>
    Math.max(...passages.map(match))
  return passages => ({
    whole: scale(bestOf(passages, matchAll), range),
    asked: asked.length > 0 ? Math.max(0, bestOf(passages, matchAsked)) : undefined,
  })
}

function withSignals(recalled: readonly RecalledMemory[], question: Question, norms: Norms) {
  const alike = scoreByLikeness(recalled, norms)
  const pre = { ...norms, ranking: memoryPreRanking }
  const best = alike
    .map(({ memory }) => ({ memory, score: fuseScores(memory, pre).score }))
    .sort((a, b) => b.score - a.score)
    .slice(0, datedAmong)
  const recency = recencyOf(best.map(({ memory }) => memory.saidAt))
  return alike.map(({ memory, dense, lexical, fused, shares }) => {
    const signals = signalsOf(question, {
      ...memory,
      ...{ dense, recency: recency(memory.saidAt) },
      // Without a known word in the query, meaning alone has the weight of both arms.
      lexical: norms.bestBm25 === undefined ? dense : lexical,
    })
    return { memory, dense, lexical, fused, shares, signals }
  })
}
