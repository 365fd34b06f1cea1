import { isBareDate } from './bare-dates.ts'
import { clauseAround, sentenceAfter, sentenceBefore } from './clauses.ts'
import { isHabitual } from './habits.ts'
import type { Tense } from './phrase.ts'
import { clauseEnd } from './rules/clauses.ts'
import {
  aheadWords,
  behindWords,
  forWhen,
  holidayNext,
  labelled,
  perfect,
  presentWords,
  putOff,
  scheduled,
  sinceWords,
  startsPlan,
} from './rules/tenses.ts'

/**
 * The last verb before the date decides, else the first one after it in the same clause. A deadline is in the future.
 */
export function tenseAt(text: string, index: number): Tense {
  const before = sentenceBefore(text, index)
  const after = sentenceAfter(text, index)
  if (isHabitual(clauseAround(text, index))) return 'habit'
  if (putOff.expression.test(before)) return 'ahead'
  if (sinceWords.expression.test(before)) return 'behind'
  if (labelled.expression.test(before)) return 'label'
  const said = lastTense(before)
  if (said === 'ahead' || (said !== 'behind' && /\bby (?:the )?$/i.test(before))) return 'ahead'
  if (forWhen.expression.test(before) && !(said === 'behind' && holidayNext.expression.test(after)))
    return 'ahead'
  if (said === 'present' && /\bfrom\s+$/i.test(before)) return 'ahead'
  if (said !== 'open') return said
  const follows = tenseAfter(after)
  if (follows === 'present' && /^\W*from\s+$/i.test(before)) return 'ahead'
  if (follows !== 'open') return follows
  if (isBareDate(text)) return 'bare'
  return startsPlan.expression.test(before) && !isHabitual(before) ? 'ahead' : 'open'
}

const signs: [Tense, RegExp][] = [
  ['ahead', aheadWords.expression],
  ['behind', behindWords.expression],
  ['scheduled', scheduled.expression],
  ['present', presentWords.expression],
]

/** Where two signs end at the same place, the first in the list counts. */
function lastTense(text: string): Tense {
  let [tense, at]: [Tense, number] = ['open', 0]
  for (const [name, pattern] of signs) {
    const end = lastEnd(pattern, text)
    if (end > at) [tense, at] = [name, end]
  }
  return tense
}

/** `On Friday I will …` and `On Friday, I will …`: the date itself may be a clause. */
function tenseAfter(text: string): Tense {
  const [date = '', next = ''] = text.replaceAll(perfect.expression, ' ').split(clauseEnd.expression)
  return firstTense(date) ?? firstTense(next) ?? 'open'
}

function firstTense(clause: string): Tense | undefined {
  let [tense, at]: [Tense | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const [name, pattern] of signs) {
    const start = clause.search(pattern)
    if (start >= 0 && start < at) [tense, at] = [name, start]
  }
  return tense
}

const lastEnd = (pattern: RegExp, text: string): number =>
  Array.from(text.matchAll(pattern), ({ 0: word, index }) => index + word.length).at(-1) ?? 0
