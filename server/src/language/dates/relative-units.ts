import { partsOfDay, shortWeekdays, weekdays } from '../rules/vocabulary.ts'
import { day, dayMs, hourMs, minuteMs, shift, startOfDay, type Unit, unitAt } from './calendar.ts'
import { count, toNumber } from './numbers.ts'
import { type DateMeaning, indexIn, type Viewpoint } from './phrase.ts'

export const unitWord =
  '(?<unit>minute|min|hour|hr|day|night|weekend|week|fortnight|month|quarter|year|yr|decade)s?'
const unitNames: Record<string, Unit> = { min: 'minute', hr: 'hour', night: 'day', yr: 'year' }

export function unitOf(word: string): Unit {
  const one = word.toLowerCase().replace(/s$/, '')
  return unitNames[one] ?? (one as Unit)
}

/** A count of units; a fortnight is two weeks. */
export function measure(n: string, unit: string): { n: number; unit: Unit } {
  if (/^fortnight/i.test(unit)) return { n: toNumber(n) * 2, unit: 'week' }
  return { n: toNumber(n), unit: unitOf(unit) }
}

export const weekdayWord = `(?<weekday>${[...weekdays, ...shortWeekdays].join('|')})`
export const weekdayOf = (word: string): number => indexIn(weekdays, word)
export const turn =
  '(?<turn>this past|this coming|this|current|last|past|previous|next|coming|upcoming|following)'
export const partWord = `(?<part>${partsOfDay.join('|')})`

/** Hours as people mean them, precise enough to order the events of a day. */
const partHours: Record<string, [number, number]> = {
  morning: [8, 12],
  afternoon: [12, 16],
  evening: [16, 20],
  night: [20, 24],
}

export function partOfDay(at: number, name: string): DateMeaning {
  const [from, to] = partHours[name.toLowerCase()]!
  const start = startOfDay(at)
  return { from: start + from * hourMs, to: start + to * hourMs, granularity: 'time' }
}

/** A longer distance is meant less precisely. */
export function away(at: number, unit: Unit, n: number, vaguely: boolean): DateMeaning {
  const then = shift(at, unit, n)
  if (unit === 'minute' || unit === 'hour') return { from: then, to: then + minuteMs, granularity: 'time' }
  if (unit === 'weekend') return unitAt(at, 'weekend', n)
  if (unit === 'day') return { ...day(then), about: vaguely }
  if (unit === 'week') return { ...day(then), about: true }
  const isYear = unit === 'decade' || (unit === 'year' && (vaguely || Math.abs(n) > 1))
  return { ...day(then), granularity: isYear ? 'year' : 'month', about: true }
}

export const roughly = '(?:(?:about|around|roughly|approximately|almost|nearly|just|over|more\\s+than)\\s+)?'
export const amount = `(?<n>${count})\\s+${unitWord}`

/** `The following week she called me` counts from a time in the story; `invited to a reunion next year` does not. */
export const isOfStory = (the: string | undefined, which: string, { tense }: Viewpoint): boolean =>
  tense === 'behind' && (/following/i.test(which) || (the !== undefined && /next|previous/i.test(which)))

export function inWeek(monday: number, weekday: number): DateMeaning {
  return { ...day(monday + ((weekday + 6) % 7) * dayMs), isWeekday: true }
}
