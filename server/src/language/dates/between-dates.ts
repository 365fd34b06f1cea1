import { day, dayMs, minuteMs, type Period, startOfDay } from './calendar.ts'
import type { CombinationRule, CombinedDate } from './combination-rule.ts'
import type { DateMatch, DateSide } from './date-match.ts'
import { nearestYear } from './nearest-year.ts'
import type { TimeOfDay } from './times-of-day.ts'

/** Rules for a time on a day. */
export const timeRules: CombinationRule[] = [
  [
    '◆,?\\s*(?:\\(\\w+\\)|-)?\\s*(?:at\\s+|@\\s*|around\\s+|from\\s+|between\\s+)?◷',
    ([date], [time]) => onDay(date!, time!),
  ],
  ['(?:at\\s+|around\\s+|from\\s+|between\\s+)?◷,?\\s+(?:on\\s+)?◆', ([date], [time]) => onDay(date!, time!)],
]

function onDay(date: Period, { from, to, isExact }: TimeOfDay): CombinedDate | undefined {
  if (date.granularity !== 'day' && date.granularity !== 'time') return undefined
  const start = startOfDay(date.from)
  // `Yesterday evening at 7` is 19:00.
  const later =
    !isExact && date.granularity === 'time' && date.from - start >= 12 * 60 * minuteMs && from < 720 ? 720 : 0
  const at = start + (from + later) * minuteMs
  return {
    from: at,
    to: to === undefined ? at + minuteMs : start + (to + later) * minuteMs,
    granularity: 'time',
  }
}

const now = '(?:now|the\\s+present|present|current\\s+date|date)'

/** Rules for a range between two dates. */
export const rangeRules: CombinationRule[] = [
  ['(?:from\\s+|between\\s+)◆\\s*(?:and|or)\\s+(?:the\\s+)?◆', ([a, b], _, __, at) => fromTo(a!, b!, at)],
  [
    '(?:from\\s+|between\\s+|in\\s+)?◆\\s*(?:to|-|–|~|until|till?|through|thru|up\\s+to)\\s*(?:the\\s+)?◆',
    ([a, b], _, __, at) => fromTo(a!, b!, at),
  ],
  [
    `(?:from\\s+|between\\s+)?◆\\s+(?:to|until|till|and|through)\\s+${now}`,
    ([a], _, __, at) => fromTo(a!, day(at - dayMs), at),
  ],
  [
    `(?:from|between)\\s+${now}\\s+(?:to|until|till|and|through)\\s+◆`,
    ([b], _, __, at) =>
      b!.granularity === 'time' ? { from: at, to: b!.from, granularity: 'time' } : fromTo(day(at), b!, at),
  ],
]

function fromTo(a: DateMatch | Period, b: DateMatch | Period, at: number): CombinedDate | undefined {
  const first = lacksYear(a) ? beginning(a, b, at) : a
  const second = lacksYear(b) ? nearestYear(b, first.from, 'ahead') : b
  if (second.to <= first.from) return undefined
  if (a.granularity === 'time' && b.granularity === 'time')
    return { from: first.from, to: second.from, granularity: 'time' }
  return { from: first.from, to: second.to, granularity: 'range', isComplete: isDated(a) && isDated(b) }
}

/** Puts the start into the year of its end. When the end lacks a year too, prefers a range that contains `at`. */
function beginning(a: Period, b: DateMatch | Period, at: number): Period {
  if (!lacksYear(b)) return nearestYear(a, b.from, 'behind')
  const before = nearestYear(a, at, 'behind')
  return nearestYear(b, before.from, 'ahead').to > at ? before : a
}

const lacksYear = (date: DateMatch | Period) => 'lacksYear' in date && date.lacksYear === true
const isDated = (date: DateMatch | Period) => 'isComplete' in date && date.isComplete === true

/** Rules for `until` and `since`: up to a date, or from it on. */
export const edgeRules: CombinationRule[] = [
  [
    '(?:before|by|until|till)\\s+(?:the\\s+)?end\\s+of\\s+(?:the\\s+)?◆',
    ([base]) => ({
      from: base!.to,
      to: base!.to,
      granularity: base!.granularity,
      reach: 'before',
    }),
  ],
]

export const reachRules: CombinationRule[] = [
  [
    '(?:before|prior\\s+to|earlier\\s+than|no\\s+later\\s+than|by|<)\\s+◆',
    ([base]) => reaching(base!, 'before'),
  ],
  ['(?:until|till|up\\s+to|as\\s+late\\s+as|<\\s?=)\\s+◆', ([base]) => reaching(base!, 'until')],
  ['(?:after|later\\s+than|>)\\s+◆', ([base]) => reaching(base!, 'after')],
  [
    '(?:since|starting(?:\\s+(?:on|from))?|beginning(?:\\s+(?:on|from))?|as\\s+early\\s+as|>\\s?=)\\s+◆',
    ([base]) => reaching(base!, 'since'),
  ],
  ['◆\\s+(?:or|and)\\s+(?:later|after|onwards?)', ([base]) => reaching(base!, 'since')],
  ['◆\\s+(?:or|and)\\s+(?:earlier|before)', ([base]) => reaching(base!, 'until')],
]

/** `Friday before noon`: the time belongs to that day, so these rules come before all others. */
export const timeReachRules: CombinationRule[] = [
  ['◆\\s+(?:before|by)\\s+◷', ([date], [time]) => timeReaching(date!, time!, 'before')],
  ['◆\\s+after\\s+◷', ([date], [time]) => timeReaching(date!, time!, 'after')],
]

const reaching = (base: DateMatch, reach: DateSide): CombinedDate | undefined =>
  base.reach ? undefined : { from: base.from, to: base.to, granularity: base.granularity, reach }

function timeReaching(date: Period, time: TimeOfDay, reach: DateSide): CombinedDate | undefined {
  const moment = onDay(date, time)
  return moment && { ...moment, to: moment.from, reach }
}
