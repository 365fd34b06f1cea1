import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DIMENSIONS, documentVector, queryVector, termId, toSparseLiteral } from './term-vector.ts'

const fold = (hash: number) => ((hash >>> 20) ^ (hash & 0xfffff)) + 1

describe('termId', () => {
  it('is FNV-1a of the UTF-8, folded to 20 bits', () => {
    // The first four hashes are published with the algorithm; the others come from a Python version of it.
    expect(termId('')).toBe(fold(0x811c9dc5))
    expect(termId('a')).toBe(fold(0xe40c292c))
    expect(termId('foobar')).toBe(fold(0xbf9cf968))
    expect(termId('chongo was here!\n')).toBe(fold(0xd49930d5))
    expect(['foobar', 'naïve', '記憶', '😀'].map(termId)).toEqual([848530, 655795, 584113, 169267])
  })

  it('stays within the dimensions, even for broken text', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), units => {
        const term = termId(String.fromCharCode(...units))
        expect(Number.isInteger(term) && term >= 1 && term <= DIMENSIONS).toBe(true)
      }),
    )
  })

  it('spreads short, similar lexemes as evenly as chance', () => {
    const lexemes = Array.from({ length: 100_000 }, (_, i) => `${'abcdefghij'[i % 10]}term${i.toString(36)}`)
    // By chance, 100,000 terms fill 95,368 of the 1,048,576 dimensions.
    expect(Math.abs(new Set(lexemes.map(termId)).size - 95_368)).toBeLessThan(1_000)
    const buckets = new Array<number>(16).fill(0)
    for (const lexeme of lexemes) buckets[(termId(lexeme) - 1) >> 16]!++
    for (const size of buckets) expect(Math.abs(size - 6_250)).toBeLessThan(625)
  })
})

describe('documentVector', () => {
  /** Weight of a term in a chunk of `length` terms. */
  const weight = (tf: number, length: number) =>
    documentVector(
      new Map([
        [1, tf],
        [2, length - tf],
      ]),
    ).get(1)!

  it('has known values', () => {
    expect(weight(1, 100)).toBeCloseTo(1, 12)
    expect(weight(2, 50)).toBeCloseTo(4.4 / 2.75, 12)
    expect(weight(3, 200)).toBeCloseTo(6.6 / 5.1, 12)
  })

  it('grows with repetition, less each time, and shrinks with length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 503, max: 2_000 }), (tf, length) => {
        const [one, two, three] = [weight(tf, length), weight(tf + 1, length), weight(tf + 2, length)]
        expect(two).toBeGreaterThan(one)
        expect(three - two).toBeLessThan(two - one)
        expect(three).toBeLessThan(2.2)
        expect(weight(tf, length + 1)).toBeLessThan(one)
      }),
    )
  })
})

describe('queryVector', () => {
  it('weighs terms by their rarity', () => {
    const { vector, best } = queryVector([new Map([[7, 1]])], new Map([[7, 10]]), 1_000)
    expect(vector.get(7)).toBeCloseTo(4.557379522151743, 12)
    expect(best).toBeCloseTo(4.557379522151743 * 2.2, 12)
  })

  it('counts a term of no chunk only towards the best score', () => {
    const known = queryVector([new Map([[7, 1]])], new Map([[7, 10]]), 1_000)
    const counts = new Map([
      [7, 1],
      [8, 1],
    ])
    const { vector, best } = queryVector([counts], new Map([[7, 10]]), 1_000)
    expect([...vector.keys()]).toEqual([7])
    expect(best - known.best).toBeCloseTo(7.601901959875166 * 2.2, 10)
  })

  it('bases the best score on the language in which most of the query is known', () => {
    const english = new Map([[7, 1]])
    const french = new Map([[8, 1]])
    const df = new Map([[7, 10]])
    const alone = queryVector([english], df, 1_000)
    expect(queryVector([english, french], df, 1_000)).toEqual(alone)
    expect(queryVector([french, english], df, 1_000)).toEqual(alone)
  })

  it('is defined for an empty container and for counts ahead of the total', () => {
    expect(queryVector([new Map([[7, 1]])], new Map(), 0).best).toBeGreaterThan(0)
    expect(queryVector([new Map([[7, 1]])], new Map([[7, 12]]), 10).vector.get(7)).toBeGreaterThan(0)
    expect(queryVector([new Map()], new Map(), 10)).toEqual({ vector: new Map(), best: 0 })
  })

  it('never lets a chunk score more than the best score', () => {
    const terms = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1 })
    const counts = terms.map(ids => new Map(ids.map(id => [id, (id % 7) + 1])))
    fc.assert(
      fc.property(counts, counts, counts, fc.nat(1_000), (query, chunk, df, total) => {
        const { vector, best } = queryVector([query], df, total)
        const weights = documentVector(chunk)
        let score = 0
        for (const [term, idf] of vector) score += idf * (weights.get(term) ?? 0)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score / best).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('toSparseLiteral', () => {
  it('writes indices in order and five digits at most', () => {
    const vector = new Map([
      [1_048_576, 2],
      [20, 1.23456789],
      [3, 0.000123456],
    ])
    expect(toSparseLiteral(vector)).toBe('{3:0.00012346,20:1.2346,1048576:2}/1048576')
  })

  it('writes an empty vector', () => {
    expect(toSparseLiteral(new Map())).toBe('{}/1048576')
  })
})
