import { expect, test } from 'vitest'
import { meanQuality, qualityOf, ranksOf } from './score-ranks.ts'

test('an expected document has the rank at which one of its names is found', () => {
  const found = [['1'], ['2', 'the-tower'], ['3']]
  expect(ranksOf(found, ['the-tower', '3', 'nobody'])).toEqual([2, 3, null])
})

test('the best order has a quality of 1, whatever the number of expected documents', () => {
  expect(qualityOf([1])).toEqual({ recall10: 1, ndcg10: 1 })
  expect(qualityOf([2, 1, 3])).toEqual({ recall10: 1, ndcg10: 1 })
})

test('a document counts less the later it is found, and not at all after the tenth', () => {
  expect(qualityOf([3])).toEqual({ recall10: 1, ndcg10: 0.5 })
  expect(qualityOf([11])).toEqual({ recall10: 0, ndcg10: 0 })
  expect(qualityOf([null])).toEqual({ recall10: 0, ndcg10: 0 })
  expect(qualityOf([1, null]).recall10).toBe(0.5)
})

test('two names of one document count once for nDCG', () => {
  expect(qualityOf([1, 1]).ndcg10).toBeCloseTo(1 / (1 + 1 / Math.log2(3)))
})

test('the mean of several questions is that of each figure', () => {
  expect(meanQuality([qualityOf([1]), qualityOf([null])])).toEqual({ recall10: 0.5, ndcg10: 0.5 })
})
