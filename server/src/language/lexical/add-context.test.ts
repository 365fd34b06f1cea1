import { expect, test } from 'vitest'
import { addContext } from './add-context.ts'

const part = (terms: [number, number][], label: [number, number][] = []) => ({
  terms: new Map(terms),
  label: new Map(label),
})

test('words of neighbouring chunks count less with distance, and not beyond three chunks', () => {
  const parts = [1, 2, 3, 4, 5].map(term => part([[term, 2]]))
  const counts = addContext(parts)
  expect([...counts[0]!]).toEqual([
    [1, 2],
    [2, 1],
    [3, 0.6],
    [4, 0.3],
  ])
  expect(counts[2]!.get(1)).toBe(0.6)
  expect(counts[2]!.get(3)).toBe(2)
})

test('counts of a word in a chunk and in its neighbour add up', () => {
  expect(addContext([part([[1, 1]]), part([[1, 4]])])[0]!.get(1)).toBe(3)
})

test('names of other speakers are left out of the context, unless the text mentions them', () => {
  const [first] = addContext([
    part([[1, 1]]),
    part(
      [
        [2, 1],
        [3, 2],
      ],
      [
        [2, 1],
        [3, 1],
      ],
    ),
  ])
  expect([...first!]).toEqual([
    [1, 1],
    [3, 0.5],
  ])
})

test('next to long chunks only the nearest neighbour counts', () => {
  const long = (from: number) => part(Array.from({ length: 50 }, (_, i) => [from + i, 1]))
  const [, , middle] = addContext([long(0), long(100), long(200), long(300), long(400)])
  expect(middle!.get(150)).toBeUndefined()
  expect(middle!.get(149)).toBe(0.5)
  expect(middle!.get(300)).toBe(0.5)
  expect(middle!.get(0)).toBeUndefined()
  expect(middle!.get(400)).toBeUndefined()
})
