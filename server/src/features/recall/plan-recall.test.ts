import { describe, expect, test } from 'vitest'
import { comparedUpTo, indexedFrom } from '../containers/index-sizes.ts'
import { exactUpTo, planRecall } from './plan-recall.ts'

const index = { set: 1, dimensions: 384 }

describe('the plan of a recall', () => {
  test('compares all vectors of a small container, even where there is an index', () => {
    expect(planRecall(exactUpTo, 10, index)).toMatchObject({ path: 'exact', walk: undefined })
  })

  test('compares binary codes in a larger container without an index', () => {
    expect(planRecall(exactUpTo + 1, 10)).toMatchObject({ path: 'quantised', candidates: 400 })
    expect(planRecall(indexedFrom, 10).candidates).toBe(800)
    expect(planRecall(indexedFrom + 1, 10).candidates).toBe(1_600)
  })

  test('walks the index of a large container, within the limit of pgvector', () => {
    expect(planRecall(indexedFrom, 10, index)).toMatchObject({
      path: 'hnsw',
      walk: { ...index, inSight: 600 },
    })
    expect(planRecall(indexedFrom, 800, index).walk?.inSight).toBe(1_000)
  })

  test('looks up the rarest words only where that is faster than comparing all words', () => {
    expect(planRecall(comparedUpTo, 10).sought).toBeUndefined()
    expect(planRecall(100_000, 10).sought).toBe(7_906)
  })

  test('takes at least 60 rows and at least the limit from each arm', () => {
    expect([1, 15, 16, 75, 100, 400].map(limit => planRecall(10, limit).perArm)).toEqual([
      60, 60, 64, 300, 300, 400,
    ])
  })
})
