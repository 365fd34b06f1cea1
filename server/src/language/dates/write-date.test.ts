import { describe, expect, it } from 'vitest'
import { dateOf, monthOf, quarterOf, seasonOf, unitAt, yearOf, yearsOf } from './calendar.ts'
import type { DateMeaning } from './phrase.ts'
import { writeDate, writeIsoDate } from './write-date.ts'

const may = Date.UTC(2024, 4, 15)
const hour = 3_600_000
const part = (from: number, to: number): DateMeaning => ({
  from: may + from * hour,
  to: may + to * hour,
  granularity: 'time',
})

describe('A written date', () => {
  it.each<[string, DateMeaning, string, string]>([
    ['day', dateOf(2024, 1, 29)!, 'on 29 February 2024', '2024-02-29'],
    ['weekday', { ...dateOf(2024, 4, 15)!, isWeekday: true }, 'on Wednesday 15 May 2024', '2024-05-15'],
    ['rough day', { ...dateOf(2024, 4, 15)!, about: true }, 'around 15 May 2024', '2024-05-15'],
    ['week', unitAt(may, 'week'), 'in the week of 13 May 2024', '2024-05-13/2024-05-19'],
    ['weekend', unitAt(may, 'weekend'), 'on the weekend of 18 May 2024', '2024-05-18/2024-05-19'],
    ['month', monthOf(2024, 11), 'in December 2024', '2024-12'],
    ['spring', seasonOf(2024, 0), 'in spring 2024', '2024-03-01/2024-05-31'],
    ['winter', seasonOf(2024, 3), 'in winter 2024', '2024-12-01/2025-02-28'],
    ['winter before a leap day', seasonOf(2023, 3), 'in winter 2023', '2023-12-01/2024-02-29'],
    ['year', yearOf(1998), 'in 1998', '1998'],
    ['decade', yearsOf(1980, 10), 'in the 1980s', '1980-01-01/1989-12-31'],
    [
      'quarter',
      quarterOf(2024, 3),
      'in the time from 1 October 2024 to 31 December 2024',
      '2024-10-01/2024-12-31',
    ],
    ['morning', part(8, 12), 'on the morning of 15 May 2024', '2024-05-15T08:00'],
    ['afternoon', part(12, 16), 'on the afternoon of 15 May 2024', '2024-05-15T12:00'],
    ['evening', part(16, 20), 'on the evening of 15 May 2024', '2024-05-15T16:00'],
    ['night', part(20, 24), 'on the night of 15 May 2024', '2024-05-15T20:00'],
    ['minute', part(15.5, 15.5 + 1 / 60), 'on 15 May 2024', '2024-05-15T15:30'],
  ])('of the kind "%s"', (_, meaning, words, iso) => {
    const written = writeDate(meaning)
    expect(`${written.preposition} ${written.words}`).toBe(words)
    expect(writeIsoDate(meaning)).toBe(iso)
  })

  it('of several days counts from its start or to its end, as its words say', () => {
    const days = { from: may, to: may + 14 * 24 * hour, granularity: 'range' } as const
    expect(writeDate({ ...days, words: 'the two weeks from' }).words).toBe('the two weeks from 15 May 2024')
    expect(writeDate({ ...days, words: 'the two weeks to' }).words).toBe('the two weeks to 29 May 2024')
  })
})
