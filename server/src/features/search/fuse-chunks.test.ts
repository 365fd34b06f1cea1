import { describe, expect, test } from 'vitest'
import { fuseScores, memoryRanking, sharpen, spread } from '../recall/fuse-scores.ts'
import { fuseChunks, groupByDocument, takeChunks } from './fuse-chunks.ts'
import { showChunks } from './show-chunks.ts'
import type { RecalledChunk } from './store.ts'

const chunk = (
  document: string,
  position: number,
  similarity: number | null,
  bm25: number | null,
): RecalledChunk => ({
  shard: 1,
  container: 'c',
  document,
  position,
  similarity,
  bm25,
  denseRank: similarity === null ? null : 1,
  lexicalRank: bm25 === null ? null : 1,
})
const calibration = { unrelated: 0.2, same: 0.8 }
const path = 'exact' as const
const scores = (recalled: RecalledChunk[], bestBm25: number | undefined) =>
  fuseChunks(recalled, { calibration, bestBm25, path }).map(({ score }) => Number(score.toFixed(6)))

/** The score of a text that every arm rates .5, on the scale of all scores, and by meaning alone. */
const half = Number(spread(0.5).toFixed(6))
const halfByMeaning = Number(sharpen(0.5).toFixed(6))

describe('fused scores', () => {
  test('weigh keywords by .7 and meaning by .3, each on its own scale', () => {
    expect(scores([chunk('a', 0, 0.5, 5)], 10)).toEqual([half])
    expect(scores([chunk('a', 0, 0.8, 0)], 10)).toEqual([Number(spread(0.3).toFixed(6))])
    expect(scores([chunk('a', 0, 0.2, 10)], 10)).toEqual([Number(spread(0.7).toFixed(6))])
  })

  test('are below .5 for a memory that shares a third of the words', () => {
    const alike = fuseScores(
      { similarity: 0.3, bm25: 3.3 },
      { calibration, bestBm25: 10, ranking: memoryRanking },
    )
    expect(alike.score).toBeLessThan(0.5)
  })

  test('give the weight of an arm that did not run to the other arm', () => {
    expect(scores([chunk('a', 0, 0.5, null)], undefined)).toEqual([halfByMeaning])
    const byWords = fuseChunks([chunk('a', 0, null, 5)], { calibration: undefined, bestBm25: 10, path })
    expect(byWords.map(({ score }) => Number(score.toFixed(6)))).toEqual([half])
  })

  test('stay between 0 and 1', () => {
    expect(scores([chunk('a', 0, 1, 20), chunk('b', 0, -0.4, 0)], 10)).toEqual([1, 0])
  })

  test('that are equal are ordered by document and position', () => {
    const equals = [chunk('a', 1, 0.5, 1), chunk('b', 0, 0.5, 1), chunk('a', 0, 0.5, 1)]
    const order = (recalled: RecalledChunk[]) =>
      fuseChunks(recalled, { calibration, bestBm25: 10, path }).map(
        ({ document, position }) => `${document}${position}`,
      )
    expect(order(equals)).toEqual(['b0', 'a0', 'a1'])
    expect(order(equals.toReversed())).toEqual(['b0', 'a0', 'a1'])
  })
})

describe('groupByDocument', () => {
  const scored = fuseChunks(
    [chunk('a', 0, 0.8, null), chunk('b', 0, 0.6, null), chunk('a', 1, 0.4, null), chunk('c', 0, 0.2, null)],
    { calibration, bestBm25: undefined, path },
  )
  const group = (options: Partial<Parameters<typeof groupByDocument>[1]>) =>
    groupByDocument(scored, { limit: 10, chunkThreshold: 0, documentThreshold: 0, ...options }).map(
      ({ document, chunks }) => [document, ...chunks.map(({ position }) => position)],
    )

  test('returns documents with their chunks, without documents that have nothing in common with the query', () => {
    expect(group({})).toEqual([
      ['a', 0, 1],
      ['b', 0],
    ])
  })

  test('applies the thresholds and the limit', () => {
    expect(group({ chunkThreshold: 0.6 })).toEqual([
      ['a', 0],
      ['b', 0],
    ])
    expect(group({ documentThreshold: 0.9 })).toEqual([['a', 0, 1]])
    expect(group({ limit: 1 })).toEqual([['a', 0, 1]])
  })

  test('returns at most the ten best chunks of a document', () => {
    const many = fuseChunks(
      Array.from({ length: 15 }, (_, i) => chunk('a', i, 0.8 - i / 100, null)),
      { calibration, bestBm25: undefined, path },
    )
    const [hit] = groupByDocument(many, { limit: 10, chunkThreshold: 0, documentThreshold: 0 })
    expect(hit!.chunks.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})

describe('takeChunks', () => {
  const scored = fuseChunks(
    [chunk('a', 0, 0.8, null), chunk('b', 0, 0.6, null), chunk('a', 1, 0.5, null), chunk('c', 0, 0.2, null)],
    { calibration, bestBm25: undefined, path },
  )
  const take = (limit: number, threshold = 0) =>
    takeChunks(scored, { limit, threshold }).map(({ document, chunks }) => [
      document,
      ...chunks.map(({ position }) => position),
    ])

  test('returns the best chunks of all documents, grouped by document', () => {
    expect(take(1)).toEqual([['a', 0]])
    expect(take(2)).toEqual([
      ['a', 0],
      ['b', 0],
    ])
    expect(take(9)).toEqual([
      ['a', 0, 1],
      ['b', 0],
    ])
    expect(take(9, 0.9)).toEqual([['a', 0]])
  })
})

describe('showChunks', () => {
  const found = [5, 0, 6].map(position => ({
    ...fuseChunks([chunk('a', position, 0.8, null)], { calibration, bestBm25: undefined, path })[0]!,
  }))
  const show = (withNeighbours: boolean) =>
    showChunks(found, withNeighbours).map(({ position, match }) => (match ? position : `(${position})`))

  test('returns matches best first, or with neighbours in reading order and once each', () => {
    expect(show(false)).toEqual([5, 0, 6])
    expect(show(true)).toEqual([0, '(1)', '(4)', 5, 6, '(7)'])
  })
})
