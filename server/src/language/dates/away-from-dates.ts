import { day, dayMs, type Period, partsOf, shift, unitAt, weekdayBefore } from './calendar.ts'
import { amount, type CombinationRule, type CombinedDate } from './combination-rule.ts'
import type { DateMatch } from './date-match.ts'
import type { Groups } from './phrase.ts'
import { measure, unitOf, weekdayOf, weekdayWord } from './relative-units.ts'

/** Rules for a distance from a date: `two weeks before 15 July`. */
export const distanceRules: CombinationRule[] = [
  {
    name: 'some time before a date',
    words: `(?:in\\s+)?${amount}\\s+(?:before|prior\\s+to)\\s+◆`,
    matches: ['two weeks before ◆'],
    rejects: ['before ◆'],
    combine: ([base], _, groups) => shifted(base!, groups, -1),
  },
  {
    name: 'some time after a date',
    words: `(?:in\\s+)?${amount}\\s+(?:after|from|following|since)\\s+◆`,
    matches: ['two weeks after ◆', 'a month from ◆'],
    rejects: ['after ◆'],
    combine: ([base], _, groups) => shifted(base!, groups, 1),
  },
  {
    name: 'unit before or after a date',
    words: '(?:the\\s+)?(?<unit>day|week|weekend|month|year)\\s+(?<side>before|after|following)\\s+◆',
    matches: ['the week before ◆'],
    rejects: ['weeks before ◆'],
    combine: ([base], _, { unit: u, side }) => nextTo(base!, u!, /before/i.test(side!) ? -1 : 1),
  },
  {
    name: 'weekday before or after a date',
    words: `(?:the\\s+)?${weekdayWord}\\s+(?<side>before|after|following)\\s+◆`,
    matches: ['the Friday before ◆'],
    rejects: ['Friday and ◆'],
    combine: ([base], _, { weekday, side }) =>
      day(
        /before/i.test(side!)
          ? weekdayBefore(base!.from - dayMs, weekdayOf(weekday!))
          : weekdayBefore(base!.to - dayMs + 7 * dayMs, weekdayOf(weekday!)),
      ),
  },
  {
    name: 'week of a date',
    words: '(?:the\\s+)?(?:week|w/c)(?:\\s+(?:of|starting|beginning|commencing)(?:\\s+(?:on|from))?)?\\s+◆',
    matches: ['the week of ◆', 'week commencing ◆'],
    rejects: ['weeks of ◆'],
    combine: ([base]) => (base!.granularity === 'day' ? unitAt(base!.from, 'week') : undefined),
  },
  {
    name: 'weekend of a date',
    words: '(?:the\\s+)?weekend\\s+of\\s+◆',
    matches: ['the weekend of ◆'],
    rejects: ['weekend ◆'],
    combine: ([base]) => (base!.granularity === 'day' ? unitAt(base!.from, 'weekend') : undefined),
  },
  {
    name: 'some time starting on a date',
    words: `(?:for\\s+)?${amount},?\\s+(?:starting|beginning|from)(?:\\s+(?:on|from))?\\s+◆`,
    matches: ['for two weeks starting ◆'],
    rejects: ['two weeks before ◆'],
    combine: ([base], _, { n, unit: u }) => {
      const step = measure(n!, u!)
      return { from: base!.from, to: shift(base!.from, step.unit, step.n), granularity: 'range' }
    },
  },
  {
    name: 'weekday within another date',
    words: '◆,?\\s+◆',
    matches: ['◆, ◆'],
    rejects: ['◆ to ◆'],
    combine: ([a, b]) => weekdayWithin(a!, b!),
  },
]

function shifted(base: Period, { n, unit: u }: Groups, sign: 1 | -1): CombinedDate {
  const step = measure(n!, u!)
  if (base.granularity === 'time') {
    const from = shift(base.from, step.unit, sign * step.n)
    return { from, to: from + (base.to - base.from), granularity: 'time' }
  }
  return day(shift(base.from, step.unit, sign * step.n))
}

function nextTo(base: Period, unitSaid: string, sign: 1 | -1): CombinedDate {
  const u = unitOf(unitSaid)
  return u === 'day' && sign > 0 ? day(base.to) : unitAt(base.from, u, sign)
}

/** `Wednesday next week`, `Monday 13 May`: the day, where one contains the other. */
function weekdayWithin(a: DateMatch, b: DateMatch): CombinedDate | undefined {
  if (!a.isWeekday) return undefined
  if (b.granularity === 'day' && !b.isWeekday) return b
  if (b.granularity !== 'week') return undefined
  return day(weekdayBefore(b.to - dayMs, partsOf(a.from).weekday))
}
