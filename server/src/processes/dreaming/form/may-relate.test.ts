import { describe, expect, test } from 'vitest'
import { mayRelate } from './may-relate.ts'

type Metadata = Record<string, unknown> | null
const fact = (metadata: Metadata, filterByMetadata: Metadata = null) => ({ metadata, filterByMetadata })
const ada = fact({ who: 'ada', year: 2024 })

describe('A fact of a document with filterByMetadata', () => {
  test.each<[string, Metadata, boolean]>([
    ['without conditions', {}, true],
    ['with the same value', { who: 'ada' }, true],
    ['with the value in other letters', { who: 'Ada' }, false],
    ['with the number as a string', { year: '2024' }, false],
    ['with several values, one of them the same', { who: ['bob', 'ada'] }, true],
    ['with several values, none of them the same', { who: ['bob', 'cleo'] }, false],
    ['with a list of no values', { who: [] }, false],
    ['with two keys that both match', { who: 'ada', year: 2024 }, true],
    ['with two keys of which one matches', { who: 'ada', year: 2023 }, false],
    ['with a key that the other fact lacks', { topic: 'home' }, false],
  ])('%s', (_, filter, expected) => {
    expect(mayRelate(fact(null, filter), ada)).toBe(expected)
  })

  test('relates to no fact without metadata', () => {
    expect(mayRelate(fact(null, { who: 'ada' }), fact(null))).toBe(false)
    expect(mayRelate(fact(null), fact(null))).toBe(true)
  })

  test('relates to an older fact whatever filter that one has', () => {
    const older = { ...ada, filterByMetadata: { who: 'cleo' } }
    expect(mayRelate(fact(null), older)).toBe(true)
    expect(mayRelate(fact({ who: 'bob' }, { who: 'ada' }), older)).toBe(true)
  })
})
