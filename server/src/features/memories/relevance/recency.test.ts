import { expect, test } from 'vitest'
import { recencyOf } from './recency.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n))

test('recency counts dates from the first, -1, to the last, 1, whatever time lies between them', () => {
  const recency = recencyOf([day(1), day(2), day(300), day(2)])
  expect([day(1), day(2), day(300)].map(recency)).toEqual([-1, 0, 1])
})

test('a date after all others is as recent as the last one, and one before all as the first', () => {
  const recency = recencyOf([day(5), day(6)])
  expect([recency(day(1)), recency(day(9))]).toEqual([-1, 1])
})

test('memories of one date are equally recent', () => {
  expect(recencyOf([day(1), day(1)])(day(1))).toBe(0)
  expect(recencyOf([])(day(1))).toBe(0)
})
