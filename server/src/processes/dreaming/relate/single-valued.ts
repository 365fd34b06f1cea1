import { changedTo, isMoved, isNow } from './change-words.ts'
import type { Aspects, MeasuredQuantity } from './read-aspects.ts'
import { singleEvent } from './tense.ts'

/** Things that have one day, one time, one price or one best at a time. */

/** Nouns of things that take place at one time. */
export const appointments =
  /\b(?:class(?:es)?|meeting|call|appointment|deadline|webinar|session|flight|launch|party|visit|exam|interview|lesson|wedding|due|scheduled|rescheduled|sprint|presentation|trip|conference|dinner|practice|rehearsal|game|club|meetup|gathering|target|aiming|complete|finish|submit)s?\b/i
export const kindsOfAppointment = new Set([
  'class',
  'meet',
  'call',
  'appoint',
  'session',
  'lesson',
  'game',
  'parti',
  'trip',
  'visit',
  'exam',
  'schedul',
])
/** Nouns of things that have one amount at a time. */
export const amounts =
  /\b(?:budget|price|rent|salary|income|goals?|targets?|targeting|limit|quota|fees?|allocat\w+|balance|saved|savings|raised|bonus|cap|rate|score|accuracy|grade|average|completed?|mortgage|approved|approval|pre-approved|worth|weigh\w*|costs?|pays?|paying|plan|subscription|bill|premium|fare|loan|charges?|(?:set|put) aside|earns?|funds?|estimated?|estimates|quoted?|deposit|dues|tuition|pension|wage)\b/i

/** Cosine from which, together with a word for the change, values of a many-valued type belong to one thing. */
export const nearEnough = 0.68

/** `goes to bed at 11`, `the new bedtime is 10`; `flies on 8 June`, `had to rebook the flight for 12 June` */
export function isReportedChange({ type }: MeasuredQuantity, older: Aspects, newer: Aspects): boolean {
  if (type === 'money' || type === 'percent')
    return (
      [older, newer].every(({ text }) => !paid.test(text)) &&
      (isNow.test(newer.text) || changedTo.test(newer.text))
    )
  if (type === 'clock' || type === 'weekday') return newer.isChange || isMoved.test(newer.text)
  return isMoved.test(newer.text) && !singleEvent.test(older.text)
}

/** Whether both facts state a balance (money that somebody has), not a payment. */
export const isHeldSum = (older: Aspects, newer: Aspects, nearness: number): boolean =>
  nearness >= ofOneThing &&
  !(older.isEpisode && newer.isEpisode) &&
  [older, newer].every(({ text }) => !paid.test(text))

const ofOneThing = 0.5

/** Verbs of sums that were spent or given away. */
const paid =
  /\b(?:bought|spent|spending|paid|purchased|ordered|donated|won|sold|gave|lent|tipped|got\b.{1,80}? for (?:just |only |about |around )?(?=[$€£]))/i

/** A recurring activity has one day, and a recurring payment one price. */
export function isRegular({ type }: MeasuredQuantity, older: Aspects, newer: Aspects): boolean {
  if (type === 'weekday') return isHabit(older, newer)
  return type === 'money' && [older, newer].every(({ text }) => recurring.test(text))
}

const recurring = /\b(?:an?|per|each|every) (?:hour|day|week|month|year)\b|\b(?:weekly|monthly|yearly)\b/i
const habit =
  /\b(?:usually|always|every|each|(?:morning|evening|night|afternoon)s|wakes?|waking|get(?:s|ting)? up|goes? to bed|going to bed|bedtime|starts?|stops?|until|after|before|by|around|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/i
export const isHabit = (a: Aspects, b: Aspects): boolean => habit.test(a.text) && habit.test(b.text)

export const results = /\b(?:best|fastest|quickest|longest|record|high(?:est)? score|PB|PR)\b/i
