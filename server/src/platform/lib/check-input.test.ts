import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkInput } from './check-input.ts'
import { findExcess, usualBounds } from './json-bounds.ts'

const item = z.object({ name: z.string().min(1), tags: z.array(z.string()).max(2).optional() })
const schema = z.object({
  items: z.array(item).max(3),
  either: z.union([z.array(z.number()).max(2), z.array(z.string()).max(4), z.string()]).optional(),
})

const faultsOf = (value: unknown, options?: { misspelt?: boolean }) => {
  const checked = checkInput(schema, value, 'body', options)
  return 'faults' in checked ? checked.faults : []
}

describe('the check of input by its schema', () => {
  test('returns the parsed value', () => {
    expect(checkInput(schema, { items: [{ name: 'a', extra: 1 }] }, 'body')).toEqual({
      data: { items: [{ name: 'a' }] },
    })
  })

  test('names each fault by its path, and the whole value by its name', () => {
    expect(faultsOf({ items: [{ name: '' }, { name: 3 }] })).toEqual([
      'items.0.name: must not be empty',
      'items.1.name: must be a string',
    ])
    expect(faultsOf([])).toEqual(['body: must be an object'])
    expect(faultsOf(undefined)).toEqual(['body: is required'])
  })

  test('refuses an array that is too long by its length alone, at any depth', () => {
    // The items are not inspected: each would be a fault of its own.
    expect(faultsOf({ items: [1, 2, 3, 4] })).toEqual(['items: must have at most 3 items'])
    expect(faultsOf({ items: [{ name: 'a', tags: [1, 2, 3] }] })).toEqual([
      'items.0.tags: must have at most 2 items',
    ])
  })

  test('does not look at a single item of an array that is too long', () => {
    // A million items took four seconds, in which the process answered nobody.
    let seen = 0
    const counted = z.object({
      name: z.string().refine(() => {
        seen++
        return true
      }),
    })
    const value = { items: Array(1_000).fill({ name: 'a' }) }
    const schemas = [
      z.object({ items: z.array(counted).max(999) }),
      z.object({ items: z.array(counted).min(1).max(999).optional() }),
      z.object({ items: z.array(counted).max(999).nullable().default(null) }),
      z.object({ items: z.union([z.array(counted).max(999), z.string()]) }),
    ]
    for (const schema of schemas)
      expect(checkInput(schema, value, 'body')).toEqual({ faults: ['items: must have at most 999 items'] })
    expect(seen).toBe(0)
  })

  test('says of a value of the right kind in a union only that it is too long or too short', () => {
    const union = z.object({ text: z.union([z.string().min(2).max(4), z.array(z.string()).min(1)]) })
    const faultOf = (text: unknown) => checkInput(union, { text }, 'body')
    expect(faultOf('abcde')).toEqual({ faults: ['text: must be at most 4 characters'] })
    expect(faultOf('a')).toEqual({ faults: ['text: must be at least 2 characters'] })
    expect(faultOf([])).toEqual({ faults: ['text: must have at least 1 item'] })
    expect(faultOf(7)).toEqual({ faults: ['text: must be a string or an array'] })
  })

  test('refuses an array in a union only if no branch may be that long', () => {
    expect(faultsOf({ items: [], either: ['a', 'b', 'c'] })).toEqual([])
    expect(faultsOf({ items: [], either: ['a', 'b', 'c', 'd', 'e'] })).toEqual([
      'either: must have at most 2 items',
    ])
  })

  test('lists at most 20 faults, says how many there are besides, and shortens long lines', () => {
    const many = z.object({ items: z.array(z.string()) })
    const checked = checkInput(many, { items: Array(50).fill(1) }, 'body')
    expect('faults' in checked && checked.faults).toHaveLength(21)
    expect('faults' in checked && checked.faults.at(-1)).toBe('and 30 more')
    const strict = checkInput(z.strictObject({}), { ['🦊'.repeat(1_000)]: 1 }, 'body')
    const [line] = 'faults' in strict ? strict.faults : []
    expect(line).toHaveLength(401)
    // Cut between the halves of a surrogate pair, it would be no text.
    expect(line!.isWellFormed()).toBe(true)
  })

  test('names a misspelt field that the schema would ignore, at any depth, unless told not to', () => {
    const value = { items: [{ name: 'a', tgas: ['x'] }], eiter: 'x' }
    expect(faultsOf(value)).toEqual([
      'eiter: unknown field; did you mean either?',
      'items.0.tgas: unknown field; did you mean tags?',
    ])
    expect(faultsOf(value, { misspelt: false })).toEqual([])
  })

  test('accepts a field beside the known one that it resembles', () => {
    expect(faultsOf({ items: [{ name: 'a', tags: [], tag: 'x' }] })).toEqual([])
  })
})

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
