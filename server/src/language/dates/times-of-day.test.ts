import { describe, expect, it } from 'vitest'
import { timesIn } from './times-of-day.ts'

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const times = (text: string) =>
  timesIn(text).map(({ from, to }) => (to === undefined ? clock(from) : `${clock(from)}-${clock(to)}`))

describe('A time of day', () => {
  it.each([
    ['The call is at 3:30 pm today.', '15:30'],
    ['The call is at 3.30pm today.', '15:30'],
    ['We left at 15:45 sharp.', '15:45'],
    ['It is 00:05 now.', '00:05'],
    ['We woke at 6 a.m. today.', '06:00'],
    ['Come around 7pm or so.', '19:00'],
    ['Come at seven pm or so.', '19:00'],
    ["Come at seven o'clock, please.", '07:00'],
    ['Be there by 9 AM on Monday.', '09:00'],
    // Twelve is the first hour of its half of the day.
    ['The shop shuts at 12 pm today.', '12:00'],
    ['The shop shuts at 12 am today.', '00:00'],
    ['The ferry leaves at 12:30 am today.', '00:30'],
    ['We eat at noon today.', '12:00'],
    ['We eat at midday today.', '12:00'],
    ['The bells ring at midnight today.', '00:00'],
  ])('is read from "%s"', (text, expected) => {
    expect(times(text)).toEqual([expected])
  })

  it.each([
    ['We met from 2 to 4 pm.', '14:00-16:00'],
    ['We met from 2 pm to 4 pm.', '14:00-16:00'],
    ['We met between 9:15 and 10:45 am.', '09:15-10:45'],
    ['We met from 9 am to 5 pm.', '09:00-17:00'],
    // Eleven in the morning: a shift from 23:00 to 16:00 would end the next day.
    ['We met from 11 to 4 pm.', '11:00-16:00'],
    ['We met 10am-2pm in town.', '10:00-14:00'],
    ['We met 13:00-14:30 in town.', '13:00-14:30'],
    ['We met from 11 to 12 pm.', '11:00-12:00'],
  ])('can be a range: "%s"', (text, expected) => {
    expect(times(text)).toEqual([expected])
  })

  it.each([
    'Room 25:10 is free.',
    'Add 13 pm of it.',
    'It is 3/4 full.',
    'Version 1.2.3 is out.',
    'They are at 12 people.',
    'He stayed at 3 weeks.',
  ])('is not in "%s"', text => {
    expect(times(text)).toEqual([])
  })

  it('has the position of its words', () => {
    const text = 'We met at 3:30 pm, then at noon.'
    expect(timesIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(['at 3:30 pm', 'at noon'])
  })
})
