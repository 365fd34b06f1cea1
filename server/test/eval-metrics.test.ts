import { describe, expect, test } from 'vitest'
import { auroc, interval95, mean, ndcg10, recall10 } from '../eval/metrics.ts'

const relevant = new Map([
  ['a', 2],
  ['b', 1],
])

describe('measures of a ranking', () => {
  test('nDCG is 1 for the best order and falls with every other', () => {
    expect(ndcg10(['a', 'b', 'x'], relevant)).toBe(1)
    const swapped = (1 + 2 / Math.log2(3)) / (2 + 1 / Math.log2(3))
    expect(ndcg10(['b', 'a'], relevant)).toBeCloseTo(swapped, 12)
    expect(ndcg10(['x'], relevant)).toBe(0)
    expect(ndcg10([...'0123456789', 'a'], relevant)).toBe(0)
  })

  test('recall counts the expected documents among the first ten', () => {
    expect(recall10(['x', 'b'], relevant)).toBe(0.5)
    expect(recall10([...'0123456789', 'a'], relevant)).toBe(0)
  })

  test('a macro mean gives each group the same weight', () => {
    const samples = [
      { group: 'large', value: 1 },
      { group: 'large', value: 1 },
      { group: 'small', value: 0 },
    ]
    expect(mean(samples, false)).toBeCloseTo(2 / 3, 12)
    expect(mean(samples, true)).toBe(0.5)
  })

  test('the confidence interval contains the mean and is the same each time', () => {
    const samples = Array.from({ length: 200 }, (_, i) => ({ group: 'all', value: i % 4 === 0 ? 1 : 0 }))
    const [low, high] = interval95(samples, false)
    expect(low).toBeGreaterThan(0.15)
    expect(low).toBeLessThan(0.25)
    expect(high).toBeGreaterThan(0.25)
    expect(high).toBeLessThan(0.35)
    expect(interval95(samples, false)).toEqual([low, high])
  })

  test('AUROC compares every pair', () => {
    expect(auroc([0.9, 0.4], [0.1, 0.4])).toBe(0.875)
  })
})
