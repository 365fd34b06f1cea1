import { describe, expect, test } from 'vitest'
import { filtersSchema } from './schema.ts'
import { admitsOthers } from './to-sql.ts'

const condition = { key: 'topic', value: 'x' }
const nested = (depth: number): unknown => (depth === 0 ? condition : { AND: [nested(depth - 1)] })

describe('filters', () => {
  test('an object and its JSON text are the same filter', () => {
    const filter = { OR: [condition] }
    expect(filtersSchema.parse(JSON.stringify(filter))).toEqual(filtersSchema.parse(filter))
  })

  test('flags may be text, values numbers and booleans', () => {
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
    [nested(5), true],
    [nested(6), false],
    [nested(3_000), false],
    [{ AND: Array(200).fill(condition) }, true],
    [{ AND: Array(201).fill(condition) }, false],
    [condition, false],
    [{}, false],
    [{ AND: [{ key: 'n', value: 'many', filterType: 'numeric' }] }, false],
    ['{"AND":', false],
    [{ AND: [{ key: 'n', value: 'a\0b' }] }, false],
    [{ AND: [{ key: 'a\0b', value: 'n' }] }, false],
  ])('case %#', (filter, good) => {
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
  ])('what a filter says of documents that nothing in it compares with: %#', (filter, admitted) => {
    expect(admitsOthers(filtersSchema.parse(filter))).toBe(admitted)
  })
})
