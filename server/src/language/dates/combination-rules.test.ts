import { describe, expect, it } from 'vitest'
import { combineDates } from './combine-dates.ts'
import { findDates } from './find-dates.ts'
import { timesIn } from './times-of-day.ts'
import { writeIsoDate } from './write-date.ts'

/** A Wednesday. */
const saidAt = new Date('2024-05-15T14:30:00Z')

function combine(text: string): string[] {
  const found = combineDates(text, findDates(text, saidAt, 'en'), timesIn(text), saidAt.getTime())
  return found.map(({ reach, ...date }) => `${reach ? `${reach} ` : ''}${writeIsoDate(date)}`)
}

describe('The rules that combine dates', () => {
  it.each([
    ['We met the Friday before 12 July 2024.', '2024-07-05'],
    ['It opened two weeks after 1 March 2024.', '2024-03-15'],
    ['We meet on Wednesday next week.', '2024-05-22'],
    ['The first Monday of June 2024 is free.', '2024-06-03'],
    ['The third week of May 2024 was hot.', '2024-05-13/2024-05-19'],
    ['The last two weeks of March 2024 were cold.', '2024-03-18/2024-03-31'],
    ['It rained in early April 2024.', '2024-04-01/2024-04-15'],
    ['I lived there from March 2015 to June 2019.', '2015-03-01/2019-06-30'],
    ['We skied from 28 December to 3 January.', '2023-12-28/2024-01-03'],
    ['It rained in the evening of 3 May 2024.', '2024-05-03T16:00'],
    ['We met yesterday from 2 to 4 pm.', '2024-05-14T14:00'],
    ['The meeting of 2024-05-03 is over.', '2024-05-03'],
    ['I have lived here since 2019.', 'since 2019'],
    ['Send it by 3 June 2024.', 'before 2024-06-03'],
  ])('read "%s" as %s', (text, date) => {
    expect(combine(text)).toEqual([date])
  })

  it('keep unrelated dates separate', () => {
    expect(combine('She was born on 4 June 2011, and her brother on 9 July 2014.')).toEqual([
      '2011-06-04',
      '2014-07-09',
    ])
  })
})
