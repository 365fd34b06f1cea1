import { describe, expect, it } from 'vitest'
import {
  dateOf,
  dayMs,
  isPlausible,
  monthOf,
  type Period,
  quarterOf,
  seasonOf,
  shift,
  type Unit,
  unitAt,
  weekdayBefore,
  yearsOf,
} from './calendar.ts'

const at = (iso: string) => Date.parse(iso.length === 10 ? `${iso}T00:00:00Z` : `${iso}Z`)
const iso = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T00:00', '')
const show = ({ from, to }: Period) => `${iso(from)} to ${iso(to)}`

describe('The period that contains a time', () => {
  it.each<[Unit, string, string]>([
    ['day', '2024-05-15T23:59:59', '2024-05-15 to 2024-05-16'],
    ['day', '2024-05-15', '2024-05-15 to 2024-05-16'],
    // A week begins on Monday, so Sunday is its last day.
    ['week', '2024-05-13', '2024-05-13 to 2024-05-20'],
    ['week', '2024-05-19T23:59', '2024-05-13 to 2024-05-20'],
    ['week', '2024-12-31', '2024-12-30 to 2025-01-06'],
    ['weekend', '2024-05-13', '2024-05-18 to 2024-05-20'],
    ['weekend', '2024-05-19', '2024-05-18 to 2024-05-20'],
    ['month', '2024-02-29', '2024-02-01 to 2024-03-01'],
    ['month', '2024-12-31', '2024-12-01 to 2025-01-01'],
    ['quarter', '2024-03-31', '2024-01-01 to 2024-04-01'],
    ['quarter', '2024-10-01', '2024-10-01 to 2025-01-01'],
    ['year', '2024-12-31T23:59', '2024-01-01 to 2025-01-01'],
    ['decade', '2019-12-31', '2010-01-01 to 2020-01-01'],
    ['decade', '2020-01-01', '2020-01-01 to 2030-01-01'],
    ['hour', '2024-05-15T14:30', '2024-05-15T14:30 to 2024-05-15T15:30'],
    ['minute', '2024-05-15T14:30', '2024-05-15T14:30 to 2024-05-15T14:31'],
  ])('is, as a %s at %s, %s', (unit, time, expected) => {
    expect(show(unitAt(at(time), unit))).toBe(expected)
  })

  it.each<[number, Unit, string, string]>([
    [-1, 'day', '2024-03-01', '2024-02-29 to 2024-03-01'],
    [-1, 'week', '2024-01-01', '2023-12-25 to 2024-01-01'],
    [1, 'weekend', '2024-12-28', '2025-01-04 to 2025-01-06'],
    [-1, 'month', '2024-01-15', '2023-12-01 to 2024-01-01'],
    // March has no 31st of February before it, and the month is February nevertheless.
    [-1, 'month', '2024-03-31', '2024-02-01 to 2024-03-01'],
    [14, 'month', '2024-11-30', '2026-01-01 to 2026-02-01'],
    [-1, 'quarter', '2024-02-10', '2023-10-01 to 2024-01-01'],
    [1, 'quarter', '2024-11-10', '2025-01-01 to 2025-04-01'],
    [-1, 'year', '2024-02-29', '2023-01-01 to 2024-01-01'],
    [-1, 'decade', '2024-05-15', '2010-01-01 to 2020-01-01'],
  ])('is, with the offset %i, as a %s at %s, %s', (offset, unit, time, expected) => {
    expect(show(unitAt(at(time), unit, offset))).toBe(expected)
  })
})

describe('A shifted time', () => {
  it.each<[string, number, Unit, string]>([
    ['2024-01-31', 1, 'month', '2024-02-29'],
    ['2023-01-31', 1, 'month', '2023-02-28'],
    ['2024-03-31', -1, 'month', '2024-02-29'],
    ['2024-05-31', -6, 'month', '2023-11-30'],
    ['2024-11-30', 3, 'month', '2025-02-28'],
    ['2024-02-29', 1, 'year', '2025-02-28'],
    ['2024-02-29', 4, 'year', '2028-02-29'],
    ['2024-02-29', -100, 'year', '1924-02-29'],
    ['2024-05-31', 1, 'quarter', '2024-08-31'],
    ['2024-05-15', -2, 'decade', '2004-05-15'],
    ['2024-02-28', 1, 'day', '2024-02-29'],
    ['2023-12-31', 1, 'week', '2024-01-07'],
    ['2024-05-15T14:30', 1, 'month', '2024-06-15T14:30'],
    ['2024-05-15T23:45', 20, 'minute', '2024-05-16T00:05'],
    ['2024-05-15T01:30', -2, 'hour', '2024-05-14T23:30'],
    ['2024-05-15', 0.5, 'year', '2024-11-15'],
    ['2024-05-15', -1.5, 'month', '2024-03-31'],
  ])('from %s by %d %s is %s', (from, count, unit, expected) => {
    expect(iso(shift(at(from), unit, count))).toBe(expected)
  })

  it('by a day and back is the same on every day of a leap year', () => {
    for (let day = at('2024-01-01'); day < at('2025-01-01'); day += dayMs)
      expect(shift(shift(day, 'day', 1), 'day', -1)).toBe(day)
  })
})

describe('The last weekday on or before a day', () => {
  it.each([
    ['2024-05-15', 3, '2024-05-15'],
    ['2024-05-15', 2, '2024-05-14'],
    ['2024-05-15', 4, '2024-05-09'],
    ['2024-05-15', 0, '2024-05-12'],
    ['2024-03-01', 5, '2024-03-01'],
    ['2024-03-01', 6, '2024-02-24'],
    ['2025-01-01', 1, '2024-12-30'],
  ])('%s, weekday %i, is %s', (day, weekday, expected) => {
    expect(iso(weekdayBefore(at(day) + 12 * 3_600_000, weekday))).toBe(expected)
  })
})

describe('A named period', () => {
  it('has no day that its month lacks', () => {
    for (const [year, month, day] of [
      [2023, 1, 29],
      [1900, 1, 29],
      [2024, 1, 30],
      [2024, 3, 31],
      [2024, 0, 32],
      [2024, 0, 0],
    ] as const)
      expect(dateOf(year, month, day), `${year} ${month} ${day}`).toBeUndefined()
    expect(dateOf(2000, 1, 29)).toMatchObject({ from: at('2000-02-29'), granularity: 'day' })
  })

  it('ends where the next one begins, also across the end of a year', () => {
    expect(show(monthOf(2024, 11))).toBe('2024-12-01 to 2025-01-01')
    expect(show(quarterOf(2024, 3))).toBe('2024-10-01 to 2025-01-01')
    // Winter belongs to the year in which it begins.
    expect(show(seasonOf(2024, 3))).toBe('2024-12-01 to 2025-03-01')
    expect(show(seasonOf(2023, 3))).toBe('2023-12-01 to 2024-03-01')
    expect(show(yearsOf(1990, 10))).toBe('1990-01-01 to 2000-01-01')
  })

  it('is plausible from the year 1000 to the year 2999', () => {
    const year = (y: number) =>
      ({ from: Date.UTC(y, 0), to: Date.UTC(y + 1, 0), granularity: 'year' }) as const
    expect([999, 1000, 2999, 3000].map(y => isPlausible(year(y)))).toEqual([false, true, true, false])
    expect(isPlausible({ from: Number.NaN, to: Number.NaN, granularity: 'day' })).toBe(false)
  })
})
