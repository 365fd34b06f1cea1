import { afterEach, describe, expect, test } from 'vitest'
import { toIsoDate } from './iso-date.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

describe('toIsoDate', () => {
  // The zone of the machine must not matter, so every case is read in a zone east and in one west of Greenwich.
  test.each([
    ['2024-05-06', '2024-05-06'],
    [' 2024-05-06\n', '2024-05-06'],
    ['6 May 2024', '2024-05-06'],
    ['May 6, 2024', '2024-05-06'],
    ['2024/05/06', '2024-05-06'],
    ['06.05.2024', '2024-05-06'],
    ['6.5.2024', '2024-05-06'],
    ['06.05.2024 07:08', '2024-05-06T07:08:00.000Z'],
    ['06.05.2024, 07:08', '2024-05-06T07:08:00.000Z'],
    ['06.05.2024,07:08 +0200', '2024-05-06T05:08:00.000Z'],
    ['05.13.2024', '2024-05-13'],
    ['05.13.2024, 07:08', '2024-05-13T07:08:00.000Z'],
    ['2024-05-06 07:08', '2024-05-06T07:08:00.000Z'],
    ['2024-05-06T07:08:09.5', '2024-05-06T07:08:09.500Z'],
    ['May 6, 2024 7:08 PM', '2024-05-06T19:08:00.000Z'],
    ['May 6, 2024 7:08 AM', '2024-05-06T07:08:00.000Z'],
    ['2024-05-06T07:08:09+02:00', '2024-05-06T05:08:09.000Z'],
    ['Mon, 6 May 2024 07:08:09 +0200', '2024-05-06T05:08:09.000Z'],
    ['Mon, 6 May 2024 07:08:09 +0200 (CEST)', '2024-05-06T05:08:09.000Z'],
    ['Mon, 6 May 2024 07:08:09 EST', '2024-05-06T12:08:09.000Z'],
    ['Mon, 6 May 2024 07:08:09 GMT', '2024-05-06T07:08:09.000Z'],
    ['2024-02-29', '2024-02-29'],
  ])('reads %j as %s in every zone', (written, expected) => {
    for (const here of ['America/New_York', 'Asia/Tokyo']) {
      process.env.TZ = here
      expect(toIsoDate(written), here).toBe(expected)
    }
  })

  test.each([
    ['a day that the month does not have', '2024-02-30'],
    ['a day of no leap year', '2023-02-29'],
    ['a month that does not exist', '2024-13-01'],
    ['the date that programs write for none', '0000-00-00'],
    ['a dotted date that does not exist', '31.02.2024'],
    ['a time on a dotted date that does not exist', '30.02.2024 10:00'],
    ['a dotted date with the month first that does not exist', '02.30.2024'],
    ['a time on a day that the month does not have', '2024-02-30T10:00'],
    ['a time with its zone on such a day', '2024-02-30T10:00:00+02:00'],
    ['a day with slashes that the month does not have', '2024/02/30'],
    ['a word', 'yesterday'],
    ['a year alone', '2024'],
    ['a date before all archives', '0999-05-06T07:08:09Z'],
    ['a date in the far future', '2999-05-06T07:08:09Z'],
    ['a text of any length', `2024-05-06 ${'x'.repeat(60)}`],
    ['nothing', ''],
  ])('does not take %s for a date', (_, written) => {
    expect(toIsoDate(written)).toBeUndefined()
  })
})
