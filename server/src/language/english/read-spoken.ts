import { roundTo } from '../../platform/lib/round-to.ts'
import { resolveDates } from '../dates/resolve-dates.ts'
import { claimOf } from './claim-of.ts'
import { datedForms } from './dated-forms.ts'
import type { Fact, Passage, Span } from './fact.ts'
import { isInstruction } from './instructions.ts'
import { kinship } from './lexicon.ts'
import { type Mentioned, mentionIn, nothingMentioned } from './mentions.ts'
import { nameInContext } from './name-in-context.ts'
import { namesTime } from './names-time.ts'
import { quoteNews } from './news.ts'
import type { Teller } from './own-words.ts'
import { isLasting, kindOf, rateStatement } from './rate-statement.ts'
import { type Pointed, resolvePointers, withoutPointers } from './references.ts'
import { restate } from './restate.ts'
import { answersWhen, type Before, quoteDated, quoteSet, tellsOnlyWhen } from './said-when.ts'
import { type Statement, statementsOf } from './statements.ts'
import { tellOf } from './third-person.ts'
import { setAt, settingIn } from './time-setting.ts'
import type { Utterance } from './utterances.ts'
import { readWords, straighten, type Word } from './words.ts'

/** A statement with what it points at, which was said just before, gets no longer than this. */
const longestTogether = 320

/** An assistant's advice is no fact of the user; what it has done for them is. */
const doneByAssistant =
  /^I(?:'ve| have)?(?: just| now| also| already| successfully)* (?:booked|scheduled|added|sent|created|saved|set up|updated|ordered|reserved|cancel+ed|moved|deleted|submitted|filed|paid|uploaded|renamed|deployed|merged|registered|emailed|rescheduled)\b/
/** Asking to be remembered is no instruction, where it is of oneself. */
export const remember =
  /^(?:please )?(?:remember|note|keep in mind|don't forget|fyi|just so you know)(?: that|:|,)? (?=(?:I|I'\w+|my|we|our)\b)/i

/** A line of a form or a list: `**Time**: 9:00 AM`. */
const labelled = /^[*_]{0,2}[\p{L}\d /-]{1,30}[*_]{0,2}:[*_]{0,2}\s(?!(?:I|my|we|our)\b)/iu

type Reading = {
  passage: Passage
  utterance: Utterance
  mentioned: Mentioned
  last: Fact | undefined
  /** When that was which comes next, where the sentence before only says so. */
  setting?: { when: string; span: Span } | undefined
  before: Before
}

/** What a speaker states, told of them in the third person. */
export function readSpoken(
  passage: Passage,
  utterance: Utterance,
  sentences: readonly Span[],
  before: Omit<Before, 'said'> = {},
): Fact[] {
  const reading: Reading = {
    passage,
    utterance,
    mentioned: nothingMentioned,
    last: undefined,
    before: { ...before, said: [] },
  }
  const facts = sentences.flatMap((span, i) => {
    reading.before = { ...before, said: sentences.slice(0, i) }
    const { setting } = reading
    return withWhen(reading, span, setting, readSentence(reading, span))
  })
  if (facts.length === 0) return newsOf(reading, sentences)
  // One that is told together with the next is told by it.
  return facts.filter(({ text }, i) => !facts[i + 1]?.text.startsWith(`${text} `))
}

const tellerOf = ({ passage, utterance }: Reading): Teller => ({
  self: utterance.self!,
  name: nameOf(utterance.self!, passage),
})

/** Among people who go by their names. What is said to an assistant is mostly of what it shall do. */
function newsOf(reading: Reading, sentences: readonly Span[]): Fact[] {
  const teller = tellerOf(reading)
  const news = /^The /.test(teller.self) ? undefined : quoteNews(reading.passage, teller, sentences)
  return news ? [news] : []
}

