import { expect, test } from 'vitest'
import { addContext } from './add-context.ts'

const part = (terms: [number, number][], label: [number, number][] = []) => ({
  terms: new Map(terms),
  label: new Map(label),
})

test('words around a chunk count less the farther they are, and not beyond three', () => {
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

test('a word of its own and of its neighbour adds up', () => {
  expect(addContext([part([[1, 1]]), part([[1, 4]])])[0]!.get(1)).toBe(3)
})

test('who else speaks is left out, unless named', () => {
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

test('of long chunks only the nearest counts', () => {
  const long = (from: number) => part(Array.from({ length: 50 }, (_, i) => [from + i, 1]))
  const [, , middle] = addContext([long(0), long(100), long(200), long(300), long(400)])
  expect(middle!.get(150)).toBeUndefined()
  expect(middle!.get(149)).toBe(0.5)
  expect(middle!.get(300)).toBe(0.5)
  expect(middle!.get(0)).toBeUndefined()
  expect(middle!.get(400)).toBeUndefined()
})
