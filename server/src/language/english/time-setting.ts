import { namesTime } from './names-time.ts'
import { timeSettings } from './rules/time-settings.ts'
import type { Statement } from './statements.ts'
import { isFirstPerson } from './to-third-person.ts'
import { isPast } from './verbs.ts'
import { readWords } from './words.ts'

/** A sentence that only gives the time of the next one: `Something funny happened last night.` */
export type TimeSetting = { when: string; rest: string }

export function findTimeSetting(sentence: string): TimeSetting | undefined {
  for (const { expression } of timeSettings) {
    const [, said, rest] = expression.exec(sentence) ?? []
    if (said !== undefined && namesTime(said)) return { when: said, rest: rest! }
  }
  return undefined
}

/** `Last night, I lost my keys`: adds the time to a past statement that names no time itself. */
export function addTime(when: string, { text, as, clauses }: Statement): Statement {
  const words = readWords(text)
  const isOver = words
    .slice(0, 8)
    .some(({ lower, pos }) => isPast(lower) && ['VERB', 'AUX', 'NOUN'].includes(pos))
  if (as !== 'stated' || namesTime(text) || !isFirstPerson(words) || !isOver) return { text, as, clauses }
  const [first, ...rest] = clauses
  return { text: leadBy(when, text), as, clauses: first === undefined ? [] : [leadBy(when, first), ...rest] }
}

const leadBy = (when: string, text: string): string =>
  `${when.charAt(0).toUpperCase()}${when.slice(1)}, ${/^I\b/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)}`
