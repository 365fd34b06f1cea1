import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkInput } from './check-input.ts'
import { ignoredFields } from './client-fields.ts'

const condition = z.object({ key: z.string(), value: z.union([z.string(), z.number()]) })
const schema = z.object({
  q: z.string().min(1).max(10),
  limit: z.int().min(1).max(100).default(10),
  containerTags: z.array(z.string().max(5)).max(3).optional(),
  conditions: z.array(condition).max(2).optional(),
  mode: z.enum(['fast', 'exact']).optional(),
  ...ignoredFields.list,
})
const faultsIn = (value: unknown, shape: z.ZodType = schema) => {
  const result = checkInput(shape, value, 'body')
  return 'faults' in result ? result.faults : []
}

describe('Input', () => {
  test('that fits its schema is parsed, with defaults', () => {
    expect(checkInput(schema, { q: 'tea' }, 'body')).toEqual({ data: { q: 'tea', limit: 10 } })
  })

  test.each([
    [{}, ['q: is required']],
    [{ q: '' }, ['q: must not be empty']],
    [{ q: 7 }, ['q: must be a string']],
    [{ q: [] }, ['q: must be a string']],
    [{ q: 'x'.repeat(11) }, ['q: must be at most 10 characters']],
    [{ q: 'tea', limit: 0 }, ['limit: must be at least 1']],
    [{ q: 'tea', limit: 1.5 }, ['limit: must be a whole number']],
    [{ q: 'tea', mode: 'slow' }, ['mode: must be one of fast, exact']],
    [{ q: 'tea', containerTags: 'a' }, ['containerTags: must be an array']],
    [{ q: 'tea', containerTags: ['ok', 'too long'] }, ['containerTags.1: must be at most 5 characters']],
    [
      { q: 'tea', conditions: [{ key: 'a', value: true }] },
      ['conditions.0.value: must be a string or a number'],
    ],
    [[], ['body: must be an object']],
    ['text', ['body: must be an object']],
    [null, ['body: must be an object']],
  ])('%j is refused with the place and the remedy', (value, faults) => {
    expect(faultsIn(value)).toEqual(faults.map(fault => expect.stringContaining(fault)))
  })

  test('with several faults lists each one', () => {
    expect(faultsIn({ q: '', limit: 101, mode: 'x' })).toHaveLength(3)
  })

  test('with more than 20 faults lists 20 and counts the rest', () => {
    const names = Array.from({ length: 25 }, (_, i) => `field${i}`)
    const many = z.object(Object.fromEntries(names.map(name => [name, z.string()])))
    const faults = faultsIn({}, many)
    expect(faults).toHaveLength(21)
    expect(faults.at(-1)).toBe('and 5 more')
  })

  test('with an array that is too long is refused by its length alone, whatever its items', () => {
    expect(faultsIn({ containerTags: [1, 2, 3, 4] })).toEqual(['containerTags: must have at most 3 items'])
    const conditions = Array(100_000).fill({ key: 7 })
    expect(faultsIn({ q: '', conditions })).toEqual(['conditions: must have at most 2 items'])
    const nested = z.object({ groups: z.array(z.object({ tags: z.array(z.string()).max(1) })) })
    expect(faultsIn({ groups: [{ tags: ['a'] }, { tags: ['a', 'b'] }] }, nested)).toEqual([
      'groups.1.tags: must have at most 1 item',
    ])
  })

  test('with an array that is too long is refused before a single item is looked at', () => {
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

  test('of the right kind for a union, but too long or too short, is refused for its length only', () => {
    const union = z.object({ text: z.union([z.string().min(2).max(4), z.array(z.string()).min(1)]) })
    const faultOf = (text: unknown) => checkInput(union, { text }, 'body')
    expect(faultOf('abcde')).toEqual({ faults: ['text: must be at most 4 characters'] })
    expect(faultOf('a')).toEqual({ faults: ['text: must be at least 2 characters'] })
    expect(faultOf([])).toEqual({ faults: ['text: must have at least 1 item'] })
    expect(faultOf(7)).toEqual({ faults: ['text: must be a string or an array'] })
  })

  test('for a union is too long only if no branch takes so many items', () => {
    const either = z.object({
      ids: z.union([z.array(z.string()).max(1), z.array(z.string()).max(2), z.string()]),
    })
    expect(faultsIn({ ids: ['a', 'b'] }, either)).toEqual([])
    expect(faultsIn({ ids: ['a', 'b', 'c'] }, either)).toEqual([
      expect.stringMatching(/^ids: must have at most/),
    ])
    expect(faultsIn({ ids: 'a' }, either)).toEqual([])
  })

  test('with a long field name is refused with a short line of valid Unicode', () => {
    // Cut at any length, this name would end in half an emoji.
    const strict = z.strictObject({ q: z.string() })
    for (const name of [`x${'🙂'.repeat(5_000)}`, '🙂'.repeat(5_000)]) {
      const [line] = faultsIn({ q: 'tea', [name]: 1 }, strict)
      expect(line!.length).toBeLessThanOrEqual(401)
      expect(line!.isWellFormed()).toBe(true)
    }
  })
})

describe('An unknown field', () => {
  test('is ignored, unless it is close to a known one', () => {
    expect(faultsIn({ q: 'tea', colour: 'red', x: 1, nested: { q: 1 } })).toEqual([])
    expect(faultsIn({ q: 'tea', limt: 5 })).toEqual(['limt: unknown field; did you mean limit?'])
    expect(faultsIn({ q: 'tea', container_tags: [] })).toEqual([
      'container_tags: unknown field; did you mean containerTags?',
    ])
  })

  test('close to a known one that was sent too is ignored: it cannot stand for that', () => {
    expect(faultsIn({ q: 'tea', limit: 5, limits: 7 })).toEqual([])
  })

  test('inside an item of a list is found with its place', () => {
    const conditions = [
      { key: 'a', value: 1 },
      { key: 'a', value: 1, valeu: 2 },
    ]
    expect(faultsIn({ q: 'tea', conditions: [conditions[0], { key: 'a', valeu: 2, value: 1 }] })).toEqual([])
    expect(faultsIn({ q: 'tea', conditions: [conditions[0], { key: 'a', valeu: 2 }] })).toContain(
      'conditions.1.valeu: unknown field; did you mean value?',
    )
  })

  test('close to a field that is only accepted for older clients is not a misspelling of it', () => {
    expect(faultsIn({ q: 'tea', offsets: 1, statu: 1 })).toEqual([])
    expect(faultsIn({ q: 'tea', offset: 1, status: 'done' })).toEqual([])
  })

  test('may be any in an object that accepts all fields', () => {
    expect(faultsIn({ limt: 1 }, z.looseObject({ limit: z.number().optional() }))).toEqual([])
  })

  test('among a hundred thousand others costs few comparisons', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`limt${i}`, 1]))
    expect(faultsIn({ q: 'tea', ...many }).length).toBeLessThanOrEqual(21)
  })

  test('named filters is refused, because the request would act on more than was meant', () => {
    const filters = { AND: [] }
    expect(faultsIn({ q: 'tea', filters })).toEqual(['filters: is not supported by this route'])
    expect(faultsIn({ q: 'tea', filters: undefined })).toEqual([])
    const supported = z.object({ filters: z.unknown() })
    expect(faultsIn({ filters }, supported)).toEqual([])
    // A metadata key may have any name.
    const metadata = z.object({ metadata: z.record(z.string(), z.unknown()) })
    expect(faultsIn({ metadata: { filters: 'of the kiln' } }, metadata)).toEqual([])
  })
})
