import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeTokens, saysSomething } from './encode-tokens.ts'

const dimensions = 16

describe('encodeTokens', () => {
  test('has a bit for each dimension above zero, of whatever many', () => {
    const value = fc.oneof(fc.float({ noNaN: true }), fc.constantFrom(0, -0, 1e-45, -1e-45))
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 30 }), values => {
        const codes = encodeTokens(Float32Array.from([...values, ...values]), ['one', 'two'])
        const width = Math.ceil(values.length / 8)
        for (const [i, each] of values.entries())
          for (const row of [0, 1])
            expect((codes[row * width + (i >> 3)]! >> (i & 7)) & 1).toBe(Math.fround(each) > 0 ? 1 : 0)
      }),
    )
  })

  test('keeps what says something', () => {
    const pieces = ['[CLS]', 'the', 'cat', '##s', '.', '[SEP]']
    expect(pieces.filter(saysSomething)).toEqual(['cat', '##s'])
    expect(encodeTokens(new Float32Array(pieces.length * dimensions), pieces)).toHaveLength(
      (2 * dimensions) / 8,
    )
  })
})
