import { type ResolvedDate, resolveDates } from '../dates/resolve-dates.ts'
import { dateBesideOthers, mayNameDate } from '../dates/rules/date-words.ts'
import { isContentWord } from './claim-of.ts'
import type { Passage, TextSpan } from './fact.ts'
import { isCourtesy } from './is-courtesy.ts'
import { isInstruction } from './is-instruction.ts'
import { nounTags, pointers, possessives } from './lexicon.ts'
import { noMentions } from './mentions.ts'
import { resolvePronouns } from './resolve-pronouns.ts'
import { bareGreeting } from './rules/courtesies.ts'
import { answerOpening } from './rules/openings.ts'
import { ofSomebody, thereIs, toldWhich } from './rules/pronouns.ts'
import { ofNoTime } from './rules/time-settings.ts'
import { textAt } from './to-quote.ts'
import { readWords, type TaggedWord } from './words.ts'

/** The dates in a sentence. `After ten years!` is a date only together with the sentence that says what ended. */
export function datesIn(sentence: string, passage: Passage, of?: TextSpan, lead = ''): ResolvedDate[] {
  if (![mayNameDate, dateBesideOthers].some(({ expression }) => expression.test(sentence))) return []
  const before = (of ? `${textAt(passage, of)} ` : '') + lead
  return resolveDates(before + sentence, passage.saidAt)
    .dates.filter(date => date.start >= before.length && isOnce(date))
    .map(date => ({ ...date, start: date.start - before.length, end: date.end - before.length }))
}

/** Excludes `Over the next few weeks` and `in the past decade`, which are not points in time. */
const isOnce = ({ granularity, said }: ResolvedDate): boolean =>
  granularity !== 'decade' && !ofNoTime.expression.test(said)

/** Whether a sentence names something besides a time and is understood without the text before. */
export function standsAlone(sentence: string, dates: readonly ResolvedDate[]): boolean {
  const words = readWords(sentence)
  if (isPointing(sentence.replaceAll(toldWhich.expression, 'the '))) return false
  const opened = answerOpening.expression.exec(sentence)?.[0].length ?? 0
  const rest = words.filter(word => word.start >= opened && !isIn(word, dates))
  const isDone = rest.some(({ pos }) => pos === 'VERB')
  return rest.some(word => isContentWord(word) && (isDone || !isWhere(words, words.indexOf(word))))
}

const isIn = ({ start }: TaggedWord, dates: readonly ResolvedDate[]): boolean =>
  dates.some(date => start >= date.start && start < date.end)

function isPointing(sentence: string): boolean {
  const words = readWords(sentence)
  const first = words.findIndex(({ pos }) => pos !== 'PUNCT' && pos !== 'INTJ')
  return (
    resolvePronouns(sentence, words, noMentions).state === 'dangling' ||
    (pointers.has(words[first]?.lower ?? '') && !thereIs.expression.test(sentence))
  )
}

/**
 * `This was our best October`, `it's from my nephew's graduation`: the sentence itself says what the pronoun refers
 * to.
 */
export function explainsItself(sentence: string, dates: readonly ResolvedDate[]): boolean {
  const words = readWords(sentence)
  const things = words.filter(word => isThing(word) && !isIn(word, dates))
  return (
    things.some(
      word => !isWhere(words, words.indexOf(word)) || possessives.has(words[words.indexOf(word) - 1]!.lower),
    ) && !ofSomebody.expression.test(sentence)
  )
}

export const namesThing = (sentence: string, passage: Passage): boolean => {
  const dates = datesIn(sentence, passage)
  return readWords(sentence).some(word => isContentWord(word) && !isIn(word, dates))
}

/** `at the town hall`, `in Graz`: a place, not a thing. */
function isWhere(words: readonly TaggedWord[], i: number): boolean {
  let at = i - 1
  while (at >= 0 && ['DET', 'ADJ', 'NOUN', 'PROPN', 'NUM', 'PART'].includes(words[at]!.pos)) at--
  return ['at', 'in', 'on', 'by', 'near', 'from', 'of', 'after', 'before', 'around'].includes(
    words[at]?.lower ?? '',
  )
}

/** Whether a sentence states something about a thing: not a greeting, a question or an instruction. */
export function statesThing(passage: Passage, span: TextSpan): boolean {
  const sentence = textAt(passage, span)
  if (/\?["')\]]*$/.test(sentence) || isInstruction(sentence) || isCourtesy(sentence)) return false
  if (bareGreeting.expression.test(sentence)) return false
  return standsAlone(sentence, [])
}

export const isThing = (word: TaggedWord): boolean => nounTags.has(word.pos) && isContentWord(word)
