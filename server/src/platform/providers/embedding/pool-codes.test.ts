import { describe, expect, test } from 'vitest'
import { mostTokens, poolCodes } from './pool-codes.ts'

const width = 48

/** Codes as random as real ones, but the same in every run. */
function randomCode(seed: number): Buffer<ArrayBuffer> {
  let state = seed * 7_919 + 1
  return Buffer.from(
    Array.from({ length: width }, () => {
      state = (state * 48_271) % 2_147_483_647
      return (state >> 8) & 255
    }),
  )
}

/** The code with a few of its bits changed. */
function nearTo(code: Buffer, seed: number): Buffer {
  const near = Buffer.from(code)
  for (let i = 0; i < 6; i++) near[(seed * 11 + i * 7) % width]! ^= 1 << ((seed + i) % 8)
  return near
}

const split = (codes: Buffer) =>
  Array.from({ length: codes.length / width }, (_, i) => codes.subarray(i * width, (i + 1) * width))

function distance(a: Buffer, b: Buffer): number {
  let bits = 0
  for (const [i, byte] of a.entries()) bits += (byte ^ b[i]!).toString(2).replaceAll('0', '').length
  return bits
}

describe('pooled tokens', () => {
  test('of a short text are its tokens', () => {
    const codes = Buffer.concat(Array.from({ length: mostTokens }, (_, i) => randomCode(i)))
    expect(poolCodes(codes, width)).toBe(codes)
    expect(poolCodes(Buffer.alloc(0), width)).toHaveLength(0)
  })

  test('are as many as a text may keep, and pooling them again changes nothing', () => {
    const codes = Buffer.concat(Array.from({ length: 120 }, (_, i) => randomCode(i)))
    const pooled = poolCodes(codes, width)
    expect(pooled).toHaveLength(mostTokens * width)
    expect(poolCodes(pooled, width)).toBe(pooled)
  })

  test('stand for groups of similar tokens, so that each token has one near to it', () => {
    const groups = Array.from({ length: 20 }, (_, i) => randomCode(i))
    const codes = Buffer.concat(groups.flatMap(code => [1, 2, 3, 4].map(seed => nearTo(code, seed))))
    const pooled = split(poolCodes(codes, width, 20))
    expect(pooled).toHaveLength(20)
    for (const code of groups) expect(Math.min(...pooled.map(each => distance(each, code)))).toBeLessThan(12)
  })

  test('follow the majority of the tokens they stand for', () => {
    const [one, other] = [randomCode(1), randomCode(2)]
    const codes = Buffer.concat([one, other, nearTo(one, 1), one, other])
    expect(split(poolCodes(codes, width, 2)).map(code => code.toString('hex'))).toEqual([
      one.toString('hex'),
      other.toString('hex'),
    ])
  })
})
