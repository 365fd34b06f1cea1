import { describe, expect, test } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

describe('a Retry-After header', () => {
  const now = Date.UTC(2024, 4, 6, 7, 8, 9)

  test.each([
    ['seconds', '120', 120_000],
    ['seconds between spaces', ' 5 ', 5_000],
    ['no time', '0', 0],
    ['a part of a second', '1.5', 1_500],
    ['less than nothing', '-5', 0],
    ['a date in the future', 'Mon, 06 May 2024 07:09:09 GMT', 60_000],
    ['a date in the past', 'Mon, 06 May 2024 07:00:00 GMT', 0],
    ['nothing', '', undefined],
    ['spaces', '  ', undefined],
    ['a word', 'soon', undefined],
    ['a number without end', 'Infinity', undefined],
  ])('of %s is understood', (_, header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected)
  })

  test('that is missing is no wait', () => {
    expect(parseRetryAfter(null, now)).toBeUndefined()
  })
})
