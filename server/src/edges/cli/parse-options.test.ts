import { describe, expect, it, test } from 'vitest'
import { dayMs, hourMs } from '../../platform/lib/durations.ts'
import { parseDimensions, parseExpiry, parseLimit, parseSince, parseTag } from './parse-options.ts'

describe('the option --tag', () => {
  it.each(['user_42', 'a', 'org:team-1.x', 'x'.repeat(100)])('accepts %s', tag => {
    expect(parseTag(tag)).toBe(tag)
  })

  it.each([
    ['x'.repeat(101), 'at most 100 characters'],
    ['', 'A container tag'],
    ['two words', 'A container tag'],
    ['a/b', 'A container tag'],
  ])('refuses "%s" with a sentence', (tag, sentence) => {
    expect(() => parseTag(tag)).toThrow(sentence)
  })
})

describe('the option --limit', () => {
  it.each([
    ['1', 1],
    ['100', 100],
    ['007', 7],
  ])('reads %s as %i', (value, limit) => {
    expect(parseLimit(value)).toBe(limit)
  })

  it.each(['0', '101', '-1', '1.5', '1e1', 'ten', '', ' 5'])('refuses "%s"', value => {
    expect(() => parseLimit(value)).toThrow('whole number from 1 to 100')
  })
})

describe('the option --dimensions', () => {
  it('reads a whole number', () => {
    expect(parseDimensions('384')).toBe(384)
  })

  it.each(['100000', '38.4', '-1', 'many', ''])('refuses "%s"', value => {
    expect(() => parseDimensions(value)).toThrow('whole number')
  })
})

describe('the option --expires', () => {
  it.each([
    ['12h', 12 * hourMs],
    ['30d', 30 * dayMs],
    ['2w', 14 * dayMs],
    ['1y', 365 * dayMs],
  ])('reads %s as a duration from now', (value, ms) => {
    const before = Date.now()
    const at = parseExpiry(value).getTime()
    expect(at).toBeGreaterThanOrEqual(before + ms)
    expect(at).toBeLessThanOrEqual(Date.now() + ms)
  })

  it.each([
    ['2999-01-31', '2999-01-31T00:00:00.000Z'],
    ['2999-01-31T12:00:00Z', '2999-01-31T12:00:00.000Z'],
    ['2999-01-31T12:00:00+02:00', '2999-01-31T10:00:00.000Z'],
  ])('reads %s as %s', (value, date) => {
    expect(parseExpiry(value).toISOString()).toBe(date)
  })

  it.each(['soon', '12', '5m', '2999-13-01', '2999-01-31T12:00:00', '31.01.2999', ''])(
    'refuses "%s" and shows the forms it takes',
    value => {
      expect(() => parseExpiry(value)).toThrow(/duration such as 12h.*date such as/)
    },
  )

  it.each(['2001-01-01', '0d'])('refuses %s, which is not in the future', value => {
    expect(() => parseExpiry(value)).toThrow('must be in the future')
  })
})

describe('the option --since', () => {
  it('takes a duration ago, a date or a time', () => {
    const hoursAgo = Date.now() - 2 * 3_600_000
    expect(Math.abs(parseSince('2h').getTime() - hoursAgo)).toBeLessThan(10_000)
    expect(parseSince('2026-01-31').toISOString()).toBe('2026-01-31T00:00:00.000Z')
    expect(parseSince('2026-01-31T12:00:00+02:00').toISOString()).toBe('2026-01-31T10:00:00.000Z')
  })

  it.each(['yesterday', '2', '2026-13-01', '2026-01-31T12:00:00', ''])('refuses "%s"', value => {
    expect(() => parseSince(value)).toThrow(/duration such as 2h.*date such as/)
  })
})

test('an option that is given twice is refused', () => {
  expect(() => parseTag('a', 'b')).toThrow('only once')
  expect(() => parseLimit('1', 2)).toThrow('only once')
  expect(() => parseDimensions('1', 2)).toThrow('only once')
  expect(() => parseExpiry('1d', new Date())).toThrow('only once')
})
