import { weekdays } from '../rules/vocabulary.ts'
import {
  day,
  dayMs,
  type Granularity,
  monthOf,
  type Period,
  partsOf,
  quarterOf,
  shift,
  startOfDay,
  unitAt,
  weekdayBefore,
} from './calendar.ts'
import { amount, type CombinationRule, type CombinedDate, ofThe } from './combination-rule.ts'
import { ordinal, toOrdinal } from './numbers.ts'
import { measure, partOfDay, partWord, unitOf, weekdayOf, weekdayWord } from './relative-units.ts'

/** Rules for counted parts of a month or a year: `the second week of May`. */
export const countedRules: CombinationRule[] = [
  {
    name: 'counted day of a month',
    words: `(?:the\\s+)?(?<nth>${ordinal})(?:\\s+day)?\\s+of\\s+(?:the\\s+)?◆`,
    matches: ['the third of ◆', '2nd day of ◆'],
    rejects: ['day of ◆'],
    combine: ([whole], _, { nth }) =>
      whole!.granularity === 'month' ? nthUnitOf(whole!, toOrdinal(nth!), 'day') : undefined,
  },
  {
    name: 'counted weekday of a month',
    words: `(?:the\\s+)?(?<nth>${ordinal}|last|final)\\s+${weekdayWord}${ofThe}◆`,
    matches: ['the last Friday of ◆'],
    rejects: ['Friday of ◆'],
    combine: ([whole], _, { nth, weekday }) => nthWeekdayOf(whole!, nth!, weekdayOf(weekday!)),
  },
  {
    name: 'counted unit of a date',
    words: `(?:the\\s+)?(?<nth>${ordinal}|last|final)\\s+(?<unit>day|week|weekend|month|quarter)${ofThe}◆`,
    matches: ['the second week of ◆', 'last day in ◆'],
    rejects: ['week of ◆'],
    combine: ([whole], _, { nth, unit: u }) =>
      nthUnitOf(whole!, /last|final/i.test(nth!) ? -1 : toOrdinal(nth!), u!),
  },
  {
    name: 'first or last units of a date',
    words: `(?:the\\s+)?(?<end>first|last)\\s+${amount}${ofThe}◆`,
    matches: ['the first two weeks of ◆'],
    rejects: ['two weeks of ◆'],
    combine: ([whole], _, { end, n, unit: u }) => endsOf(whole!, /first/i.test(end!), n!, u!),
  },
]

function nthWeekdayOf(whole: Period, nth: string, weekday: number): CombinedDate | undefined {
  if (!['month', 'year', 'range'].includes(whole.granularity)) return undefined
  if (/last|final/i.test(nth)) return day(weekdayBefore(whole.to - dayMs, weekday))
  const found = weekdayBefore(whole.from + 6 * dayMs, weekday) + (toOrdinal(nth) - 1) * 7 * dayMs
  return found < whole.to ? day(found) : undefined
}

function nthUnitOf(whole: Period, nth: number, unitSaid: string): CombinedDate | undefined {
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

/** A week belongs to the month of its Thursday, as ISO 8601 assigns weeks to years. */
function nthWeekOf(whole: Period, count: number | undefined): CombinedDate {
  const thursday = weekdays.indexOf('Thursday')
  const first = weekdayBefore(whole.from + 6 * dayMs, thursday)
  const last = weekdayBefore(whole.to - dayMs, thursday)
  return unitAt(count === undefined ? last : first, 'week', count ?? 0)
}

function endsOf(whole: Period, isFirst: boolean, n: string, unitSaid: string): CombinedDate {
  const { n: many, unit: u } = measure(n, unitSaid)
  if (u === 'week' && !isFirst) {
    const { to } = nthWeekOf(whole, undefined)
    return { from: shift(to, 'week', -many), to, granularity: 'range' }
  }
  return isFirst
    ? { from: whole.from, to: shift(whole.from, u, many), granularity: 'range' }
    : { from: shift(whole.to, u, -many), to: whole.to, granularity: 'range' }
}

/** Rules for a portion of a date: `the evening of 3 May`, `late in 2023`. */
export const portionRules: CombinationRule[] = [
  {
    name: 'part of a day',
    words: `◆,?\\s+(?<rough>early\\s+|late\\s+)?(?:in\\s+the\\s+)?${partWord}|(?:the\\s+)?(?<rough2>early\\s+|late\\s+)?${partWord.replace('part', 'part2')}\\s+(?:of|on)\\s+◆`,
    matches: ['◆ in the evening', 'early morning of ◆'],
    rejects: ['◆ at ◷'],
    combine: ([base], _, { part, part2, rough, rough2 }) =>
      base!.granularity === 'day'
        ? roughPart(partOfDay(base!.from, (part ?? part2)!), rough ?? rough2)
        : undefined,
  },
  {
    name: 'beginning or end of a date',
    words:
      '(?:(?:at|in|by)\\s+)?(?:the\\s+)?(?:(?<where>beginning|start|middle|end)\\s+of|(?<where2>early|earlier|mid|late|later)(?:\\s+(?:of|in|part\\s+of))?)[\\s-]+(?:the\\s+)?◆',
    matches: ['at the end of ◆', 'late ◆'],
    rejects: ['of ◆'],
    combine: ([whole], _, { where, where2 }, at) => portion(whole!, (where ?? where2)!.toLowerCase(), at),
  },
]

function roughPart(part: Period, rough: string | undefined): Period {
  const middle = (part.from + part.to) / 2
  if (!rough) return part
  return /early/i.test(rough) ? { ...part, to: middle } : { ...part, from: middle }
}

/** `At the end of` a year means its last months; `late` means its second half. */
function portion(whole: Period, where: string, at: number): CombinedDate | undefined {
  const [from, to] = cut(whole, where)
  if (from === undefined || to === undefined) return undefined
  const isRelative = where === 'later' && whole.from <= at && at < whole.to
  const granularity: Granularity = whole.granularity === 'time' ? 'time' : 'range'
  return { from: isRelative ? Math.max(startOfDay(at), from) : from, to, granularity }
}

function cut(whole: Period, where: string): [number, number] | [] {
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
