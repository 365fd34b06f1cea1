import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toVectorLiteral } from './vector-literal.ts'

/** The same value, written by the language. */
const plainly = (vector: Float32Array) => `[${Array.from(vector, value => Number(value.toPrecision(5)))}]`

test('a vector literal has five digits of each number', () => {
  expect(toVectorLiteral(Float32Array.of(0.1234567, -0.01, 0, 1))).toBe('[0.12346,-0.01,0,1]')
})

test('a vector literal is rounded as the language rounds, at any magnitude', () => {
  const value = fc.oneof(
    fc.float({ min: -1, max: 1, noNaN: true }),
    fc.float({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -100_000, max: 100_000 }).map(n => Math.fround(n / 100_000)),
    fc.integer({ min: -4_096, max: 4_096 }).map(n => n / 4_096),
    fc.constantFrom(0.0999999, 0.0099999999, 0.00099999999, 0.99999999, 1e-7, -0),
  )
  fc.assert(
    fc.property(fc.array(value, { maxLength: 50 }), values => {
      const vector = Float32Array.from(values)
      expect(toVectorLiteral(vector)).toBe(plainly(vector))
    }),
    { numRuns: 2_000 },
  )
})

test('a vector literal has room for the longest vectors', () => {
  const vector = new Float32Array(16_000).fill(-0.00012345)
  expect(toVectorLiteral(vector)).toBe(plainly(vector))
})
