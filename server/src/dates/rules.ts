import {
  day,
  dayMs,
  type Granularity,
  minuteMs,
  monthOf,
  partsOf,
  quarterOf,
  type Stretch,
  shift,
  startOfDay,
  unitAt,
  weekdayBefore,
  weekdays,
} from './calendar.ts'
import type { FoundDate, Reach } from './found-date.ts'
import { nearestYear } from './nearest-year.ts'
import { count, ordinal, toOrdinal } from './numbers.ts'
import type { Groups } from './phrase.ts'
import { measure, partOfDay, partWord, unitOf, weekdayOf, weekdayWord } from './relative.ts'
import type { TimeOfDay } from './times.ts'

/** What is combined stands in the text as one of these, so that rules can speak of it. */
export const dateMark = '\uE000'
export const timeMark = '\uE001'

type Combined = Stretch & { reach?: Reach; isComplete?: boolean }
export type Rule = {
  pattern: RegExp
  combine(dates: FoundDate[], times: TimeOfDay[], groups: Groups, at: number): Combined | undefined
}

const rule = (pattern: string, combine: Rule['combine']): Rule => ({
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${pattern.replaceAll('◆', dateMark).replaceAll('◷', timeMark)})(?![\\p{L}\\p{N}])`,
    'giu',
  ),
  combine,
})

const unit = '(?<unit>minute|hour|day|night|weekend|week|fortnight|month|quarter|year|decade)s?'
const amount = `(?<n>${count})\\s+${unit}`
const of = '\\s+(?:of|in)\\s+(?:the\\s+)?'

/** Parts of a month or a year, counted. */
const counted: Rule[] = [
  rule(`(?:the\\s+)?(?<nth>${ordinal})(?:\\s+day)?\\s+of\\s+(?:the\\s+)?◆`, ([whole], _, { nth }) =>
    whole!.granularity === 'month' ? nthUnitOf(whole!, toOrdinal(nth!), 'day') : undefined,
  ),
  rule(`(?:the\\s+)?(?<nth>${ordinal}|last|final)\\s+${weekdayWord}${of}◆`, ([whole], _, { nth, weekday }) =>
    nthWeekdayOf(whole!, nth!, weekdayOf(weekday!)),
  ),
  rule(
    `(?:the\\s+)?(?<nth>${ordinal}|last|final)\\s+(?<unit>day|week|weekend|month|quarter)${of}◆`,
    ([whole], _, { nth, unit: u }) => nthUnitOf(whole!, /last|final/i.test(nth!) ? -1 : toOrdinal(nth!), u!),
  ),
  rule(`(?:the\\s+)?(?<end>first|last)\\s+${amount}${of}◆`, ([whole], _, { end, n, unit: u }) =>
    endsOf(whole!, /first/i.test(end!), n!, u!),
  ),
]

/** So far from a date. */
const distant: Rule[] = [
  rule(`(?:in\\s+)?${amount}\\s+(?:before|prior\\s+to)\\s+◆`, ([base], _, groups) =>
    shifted(base!, groups, -1),
  ),
  rule(`(?:in\\s+)?${amount}\\s+(?:after|from|following|since)\\s+◆`, ([base], _, groups) =>
    shifted(base!, groups, 1),
  ),
  rule(
    '(?:the\\s+)?(?<unit>day|week|weekend|month|year)\\s+(?<side>before|after|following)\\s+◆',
    ([base], _, { unit: u, side }) => beside(base!, u!, /before/i.test(side!) ? -1 : 1),
  ),
  rule(`(?:the\\s+)?${weekdayWord}\\s+(?<side>before|after|following)\\s+◆`, ([base], _, { weekday, side }) =>
    day(
      /before/i.test(side!)
        ? weekdayBefore(base!.from - dayMs, weekdayOf(weekday!))
        : weekdayBefore(base!.to - dayMs + 7 * dayMs, weekdayOf(weekday!)),
    ),
  ),
  rule(
    '(?:the\\s+)?(?:week|w/c)(?:\\s+(?:of|starting|beginning|commencing)(?:\\s+(?:on|from))?)?\\s+◆',
    ([base]) => (base!.granularity === 'day' ? unitAt(base!.from, 'week') : undefined),
  ),
  rule('(?:the\\s+)?weekend\\s+of\\s+◆', ([base]) =>
    base!.granularity === 'day' ? unitAt(base!.from, 'weekend') : undefined,
  ),
  rule(
    `(?:for\\s+)?${amount},?\\s+(?:starting|beginning|from)(?:\\s+(?:on|from))?\\s+◆`,
    ([base], _, { n, unit: u }) => {
      const step = measure(n!, u!)
      return { from: base!.from, to: shift(base!.from, step.unit, step.n), granularity: 'range' }
    },
  ),
  rule('◆,?\\s+◆', ([a, b]) => weekdayWithin(a!, b!)),
]

function nthWeekdayOf(whole: Stretch, nth: string, weekday: number): Combined | undefined {
  if (!['month', 'year', 'range'].includes(whole.granularity)) return undefined
  if (/last|final/i.test(nth)) return day(weekdayBefore(whole.to - dayMs, weekday))
  const found = weekdayBefore(whole.from + 6 * dayMs, weekday) + (toOrdinal(nth) - 1) * 7 * dayMs
  return found < whole.to ? day(found) : undefined
}

function nthUnitOf(whole: Stretch, nth: number, unitSaid: string): Combined | undefined {
  const { year } = partsOf(whole.from)
  const count = nth < 0 ? undefined : nth - 1
  switch (unitOf(unitSaid)) {
    case 'day':
      return day(count === undefined ? whole.to - dayMs : whole.from + count * dayMs)
    case 'month':
      return monthOf(year, count ?? 11)
    case 'quarter':
      return quarterOf(year, count ?? 3)
    case 'weekend':
      return unitAt(count === undefined ? whole.to - 7 * dayMs : whole.from, 'weekend', count ?? 0)
    default:
      return nthWeekOf(whole, count)
  }
}

/** A week belongs to the month its Thursday is in, as ISO has it for years. */
function nthWeekOf(whole: Stretch, count: number | undefined): Combined {
  const thursday = weekdays.indexOf('Thursday')
  const first = weekdayBefore(whole.from + 6 * dayMs, thursday)
  const last = weekdayBefore(whole.to - dayMs, thursday)
  return unitAt(count === undefined ? last : first, 'week', count ?? 0)
}

function endsOf(whole: Stretch, isFirst: boolean, n: string, unitSaid: string): Combined {
  const { n: many, unit: u } = measure(n, unitSaid)
  if (u === 'week' && !isFirst) {
    const { to } = nthWeekOf(whole, undefined)
    return { from: shift(to, 'week', -many), to, granularity: 'range' }
  }
  return isFirst
    ? { from: whole.from, to: shift(whole.from, u, many), granularity: 'range' }
    : { from: shift(whole.to, u, -many), to: whole.to, granularity: 'range' }
}

function shifted(base: Stretch, { n, unit: u }: Groups, sign: 1 | -1): Combined {
  const step = measure(n!, u!)
  if (base.granularity === 'time') {
    const from = shift(base.from, step.unit, sign * step.n)
    return { from, to: from + (base.to - base.from), granularity: 'time' }
  }
  return day(shift(base.from, step.unit, sign * step.n))
}

function beside(base: Stretch, unitSaid: string, sign: 1 | -1): Combined {
  const u = unitOf(unitSaid)
  return u === 'day' && sign > 0 ? day(base.to) : unitAt(base.from, u, sign)
}

/** `Wednesday next week`, `Monday 13 May`: the day, where one holds the other. */
function weekdayWithin(a: FoundDate, b: FoundDate): Combined | undefined {
  if (!a.isWeekday) return undefined
  if (b.granularity === 'day' && !b.isWeekday) return b
  if (b.granularity !== 'week') return undefined
  return day(weekdayBefore(b.to - dayMs, partsOf(a.from).weekday))
}

/** Where within. */
const portions: Rule[] = [
  rule(
    `◆,?\\s+(?<rough>early\\s+|late\\s+)?(?:in\\s+the\\s+)?${partWord}|(?:the\\s+)?(?<rough2>early\\s+|late\\s+)?${partWord.replace('part', 'part2')}\\s+(?:of|on)\\s+◆`,
    ([base], _, { part, part2, rough, rough2 }) =>
      base!.granularity === 'day'
        ? roughPart(partOfDay(base!.from, (part ?? part2)!), rough ?? rough2)
        : undefined,
  ),
  rule(
    '(?:(?:at|in|by)\\s+)?(?:the\\s+)?(?:(?<where>beginning|start|middle|end)\\s+of|(?<where2>early|earlier|mid|late|later)(?:\\s+(?:of|in|part\\s+of))?)[\\s-]+(?:the\\s+)?◆',
    ([whole], _, { where, where2 }, at) => portion(whole!, (where ?? where2)!.toLowerCase(), at),
  ),
]

function roughPart(part: Stretch, rough: string | undefined): Stretch {
  const middle = (part.from + part.to) / 2
  if (!rough) return part
  return /early/i.test(rough) ? { ...part, to: middle } : { ...part, from: middle }
}

/** `At the end of` a year are its last months; `late` is the later half of it. */
function portion(whole: Stretch, where: string, at: number): Combined | undefined {
  const [from, to] = cut(whole, where)
  if (from === undefined || to === undefined) return undefined
  const isRelative = where === 'later' && whole.from <= at && at < whole.to
  const granularity: Granularity = whole.granularity === 'time' ? 'time' : 'range'
  return { from: isRelative ? Math.max(startOfDay(at), from) : from, to, granularity }
}

function cut(whole: Stretch, where: string): [number, number] | [] {
  const { from, to, granularity } = whole
  const { year, month } = partsOf(from)
  const side = /^(?:begin|start|earl)/.test(where) ? 0 : /^mid/.test(where) ? 1 : 2
  switch (granularity) {
    case 'year': {
      const edges = /earl|late/.test(where) ? [0, 6, 6, 12] : [0, 4, 8, 12]
      const [a, b] = side === 1 ? [4, 8] : side === 0 ? [edges[0]!, edges[1]!] : [edges[2]!, edges[3]!]
      return [Date.UTC(year, a), Date.UTC(year, b)]
    }
    case 'month': {
      const [a, b] = [
        [1, 16],
        [10, 21],
        [16, undefined],
      ][side]!
      return [Date.UTC(year, month, a), b ? Date.UTC(year, month, b) : to]
    }
    case 'week':
      return side === 1
        ? [from + 2 * dayMs, from + 5 * dayMs]
        : side === 0
          ? [from, from + 3 * dayMs]
          : [from + 3 * dayMs, to]
    case 'decade':
      return [Date.UTC(year + [0, 4, 7][side]!, 0), Date.UTC(year + [4, 7, 10][side]!, 0)]
    case 'day':
      return side === 0 ? [from, from + dayMs / 2] : side === 2 ? [from + dayMs / 2, to] : []
    case 'time': {
      const middle = (from + to) / 2
      return side === 0 ? [from, middle] : side === 2 ? [middle, to] : []
    }
    default:
      return []
  }
}

const timed: Rule[] = [
  rule('◆,?\\s*(?:\\(\\w+\\)|-)?\\s*(?:at\\s+|@\\s*|around\\s+|from\\s+|between\\s+)?◷', ([date], [time]) =>
    onDay(date!, time!),
  ),
  rule('(?:at\\s+|around\\s+|from\\s+|between\\s+)?◷,?\\s+(?:on\\s+)?◆', ([date], [time]) =>
    onDay(date!, time!),
  ),
]

function onDay(date: Stretch, { from, to, isExact }: TimeOfDay): Combined | undefined {
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

const ranges: Rule[] = [
  rule('(?:from\\s+|between\\s+)◆\\s*(?:and|or)\\s+(?:the\\s+)?◆', ([a, b], _, __, at) => fromTo(a!, b!, at)),
  rule(
    '(?:from\\s+|between\\s+|in\\s+)?◆\\s*(?:to|-|–|~|until|till?|through|thru|up\\s+to)\\s*(?:the\\s+)?◆',
    ([a, b], _, __, at) => fromTo(a!, b!, at),
  ),
  rule(`(?:from\\s+|between\\s+)?◆\\s+(?:to|until|till|and|through)\\s+${now}`, ([a], _, __, at) =>
    fromTo(a!, day(at - dayMs), at),
  ),
  rule(`(?:from|between)\\s+${now}\\s+(?:to|until|till|and|through)\\s+◆`, ([b], _, __, at) =>
    b!.granularity === 'time' ? { from: at, to: b!.from, granularity: 'time' } : fromTo(day(at), b!, at),
  ),
]

function fromTo(a: FoundDate | Stretch, b: FoundDate | Stretch, at: number): Combined | undefined {
  const first = lacksYear(a) ? beginning(a, b, at) : a
  const second = lacksYear(b) ? nearestYear(b, first.from, 'ahead') : b
  if (second.to <= first.from) return undefined
  if (a.granularity === 'time' && b.granularity === 'time')
    return { from: first.from, to: second.from, granularity: 'time' }
  return { from: first.from, to: second.to, granularity: 'range', isComplete: isDated(a) && isDated(b) }
}

/** In the year of its end; or, where that is open too, in the one that `at` may lie within. */
function beginning(a: Stretch, b: FoundDate | Stretch, at: number): Stretch {
  if (!lacksYear(b)) return nearestYear(a, b.from, 'behind')
  const before = nearestYear(a, at, 'behind')
  return nearestYear(b, before.from, 'ahead').to > at ? before : a
}

const lacksYear = (date: FoundDate | Stretch) => 'lacksYear' in date && date.lacksYear === true
const isDated = (date: FoundDate | Stretch) => 'isComplete' in date && date.isComplete === true

const edges: Rule[] = [
  rule('(?:before|by|until|till)\\s+(?:the\\s+)?end\\s+of\\s+(?:the\\s+)?◆', ([base]) => ({
    from: base!.to,
    to: base!.to,
    granularity: base!.granularity,
    reach: 'before',
  })),
]

const reaches: Rule[] = [
  rule('(?:before|prior\\s+to|earlier\\s+than|no\\s+later\\s+than|by|<)\\s+◆', ([base]) =>
    reaching(base!, 'before'),
  ),
  rule('(?:until|till|up\\s+to|as\\s+late\\s+as|<\\s?=)\\s+◆', ([base]) => reaching(base!, 'until')),
  rule('(?:after|later\\s+than|>)\\s+◆', ([base]) => reaching(base!, 'after')),
  rule(
    '(?:since|starting(?:\\s+(?:on|from))?|beginning(?:\\s+(?:on|from))?|as\\s+early\\s+as|>\\s?=)\\s+◆',
    ([base]) => reaching(base!, 'since'),
  ),
  rule('◆\\s+(?:or|and)\\s+(?:later|after|onwards?)', ([base]) => reaching(base!, 'since')),
  rule('◆\\s+(?:or|and)\\s+(?:earlier|before)', ([base]) => reaching(base!, 'until')),
  rule('◆\\s+(?:before|by)\\s+◷', ([date], [time]) => timeReaching(date!, time!, 'before')),
  rule('◆\\s+after\\s+◷', ([date], [time]) => timeReaching(date!, time!, 'after')),
]

const reaching = (base: FoundDate, reach: Reach): Combined | undefined =>
  base.reach ? undefined : { from: base.from, to: base.to, granularity: base.granularity, reach }

function timeReaching(date: Stretch, time: TimeOfDay, reach: Reach): Combined | undefined {
  const moment = onDay(date, time)
  return moment && { ...moment, to: moment.from, reach }
}

/** In order: what is counted in a month comes before the month is the end of a range. */
export const rules: readonly Rule[] = [
  ...reaches.slice(-2),
  ...edges,
  ...counted,
  ...distant,
  ...portions,
  ...timed,
  ...ranges,
  ...reaches.slice(0, -2),
]
