import type { Wishes } from './extractor.ts'
import type { Claim, Fact, Passage, Span } from './fact.ts'
import { isWanted } from './filters.ts'
import { findQuote } from './find-quote.ts'
import { claimOf } from './local/claim-of.ts'
import { isInstruction } from './local/instructions.ts'
import { remember } from './local/read-spoken.ts'
import { splitSentences } from './local/sentences.ts'
import { splitUtterances, type Utterance } from './local/utterances.ts'
import { readWords, straighten } from './local/words.ts'
import type { ReadFact } from './prompts/extract-facts.v1.ts'
import { resolveDates } from './resolve-dates.ts'
import { sharesWords } from './shares-words.ts'
import type { Piece } from './to-pieces.ts'

/** A statement longer than this is no fact but a passage. */
const longestStatement = 600

/** Who said it counts, as it does for the local reader. */
const trustIn = { user: 1, tool: 0.75, document: 0.75, assistant: 0.5 }

/**
 * What a model read, as far as the passage bears it out: a fact whose quote is not there is none, nor is one that has
 * nothing to do with its quote, tells a machine what to do, or has the user say what somebody else did. Its claim is taken
 * apart as the local reader does it, so that facts of both meet.
 */
export function groundFacts(
  read: readonly ReadFact[],
  passage: Passage,
  piece: Piece,
  wishes: Wishes,
  onUnwanted?: () => void,
): Fact[] {
  const utterances = splitUtterances(passage)
  const facts = read.flatMap(fact => groundFact(fact, passage, piece, utterances) ?? [])
  const seen = new Set<string>()
  // Which facts were asked for the model has judged; what is not wanted is left out here too, whatever it judged.
  const unwanted = { ...wishes, prompt: undefined, include: [] }
  return facts.filter(fact => {
    if (seen.has(fact.text)) return false
    seen.add(fact.text)
    const wanted = isWanted(fact, unwanted)
    if (!wanted) onUnwanted?.()
    return wanted
  })
}

function groundFact(
  read: ReadFact,
  passage: Passage,
  piece: Piece,
  utterances: readonly Utterance[],
): Fact | undefined {
  const span = findQuote(passage.text, read.quote, piece.span)
  const statement = read.statement.replaceAll(/\s+/g, ' ').trim()
  if (!span || statement === '' || statement.length > longestStatement) return undefined
  const utterance = utterances.find(({ start, end }) => span[0] >= start && span[0] < end)
  const said = sentencesAround(passage.text, span, utterance)
  if (isInstruction(statement) || said.some(isInstruction)) return undefined
  if (!sharesWords(statement, said.join(' '))) return undefined
  if (isOfUser(read) && !isByUser(utterance)) return undefined
  const { text, dates } = resolveDates(statement, passage.saidAt)
  const told = datesOf(read.dates)
  const origin = utterance?.origin ?? passage.origin
  return {
    text,
    kind: read.kind,
    claim: toClaim(read, text),
    isStatic: read.isStatic,
    eventDates: told.length > 0 ? told : dates.map(({ from }) => from),
    origin,
    confidence: Math.round(Math.min(1, Math.max(0, read.confidence)) * trustIn[origin] * 100) / 100,
    spans: [span],
  }
}

/**
 * The whole sentences of which something is quoted: half of an instruction would not look like one. Of what is no prose, the
 * lines. That somebody asks for something of theirs to be remembered is no instruction.
 */
function sentencesAround(text: string, [from, to]: Span, utterance: Utterance | undefined): string[] {
  const { start, end } = utterance ?? { start: 0, end: text.length }
  const sentences = splitSentences(text, start, end).filter(([first, last]) => first < to && last > from)
  const after = text.indexOf('\n', to)
  const lines: Span = [text.lastIndexOf('\n', from) + 1, after < 0 ? text.length : after]
  const around = sentences.length > 0 ? sentences : [lines]
  return around.map(span => straighten(text.slice(...span)).replace(remember, ''))
}

const isOfUser = ({ subject, statement }: ReadFact): boolean =>
  subjectOf(subject) === 'user' || /^\s*the user\b/i.test(statement)

/** A page, a tool and an assistant say much of the user that the user never said. */
const isByUser = (utterance: Utterance | undefined): boolean =>
  utterance?.self !== undefined && utterance.origin !== 'assistant'

function datesOf(written: readonly string[]): Date[] {
  const days = written
    .filter(date => /^\d{4}-\d{2}-\d{2}$/.test(date))
    .map(date => new Date(`${date}T00:00:00Z`))
  return days.filter(day => !Number.isNaN(day.getTime()))
}

/** What the words show counts; where they show no value that may change, the model's word for it does. */
function toClaim({ subject, attribute, value }: ReadFact, text: string): Claim {
  const claim = claimOf(text, readWords(text), subjectOf(subject))
  const name = stemsOf(attribute ?? '')
  const told = value?.trim().toLowerCase()
  return {
    ...claim,
    frame: [...new Set([...claim.frame, ...name])],
    value: claim.value ?? (told && name.length > 0 ? { type: name.join(' '), text: told } : undefined),
  }
}

function subjectOf(subject: string): string {
  const name = subject.trim().toLowerCase()
  return name === '' || name === 'the user' || name === 'i' ? 'user' : name
}

const stemsOf = (attribute: string): string[] =>
  readWords(attribute)
    .filter(({ lower }) => /[\p{L}\p{N}]/u.test(lower))
    .map(({ stem }) => stem)
