import { expect, test } from 'vitest'
import { limitOfPage, pageAfter, withoutRepeats } from '../src/data/search-pages.ts'

test('a search asks for its best 40 hits first, and for the best 100 only if there are more than 40', () => {
  expect([1, 2].map(limitOfPage)).toEqual([40, 100])
  expect(pageAfter(1, 40)).toBe(2)
  expect(pageAfter(1, 39)).toBeUndefined()
  expect(pageAfter(2, 100)).toBeUndefined()
})

test('the second page of a search adds hits below those that are shown, and moves and repeats none', () => {
  const shown = [
    { id: 'a', score: 3 },
    { id: 'b', score: 2 },
  ]
  const larger = [
    { id: 'b', score: 2.1 },
    { id: 'a', score: 2 },
    { id: 'c', score: 1 },
  ]
  expect(withoutRepeats([...shown, ...larger])).toEqual([...shown, { id: 'c', score: 1 }])
})
