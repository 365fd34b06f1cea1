import { describe, expect, test } from 'vitest'
import { addToTally, countInTally, countsOfTally, mostCounted } from './term-tally.ts'
import { DIMENSIONS } from './term-vector.ts'

const empty = Buffer.alloc(0)
const tallyOf = (counts: [number, number][]) => addToTally(empty, new Map(counts))!

describe('a term tally', () => {
  test('returns the counts that were added, of the first and the last term too', () => {
    const tally = tallyOf([
      [DIMENSIONS, 3],
      [1, mostCounted],
      [77_000, -mostCounted],
    ])
    expect(tally).toHaveLength(12)
    expect([1, 2, 77_000, 77_001, DIMENSIONS].map(term => countInTally(tally, term))).toEqual([
      mostCounted,
      0,
      -mostCounted,
      0,
      3,
    ])
  })

  test('adds to what is there, and drops terms that no chunk holds any more', () => {
    const tally = tallyOf([
      [5, 1],
      [9, 2],
      [12, 1],
    ])
    const changed = addToTally(
      tally,
      new Map([
        [12, -1],
        [9, 1],
        [7, 4],
        [20, 0],
      ]),
    )!
    expect([...countsOfTally(changed)]).toEqual([
      [5, 1],
      [7, 4],
      [9, 3],
    ])
  })

  test('agrees with a map after any sequence of changes', () => {
    const expected = new Map<number, number>()
    let tally: Buffer = empty
    let seed = 1
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let i = 0; i < 300; i++) {
      const change = new Map(Array.from({ length: 20 }, () => [1 + random(500), random(7) - 3]))
      tally = addToTally(tally, change)!
      for (const [term, by] of change) expected.set(term, (expected.get(term) ?? 0) + by)
    }
    const kept = [...expected].filter(([, count]) => count !== 0).sort(([a], [b]) => a - b)
    expect([...countsOfTally(tally)]).toEqual(kept)
    for (const [term, count] of expected) expect(countInTally(tally, term)).toBe(count)
  })

  test('refuses a count that does not fit', () => {
    expect(addToTally(tallyOf([[3, mostCounted]]), new Map([[3, 1]]))).toBeUndefined()
    expect(addToTally(empty, new Map([[3, -mostCounted - 1]]))).toBeUndefined()
  })
})
