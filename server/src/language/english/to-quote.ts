import { resolveQuotedDates } from '../dates/resolve-dates.ts'
import { tenseAt } from '../dates/tense.ts'
import { frameOf } from './claim-of.ts'
import type { Fact, Passage, TextSpan } from './fact.ts'
import { isInstruction } from './is-instruction.ts'
import { factKindOf } from './rate-statement.ts'
import { futureAsked, howLong, pastAsked } from './rules/questions.ts'
import { readWords, straighten } from './words.ts'

/** The speaker: the id that facts use, and the name to show. */
export type QuotedSpeaker = { self: string; name: string }

/** Longest quotation, in characters. */
const longest = 320

export const textAt = ({ text }: Passage, span: TextSpan): string =>
  straighten(text.slice(...span)).replaceAll(/\s+/g, ' ')

export type QuoteContext = {
  /** The question that the words answer. */
  asked?: TextSpan | undefined
  /** Words that give the tense to the date resolver. */
  lead?: string | undefined
  /** Whom the first pronoun stands for. */
  of?: string | undefined
}

/** Makes a fact that quotes a speaker, with dates in full; for an answer, together with its question. */
export function toQuote(
  passage: Passage,
  { self, name }: QuotedSpeaker,
  spans: TextSpan[],
  verb: 'says' | 'asks',
  { asked, lead = '', of }: QuoteContext = {},
): Fact | undefined {
  const said = spans.map(span => textAt(passage, span)).join(' ')
  const question = asked && textAt(passage, asked)
  if (said.length + (question?.length ?? 0) > longest || (question && isInstruction(question)))
    return undefined
  const { text, dates } = resolveAnswer(said, question, passage, lead)
  const who = question ? name.replace(/^The /, 'the ') : name
  const kind = factKindOf(said)
  return {
    text: `${question ? `Asked “${question}”, ` : ''}${who} ${verb}${of ? ` of ${of}` : ''}: “${ended(text)}”`,
    kind,
    // A figure in a quotation may belong to anything, so it is no value that another fact could supersede.
    claim: {
      subject: self === 'The user' ? 'user' : self.toLowerCase(),
      frame: frameOf(readWords(said), []),
    },
    isStatic: false,
    eventDates: dates.map(({ from }) => from),
    origin: 'user',
    confidence: 0.5,
    spans: asked ? [asked, ...spans] : spans,
  }
}

/**
 * `How long …?` `About two years.` means since when. An answer to a question about the future is about the future.
 */
function resolveAnswer(said: string, question: string | undefined, { saidAt }: Passage, tense: string) {
  const lead = question ? leadOf(question) : tense
  // The lead belongs to the last sentence, which answers the question; a statement before it has its own tense.
  const at = question || !tense ? 0 : said.search(/(?<=[.!?…] )[^.!?…]*[.!?…]?$/)
  const [own, answer] = [said.slice(0, Math.max(at, 0)), said.slice(Math.max(at, 0))]
  const before = own ? resolveQuotedDates(own, saidAt) : { text: '', dates: [] }
  const { text, dates } = resolveQuotedDates(lead + answer, saidAt)
  return {
    text: before.text + capitalized(text.slice(lead.length), answer),
    dates: [...before.dates, ...dates],
  }
}

/** Words that give an answer the tense of its question, for the date resolver only. */
export function leadOf(question: string): string {
  if (howLong.expression.test(question)) return 'been for '
  if (pastAsked.expression.test(question)) return 'was '
  return futureAsked.expression.test(question) ? 'will ' : ''
}

export function leadOfStatement(statement: string): string {
  const words = statement.replace(/[^\p{L}\p{N}]+$/u, '')
  const tense = tenseAt(words, words.length)
  if (tense === 'behind') return 'was '
  return tense === 'ahead' || tense === 'scheduled' ? 'will ' : ''
}

const capitalized = (text: string, like: string): string =>
  /^\p{Lu}/u.test(like) ? text.charAt(0).toUpperCase() + text.slice(1) : text

const ended = (text: string): string => (/[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text)
