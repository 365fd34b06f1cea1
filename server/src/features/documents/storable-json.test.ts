import { describe, expect, test } from 'vitest'
import { metadataToJson, turnsToJson } from './storable-json.ts'

const half = '\ud83d'

describe('Metadata as JSON', () => {
  test('is null without metadata, and an empty object stays one', () => {
    expect(metadataToJson(null)).toBeNull()
    expect(metadataToJson({})).toBe('{}')
  })

  test('keeps every kind of value', () => {
    const metadata = { a: 'x', b: 0, c: -1.5, d: false, e: [], f: ['x', '🙂'], '': 'empty key' }
    expect(JSON.parse(metadataToJson(metadata)!)).toEqual(metadata)
  })

  test('is valid Unicode where a key, a value or an item was cut in the middle of an emoji', () => {
    const written = metadataToJson({ [`k${half}`]: `v${half}`, list: [`i${half}`, '🙂'] })!
    expect(JSON.parse(written)).toEqual({ 'k\ufffd': 'v\ufffd', list: ['i\ufffd', '🙂'] })
    expect(written).not.toMatch(/\\ud83d/i)
  })

  test('keeps a key that is special in JavaScript', () => {
    const metadata = JSON.parse('{"__proto__":"a","constructor":"b"}')
    expect(metadataToJson(metadata)).toBe('{"__proto__":"a","constructor":"b"}')
  })
})

describe('Turns as JSON', () => {
  test('are null for a text, and an empty list for a conversation without turns', () => {
    expect(turnsToJson(null)).toBeNull()
    expect(turnsToJson([])).toBe('[]')
  })

  test('are valid Unicode where a name was cut in the middle of an emoji, and have no name without one', () => {
    const turns = [
      { start: 0, end: 4, role: 'user' as const, name: `Ada${half}` },
      { start: 5, end: 9, role: 'tool' as const },
    ]
    expect(JSON.parse(turnsToJson(turns)!)).toEqual([
      { start: 0, end: 4, role: 'user', name: 'Ada\ufffd' },
      { start: 5, end: 9, role: 'tool' },
    ])
  })
})
