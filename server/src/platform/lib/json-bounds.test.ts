import { describe, expect, test } from 'vitest'
import { findExcess, usualBounds } from './json-bounds.ts'

describe('the bounds of a JSON value', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
  const bounds = { levels: 3, keys: 2, values: 5 }

  test.each([
    [nested(3), undefined],
    [nested(4), 'may be nested at most 3 levels deep'],
    [{ a: 1, b: 2 }, undefined],
    [{ a: 1, b: 2, c: 3 }, 'may have at most 2 fields in one object'],
    [[1, 2, 3, 4, 5], undefined],
    [[1, 2, 3, 4, 5, 6], 'may have at most 5 values in all'],
    // Counted over the whole value, not in each part.
    [
      [
        [1, 2],
        [3, 4],
      ],
      'may have at most 5 values in all',
    ],
    ['text', undefined],
    [null, undefined],
  ])('%j: %s', (value, excess) => {
    expect(findExcess(value, bounds)).toBe(excess)
  })

  test('end the look at a value that is nested thousands of levels deep', () => {
    expect(findExcess(JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)), usualBounds)).toContain('32 levels')
  })
})
