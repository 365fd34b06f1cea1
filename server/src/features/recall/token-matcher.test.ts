import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeTokens } from '../../platform/providers/embedding/encode-tokens.ts'
import { TokenMatcher } from './token-matcher.ts'

const dimensions = 16
const vector = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), {
  minLength: dimensions,
  maxLength: dimensions,
})

describe('TokenMatcher', () => {
  test('returns the weighted mean of the best cosine of each word with the signs of the tokens', () => {
    fc.assert(
      fc.property(
        fc.array(vector, { minLength: 1, maxLength: 20 }),
        fc.array(vector, { minLength: 1, maxLength: 5 }),
        (query, text) => {
          const words = query.map((values, i) => ({ vectors: [Float32Array.from(values)], weight: i + 1 }))
          const tokens = Float32Array.from(text.flat())
          const codes = encodeTokens(
            tokens,
            text.map((_, i) => `token${i}`),
          )
          const cosine = (a: number[], b: number[]) => {
            const length = Math.hypot(...a) || 1
            return (
              a.reduce((sum, value, i) => sum + value * (b[i]! > 0 ? 1 : -1), 0) /
              length /
              Math.sqrt(dimensions)
            )
          }
          const expected = query.map(
            (values, i) => (i + 1) * Math.max(...text.map(token => cosine(values.map(Math.fround), token))),
          )
          const total = query.reduce((sum, _, i) => sum + i + 1, 0)
          const mean = expected.reduce((sum, value) => sum + value, 0) / total
          expect(new TokenMatcher(words).match(codes.toString('hex'))).toBeCloseTo(mean, 4)
        },
      ),
    )
  })

  test('returns 0 for a text without tokens and for a query without words', () => {
    const codes = encodeTokens(new Float32Array(dimensions).fill(1), ['word'])
    expect(new TokenMatcher([{ vectors: [new Float32Array(dimensions).fill(1)], weight: 1 }]).match('')).toBe(
      0,
    )
    expect(new TokenMatcher([]).match(codes.toString('hex'))).toBe(0)
  })

  test('does not mix up two queries that are compared in turn, with texts of any length', () => {
    const of = (value: number) =>
      new TokenMatcher([{ vectors: [new Float32Array(dimensions).fill(value)], weight: 1 }])
    const [one, other] = [of(1), of(-1)]
    for (const tokens of [1, 20_000, 3]) {
      const codes = 'ffff'.repeat(tokens)
      expect([one.match(codes), other.match(codes), one.match(codes)]).toEqual([1, -1, 1])
    }
  })
})
