import { describe, expect, it } from 'vitest'
import { dateOf, monthOf } from './calendar.ts'
import { chooseNear, nearestYear } from './nearest-year.ts'
import type { Tense } from './phrase.ts'

const at = Date.UTC(2024, 4, 15, 14, 30)
const iso = (time: number) => new Date(time).toISOString().slice(0, 10)

describe('The year of a date without one', () => {
  it.each<[Tense, number, string]>([
    ['behind', 10, '2023-11-01'],
    ['ahead', 10, '2024-11-01'],
    ['behind', 2, '2024-03-01'],
    ['ahead', 2, '2025-03-01'],
    // The present month has begun and has not ended, so it fits either tense.
    ['behind', 4, '2024-05-01'],
    ['ahead', 4, '2024-05-01'],
    ['open', 5, '2024-06-01'],
    ['open', 3, '2024-04-01'],
    ['open', 11, '2023-12-01'],
  ])('in the tense "%s" puts month %i to %s', (tense, month, expected) => {
    for (const year of [2023, 2024, 2025])
      expect(iso(nearestYear(monthOf(year, month), at, tense).from)).toBe(expected)
  })

  it('on the same day is this year, whatever the tense', () => {
    for (const tense of ['ahead', 'behind', 'open'] as const)
      expect(iso(nearestYear(dateOf(2024, 4, 15)!, at, tense).from)).toBe('2024-05-15')
  })

  it('keeps the length of a period', () => {
    const { from, to } = nearestYear(monthOf(2024, 1), at, 'ahead')
    expect([iso(from), iso(to)]).toEqual(['2025-02-01', '2025-03-01'])
  })

  it('does not exist if there is nothing to choose from', () => {
    expect(chooseNear([], at, 'open')).toBeUndefined()
    const past = dateOf(2020, 0, 1)!
    expect(chooseNear([past], at, 'ahead')).toBeUndefined()
    expect(chooseNear([past], at, 'open')).toBe(past)
  })
})
