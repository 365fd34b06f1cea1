import { namesTime } from './names-time.ts'
import type { Statement } from './statements.ts'
import { isFirstPerson } from './to-third-person.ts'
import { isPast } from './verbs.ts'
import { readWords } from './words.ts'

const when =
  '(yesterday|last (?:night|week|weekend|month|year|summer|winter|spring|fall|autumn|[a-z]+day)|this (?:morning|(?:past )?(?:week|weekend))|(?:on )?[a-z]+day|(?:an?|two|three|a few|a couple of) (?:days?|weeks?|months?) ago)'
const how =
  '(?:(?:just|such|so|an?|really|pretty|absolutely|quite|the|very|totally|truly|one) )*(?:wild|crazy|brutal|magical|stressful|emotional|productive|lovely|weird|chaotic|horrible|perfect|nice|cool|super|amazing|great|awesome|insane|incredible|rough|tough|hard|fun|eye-opening|hectic|busy|intense|something|special|unforgettable|blast|ride|nightmare|dream|roller-?coaster|good|bad|terrible|awful|wonderful|fantastic|exciting|best|worst|big|long|day|night|week|one)(?: (?:day|night|week|one|ride|for me|ever))*'
const ways = [
  `(?:something|some) (?:[\\w-]+ ){0,3}happened(?: to (?:me|us))?,? ${when}`,
  `${when} (?:was|were|has been) ${how}`,
  `what an? (?:[\\w-]+ ){1,3}?(?:(?:I|we) had )?${when}`,
  `(?:here's|this is|guess) what (?:(?:I|we) (?:did|got up to|was up to)|happened(?: to (?:me|us))?) ${when}`,
].map(
  way =>
    new RegExp(
      `^(?:(?:hey|hi|so|oh|well|wow|man)(?: [A-Z]\\w+)?,? )?${way}(?:[.!?…:]+|,|\\s[-–—]+|$)\\s*(.*)$`,
      'i',
    ),
)

/** A sentence that only gives the time of the next one: `Something funny happened last night.` */
export type TimeSetting = { when: string; rest: string }

export function findTimeSetting(sentence: string): TimeSetting | undefined {
  for (const way of ways) {
    const [, said, rest] = way.exec(sentence) ?? []
    if (said !== undefined && namesTime(said)) return { when: said, rest: rest! }
  }
  return undefined
}

/** `Last night, I lost my keys`: adds the time to a past statement that names no time itself. */
export function addTime(when: string, { text, as, clauses }: Statement): Statement {
  const words = readWords(text)
  const isOver = words.slice(0, 8).some(({ lower, pos }) => isPast(lower) && /^(?:VERB|AUX|NOUN)$/.test(pos))
  if (as !== 'stated' || namesTime(text) || !isFirstPerson(words) || !isOver) return { text, as, clauses }
  const [first, ...rest] = clauses
  return { text: leadBy(when, text), as, clauses: first === undefined ? [] : [leadBy(when, first), ...rest] }
}

const leadBy = (when: string, text: string): string =>
  `${when.charAt(0).toUpperCase()}${when.slice(1)}, ${/^I\b/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)}`
