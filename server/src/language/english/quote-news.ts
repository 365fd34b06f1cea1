import type { Fact, Passage, TextSpan } from './fact.ts'
import { isCourtesy } from './is-courtesy.ts'
import { isInstruction } from './is-instruction.ts'
import { doneToMe } from './rules/pronouns.ts'
import { drumroll, onlyFelt, supposition, toldOf } from './rules/stances.ts'
import { isThing, standsAlone, statesThing } from './stands-alone.ts'
import { type QuotedSpeaker, textAt, toQuote } from './to-quote.ts'
import { isPast } from './verbs.ts'
import { readWords } from './words.ts'

/**
 * Quotes the first sentence of a turn that says what the speaker did or has, when no statement could be extracted
 * from the whole turn. Used for speakers with names, not for messages to an assistant. The fact is dated with the day it
 * was said.
 */
export function quoteNews(
  passage: Passage,
  teller: QuotedSpeaker,
  sentences: readonly TextSpan[],
): Fact | undefined {
  for (const [i, span] of sentences.entries()) {
    const sentence = textAt(passage, span).replace(drumroll.expression, '')
    if (!isOfSelf(sentence) || onlyFelt.expression.test(sentence) || supposition.expression.test(sentence))
      continue
    if (/\?\W*$/.test(sentence) || isInstruction(sentence) || isCourtesy(sentence)) continue
    const before = sentences[i - 1]
    if (standsAlone(sentence, []) && readWords(sentence).some(isThing))
      return toQuote(passage, teller, [span], 'says')
    if (before && statesThing(passage, before)) return toQuote(passage, teller, [before, span], 'says')
  }
  return undefined
}

/** `Some guy hit my car`, `He waved at me`; but `Show me` is a request. */
const isOfSelf = (sentence: string): boolean =>
  toldOf.expression.test(sentence) ||
  (doneToMe.expression.test(sentence) && readWords(sentence).some(({ lower }) => isPast(lower)))
