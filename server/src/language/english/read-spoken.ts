import { roundTo } from '../../platform/lib/round-to.ts'
import { resolveDates } from '../dates/resolve-dates.ts'
import { claimOf } from './claim-of.ts'
import { datedForms } from './dated-forms.ts'
import type { Fact, Passage, TextSpan } from './fact.ts'
import { isHostile, isInstruction } from './is-instruction.ts'
import { type Judged, judgedName, verdictOf } from './judged.ts'
import { addMentions, type Mentions, noMentions } from './mentions.ts'
import { nameInContext } from './name-in-context.ts'
import { namesTime } from './names-time.ts'
import {
  answersWhen,
  namesOnlyTime,
  quoteDated,
  quoteWithSetting,
  type SentenceContext,
} from './quote-dated.ts'
import { quoteNews } from './quote-news.ts'
import { factKindOf, isLasting, rateStatement } from './rate-statement.ts'
import { type ResolvedStatement, replacePronouns, resolvePronouns } from './resolve-pronouns.ts'
import { restate } from './restate.ts'
import { rememberRequest } from './rules/openings.ts'
import { namedThing, ofOwn, ofSomething } from './rules/pronouns.ts'
import { doneByAssistant, labelledLine } from './rules/speakers.ts'
import { settleSentence } from './settle-sentence.ts'
import type { Utterance } from './split-utterances.ts'
import { type Statement, statementsOf } from './statements.ts'
import { subjectOf } from './tell-text.ts'
import { addTime, findTimeSetting } from './time-setting.ts'
import type { QuotedSpeaker } from './to-quote.ts'
import { toThirdPerson } from './to-third-person.ts'
import { readWords, straighten } from './words.ts'

/** Longest statement together with the previous one it refers to, in characters. */
const longestTogether = 320

type SpokenReading = {
  passage: Passage
  utterance: Utterance
  mentioned: Mentions
  last: Fact | undefined
  /** Texts with a pronoun that was resolved, or replaced by what is known. */
  guessed: Set<string>
  /** The time of the next sentence, if the previous sentence only names it. */
  setting?: { when: string; span: TextSpan } | undefined
  before: SentenceContext
}

/** Extracts a speaker's statements, retold in the third person. */
export function readSpoken(
  passage: Passage,
  utterance: Utterance,
  sentences: readonly TextSpan[],
  before: Omit<SentenceContext, 'said'> = {},
  judged: Judged = new Map(),
): Fact[] {
  const reading: SpokenReading = {
    passage,
    utterance,
    mentioned: noMentions,
    last: undefined,
    guessed: new Set(),
    before: { ...before, said: [] },
  }
  const facts = sentences.flatMap((span, i) => {
    reading.before = { ...before, said: sentences.slice(0, i) }
    const { setting } = reading
    // Also of a dropped sentence: the next ones may point to what it names.
    const own = readSentence(reading, span)
    const judgement = judged.get(judgedName(span[0]))
    if (judgement && verdictOf(judgement) === 'drop') return []
    const read = withTime(reading, span, setting, own)
    return judgement ? settle(reading, span, judged, read) : read
  })
  if (facts.length === 0) return judged.size > 0 ? [] : newsOf(reading, sentences)
  // Drops a fact that the next one repeats in full.
  return facts.filter(({ text }, i) => !facts[i + 1]?.text.startsWith(`${text} `))
}

function settle(reading: SpokenReading, span: TextSpan, judged: Judged, facts: readonly Fact[]): Fact[] {
  const { passage, utterance, before, guessed } = reading
  if (isHostile(straighten(passage.text.slice(...span)))) return []
  const sure = facts.filter(({ text, spans }) => !guessed.has(text) && spans.length === 1)
  return settleSentence(
    {
      passage,
      utterance,
      teller: tellerOf(reading),
      span,
      judged,
      said: before.said,
      asked: before.asked,
    },
    facts,
    sure,
  )
}

const tellerOf = ({ passage, utterance }: SpokenReading): QuotedSpeaker => ({
  self: utterance.self!,
  name: nameOf(utterance.self!, passage),
})

/** Only between people who go by name. Messages to an assistant are mostly about what it should do. */
function newsOf(reading: SpokenReading, sentences: readonly TextSpan[]): Fact[] {
  const teller = tellerOf(reading)
  const news = /^The /.test(teller.self) ? undefined : quoteNews(reading.passage, teller, sentences)
  return news ? [news] : []
}

/** The facts of a sentence, or a quotation where they lack the time or the thing. */
function withTime(
  reading: SpokenReading,
  span: TextSpan,
  setting: SpokenReading['setting'],
  facts: Fact[],
): Fact[] {
  const { passage, utterance, before } = reading
  const sentence = straighten(passage.text.slice(...span))
  if (
    utterance.origin !== 'user' ||
    reading.setting ||
    isInstruction(sentence) ||
    labelledLine.expression.test(sentence)
  )
    return facts
  const teller = tellerOf(reading)
  const dated = facts.filter(isDated)
  if (!answersWhen(passage, span, before) && dated.some(fact => !namesOnlyTime(fact, teller, passage)))
    return facts
  const quote = setting
    ? quoteWithSetting(passage, teller, setting.span, span)
    : quoteDated(passage, teller, span, before)
  if (quote === undefined || (dated.length > 0 && quote.spans.length === 1)) return facts
  return [...facts.filter(fact => fact.claim.value && !isDated(fact)), quote]
}

