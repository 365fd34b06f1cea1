import { isCourtesy, withoutRemark } from './is-courtesy.ts'
import { namesTime } from './names-time.ts'
import { isContainedIn, presupposedIn } from './presupposed.ts'
import { restoreSubject } from './restore-subject.ts'
import { freshClause, looseEnd, lostDate, openEnd, subordinate } from './rules/clauses.ts'
import { hedge, introduction, justThen } from './rules/openings.ts'
import {
  figureInQuestion,
  givenInQuestion,
  givenOfOther,
  reported,
  sumForPurpose,
  thingOfMine,
} from './rules/presuppositions.ts'
import { afterQuestion, beforeQuestion, fragment, questionStart, requests } from './rules/questions.ts'
import { reminded, shown, toldAbout } from './rules/restatements.ts'

/** A statement of a sentence, separated from its questions. */
export type Statement = {
  text: string
  /** Its role in the sentence: a statement of its own, a request for information, or part of a question. */
  as: 'stated' | 'requested' | 'asked'
  /** The clauses to try one by one when the whole is not understood. */
  clauses: readonly string[]
}

/** The statements of a sentence, in order. A mere question gives none. */
export function statementsOf(sentence: string): Statement[] {
  const isQuestion = /\?["')\]*_]*$/.test(sentence)
  const parts = partsOf(withoutOpener(sentence.replace(/^["'“‘*_(]+(?=\p{L})/u, '')))
  return parts.flatMap((part, i): Statement[] => {
    const isLast = i === parts.length - 1
    if (questionStart.expression.test(part) || (isQuestion && isLast && parts.length === 1))
      return givenIn(part)
    if (!isLast && fragment.expression.test(part)) return givenIn(part)
    return clausesOf(part)
  })
}

function partsOf(sentence: string): string[] {
  const cuts = [
    0,
    ...Array.from(sentence.matchAll(beforeQuestion.expression), ({ index, 0: cut }) => index + cut.length),
  ]
  return cuts
    .map((start, i) => withoutOpener(clean(sentence.slice(start, cuts[i + 1]))))
    .flatMap(part => (questionStart.expression.test(part) ? part.split(afterQuestion.expression) : [part]))
    .filter(part => part !== '')
}

/** Statements that a question presupposes, or names with a figure. */
function givenIn(question: string): Statement[] {
  const named = (sumForPurpose.expression.exec(question) ?? figureInQuestion.expression.exec(question))?.[0]
  const owned = thingOfMine.expression.exec(question)
  const said = [
    owned && `I ${owned[2]} the ${owned[1]!.trim()}${owned[3]}`,

    (givenInQuestion.expression.exec(question) ?? givenOfOther.expression.exec(question))?.[1],
    reported.expression.exec(question)?.[1],
    named && `I mention ${named}`,
  ].flatMap(text => (text ? clean(text.replace(/\?+$/, '')) : []))
  const presupposed = presupposedIn(question).filter(text => !said.some(other => isContainedIn(text, other)))
  return [...said, ...presupposed.map(clean)].map(text => ({ text, as: 'asked', clauses: [] }))
}

/** Clauses stay together up to this many words, because the second often refers to the first. */
const longestStatement = 40

/** The clauses of a part, without requests and reactions; adjacent clauses stay together. */
function clausesOf(part: string): Statement[] {
  const statements: string[][] = []
  let isOpen = false
  for (const [connector, clause] of splitClauses(part)) {
    const text = asMentioned(
      restoreSubject(withoutHedge(withoutOpener(clean(clause).replace(justThen.expression, '')))),
    )
    const isKept = text !== '' && (!isCourtesy(text) || /"/.test(text)) && !requests.expression.test(text)
    const last = statements.at(-1)
    if (isKept && isOpen && wordCount(last!.join(' ')) + wordCount(text) <= longestStatement)
      last!.push(connector + text)
    else if (isKept || requests.expression.test(text)) statements.push([text])
    isOpen = isKept
  }
  return statements.map(clauses => ({
    text: withoutRemark(clauses.join('')).replace(openEnd.expression, ''),
    as: requests.expression.test(clauses[0]!) ? 'requested' : 'stated',
    clauses: clauses.length < 2 ? [] : clauses.map(clause => restoreSubject(withoutOpener(clean(clause)))),
  }))
}

/** `This was my trip to Oslo last year`, said about a photo: the event still has a date. */
const asMentioned = (text: string): string =>
  namesTime(text) && /\b(?:I|my|we|our)\b/.test(text)
    ? text
        .replace(shown.expression, 'I mention ')
        .replace(toldAbout.expression, 'I mention ')
        .replace(reminded.expression, "I'm reminded of ")
    : text

const wordCount = (text: string): number => text.split(' ').length

function splitClauses(part: string): [connector: string, clause: string][] {
  if (subordinate.expression.test(part)) return [['', part]]
  const pieces = part.split(freshClause.expression)
  return pieces.flatMap((piece, i) => (i % 2 === 0 ? [[pieces[i - 1] ?? '', piece] as [string, string]] : []))
}

function withoutOpener(text: string): string {
  const rest = text.replace(introduction.expression, '')
  return rest === text ? text : withoutOpener(rest)
}

function withoutHedge(text: string): string {
  const rest = text.replace(hedge.expression, '')
  return rest === text ? text : withoutHedge(rest)
}

const clean = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    // A date was removed from the text: `I joined a club on .`
    .replaceAll(lostDate.expression, '')
    .replace(/^[\s,;:–—-]+/, '')
    .replace(/[\s,;:–—-]+$/, '')
    .replace(looseEnd.expression, '')
