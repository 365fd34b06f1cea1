import { afterEach, describe, expect, it } from 'vitest'
import { findDates } from './find-dates.ts'
import { resolveDates } from './resolve-dates.ts'
import { writeIsoDate } from './write-date.ts'

/** A Wednesday. */
const saidAt = new Date('2024-05-15T14:30:00Z')
const find = (text: string, at = saidAt) => findDates(text, at, 'en').map(writeIsoDate)

describe('An absolute date', () => {
  it.each([
    ['The file is from 2024-02-29.', '2024-02-29'],
    ['The file is from 2024/02/29.', '2024-02-29'],
    ['The file is from 2024.02.29.', '2024-02-29'],
    ['The file is from 1999-12-31.', '1999-12-31'],
    ['It was 3 May 2023.', '2023-05-03'],
    ['It was 3rd May 2023.', '2023-05-03'],
    ['It was the 3rd of May, 2023.', '2023-05-03'],
    ['It was the third of May 2023.', '2023-05-03'],
    ['It was May 3, 2023.', '2023-05-03'],
    ['It was May 3rd 2023.', '2023-05-03'],
    ['It was Sept. 3, 2023.', '2023-09-03'],
    ['It was 3-Sep-2023.', '2023-09-03'],
    ['It was Wednesday, 3 May 2023.', '2023-05-03'],
    ['It was Wed, May 3, 2023.', '2023-05-03'],
    ['IT WAS 3 MAY 2023.', '2023-05-03'],
    // Month first, unless that is impossible.
    ['It was 5/3/2023.', '2023-05-03'],
    ['It was 25/12/2023.', '2023-12-25'],
    ['It was 12/25/23.', '2023-12-25'],
    ['It was 12/25/99.', '1999-12-25'],
    ['It was 25.12.2023.', '2023-12-25'],
    ['It was in May 2023.', '2023-05'],
    ['It was in May of 2023.', '2023-05'],
    ['It was in 2023-05.', '2023-05'],
    ['It was in 05/2023.', '2023-05'],
    ["It was in May '98.", '1998-05'],
    ['It was in 1998.', '1998'],
    ['It was in nineteen ninety-six.', '1996'],
    ['It was in the 1990s.', '1990-01-01/1999-12-31'],
    ["It was in the '80s.", '1980-01-01/1989-12-31'],
    ['It was in Q1 2024.', '2024-01-01/2024-03-31'],
    ['It was in 2024-Q4.', '2024-10-01/2024-12-31'],
    ['It was in H2 2023.', '2023-07-01/2023-12-31'],
    ['It was in week 1 of 2025.', '2024-12-30/2025-01-05'],
    ['It was in week 53 of 2020.', '2020-12-28/2021-01-03'],
    ['It was in the 19th century.', '1800-01-01/1899-12-31'],
  ])('is read from "%s"', (text, expected) => {
    expect(find(text)).toEqual([expected])
  })

  it.each([
    'The file is from 2023-02-29.',
    'The file is from 2024-13-32.',
    'It was 31/31/2023.',
    'It was 31 April 2023.',
  ])('that does not exist is no day: "%s"', text => {
    for (const date of find(text)) expect(date).not.toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  it('of a range within one month has both ends', () => {
    for (const text of [
      'We were away from 3 to 12 June 2023.',
      'We were away June 3–12, 2023.',
      'We were away from June 3rd to 12th, 2023.',
      'We were away between the 3rd and the 12th of June 2023.',
    ])
      expect(find(text), text).toEqual(['2023-06-03/2023-06-12'])
  })

  it('of 29 February without a year is in a leap year', () => {
    expect(find('We met on 29 February.', new Date('2026-05-15'))).toEqual(['2024-02-29'])
    expect(find('We will meet on 29 February.', new Date('2026-05-15'))).toEqual(['2028-02-29'])
  })

  it('stays the same whenever it is said', () => {
    for (const year of [1999, 2024, 2099])
      expect(find('It was 3 May 2023.', new Date(Date.UTC(year, 6)))).toEqual(['2023-05-03'])
  })
})

describe('A range of dates', () => {
  const ranges = (text: string, at = saidAt) =>
    resolveDates(text, at).dates.map(({ from, to }) =>
      [from, to].map(date => date.toISOString().slice(0, 10)),
    )

  it.each([
    ['We were away from 28 May 2023 to 3 June 2023.', '2023-05-28', '2023-06-04'],
    ['We were away from 28 May to 3 June 2023.', '2023-05-28', '2023-06-04'],
    ['We were away from 28 December 2022 to 3 January 2023.', '2022-12-28', '2023-01-04'],
    ['We were away from May 2022 until July 2023.', '2022-05-01', '2023-08-01'],
    ['We were away from 2019 to 2021.', '2019-01-01', '2022-01-01'],
    ['We were away between 2019 and 2021.', '2019-01-01', '2022-01-01'],
    ['We were away 2019–2021.', '2019-01-01', '2022-01-01'],
    ['We were away from 2023-05-28 to 2023-06-03.', '2023-05-28', '2023-06-04'],
  ])('includes its last day: "%s"', (text, from, to) => {
    expect(ranges(text)).toEqual([[from, to]])
  })

  it('that ends before it begins is two dates', () => {
    expect(ranges('From 3 June 2023 to 28 May 2023, nothing fits.')).toHaveLength(2)
  })
})

describe('Dates', () => {
  const zone = process.env.TZ
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  // Each time is within a day of a change of the clocks in one of these zones, or near midnight there.
  const times = [
    '2024-03-10T07:30:00Z',
    '2024-03-31T01:30:00Z',
    '2024-10-27T00:30:00Z',
    '2024-11-03T06:30:00Z',
    '2024-12-31T23:59:59Z',
    '2024-01-01T00:00:00Z',
  ]
  const text =
    'yesterday, today at 2:30, tomorrow, last night, last Sunday, 3 days ago, an hour ago, last week, in March, on 3 May 2023'
  it.each(times)('are the same in every time zone of the server, said at %s', time => {
    const read = (language: string, words: string) =>
      resolveDates(words, new Date(time), language).dates.map(({ from, to }) => [+from, +to])
    const zones = ['UTC', 'America/New_York', 'Europe/Berlin', 'Pacific/Kiritimati', 'Asia/Kolkata']
    const [first, ...others] = zones.map(name => {
      process.env.TZ = name
      return [read('en', text), read('de', 'gestern, heute um 14 Uhr, am 3. Mai 2023, letzten Sonntag')]
    })
    expect(first!.flat().length).toBeGreaterThan(10)
    for (const other of others) expect(other).toEqual(first)
  })

  it('that say "yesterday" on 1 March are on 29 February of a leap year', () => {
    expect(find('It rained yesterday.', new Date('2024-03-01T00:00:00Z'))).toEqual(['2024-02-29'])
    expect(find('It rained yesterday.', new Date('2023-03-01T23:59:59Z'))).toEqual(['2023-02-28'])
  })

  it('follow the day in UTC, at the first and the last moment of it', () => {
    for (const time of ['00:00:00.000', '23:59:59.999'])
      expect(find('It rained today.', new Date(`2024-05-15T${time}Z`))).toEqual(['2024-05-15'])
  })
})

describe('A weekday', () => {
  /** The first, a middle and the last day of the week of Monday 13 May 2024. */
  const days = [13, 15, 19].map(day => new Date(Date.UTC(2024, 4, day, 12)))
  const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

  it('with "last" is one to seven days before', () => {
    for (const at of days)
      for (const [i, name] of names.entries()) {
        const [date] = findDates(`We met last ${name}.`, at, 'en')
        const back = (Date.UTC(2024, 4, at.getUTCDate()) - date!.from) / 86_400_000
        expect(back, `${name} on ${at.toISOString()}`).toBeGreaterThanOrEqual(1)
        expect(back).toBeLessThanOrEqual(7)
        expect((new Date(date!.from).getUTCDay() + 6) % 7).toBe(i)
      }
  })

  it('with "this" is in the week of the speaker, and with "next" in the week after', () => {
    for (const at of days)
      for (const [i, name] of names.entries()) {
        const day = String(13 + i)
        expect(find(`We meet this ${name}.`, at)).toEqual([`2024-05-${day}`])
        expect(find(`We meet ${name} next week.`, at)).toEqual([`2024-05-${13 + i + 7}`])
        expect(find(`We met ${name} of last week.`, at)).toEqual([
          `2024-05-${String(6 + i).padStart(2, '0')}`,
        ])
      }
  })

  it('alone is the last one in a story and the next one in a plan', () => {
    for (const at of days)
      for (const name of names) {
        const [told] = findDates(`We met on ${name}.`, at, 'en')
        const [planned] = findDates(`We will meet on ${name}.`, at, 'en')
        expect(told!.to, name).toBeLessThanOrEqual(+at + 86_400_000)
        expect(planned!.from).toBeGreaterThanOrEqual(Date.UTC(2024, 4, at.getUTCDate()))
        expect((planned!.from - told!.from) % (7 * 86_400_000)).toBe(0)
      }
  })
})