function readSentence(reading: SpokenReading, span: TextSpan): Fact[] {
  const sentence = restate(straighten(reading.passage.text.slice(...span))).replace(
    rememberRequest.expression,
    '',
  )
  const { last, setting } = reading
  reading.last = undefined
  reading.setting = undefined
  if (isInstruction(sentence) || labelledLine.expression.test(sentence)) return []
  const told = findTimeSetting(sentence)
  if (told?.rest === '') {
    reading.setting = { when: told.when, span }
    return []
  }
  reading.last = last
  const when = told?.when ?? setting?.when
  const facts = statementsOf(told?.rest ?? sentence).flatMap(statement =>
    readParts(reading, when ? addTime(when, statement) : statement, sentence, span),
  )
  reading.mentioned = addMentions(sentence, readWords(sentence), reading.mentioned)
  if (facts.length === 0) reading.last = undefined
  return setting ? facts.map(fact => ({ ...fact, spans: [setting.span, ...fact.spans] })) : facts
}

/** The statement as a whole, or the parts of it that are understood. */
function readParts(reading: SpokenReading, statement: Statement, sentence: string, span: TextSpan): Fact[] {
  if (statement.as === 'asked') {
    const before = sentence.slice(0, Math.max(0, sentence.indexOf(statement.text)))
    reading.mentioned = addMentions(before, readWords(before), reading.mentioned)
    statement = { ...statement, text: named(statement.text, before) }
  }
  const whole = readStatement(reading, statement, span)
  const parts = whole ? [whole] : readClauses(reading, statement, span)
  reading.last = parts.at(-1) ?? reading.last
  return parts
}

/** The facts of the clauses, and of the dated readings. */
function readClauses(reading: SpokenReading, statement: Statement, span: TextSpan): Fact[] {
  const read = (text: string) => readStatement(reading, { text, as: statement.as, clauses: [] }, span) ?? []
  const parts = statement.clauses.flatMap(read)
  if (parts.some(isDated)) return parts
  const [dated] = datedForms(statement).flatMap(read).filter(isDated)
  return dated ? [dated, ...parts.filter(({ text }) => !dated.text.includes(text.slice(0, -1)))] : parts
}

const isDated = ({ eventDates }: Fact): boolean => eventDates.length > 0

/** `I'm worried about missing the meeting, so remind me that it's rescheduled`: `it` is the thing named last. */
function named(text: string, before: string): string {
  const thing = Array.from(before.matchAll(namedThing.expression), match => match[1]!).at(-1)
  if (thing === undefined) return text
  return text.replace(/^it(?:'s (been )?|\s)/i, (said, been?: string) =>
    said.endsWith("'s ") || been !== undefined ? `${thing} ${been ? 'has been' : 'is'} ` : `${thing} `,
  )
}

function readStatement(reading: SpokenReading, statement: Statement, span: TextSpan): Fact | undefined {
  const { utterance, mentioned, last } = reading
  if (utterance.origin === 'assistant' && !doneByAssistant.expression.test(statement.text)) return undefined
  const pointed = resolvePronouns(statement.text, readWords(statement.text), mentioned)
  const rating = rateStatement({ ...statement, text: pointed.text }, readWords(pointed.text))
  if (rating === undefined) return undefined
  const confidence = roundTo(rating.confidence * trustIn(utterance, pointed), 2)
  const rate = (fact: Fact): Fact => ({ ...fact, ...rating, confidence })
  const fact = rate(toFact(reading, pointed, span))
  if (pointed.state === 'clear') return fact
  if (pointed.state === 'resolved') return guess(reading, fact)
  if (last && isTogether(last, fact)) return guess(reading, together(last, fact))
  const known = mayBeKept(statement, pointed.text) ? whatIsKnown(pointed) : undefined
  return known && guess(reading, rate(toFact(reading, known, span)))
}

function guess({ guessed }: SpokenReading, fact: Fact): Fact {
  guessed.add(fact.text)
  return fact
}

/**
 * Only with a point in time, or a figure of something the speaker owns. A statement with clauses is tried clause by
 * clause instead.
 */
const mayBeKept = ({ clauses }: Statement, text: string): boolean =>
  clauses.length === 0 && (namesTime(text) || ofOwn.expression.test(text))

/** A dated event is worth keeping even if its object is unknown. */
function whatIsKnown({ text }: ResolvedStatement): ResolvedStatement | undefined {
  const known = replacePronouns(text, readWords(text))
  const pointed = resolvePronouns(known, readWords(known), noMentions)
  return pointed.state === 'clear' && !ofSomething.expression.test(known) ? pointed : undefined
}

const trustIn = ({ origin }: Utterance, { state }: ResolvedStatement): number =>
  (origin === 'assistant' ? 0.5 : origin === 'document' ? 0.75 : 1) * (state === 'clear' ? 1 : 0.85)

function toFact({ passage, utterance }: SpokenReading, { text }: ResolvedStatement, span: TextSpan): Fact {
  const self = utterance.self!
  const words = readWords(text)
  const told = finished(
    toThirdPerson(nameOf(self, passage), text, words)
      .replaceAll('**', '')
      .replaceAll(/\btoday's\b/g, 'the present'),
  )
  const { text: dated, dates } = resolveDates(told, passage.saidAt)
  const kind = factKindOf(text)
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

/** The user is shown with the name that the container's owner gives; the subject id stays `user`. */
const nameOf = (self: string, { entityContext }: Passage): string =>
  self === 'The user' ? (nameInContext(entityContext) ?? self) : self

function finished(text: string): string {
  const ended = text.replace(/[\s!?.,;:]+$/, '')
  return /[.”")]$/.test(ended) && /[.!?]["”]$/.test(ended) ? ended : `${ended}.`
}

const isTogether = (last: Fact, fact: Fact): boolean => last.text.length + fact.text.length < longestTogether

/** Joins a statement to the previous one that it refers to. */
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
