import { expect, test } from 'vitest'
import { addDate, closeness } from './date-range.ts'
import { dateSchema } from './date-schema.ts'
import { dayMs } from './durations.ts'

test.each([
  ['2026-05-31', '2026-05-31T00:00:00.000Z'],
  ['2026-05-31T09:30:00Z', '2026-05-31T09:30:00.000Z'],
  // Without an offset, as UTC: as local time the answer would depend on the server's time zone.
  ['2026-05-31T09:30:00', '2026-05-31T09:30:00.000Z'],
  ['2026-05-31T09:30', '2026-05-31T09:30:00.000Z'],
  ['2026-05-31T09:30:00.123456', '2026-05-31T09:30:00.123Z'],
  ['2026-05-31T09:30:00+05:45', '2026-05-31T03:45:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2025-12-31T23:59:59-01:00', '2026-01-01T00:59:59.000Z'],
])('the date %s in a request is %s', (text, date) => {
  expect(dateSchema.parse(text).toISOString()).toBe(date)
})

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-5-1',
  '31.05.2026',
  '2026-05-31 09:30',
  '2026-05-31T25:00:00Z',
  '',
  0,
])('the date %j in a request is refused with the form to use', text => {
  expect(() => dateSchema.parse(text)).toThrow('must be YYYY-MM-DD or an ISO 8601 time')
})

const may = { from: Date.UTC(2026, 4, 1), to: Date.UTC(2026, 5, 1) }

test.each([
  [may.from - 1, 0],
  [may.from, 1],
  [may.to - 1, 1],
  [may.to, 1],
  [may.to + 15.5 * dayMs, 0.5],
  [may.to + 31 * dayMs, 0],
  [may.to + 365 * dayMs, 0],
])('a text of time %i is at closeness %d to a range of dates', (at, close) => {
  expect(closeness([may], [new Date(at)])).toBe(close)
})

test('the closest of several dates and ranges counts, and none is 0', () => {
  const june = { from: may.to, to: Number.POSITIVE_INFINITY }
  expect(closeness([may, june], [new Date(0), new Date(may.to + 100 * dayMs)])).toBe(1)
  expect(closeness([], [new Date(may.from)])).toBe(0)
  expect(closeness([may], [])).toBe(0)
})

test('a date raises a score up to 1, and not the score of a text that has nothing in common with the query', () => {
  expect(addDate(0.5, 1)).toBeCloseTo(0.6)
  expect(addDate(0.95, 1)).toBe(1)
  expect(addDate(0, 1)).toBe(0)
})