/** What was read of a sentence; where that leaves out when, or of what, the words that were said. */
function withWhen(reading: Reading, span: Span, setting: Reading['setting'], facts: Fact[]): Fact[] {
  const { passage, utterance, before } = reading
  const sentence = straighten(passage.text.slice(...span))
  if (utterance.origin !== 'user' || reading.setting || isInstruction(sentence) || labelled.test(sentence))
    return facts
  const teller = tellerOf(reading)
  const dated = facts.filter(isDated)
  if (!answersWhen(passage, span, before) && dated.some(fact => !tellsOnlyWhen(fact, teller, passage)))
    return facts
  const quote = setting
    ? quoteSet(passage, teller, setting.span, span)
    : quoteDated(passage, teller, span, before)
  if (quote === undefined || (dated.length > 0 && quote.spans.length === 1)) return facts
  return [...facts.filter(fact => fact.claim.value && !isDated(fact)), quote]
}

function readSentence(reading: Reading, span: Span): Fact[] {
  const sentence = restate(straighten(reading.passage.text.slice(...span))).replace(remember, '')
  const { last, setting } = reading
  reading.last = undefined
  reading.setting = undefined
  if (isInstruction(sentence) || labelled.test(sentence)) return []
  const told = settingIn(sentence)
  if (told?.rest === '') {
    reading.setting = { when: told.when, span }
    return []
  }
  reading.last = last
  const when = told?.when ?? setting?.when
  const facts = statementsOf(told?.rest ?? sentence).flatMap(statement =>
    readParts(reading, when ? setAt(when, statement) : statement, sentence, span),
  )
  reading.mentioned = mentionIn(sentence, readWords(sentence), reading.mentioned)
  if (facts.length === 0) reading.last = undefined
  return setting ? facts.map(fact => ({ ...fact, spans: [setting.span, ...fact.spans] })) : facts
}

/** A statement as a whole, or what can be understood of it. */
function readParts(reading: Reading, statement: Statement, sentence: string, span: Span): Fact[] {
  if (statement.as === 'asked') {
    const before = sentence.slice(0, Math.max(0, sentence.indexOf(statement.text)))
    reading.mentioned = mentionIn(before, readWords(before), reading.mentioned)
    statement = { ...statement, text: named(statement.text, before) }
  }
  const whole = readStatement(reading, statement, span)
  const parts = whole ? [whole] : readPieces(reading, statement, span)
  reading.last = parts.at(-1) ?? reading.last
  return parts
}

/** What can be read of the clauses, and of what says when. */
function readPieces(reading: Reading, statement: Statement, span: Span): Fact[] {
  const read = (text: string) => readStatement(reading, { text, as: statement.as, clauses: [] }, span) ?? []
  const parts = statement.clauses.flatMap(read)
  if (parts.some(isDated)) return parts
  const [dated] = datedForms(statement).flatMap(read).filter(isDated)
  return dated ? [dated, ...parts.filter(({ text }) => !dated.text.includes(text.slice(0, -1)))] : parts
}

const isDated = ({ eventDates }: Fact): boolean => eventDates.length > 0

const namedThing = /\b((?:the|my|our) [^,;.?!]{3,60}?)(?=,|;| so\b| and\b| but\b|\s*$)/gi

