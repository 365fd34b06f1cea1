import { day, dayMs, minuteMs, type Period, startOfDay } from './calendar.ts'
import type { CombinationRule, CombinedDate } from './combination-rule.ts'
import type { DateMatch, DateSide } from './date-match.ts'
import { nearestYear } from './nearest-year.ts'
import type { TimeOfDay } from './times-of-day.ts'

/** Rules for a time on a day. */
export const timeRules: CombinationRule[] = [
  {
    name: 'time after its day',
    words: '◆,?\\s*(?:\\(\\w+\\)|-)?\\s*(?:at\\s+|@\\s*|around\\s+|from\\s+|between\\s+)?◷',
    matches: ['◆ at ◷', '◆, ◷'],
    rejects: ['◆ after ◷'],
    combine: ([date], [time]) => onDay(date!, time!),
  },
  {
    name: 'time before its day',
    words: '(?:at\\s+|around\\s+|from\\s+|between\\s+)?◷,?\\s+(?:on\\s+)?◆',
    matches: ['at ◷ on ◆'],
    rejects: ['◷ to ◆'],
    combine: ([date], [time]) => onDay(date!, time!),
  },
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
  {
    name: 'between two dates',
    words: '(?:from\\s+|between\\s+)◆\\s*(?:and|or)\\s+(?:the\\s+)?◆',
    matches: ['between ◆ and ◆'],
    rejects: ['◆ and ◆'],
    combine: ([a, b], _, __, at) => fromTo(a!, b!, at),
  },
  {
    name: 'from a date to another',
    words:
      '(?:from\\s+|between\\s+|in\\s+)?◆\\s*(?:to|-|–|~|until|till?|through|thru|up\\s+to)\\s*(?:the\\s+)?◆',
    matches: ['from ◆ to ◆', '◆–◆'],
    rejects: ['◆ and ◆'],
    combine: ([a, b], _, __, at) => fromTo(a!, b!, at),
  },
  {
    name: 'from a date to now',
    words: `(?:from\\s+|between\\s+)?◆\\s+(?:to|until|till|and|through)\\s+${now}`,
    matches: ['from ◆ until now'],
    rejects: ['now ◆'],
    combine: ([a], _, __, at) => fromTo(a!, day(at - dayMs), at),
  },
  {
    name: 'from now to a date',
    words: `(?:from|between)\\s+${now}\\s+(?:to|until|till|and|through)\\s+◆`,
    matches: ['from now until ◆'],
    rejects: ['until ◆'],
    combine: ([b], _, __, at) =>
      b!.granularity === 'time' ? { from: at, to: b!.from, granularity: 'time' } : fromTo(day(at), b!, at),
  },
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
  {
    name: 'by the end of a date',
    words: '(?:before|by|until|till)\\s+(?:the\\s+)?end\\s+of\\s+(?:the\\s+)?◆',
    matches: ['by the end of ◆'],
    rejects: ['the end of ◆'],
    combine: ([base]) => ({
      from: base!.to,
      to: base!.to,
      granularity: base!.granularity,
      reach: 'before',
    }),
  },
]

export const reachRules: CombinationRule[] = [
  {
    name: 'before a date',
    words: '(?:before|prior\\s+to|earlier\\s+than|no\\s+later\\s+than|by|<)\\s+◆',
    matches: ['before ◆', 'no later than ◆'],
    rejects: ['on ◆'],
    combine: ([base]) => reaching(base!, 'before'),
  },
  {
    name: 'until a date',
    words: '(?:until|till|up\\s+to|as\\s+late\\s+as|<\\s?=)\\s+◆',
    matches: ['until ◆', 'up to ◆'],
    rejects: ['on ◆'],
    combine: ([base]) => reaching(base!, 'until'),
  },
  {
    name: 'after a date',
    words: '(?:after|later\\s+than|>)\\s+◆',
    matches: ['after ◆', 'later than ◆'],
    rejects: ['on ◆'],
    combine: ([base]) => reaching(base!, 'after'),
  },
  {
    name: 'since a date',
    words:
      '(?:since|starting(?:\\s+(?:on|from))?|beginning(?:\\s+(?:on|from))?|as\\s+early\\s+as|>\\s?=)\\s+◆',
    matches: ['since ◆', 'starting on ◆'],
    rejects: ['on ◆'],
    combine: ([base]) => reaching(base!, 'since'),
  },
  {
    name: 'a date or later',
    words: '◆\\s+(?:or|and)\\s+(?:later|after|onwards?)',
    matches: ['◆ or later', '◆ and onwards'],
    rejects: ['◆ or ◆'],
    combine: ([base]) => reaching(base!, 'since'),
  },
]

/** `Friday before noon`: the time belongs to that day, so these rules come before all others. */
export const timeReachRules: CombinationRule[] = [
  {
    name: 'before a time of a day',
    words: '◆\\s+(?:before|by)\\s+◷',
    matches: ['◆ before ◷'],
    rejects: ['◆ at ◷'],
    combine: ([date], [time]) => timeReaching(date!, time!, 'before'),
  },
  {
    name: 'after a time of a day',
    words: '◆\\s+after\\s+◷',
    matches: ['◆ after ◷'],
    rejects: ['◆ at ◷'],
    combine: ([date], [time]) => timeReaching(date!, time!, 'after'),
  },
]

const reaching = (base: DateMatch, reach: DateSide): CombinedDate | undefined =>
  base.reach ? undefined : { from: base.from, to: base.to, granularity: base.granularity, reach }

function timeReaching(date: Period, time: TimeOfDay, reach: DateSide): CombinedDate | undefined {
  const moment = onDay(date, time)
  return moment && { ...moment, to: moment.from, reach }
}
