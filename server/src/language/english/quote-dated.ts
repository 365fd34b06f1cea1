import type { Fact, Passage, TextSpan } from './fact.ts'
import { goodbye } from './rules/courtesies.ts'
import { yes } from './rules/openings.ts'
import { untold } from './rules/pronouns.ts'
import { howLong, ofOneself, restOf, timePreposition, wanted, whenAsked } from './rules/questions.ts'
import { supposition } from './rules/stances.ts'
import { datesIn, explainsItself, namesThing, standsAlone, statesThing } from './stands-alone.ts'
import { leadOf, leadOfStatement, type QuotedSpeaker, textAt, toQuote } from './to-quote.ts'

/** The context of a sentence: the sentences before it in the same turn, and the other speaker's question. */
export type SentenceContext = {
  said: readonly TextSpan[]
  /** The last question of the previous turn, by another speaker. */
  asked?: TextSpan | undefined
  /** The last statement of the same speaker before that question. */
  own?: TextSpan | undefined
}

/** Number of previous sentences that are searched for the thing a date belongs to. */
const farthest = 3

/**
 * Quotes a dated sentence from which no statement could be extracted, so that the date is not lost because of its
 * wording. A sentence that only names a time, or refers to an earlier one, is quoted together with that one, or as
 * the answer to the question. With neither, it is dropped, because nobody can say what it is about.
 */
export function quoteDated(
  passage: Passage,
  teller: QuotedSpeaker,
  span: TextSpan,
  before: SentenceContext,
): Fact | undefined {
  const sentence = textAt(passage, span)
  if (supposition.expression.test(sentence) || goodbye.expression.test(sentence)) return undefined
  const of = before.said.slice(-farthest).findLast(one => statesThing(passage, one))
  const lead = leadOfAnswer(passage, before)
  const dates = datesIn(sentence, passage, of, lead)
  if (dates.length === 0)
    return before.said.length === 0 ? answerHowLong(passage, teller, span, before) : undefined
  const isAsked = /\?["')\]]*$/.test(sentence) && !/^guess\b/i.test(sentence)
  if (before.asked && answersWhen(passage, span, before))
    return toQuote(passage, teller, [span], 'says', { asked: before.asked })
  if (standsAlone(sentence, dates)) {
    if (
      isAsked ? teller.self === 'The user' || !ofOneself.expression.test(sentence) : isTask(sentence, teller)
    )
      return undefined
    return toQuote(passage, teller, [span], isAsked ? 'asks' : 'says', { lead })
  }
  if (isAsked) return undefined
  if (of) return toQuote(passage, teller, [of, span], 'says')
  if (before.asked && namesThing(textAt(passage, before.asked), passage))
    return toQuote(passage, teller, [span], 'says', { asked: before.asked })
  if (before.own && statesThing(passage, before.own))
    return toQuote(passage, teller, [before.own, span], 'says', { lead })
  return explainsItself(sentence, dates) && !isTask(sentence, teller)
    ? toQuote(passage, teller, [span], 'says', { lead })
    : undefined
}

/** `I cooked for two hundred.` `When?` `On New Year's Eve.`: without a tense in the question, that of the statement. */
function leadOfAnswer(passage: Passage, { said, asked, own }: SentenceContext): string {
  if (!asked || said.length > 0) return ''
  const lead = leadOf(textAt(passage, asked))
  return lead || !own || !/\bwhen\b/i.test(textAt(passage, asked))
    ? lead
    : leadOfStatement(textAt(passage, own))
}

function answerHowLong(
  passage: Passage,
  teller: QuotedSpeaker,
  span: TextSpan,
  { asked }: SentenceContext,
): Fact | undefined {
  if (!asked || !howLong.expression.test(textAt(passage, asked))) return undefined
  const quote = toQuote(passage, teller, [span], 'says', { asked })
  return quote && quote.eventDates.length > 0 ? quote : undefined
}

/** `Next Saturday, and I'm nowhere near ready`: the time comes first and is the whole answer. */
export function answersWhen(passage: Passage, span: TextSpan, { said, asked }: SentenceContext): boolean {
  if (!asked || said.some(one => statesThing(passage, one))) return false
  const question = textAt(passage, asked)
  if (!whenAsked.expression.test(question) || !namesThing(question, passage)) return false
  const sentence = textAt(passage, span).replace(yes.expression, '')
  const [first] = datesIn(sentence, passage, undefined, leadOf(question))
  if (!first) return false
  return (
    timePreposition.expression.test(sentence.slice(0, first.start)) &&
    restOf.expression.test(sentence.slice(first.end))
  )
}

/** A request to an assistant is a task; a question between friends is about their plans. */
const isTask = (sentence: string, { self }: QuotedSpeaker): boolean =>
  self === 'The user' && wanted.expression.test(sentence)
/** `Last night was unreal. The crowd sang along`: the first sentence gives the time, the second the event. */
export const quoteWithSetting = (
  passage: Passage,
  teller: QuotedSpeaker,
  setting: TextSpan,
  span: TextSpan,
): Fact | undefined =>
  statesThing(passage, span) ? toQuote(passage, teller, [setting, span], 'says') : undefined

/** Whether a fact names nothing but a time: `Ada bought something on 14 May 2024`. */
export const namesOnlyTime = ({ text }: Fact, { name }: QuotedSpeaker, passage: Passage): boolean =>
  untold.expression.test(text) || !namesThing(text.replace(name, ''), passage)
