import { findDatesIn } from '../dates/find-foreign-dates.ts'
import { sentenceRole } from '../languages/sentence-role.ts'
import type { Fact, Passage, TextSpan } from './fact.ts'
import { isInstruction } from './is-instruction.ts'

/** A sentence in another language than English. */
export type ForeignSentence = { span: TextSpan; language: string }

type Quotation = { spans: TextSpan[]; language: string }

/** Longest quotation of several sentences, in characters. */
const longestTogether = 320

/**
 * Quotes what a speaker says about themselves in another language than English; no rule of English reads it. A
 * sentence about somebody named before (`Ze is vier.`) is quoted together with the sentence before it, or not at all.
 */
export function readForeign(
  { text, saidAt }: Passage,
  self: string,
  sentences: readonly (ForeignSentence | undefined)[],
): Fact[] {
  const quotations: Quotation[] = []
  let last: Quotation | undefined
  for (const sentence of sentences) {
    last = sentence && quoted(text, sentence, last)
    if (last && last !== quotations.at(-1)) quotations.push(last)
  }
  return quotations.map(quotation => ({
    ...toFact(text, self, quotation),
    eventDates: datesOf(text, quotation, saidAt),
  }))
}

/** The quotation that the sentence becomes or joins; undefined if the sentence is not kept. */
function quoted(
  text: string,
  { span, language }: ForeignSentence,
  last: Quotation | undefined,
): Quotation | undefined {
  const said = text.slice(...span)
  const role = isInstruction(said) ? 'other' : sentenceRole(said, language)
  if (role === 'self') return { spans: [span], language }
  if (role === 'other' || last?.language !== language || !isNext(text, last, span)) return undefined
  last.spans.push(span)
  return last
}

/** Whether a sentence follows the quotation directly; a sentence that somebody else said may stand between them. */
const isNext = (text: string, { spans }: Quotation, [start, end]: TextSpan): boolean =>
  end - spans[0]![0] <= longestTogether && !/\p{L}/u.test(text.slice(spans.at(-1)![1], start))

const wordsOf = (text: string, { spans }: Quotation): string =>
  spans.map(span => text.slice(...span).replaceAll(/\s+/g, ' ')).join(' ')

const datesOf = (text: string, quotation: Quotation, saidAt: Date): Date[] =>
  findDatesIn(quotation.language, wordsOf(text, quotation), saidAt)

function toFact(text: string, self: string, quotation: Quotation): Omit<Fact, 'eventDates'> {
  const { spans, language } = quotation
  return {
    text: `${self} says: “${wordsOf(text, quotation)}”`,
    kind: 'fact',
    claim: { subject: self === 'The user' ? 'user' : self.toLowerCase(), frame: [] },
    isStatic: false,
    origin: 'user',
    confidence: 0.5,
    spans,
    language,
  }
}
