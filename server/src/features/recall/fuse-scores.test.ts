import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultRanking, fuseScores, memoryRanking, type Norms, sharpen, spread } from './fuse-scores.ts'

const calibration = { unrelated: 0.2, same: 0.9 }
const norms: Norms = { calibration, bestBm25: 8, ranking: memoryRanking }
const unit = fc.double({ min: 0, max: 1, noNaN: true })

describe.each([
  ['spread', spread],
  ['sharpen', sharpen],
])('%s', (_, curve) => {
  test('keeps 0 and 1, and never changes the order of two sums', () => {
    expect(curve(0)).toBe(0)
    expect(curve(1)).toBeCloseTo(1, 12)
    fc.assert(
      fc.property(unit, unit, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        expect(curve(low)).toBeLessThanOrEqual(curve(high))
        expect(curve(high)).toBeLessThanOrEqual(1 + 1e-12)
      }),
    )
  })
})

describe('fused scores', () => {
  test.each([
    [
      'of a text that no arm found are 0',
      { similarity: null, bm25: null },
      { dense: 0, lexical: 0, score: 0 },
    ],
    ['count a similarity of the range of unrelated texts as 0', { similarity: 0.2, bm25: 0 }, { dense: 0 }],
    ['count a similarity below that range as 0, not less', { similarity: -0.4, bm25: 0 }, { dense: 0 }],
    ['count the similarity of equal texts as 1', { similarity: 0.9, bm25: 0 }, { dense: 1 }],
    ['count a similarity above that range as 1, not more', { similarity: 1, bm25: 0 }, { dense: 1 }],
    ['count the best possible keyword score as 1', { similarity: 0, bm25: 8 }, { lexical: 1 }],
    ['count a higher keyword score than possible as 1', { similarity: 0, bm25: 9 }, { lexical: 1 }],
    ['are 1 if both arms agree fully', { similarity: 0.95, bm25: 8 }, { score: 1 }],
  ])('%s', (_, text, expected) => {
    expect(fuseScores(text, norms)).toMatchObject(expected)
  })

  test('are between 0 and 1 for any scores and weights', () => {
    const score = fc.option(fc.double({ min: -2, max: 20, noNaN: true }))
    const best = fc.option(fc.double({ min: 0.1, max: 20, noNaN: true }), { nil: undefined })
    fc.assert(
      fc.property(score, score, best, fc.boolean(), (similarity, bm25, bestBm25, isBySpeaker) => {
        const { shares, ...fused } = fuseScores({ similarity, bm25, isBySpeaker }, { calibration, bestBm25 })
        for (const each of [...Object.values(fused), ...Object.values(shares)]) {
          expect(each).toBeGreaterThanOrEqual(0)
          expect(each).toBeLessThanOrEqual(1 + 1e-12)
        }
        const sum = Object.values(shares).reduce((total, share) => total + share, 0)
        expect(sum).toBeCloseTo(fused.score)
      }),
    )
  })

  test('leave the weight of keywords to meaning when no word of the query is known anywhere', () => {
    const text = { similarity: 0.55, bm25: null }
    const alone = fuseScores(text, { ...norms, bestBm25: undefined })
    expect(alone.score).toBeCloseTo(sharpen(0.5))
    // A known word that this text lacks counts against it.
    expect(fuseScores(text, norms).score).toBeLessThan(alone.score)
  })

  test('leave the weight of meaning to keywords when there is no query vector', () => {
    expect(fuseScores({ similarity: null, bm25: 8 }, { ...norms, calibration: undefined }).score).toBe(1)
    expect(
      fuseScores({ similarity: 1, bm25: 8 }, { calibration: undefined, bestBm25: undefined }).score,
    ).toBe(0)
  })

  test('compare tokens only with a model that gives them', () => {
    const text = { similarity: 0.9, bm25: 8, tokens: 0 }
    expect(fuseScores(text, { calibration, bestBm25: 8 }).score).toBeCloseTo(1)
    const withTokens = { ...calibration, tokens: { unrelated: 0.1, same: 0.8 } }
    expect(fuseScores(text, { calibration: withTokens, bestBm25: 8 }).score).toBeCloseTo(
      spread(defaultRanking.lexical + defaultRanking.dense),
    )
  })

  test('give the bonus of the speaker only to a text that matches, and never exceed 1 with it', () => {
    const ranking = { ...defaultRanking, speaker: 0.5 }
    const of = (similarity: number, isBySpeaker: boolean) =>
      fuseScores({ similarity, bm25: 0, isBySpeaker }, { calibration, bestBm25: undefined, ranking }).score
    expect(of(0.1, true)).toBe(0)
    expect(of(0.5, true)).toBeGreaterThan(of(0.5, false))
    expect(of(0.9, true)).toBe(1)
  })
})
