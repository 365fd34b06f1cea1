import { resolveDates } from '../../../language/dates/resolve-dates.ts'
import { claimOf } from '../../../language/english/claim-of.ts'
import type { Claim, Fact, Passage, Span } from '../../../language/english/fact.ts'
import { isInstruction } from '../../../language/english/instructions.ts'
import { nameInContext } from '../../../language/english/name-in-context.ts'
import { languageOf } from '../../../language/english/other-languages.ts'
import { isQuoted } from '../../../language/english/quoted.ts'
import { isLasting } from '../../../language/english/rate-statement.ts'
import { remember } from '../../../language/english/read-spoken.ts'
import { splitSentences } from '../../../language/english/sentences.ts'
import { splitUtterances, type Utterance } from '../../../language/english/utterances.ts'
import { readWords, straighten } from '../../../language/english/words.ts'
import { plainLetters } from '../../../platform/lib/plain-letters.ts'
import { daysSaid, isDateSaid, periodsSaid } from './check-dates.ts'
import { type Evidence, isBorneOut, isSaid } from './check-statement.ts'
import type { Wishes } from './extractor.ts'
import { isWanted } from './filters.ts'
import { findQuote } from './find-quote.ts'
import type { ReadFact } from './prompts/extract-facts.v2.ts'
import type { Piece } from './to-pieces.ts'

/** A statement longer than this is no fact but a passage. */
const longestStatement = 600

/** Who said it counts, as it does for the local reader. */
const trustIn = { user: 1, tool: 0.75, document: 0.75, assistant: 0.5 }

/**
 * What a model read, as far as the passage bears it out: a fact whose quote is not there is none, nor is one that has
 * nothing to do with its quote, tells a machine what to do, or has the user say what somebody else did. Names, figures, dates
 * and values that nobody said are not believed either. Its claim is taken apart as the local reader does it, so that facts of
 * both meet.
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
  const found = locate(passage.text, read.quote, piece.span, utterances)
  const statement = read.statement.replaceAll(/\s+/g, ' ').trim()
  if (!found || statement === '' || statement.length > longestStatement) return undefined
  const { span, utterance } = found
  if (utterance.origin === 'user' && isQuoted(passage.text, span)) return undefined
  const said = sentencesAround(passage.text, span, utterance)
  if (isInstruction(statement) || said.some(isInstruction)) return undefined
  if (utterance.origin !== 'user' && isOfUser(read)) return undefined
  const evidence = gatherEvidence(passage, utterances, utterance, span, said.join(' '))
  const { text, dates } = resolveDates(statement, passage.saidAt)
  const periods = periodsSaid(evidence.around, passage.saidAt, evidence.language)
  // Our reader knows few words for dates of other languages: what it does not find there need not be made up.
  const areSaid = evidence.language !== 'en' || dates.every(date => isDateSaid(date, periods))
  if (!areSaid || !isBorneOut(statement, dates, evidence)) return undefined
  const told = daysSaid(read.dates, periods)
  const { origin } = utterance
  return {
    text,
    kind: read.kind,
    claim: toClaim(read, text, utterance, evidence),
    isStatic: read.isStatic && isLasting(read.kind === 'fact' ? 'attribute' : read.kind, text),
    eventDates: told.length > 0 ? told : dates.map(({ from }) => from),
    origin,
    confidence: Math.round(Math.min(1, Math.max(0, read.confidence)) * trustIn[origin] * 100) / 100,
    spans: [span],
  }
}

/**
 * Where the quote stands, and who said it: in words of the user if they said it too, and within one turn. A quote over two
 * turns is nobody's.
 */
function locate(
  text: string,
  quote: string,
  [from, to]: Span,
  utterances: readonly Utterance[],
): { span: Span; utterance: Utterance } | undefined {
  const byUser = utterances.filter(({ origin }) => origin === 'user')
  const others = utterances.filter(({ origin }) => origin !== 'user')
  for (const utterance of [...byUser, ...others]) {
    const [start, end] = [Math.max(from, utterance.start), Math.min(to, utterance.end)]
    const span = start < end ? findQuote(text, quote, [start, end]) : undefined
    if (span) return { span, utterance }
  }
  return undefined
}

/** How far around a quote the same speaker's words are looked at. */
const reach = 6_000

