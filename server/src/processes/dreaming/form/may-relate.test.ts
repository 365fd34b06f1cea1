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
    expect(mayRelate(ada, fact(null, filter))).toBe(expected)
  })

  test('relates to no fact without metadata', () => {
    expect(mayRelate(fact(null, { who: 'ada' }), fact(null))).toBe(false)
    expect(mayRelate(fact(null), fact(null))).toBe(true)
  })

  test('relates to a fact with a filter of its own only if each filter admits the other', () => {
    const bob = fact({ who: 'bob' }, { who: 'ada' })
    expect(mayRelate(bob, { ...ada, filterByMetadata: { who: 'bob' } })).toBe(true)
    expect(mayRelate(bob, { ...ada, filterByMetadata: { who: 'cleo' } })).toBe(false)
  })
})
