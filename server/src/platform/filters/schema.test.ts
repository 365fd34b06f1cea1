import { describe, expect, test } from 'vitest'
import { filtersSchema } from './schema.ts'
import { admitsOthers } from './to-sql.ts'

const condition = { key: 'topic', value: 'x' }
const nested = (depth: number): unknown => (depth === 0 ? condition : { AND: [nested(depth - 1)] })

describe('a filter', () => {
  test('is the same as an object and as its JSON text', () => {
    const filter = { OR: [condition] }
    expect(filtersSchema.parse(JSON.stringify(filter))).toEqual(filtersSchema.parse(filter))
  })

  test('accepts flags as text, and values as numbers and booleans', () => {
    const parsed = filtersSchema.parse({ AND: [{ key: 'n', value: 3, negate: 'true', ignoreCase: 'false' }] })
    expect(parsed).toEqual({
      AND: [
        {
          key: 'n',
          value: '3',
          filterType: 'metadata',
          negate: true,
          ignoreCase: false,
          numericOperator: '=',
        },
      ],
    })
  })

  test.each([
    ['with five levels is accepted', nested(5), true],
    ['with six levels is refused', nested(6), false],
    ['with thousands of levels is refused', nested(3_000), false],
    ['with 200 conditions is accepted', { AND: Array(200).fill(condition) }, true],
    ['with 201 conditions is refused', { AND: Array(201).fill(condition) }, false],
    ['without a group is refused', condition, false],
    ['that is empty is refused', {}, false],
    [
      'that compares text as a number is refused',
      { AND: [{ key: 'n', value: 'many', filterType: 'numeric' }] },
      false,
    ],
    ['in broken JSON is refused', '{"AND":', false],
    ['with U+0000 in a value is refused', { AND: [{ key: 'n', value: 'a\0b' }] }, false],
    ['with U+0000 in a key is refused', { AND: [{ key: 'a\0b', value: 'n' }] }, false],
  ])('%s', (_, filter, good) => {
    expect(filtersSchema.safeParse(filter).success).toBe(good)
  })

  const not = { ...condition, negate: true }
  test.each([
    [{ AND: [condition] }, false],
    [{ AND: [not] }, true],
    [{ AND: [not, condition] }, false],
    [{ OR: [not, condition] }, true],
    [{ AND: [] }, true],
    [{ OR: [] }, false],
    [{ OR: [{ AND: [condition] }, { AND: [not, { OR: [not] }] }] }, true],
  ])('%j decides %s for a document that none of its conditions matches', (filter, admitted) => {
    expect(admitsOthers(filtersSchema.parse(filter))).toBe(admitted)
  })
})
