import { describe, expect, test } from 'vitest'
import { hasTag, limitSchema, metadataSchema, pageSchema, tagOf } from './wire-shapes.ts'

const faultOf = (metadata: unknown) => metadataSchema.safeParse(metadata).error?.issues[0]?.message
const keys = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]))
const items = (count: number, item = 'x') => Array<string>(count).fill(item)

describe('metadata', () => {
  test.each<[string, unknown]>([
    ['no keys', {}],
    ['all four kinds of values', { a: '', b: 0, c: false, d: [] }],
    ['100 keys', keys(100, 1)],
    ['a key of 255 characters', { ['k'.repeat(255)]: 1 }],
    ['a string of 8,192 characters', { a: 'x'.repeat(8_192) }],
    ['an array of 1,000 items', { a: items(1_000) }],
    ['10,000 items in ten arrays', keys(10, items(1_000))],
    ['262,144 characters in all', keys(32, 'x'.repeat(8_192))],
    ['a key that objects inherit', JSON.parse('{"constructor": "x", "toString": "y"}')],
  ])('may have %s', (_, metadata) => {
    expect(metadataSchema.parse(metadata)).toEqual(metadata)
  })

  test.each<[string, unknown, string]>([
    ['101 keys', keys(101, 1), 'must have at most 100 keys'],
    ['a key of 256 characters', { ['k'.repeat(256)]: 1 }, 'keys must be at most 255 characters'],
    ['a string of 8,193 characters', { a: 'x'.repeat(8_193) }, 'must be at most 8192 characters'],
    ['such a string in an array', { a: ['x', 'x'.repeat(8_193)] }, 'must be at most 8192 characters'],
    ['an array of 1,001 items', { a: items(1_001) }, 'must have at most 1000 items'],
    [
      '10,001 items in all',
      { ...keys(10, items(1_000)), a: ['x'] },
      'must have at most 10000 array items in all',
    ],
    [
      '262,145 characters in all',
      { ...keys(32, 'x'.repeat(8_192)), a: ['x'] },
      'must have at most 262144 characters in all',
    ],
    ['an object as a value', { a: {} }, 'must be a string, number, boolean or array of strings'],
    ['null as a value', { a: null }, 'must be a string, number, boolean or array of strings'],
    ['numbers in an array', { a: [1] }, 'must be a string, number, boolean or array of strings'],
    ['U+0000 in a value', { a: 'x\u0000' }, 'must not contain the character U+0000'],
    ['U+0000 in a key', { 'x\u0000': 1 }, 'must not contain the character U+0000'],
    ['U+0000 in an array', { a: ['y', '\u0000'] }, 'must not contain the character U+0000'],
  ])('may not have %s', (_, metadata, fault) => {
    expect(faultOf(metadata)).toBe(fault)
  })

  test.each([[null], ['text'], [7]])('may not be %j', metadata => {
    expect(faultOf(metadata)).toBeDefined()
  })
})

describe('page and limit', () => {
  test.each([
    [pageSchema, '1', 1],
    [pageSchema, 1_000_000, 1_000_000],
    [limitSchema, '1100', 1_100],
  ])('take a number, also as digits', (schema, value, expected) => {
    expect(schema.parse(value)).toBe(expected)
  })

  test.each([
    [pageSchema, 1_000_001],
    [pageSchema, '0'],
    [pageSchema, '1e3'],
    [pageSchema, ' 1'],
    [pageSchema, ''],
    [limitSchema, 1_101],
    [limitSchema, 1.5],
    [limitSchema, true],
  ])('refuse anything else', (schema, value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

test('of two names for the tag, containerTag wins, and of several containerTags the first', () => {
  expect(tagOf({ containerTag: 'a', containerTags: ['b'] })).toBe('a')
  expect(tagOf({ containerTags: ['b', 'c'] })).toBe('b')
  expect([hasTag({}), hasTag({ containerTags: ['b'] }), hasTag({ containerTag: 'a' })]).toEqual([
    false,
    true,
    true,
  ])
})
