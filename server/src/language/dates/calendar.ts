import { dayMs, hourMs, minuteMs } from '../../platform/lib/durations.ts'

export type Granularity =
  | 'time'
  | 'day'
  | 'week'
  | 'weekend'
  | 'month'
  | 'season'
  | 'year'
  | 'decade'
  | 'range'

/** A period in milliseconds since 1970, without `to`, and how precisely it was named. Always UTC. */
export type Period = { from: number; to: number; granularity: Granularity }

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year' | 'decade'

export { dayMs, hourMs, minuteMs }

export const startOfDay = (at: number): number => Math.floor(at / dayMs) * dayMs

export const partsOf = (at: number) => {
  const date = new Date(at)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
}

export function day(at: number): Period {
  const from = startOfDay(at)
  return { from, to: from + dayMs, granularity: 'day' }
}

export function dateOf(year: number, month: number, dayOfMonth: number): Period | undefined {
  const from = Date.UTC(year, month, dayOfMonth)
  return partsOf(from).day === dayOfMonth ? day(from) : undefined
}

export function monthOf(year: number, month: number): Period {
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1), granularity: 'month' }
}

export function yearOf(year: number): Period {
  return { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0), granularity: 'year' }
}

export function yearsOf(year: number, count: number): Period {
  return { from: Date.UTC(year, 0), to: Date.UTC(year + count, 0), granularity: 'decade' }
}

/** The season that begins in `year`. */
export function seasonOf(year: number, season: number): Period {
  const month = 2 + 3 * season
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 3), granularity: 'season' }
}

/** The day, week, month … that contains `at`, or the one `offset` units later. Weeks begin on Monday. */
export function unitAt(at: number, unit: Unit, offset = 0): Period {
  const { year, month, weekday } = partsOf(at)
  const monday = startOfDay(at) + (offset * 7 - ((weekday + 6) % 7)) * dayMs
  switch (unit) {
    case 'minute':
      return period(at + offset * minuteMs, minuteMs, 'time')
    case 'hour':
      return period(at + offset * hourMs, hourMs, 'time')
    case 'day':
      return day(at + offset * dayMs)
    case 'week':
      return period(monday, 7 * dayMs, 'week')
    case 'weekend':
      return period(monday + 5 * dayMs, 2 * dayMs, 'weekend')
    case 'month':
      return monthOf(year, month + offset)
    case 'quarter':
      return quarterOf(year, Math.floor(month / 3) + offset)
    case 'year':
      return yearOf(year + offset)
    case 'decade':
      return yearsOf(Math.floor(year / 10) * 10 + offset * 10, 10)
  }
}

export function quarterOf(year: number, quarter: number): Period {
  return { from: Date.UTC(year, quarter * 3), to: Date.UTC(year, quarter * 3 + 3), granularity: 'range' }
}

const period = (from: number, length: number, granularity: Granularity): Period => ({
  from,
  to: from + length,
  granularity,
})

/** The same time of day `count` units later, or the last day of a shorter month. */
export function shift(at: number, unit: Unit, count: number): number {
  switch (unit) {
    case 'minute':
      return at + count * minuteMs
    case 'hour':
      return at + count * hourMs
    case 'day':
      return at + count * dayMs
    case 'week':
    case 'weekend':
      return at + count * 7 * dayMs
    case 'month':
      return shiftMonths(at, count)
    case 'quarter':
      return shiftMonths(at, count * 3)
    case 'year':
      return shiftMonths(at, count * 12)
    case 'decade':
      return shiftMonths(at, count * 120)
  }
}

function shiftMonths(at: number, count: number): number {
  const { year, month, day: dayOfMonth } = partsOf(at)
  const last = partsOf(Date.UTC(year, month + Math.trunc(count) + 1, 0)).day
  const moved = Date.UTC(year, month + Math.trunc(count), Math.min(dayOfMonth, last))
  return moved + (at - startOfDay(at)) + Math.round((count % 1) * 30) * dayMs
}

/** The last such weekday on or before the day of `at`. */
export function weekdayBefore(at: number, weekday: number): number {
  return startOfDay(at) - ((partsOf(at).weekday - weekday + 7) % 7) * dayMs
}

/** Whether a period is within the range of calendars, and not a million years ago. */
export function isPlausible({ from, to }: Period): boolean {
  return from >= Date.UTC(1000, 0) && to <= Date.UTC(3000, 0)
}
