import { expect, test } from 'vitest'
import { type ComparedQuestion, figuresOf, movedBy, rankIn } from '../src/pages/recall/rank-changes.ts'

const [old, next] = [1, 2]

function question(ranks: Record<number, (number | null)[]>): ComparedQuestion {
  const results = Object.entries(ranks).map(([set, each]) => ({
    ...{ set: Number(set), ranks: each },
    ...{ recall10: each.some(rank => rank !== null && rank <= 10) ? 1 : 0, ndcg10: each[0] === 1 ? 1 : 0 },
  }))
  return { id: 'q', question: 'Who?', expected: ['a'], containerTag: null, results }
}

test('the best expected document counts, and a set that was not asked has no rank', () => {
  const asked = question({ [old]: [null, 3, 7] })
  expect([rankIn(asked, old), rankIn(asked, next)]).toEqual([3, undefined])
  expect(rankIn(question({ [old]: [null] }), old)).toBeNull()
})

test('a set moves an answer up or down by places, and a lost one to the place after the last', () => {
  expect(movedBy(question({ [old]: [3], [next]: [1] }), next, old)).toBe(2)
  expect(movedBy(question({ [old]: [1], [next]: [4] }), next, old)).toBe(-3)
  expect(movedBy(question({ [old]: [20], [next]: [null] }), next, old)).toBe(-1)
  expect(movedBy(question({ [old]: [null], [next]: [null] }), next, old)).toBe(0)
  expect(movedBy(question({ [old]: [5] }), next, old)).toBe(0)
})

test('the figures of a set are the means over the questions that it was asked', () => {
  const asked = [question({ [old]: [1] }), question({ [old]: [2] }), question({ [old]: [null] })]
  expect(figuresOf(asked, old)).toEqual({ recall10: 2 / 3, ndcg10: 1 / 3, first: 1, missed: 1 })
  expect(figuresOf([], old)).toEqual({ recall10: 0, ndcg10: 0, first: 0, missed: 0 })
})
