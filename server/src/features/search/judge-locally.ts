import { readTermSequences } from '../../language/lexical/read-terms.ts'
import { inverseFrequency } from '../../language/lexical/term-vector.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { Rarity } from '../recall/prepare-cells.ts'

/**
 * Weights of the rules that rerank without a model. Two rules use signals that the arms do not have: words that are adjacent in
 * the query are near each other in the text, and the text names a time if the query asks for one. Tuning halves, nDCG@10:
 * LoCoMo 55.6 → 56.0, LongMemEval 69.5 → 70.1. Tried and rejected, because they gained nothing or lost on one set what they gained
 * on another: the share of rare words, titles, other chunks of the document, similarity to the best three, numbers if the query
 * asks for a number, not being a question.
 */
const nearnessWeight = 0.1
const timeWeight = 0.06

export type JudgedTexts = { q: string; rarity: Rarity; texts: readonly string[]; scores: readonly number[] }

/** The score of each text with the bonus of the rules. */
export async function judgeLocally(db: Db, { q, rarity, texts, scores }: JudgedTexts): Promise<number[]> {
  const near = await nearness(db, q, rarity, texts)
  const asksWhen = when.test(q)
  return scores.map((score, i) => {
    const names = asksWhen && time.test(texts[i]!) ? timeWeight : 0
    return score + nearnessWeight * near[i]! + names
  })
}

/** 1 if all adjacent words of the query are adjacent in the text too; less, the farther apart they are. */
async function nearness(db: Db, q: string, rarity: Rarity, texts: readonly string[]): Promise<number[]> {
  const best = texts.map(() => 0)
  for (const stemLanguage of rarity.stemLanguages) {
    const [asked, ...read] = await readTermSequences(
      db,
      [q, ...texts].map(text => ({ text, stemLanguage })),
    )
    const pairs = pairsOf(asked!, rarity)
    read.forEach((terms, i) => {
      best[i] = Math.max(best[i]!, nearnessOf(pairs, terms))
    })
  }
  return best
}

type Pair = { first: number; second: number; weight: number }

/** Pairs of adjacent words of the query, without stop words. A pair weighs as much as its more common word. */
function pairsOf(asked: readonly (number | undefined)[], { counts, rows }: Rarity): Pair[] {
  const terms = asked.filter(term => term !== undefined)
  const weigh = (term: number) => {
    const count = counts.get(term) ?? 0
    return count === 0 ? 0 : inverseFrequency(count, rows)
  }
  return terms
    .slice(1)
    .map((second, i) => ({ first: terms[i]!, second, weight: Math.min(weigh(terms[i]!), weigh(second)) }))
    .filter(({ first, second, weight }) => first !== second && weight > 0)
}

function nearnessOf(pairs: readonly Pair[], terms: readonly (number | undefined)[]): number {
  const places = Map.groupBy(terms.keys(), i => terms[i])
  let [near, total] = [0, 0]
  for (const { first, second, weight } of pairs) {
    const distance = leastDistance(places.get(first) ?? [], places.get(second) ?? [])
    total += weight
    near += weight / (1 + Math.log(distance))
  }
  return total === 0 ? 0 : near / total
}

/** The factor by which words in the wrong order count as farther apart. */
const backwards = 1.5

function leastDistance(first: readonly number[], second: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const a of first)
    for (const b of second) if (a !== b) least = Math.min(least, b > a ? b - a : (a - b) * backwards)
  return least
}

const when =
  /^(?:when|how long|since when)\b|\b(?:what|which) (?:date|day|month|year|time)\b|\bhow (?:many|much) (?:days|weeks|months|years|time)\b/i

const units = '(?:day|week|weekend|month|year|night|summer|winter|spring|fall|autumn)s?'
const months =
  'january|february|april|june|july|august|september|october|november|december|(?:in|last|this|next) (?:march|may)'
const time = new RegExp(
  `\\b(?:yesterday|today|tonight|tomorrow|recently|ago|since|(?:last|next|this|past|previous|coming) (?:\\w+ )?(?:${units}|\\w+day)|${months}|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:19|20)\\d\\d|(?:a|one|two|three|few|couple of|\\d+) ${units})\\b`,
  'i',
)
