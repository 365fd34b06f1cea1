import { claimOf } from '../../../language/english/claim-of.ts'
import type { Claim, Fact, Passage, TextSpan } from '../../../language/english/fact.ts'
import { isHostile, isInstruction } from '../../../language/english/is-instruction.ts'
import { isQuoted } from '../../../language/english/is-quoted.ts'
import { nameInContext } from '../../../language/english/name-in-context.ts'
import { isLasting } from '../../../language/english/rate-statement.ts'
import { rememberRequest } from '../../../language/english/rules/openings.ts'
import { splitSentences } from '../../../language/english/split-sentences.ts'
import { splitUtterances, type Utterance } from '../../../language/english/split-utterances.ts'
import { readWords, straighten } from '../../../language/english/words.ts'
import { detectLanguage } from '../../../language/languages/detect-language.ts'
import { plainLetters } from '../../../platform/lib/plain-letters.ts'
import { findPeriods, findSupportedDays, isDateSupported } from './check-dates.ts'
import { checkDeclared } from './check-declared.ts'
import { type Evidence, isStatementSupported, isValueSupported } from './check-statement.ts'
import type { MemoryFilters } from './fact-extractor.ts'
import { findQuote } from './find-quote.ts'
import { passesFilters } from './match-filters.ts'
import type { PassageSection } from './pack-sections.ts'
import { readStatement } from './read-statement.ts'
import type { AnsweredFact } from './resolve-handles.ts'

/** A longer statement is a passage rather than a fact. */
const longestStatement = 600
const longestProperty = 60

/** Confidence is weighted by who said it, as in the local extractor. */
const trustIn = { user: 1, tool: 0.75, document: 0.75, assistant: 0.5 }

/**
 * Keeps the facts of a model that the passage supports. Drops a fact whose quote is not in the passage, that is
 * unrelated to its quote, that instructs a machine, or that attributes another speaker's words to the user. Also
 * drops facts with names, figures, dates or values that nobody said. Claims are parsed as in the local extractor,
 * so that facts of both can be related.
 */
export function groundFacts(
  read: readonly AnsweredFact[],
  passage: Passage,
  section: PassageSection,
  filters: MemoryFilters,
  onUnwanted?: () => void,
): Fact[] {
  const utterances = splitUtterances(passage)
  const facts = read.flatMap(fact => groundFact(fact, passage, section, utterances) ?? [])
  const seen = new Set<string>()
  // The model has already applied the included items. Excluded items are enforced here too, whatever the model
  // decided.
  const unwanted = { ...filters, prompt: undefined, include: [] }
  return facts.filter(fact => {
    if (seen.has(fact.text)) return false
    seen.add(fact.text)
    const wanted = passesFilters(fact, unwanted)
    if (!wanted) onUnwanted?.()
    return wanted
  })
}

function groundFact(
  read: AnsweredFact,
  passage: Passage,
  section: PassageSection,
  utterances: readonly Utterance[],
): Fact | undefined {
  const found = locate(passage.text, read.quote, section.span, utterances)
  const written = readStatement(read.statement, passage.saidAt)
  const { statement, text, dates } = written
  if (!found || statement === '' || statement.length > longestStatement) return undefined
  const { span, utterance } = found
  if (utterance.origin === 'user' && isQuoted(passage.text, span)) return undefined
  const said = sentencesAround(passage.text, span, utterance)
  // What users want of their own assistant is theirs to say, told as their wish. On a page it is an attack.
  const isForbidden = utterance.origin === 'user' && isWish.test(statement) ? isHostile : isInstruction
  if (isInstruction(statement) || said.some(isForbidden)) return undefined
  if (utterance.origin !== 'user' && isOfUser(read)) return undefined
  const evidence = {
    ...gatherEvidence(passage, utterances, utterance, span, said.join(' ')),
    // A page could call anybody by a name that it does not know.
    known: utterance.origin === 'user' ? read.names : undefined,
  }
  const periods = findPeriods(evidence.around, passage.saidAt, evidence.language)
  // Our date reader knows few date words of other languages, so a date it does not find there need not be made up.
  const areSaid = evidence.language !== 'en' || dates.every(date => isDateSupported(date, periods))
  if (!areSaid || !isStatementSupported(statement, dates, evidence)) return undefined
  const told = findSupportedDays(read.dates, periods)
  const declared = checkDeclared(read, written, evidence)
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
    property: read.attribute?.trim().toLowerCase().slice(0, longestProperty) || undefined,
    ...(declared.length > 0 && { declared }),
  }
}

