import { expect, test } from 'vitest'
import { chooseTerms } from './choose-terms.ts'

const [zanzibar, trip, cost, day] = [1, 2, 3, 4]
const counts = new Map([
  [zanzibar, 40],
  [trip, 9_000],
  [cost, 60_000],
  [day, 300_000],
])
const rows = 1_000_000

test('the rarest words are looked up, as many as occur in few enough rows together', () => {
  const { any, all } = chooseTerms([day, cost, trip, zanzibar], counts, rows, 10_000)
  expect({ any, all }).toEqual({ any: [zanzibar, trip], all: [] })
})

test('of words that are all too common, rows must contain several', () => {
  const { any, all } = chooseTerms([day, cost], counts, rows, 20_000)
  expect({ any, all }).toEqual({ any: [], all: [cost, day] })
})

test('a single common word is looked up alone', () => {
  expect(chooseTerms([day], counts, rows, 10_000)).toEqual({ any: [], all: [day], most: 10_000 })
})