/** `I'm worried about missing the meeting, so remind me that it's rescheduled`: what is asked is of what was named last. */
function named(text: string, before: string): string {
  const thing = Array.from(before.matchAll(namedThing), match => match[1]!).at(-1)
  if (thing === undefined) return text
  return text.replace(/^it(?:'s (been )?|\s)/i, (said, been?: string) =>
    said.endsWith("'s ") || been !== undefined ? `${thing} ${been ? 'has been' : 'is'} ` : `${thing} `,
  )
}

function readStatement(reading: Reading, statement: Statement, span: Span): Fact | undefined {
  const { utterance, mentioned, last } = reading
  if (utterance.origin === 'assistant' && !doneByAssistant.test(statement.text)) return undefined
  const pointed = resolvePointers(statement.text, readWords(statement.text), mentioned)
  const rating = rateStatement({ ...statement, text: pointed.text }, readWords(pointed.text))
  if (rating === undefined) return undefined
  const confidence = roundTo(rating.confidence * trustIn(utterance, pointed), 2)
  const rate = (fact: Fact): Fact => ({ ...fact, ...rating, confidence })
  const fact = rate(toFact(reading, pointed, span))
  if (pointed.state === 'clear' || pointed.state === 'resolved') return fact
  if (last && isTogether(last, fact)) return together(last, fact)
  const known = mayBeKept(statement, pointed.text) ? whatIsKnown(pointed) : undefined
  return known && rate(toFact(reading, known, span))
}

/** `They raised my rent to $900.` */
const ofOwn = /^they \w+ .*\b(?:my|our) .*\d/i

/** Of a time, or of something of theirs that has a figure; what has clauses is looked at one by one. */
const mayBeKept = ({ clauses }: Statement, text: string): boolean =>
  clauses.length === 0 && (namesTime(text) || ofOwn.test(text))

/** What happened at a time is worth having, even where nobody can say to what. */
function whatIsKnown({ text }: Pointed): Pointed | undefined {
  const known = withoutPointers(text, readWords(text))
  const pointed = resolvePointers(known, readWords(known), nothingMentioned)
  return pointed.state === 'clear' && !ofSomething.test(known) ? pointed : undefined
}

/** `… and something still stings` */
const ofSomething = /\bsome(?:thing|body)(?:'s|'ll| (?:\w+ )?(?:is|was|will|has)\b| \w+ed\b| still\b)/

const trustIn = ({ origin }: Utterance, { state }: Pointed): number =>
  (origin === 'assistant' ? 0.5 : origin === 'document' ? 0.75 : 1) * (state === 'clear' ? 1 : 0.85)

function toFact({ passage, utterance }: Reading, { text }: Pointed, span: Span): Fact {
  const self = utterance.self!
  const words = readWords(text)
  const told = finished(
    tellOf(nameOf(self, passage), text, words)
      .replaceAll('**', '')
      .replaceAll(/\btoday's\b/g, 'the present'),
  )
  const { text: dated, dates } = resolveDates(told, passage.saidAt)
  const kind = kindOf(text)
  return {
    text: dated,
    kind,
    claim: claimOf(told, readWords(told), subjectOf(words, self)),
    isStatic: isLasting(kind, text),
    eventDates: dates.map(({ from }) => from),
    origin: utterance.origin,
    confidence: 0,
    spans: [span],
  }
}

/** The user goes by the name that the container's owner gives them; who they are to other facts stays the same. */
const nameOf = (self: string, { entityContext }: Passage): string =>
  self === 'The user' ? (nameInContext(entityContext) ?? self) : self

/** With a capital at the beginning the tagger takes these for names. */
const sayingWhen = /^(?:yesterday|today|tomorrow|tonight|now|\w+day|\w+ly)(?:'s)?$/

/** `My friend Rachel moved` is of Rachel; all else is of who speaks. */
function subjectOf(words: readonly Word[], self: string): string {
  const kin = /^(?:my|our)$/.test(words[0]?.lower ?? '')
    ? words.slice(1, 4).findIndex(({ lower }) => kinship.has(lower))
    : -1
  const after = kin < 0 ? 0 : words[kin + 2]?.lower === ',' ? kin + 3 : kin + 2
  const name = words[after]
  if (name?.pos === 'PROPN' && !sayingWhen.test(name.lower)) return name.lower.replace(/'s$/, '')
  return self === 'The user' ? 'user' : self.replace(/^The /, '').toLowerCase()
}

function finished(text: string): string {
  const ended = text.replace(/[\s!?.,;:]+$/, '')
  return /[.”")]$/.test(ended) && /[.!?]["”]$/.test(ended) ? ended : `${ended}.`
}

const isTogether = (last: Fact, fact: Fact): boolean => last.text.length + fact.text.length < longestTogether

/** What points at the sentence before is understood with it. */
function together(last: Fact, fact: Fact): Fact {
  return {
    ...fact,
    text: `${last.text} ${fact.text}`,
    claim: {
      ...fact.claim,
      subject: last.claim.subject,
      frame: [...new Set([...last.claim.frame, ...fact.claim.frame])],
    },
    eventDates: [...last.eventDates, ...fact.eventDates],
    confidence: Math.min(last.confidence, fact.confidence),
    spans: [...last.spans, ...fact.spans],
  }
}
