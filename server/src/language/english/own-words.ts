import { resolveDates } from '../dates/resolve-dates.ts'
import { frameOf } from './claim-of.ts'
import type { Fact, Passage, Span } from './fact.ts'
import { isInstruction } from './instructions.ts'
import { kindOf } from './rate-statement.ts'
import { readWords, straighten } from './words.ts'

/** Who said it: as facts know them, and as they are called. */
export type Teller = { self: string; name: string }

/** What is told in somebody's own words gets no longer than this. */
const longest = 320

export const textAt = ({ text }: Passage, span: Span): string =>
  straighten(text.slice(...span)).replaceAll(/\s+/g, ' ')

/** A fact in somebody's own words, with its dates written out; as an answer, with what was asked. */
export function toQuote(
  passage: Passage,
  { self, name }: Teller,
  spans: Span[],
  verb: 'says' | 'asks',
  asked?: Span,
): Fact | undefined {
  const said = spans.map(span => textAt(passage, span)).join(' ')
  const question = asked && textAt(passage, asked)
  if (said.length + (question?.length ?? 0) > longest || (question && isInstruction(question)))
    return undefined
  const { text, dates } = resolveAnswer(said, question, passage)
  const who = question ? name.replace(/^The /, 'the ') : name
  const kind = kindOf(said)
  return {
    text: `${question ? `Asked “${question}”, ` : ''}${who} ${verb}: “${ended(text)}”`,
    kind,
    // A figure in somebody's own words may be of anything: it is no value that another could replace.
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

/** `How long …?` `About two years.`: that is since when. And what is asked of what will be is answered of it. */
function resolveAnswer(said: string, question: string | undefined, { saidAt }: Passage) {
  const lead = !question ? '' : howLong.test(question) ? 'been for ' : willBe.test(question) ? 'will ' : ''
  const { text, dates } = resolveDates(lead + said, saidAt)
  return { text: capitalized(text.slice(lead.length), said), dates }
}

export const howLong = /\b(?:how long|how many (?:years|months|weeks))\b/i
const willBe = /\b(?:will|going to|gonna|planning|when(?:'s| is| are| do| does)|a date|due)\b/i

const capitalized = (text: string, like: string): string =>
  /^\p{Lu}/u.test(like) ? text.charAt(0).toUpperCase() + text.slice(1) : text

const ended = (text: string): string => (/[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text)