const isWish = /^The user (?:wants|prefers|asks|expects|likes|would like|does(?: not|n't) (?:want|like))\b/

/**
 * Finds the quote and who said it, within one turn; the user's turns are searched first. A quote that spans two
 * turns is attributed to nobody.
 */
function locate(
  text: string,
  quote: string,
  [from, to]: TextSpan,
  utterances: readonly Utterance[],
): { span: TextSpan; utterance: Utterance } | undefined {
  const byUser = utterances.filter(({ origin }) => origin === 'user')
  const others = utterances.filter(({ origin }) => origin !== 'user')
  for (const utterance of [...byUser, ...others]) {
    const [start, end] = [Math.max(from, utterance.start), Math.min(to, utterance.end)]
    const span = start < end ? findQuote(text, quote, [start, end]) : undefined
    if (span) return { span, utterance }
  }
  return undefined
}

/** Characters around a quote within which the same speaker's words count as evidence. */
const reach = 6_000

/** The sentence refers to the previous turn: `Yes`, `there`, `that one`. */
const pointsBack =
  /\b(?:there|here|it|that|this|those|these|he|she|they|him|her|them|one|ones|same|both|first|second|yes|yeah|yep|yup|sure|right|exactly|correct|no|nope|then)\b/i

function gatherEvidence(
  passage: Passage,
  utterances: readonly Utterance[],
  utterance: Utterance,
  [from]: TextSpan,
  said: string,
): Evidence {
  const { text, entityContext } = passage
  const near = ({ start, end }: Utterance) =>
    text.slice(Math.max(start, from - reach), Math.min(end, from + reach))
  const own = utterances.filter(({ origin, self }) => origin === utterance.origin && self === utterance.self)
  const before = utterances[utterances.indexOf(utterance) - 1]
  // A tool or a page takes no part in a dialogue, so nobody answers it with "yes".
  const asked = before?.self !== undefined && pointsBack.test(said) ? near(before).slice(-1_000) : ''
  const isByUser = utterance.origin === 'user'
  const context = isByUser ? (entityContext ?? '') : ''
  const names = [utterance.self ?? '', ...(isByUser ? [nameInContext(entityContext) ?? ''] : [])]
  const around = [...own.map(near), asked, context].join('\n')
  return { said, around, names, language: detectLanguage(said) }
}

/**
 * The whole sentences that contain the quote, because half of an instruction would not look like one. Text that is
 * not prose is taken by lines. A request to remember something about oneself is not an instruction.
 */
function sentencesAround(text: string, [from, to]: TextSpan, { start, end }: Utterance): string[] {
  const sentences = splitSentences(text, start, end).filter(([first, last]) => first < to && last > from)
  const after = text.indexOf('\n', to)
  const lines: TextSpan = [text.lastIndexOf('\n', from) + 1, after < 0 ? text.length : after]
  const around = sentences.length > 0 ? sentences : [lines]
  return around.map(span => straighten(text.slice(...span)).replace(rememberRequest.expression, ''))
}

/** Pages, tools and assistants say much about the user that the user never said, some of it in the first person. */
const isOfUser = ({ subject, statement }: AnsweredFact): boolean =>
  subjectOf(subject) === 'user' ||
  ofUser.test(plainLetters(statement)) ||
  inPerson.test(plainLetters(statement))

const ofUser = /^\W*(?:\w+ )?(?:user|human)\b|\b(?:the|this|our|current) (?:user|human)\b/
const inPerson = /^\W*(?:i|i['’]\w+|me|my|mine|we|our|you|your)\b/

/** The value that our rules parse wins. Where they find none, the model's value counts if somebody said it. */
function toClaim(read: AnsweredFact, text: string, utterance: Utterance, evidence: Evidence): Claim {
  const { attribute, value } = read
  const claim = claimOf(text, readWords(text), subjectIn(read, text, utterance, evidence))
  const name = stemsOf(attribute ?? '')
  const told = value?.trim().toLowerCase()
  const isTold = told && name.length > 0 && isValueSupported(told, evidence.around)
  return {
    ...claim,
    frame: [...new Set([...claim.frame, ...name])],
    value: claim.value ?? (isTold ? { type: name.join(' '), text: told } : undefined),
  }
}

/**
 * The words decide whom a statement is about: the model may say it is about the user where the statement names
 * somebody else.
 */
function subjectIn(
  { subject }: AnsweredFact,
  text: string,
  { origin }: Utterance,
  { names, language, around }: Evidence,
): string {
  const told = subjectOf(subject)
  const first = /^\p{Lu}[\p{L}\p{M}-]*/u.exec(text)?.[0]
  if (language !== 'en' || first === undefined) return told
  if (origin === 'user' && /^the user\b/i.test(text)) return 'user'
  if (told !== 'user') return isValueSupported(told, `${text} ${around}`) ? told : first.toLowerCase()
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