/** Says something of what was said just before: `Yes`, `there`, `that one`. */
const pointsBack =
  /\b(?:there|here|it|that|this|those|these|he|she|they|him|her|them|one|ones|same|both|first|second|yes|yeah|yep|yup|sure|right|exactly|correct|no|nope|then)\b/i

function gatherEvidence(
  passage: Passage,
  utterances: readonly Utterance[],
  utterance: Utterance,
  [from]: Span,
  said: string,
): Evidence {
  const { text, entityContext } = passage
  const near = ({ start, end }: Utterance) =>
    text.slice(Math.max(start, from - reach), Math.min(end, from + reach))
  const own = utterances.filter(({ origin, self }) => origin === utterance.origin && self === utterance.self)
  const before = utterances[utterances.indexOf(utterance) - 1]
  // A tool or a page is not spoken with: nobody says yes to it.
  const asked = before?.self !== undefined && pointsBack.test(said) ? near(before).slice(-1_000) : ''
  const isByUser = utterance.origin === 'user'
  const context = isByUser ? (entityContext ?? '') : ''
  const names = [utterance.self ?? '', ...(isByUser ? [nameInContext(entityContext) ?? ''] : [])]
  const around = [...own.map(near), asked, context].join('\n')
  return { said, around, names, language: languageOf(said) }
}

/**
 * The whole sentences of which something is quoted: half of an instruction would not look like one. Of what is no prose, the
 * lines. That somebody asks for something of theirs to be remembered is no instruction.
 */
function sentencesAround(text: string, [from, to]: Span, { start, end }: Utterance): string[] {
  const sentences = splitSentences(text, start, end).filter(([first, last]) => first < to && last > from)
  const after = text.indexOf('\n', to)
  const lines: Span = [text.lastIndexOf('\n', from) + 1, after < 0 ? text.length : after]
  const around = sentences.length > 0 ? sentences : [lines]
  return around.map(span => straighten(text.slice(...span)).replace(remember, ''))
}

/** A page, a tool and an assistant say much of the user that the user never said, some of it in the first person. */
const isOfUser = ({ subject, statement }: ReadFact): boolean =>
  subjectOf(subject) === 'user' ||
  ofUser.test(plainLetters(statement)) ||
  inPerson.test(plainLetters(statement))

const ofUser = /^\W*(?:\w+ )?(?:user|human)\b|\b(?:the|this|our|current) (?:user|human)\b/
const inPerson = /^\W*(?:i|i['’]\w+|me|my|mine|we|our|you|your)\b/

/** The value that our rules read wins. Where they read none, the model's value counts, if somebody said it. */
function toClaim(read: ReadFact, text: string, utterance: Utterance, evidence: Evidence): Claim {
  const { attribute, value } = read
  const claim = claimOf(text, readWords(text), subjectIn(read, text, utterance, evidence))
  const name = stemsOf(attribute ?? '')
  const told = value?.trim().toLowerCase()
  const isTold = told && name.length > 0 && isSaid(told, evidence.around)
  return {
    ...claim,
    frame: [...new Set([...claim.frame, ...name])],
    value: claim.value ?? (isTold ? { type: name.join(' '), text: told } : undefined),
  }
}

/** Whom a statement is about is told by its words: the model may say that it is of the user where it names another. */
function subjectIn(
  { subject }: ReadFact,
  text: string,
  { origin }: Utterance,
  { names, language, around }: Evidence,
): string {
  const told = subjectOf(subject)
  const first = /^\p{Lu}[\p{L}\p{M}-]*/u.exec(text)?.[0]
  if (language !== 'en' || first === undefined) return told
  if (origin === 'user' && /^the user\b/i.test(text)) return 'user'
  if (told !== 'user') return isSaid(told, `${text} ${around}`) ? told : first.toLowerCase()
  const isNamed = names.some(name => name !== '' && text.startsWith(name)) || /\buser\b/i.test(text)
  return !isNamed && readWords(text)[0]?.pos === 'PROPN' ? first.toLowerCase() : told
}

function subjectOf(subject: string): string {
  const name = plainLetters(subject).trim()
  return /^(?:|(?:the )?(?:user|human)|i|me|myself)$/.test(name) ? 'user' : subject.trim().toLowerCase()
}

const stemsOf = (attribute: string): string[] =>
  readWords(attribute)
    .filter(({ lower }) => /[\p{L}\p{N}]/u.test(lower))
    .map(({ stem }) => stem)
