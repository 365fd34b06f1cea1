import type { TextSpan } from '../../src/language/english/fact.ts'
import { generalStems } from '../../src/language/english/lexicon.ts'
import { splitSentences } from '../../src/language/english/split-sentences.ts'
import { readWords } from '../../src/language/english/words.ts'
import type { PairQuestion, PairRelation } from '../../src/platform/lib/judgement.ts'
import type { Random } from './random.ts'
import { type Change, type Chronicle, type Clause, changesAfter, findClause } from './read-chronicles.ts'

/** A pair of sentences of a chronicle. `kept`: the later one leaves the earlier one true, whatever else it says of it. */
export type ChroniclePair = { domain: string; question: PairQuestion; relation: PairRelation | 'kept' }

type Sentence = {
  message: string
  place: number
  date: string
  span: TextSpan
  text: string
  stems: Set<string>
}

/** Pairs that share a word and change nothing, for each sentence that changes or is changed. */
const keptOfEach = 4
/** And of all the other sentences. */
const keptOfOthers = 1

/**
 * Every change of a chronicle, and pairs of the same chronicle that look like one. Sentences about the same people and things
 * are what a model has to tell apart in use; in the written pairs it sees each sentence with one other.
 */
export function chroniclePairs(chronicle: Chronicle, random: Random): ChroniclePair[] {
  const sentences = sentencesOf(chronicle)
  return sentences.flatMap(older => {
    const changes = changesAfter(chronicle, clause => isIn(chronicle, older, clause))
    const changed = changes.map(change => toPair(chronicle, older, change))
    const isChange = (newer: Sentence) => changes.some(change => isIn(chronicle, newer, change.newer))
    const near = sentences.filter(
      newer => newer.date > older.date && sharesStem(older, newer) && !isChange(newer),
    )
    const isTold = changes.length > 0 || chronicle.changes.some(({ newer }) => isIn(chronicle, older, newer))
    const kept = random.shuffle(near).slice(0, isTold ? keptOfEach : keptOfOthers)
    return [...changed, ...kept.map(newer => pairOf(chronicle, older.text, newer.text, 'kept'))]
  })
}

function sentencesOf({ messages }: Chronicle): Sentence[] {
  return messages.flatMap(({ id, date, text }, place) =>
    splitSentences(text, 0, text.length).map(span => {
      const sentence = text.slice(...span).replaceAll(/\s+/g, ' ')
      return { message: id, place, date, span, text: sentence, stems: stemsIn(sentence) }
    }),
  )
}

const stemsIn = (text: string): Set<string> =>
  new Set(
    readWords(text)
      .filter(({ lower }) => lower.length > 2)
      .map(({ stem }) => stem)
      .filter(stem => !generalStems.has(stem)),
  )

const sharesStem = (a: Sentence, b: Sentence): boolean => [...a.stems].some(stem => b.stems.has(stem))

function isIn(chronicle: Chronicle, { message, span }: Sentence, clause: Clause): boolean {
  if (message !== clause.in) return false
  const [start, end] = findClause(chronicle, clause)
  return start < span[1] && span[0] < end
}

function toPair(chronicle: Chronicle, older: Sentence, { newer, kind }: Change): ChroniclePair {
  const text = chronicle.messages.find(({ id }) => id === newer.in)!.text
  const [start] = findClause(chronicle, newer)
  const span = splitSentences(text, 0, text.length).find(([from, to]) => from <= start && start < to)
  return pairOf(chronicle, older.text, span ? text.slice(...span).replaceAll(/\s+/g, ' ') : newer.quote, kind)
}

const pairOf = (
  { chronicle }: Chronicle,
  earlier: string,
  later: string,
  relation: ChroniclePair['relation'],
): ChroniclePair => ({ domain: chronicle, relation, question: { earlier, later } })
