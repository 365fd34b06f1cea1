import { readQuotation, withName } from '../../language/english/quotation.ts'
import type { Candidate } from './candidate.ts'

/** A memory, read for whom or what it is about by its first words. */
export type Statement = {
  candidate: Candidate
  /** The words that were said, without the name of the speaker. */
  said: string
  speaker: string | undefined
}

export function statementOf(candidate: Candidate): Statement {
  const quoted = readQuotation(candidate.text)
  return { candidate, said: quoted ? withName(quoted) : candidate.text, speaker: quoted?.speaker }
}

/** Full names must be equal: `Hana Novak` may be another person than `Hana`, and customer 1042 is not customer 1043. */
export function areOfOneEntity(a: Statement, b: Statement): boolean {
  const entity = entityOf(a)
  return entity !== undefined && entity === entityOf(b)
}

const possessive = /^(?:the user's|my|our) /i
const named =
  /^(?:[\p{Ll}-]+ ){0,2}((?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?\p{Lu}[\p{L}-]+(?: [\p{Lu}\d#][\p{L}\d-]*)*)/u
const notNamed =
  /^(?:\w+ed|Lives?|Works?|Is|Was|Has|Had|Got|Left|Starts?|Starting|Going|Moving|He|She|They|We|You|It|The|This|That|There|And|But|So|Also|In|On|At|From|No|Yes|Not|Now|Just)$/

/** Relatives of whom people have one. */
const relative = /^(mother|mum|mom|father|dad|wife|husband|partner|girlfriend|boyfriend|fiancée?)\b/i

/** The owner is the user, or in a group who speaks. Anybody else must be named at the beginning. */
function entityOf({ candidate: { subject }, said, speaker }: Statement): string | undefined {
  if (subject > 1) return undefined
  if (subject === 0 && (speaker !== undefined || said.startsWith('The user '))) return speaker ?? 'The user'
  return nameIn(said) ?? (subject === 1 ? relativeIn(said) : undefined)
}

/** `My dad Len` is named, and `Dad` is not. */
const relativeIn = (said: string): string | undefined =>
  relative.exec(said.replace(possessive, ''))?.[1]?.toLowerCase()

function nameIn(said: string): string | undefined {
  const words = said.replace(possessive, '')
  // Without a possessive, the name is the first word: `asks Ada` is not about Ada for sure.
  if (words === said && !/^\p{Lu}/u.test(said)) return undefined
  const name = named.exec(words)?.[1]
  return name && !notNamed.test(name) && !relative.test(name) ? name : undefined
}

const opening = /^(?:(?:the|our|my|new|and|but|so|no|wait|btw)[, ]+)*/i
const subjectOf = /^(\p{L}+ \p{Ll}+) (?:is|are|was|were|moves?|moved|changes?|changed|stays?)\b/u

const values: readonly RegExp[] = [
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/i,
  /\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:am|pm)\b/i,
  /\d ?(?:%|percent\b)/i,
  /[$€£]\s?\d|\d (?:dollars?|euros?|pounds?)\b/i,
]

/** `Studio meeting is on Mondays`, `the studio meeting moves to Tuesdays`: one thing of two common words, and one kind of value. */
export function sharesTopic(a: Statement, b: Statement): boolean {
  const topic = topicOf(a)
  return (
    topic !== undefined &&
    topic === topicOf(b) &&
    values.some(value => value.test(a.said) && value.test(b.said))
  )
}

const topicOf = ({ said }: Statement): string | undefined =>
  subjectOf.exec(said.replace(opening, ''))?.[1]?.toLowerCase()
