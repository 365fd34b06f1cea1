import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { decodeId, encodeId, SHARD_COUNT, shardOf, timeOf } from './ids.ts'

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const base58 = /^[1-9A-HJ-NP-Za-km-z]{22}$/

const shards = fc.integer({ min: 0, max: SHARD_COUNT - 1 })

/** Any uuid in the form of our ids, including times and random bits that `newId` would not use today. */
const ids = fc
  .record({
    time: fc.bigInt({ min: 0n, max: (1n << 48n) - 1n }),
    shard: shards,
    random: fc.bigInt({ min: 0n, max: (1n << 62n) - 1n }),
  })
  .map(({ time, shard, random }) => {
    const value = (time << 80n) | (7n << 76n) | (BigInt(shard) << 64n) | (2n << 62n) | random
    return value
      .toString(16)
      .padStart(32, '0')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  })

/** The module remembers its last id and never goes back behind it, so each test loads a new module. */
let newId: typeof import('./ids.ts').newId
beforeEach(async () => {
  vi.resetModules()
  newId = (await import('./ids.ts')).newId
})

describe('a new id', () => {
  test('is a UUIDv7 that carries its shard', () => {
    fc.assert(
      fc.property(shards, shard => {
        const id = newId(shard)
        expect(id).toMatch(uuidV7)
        expect(shardOf(id)).toBe(shard)
      }),
    )
  })

  test('carries the time at which it was made', () => {
    const before = Date.now()
    const time = timeOf(newId(3)).getTime()
    expect(time).toBeGreaterThanOrEqual(before)
    expect(time).toBeLessThanOrEqual(Date.now())
    const later = Date.UTC(2999, 0, 1, 12, 30, 15, 250)
    expect(timeOf(newId(3, later)).getTime()).toBe(later)
  })

  test('sorts after all earlier ids of its shard, also within a millisecond and when the clock goes back', () => {
    const now = Date.UTC(3000, 0, 1)
    const clock = [...Array(2_000).fill(now), now - 5_000, now + 1, now]
    const made = clock.map(time => newId(8, time))
    expect(made).toEqual(made.toSorted())
    expect(new Set(made).size).toBe(made.length)
  })

  test('follows the clock again once a clock that was an hour ahead is corrected', () => {
    const now = Date.UTC(3000, 0, 1)
    const times = [now, now + 3_600_000, now + 1_000, now + 1_001]
    expect(times.map(time => timeOf(newId(8, time)).getTime())).toEqual(times)
  })

  test('stays unique however the clock jumps', () => {
    const now = Date.UTC(3000, 0, 1)
    const made = Array.from({ length: 4_000 }, (_, n) => newId(8, now + (n % 3) * 3_600_000))
    expect(new Set(made).size).toBe(made.length)
  })
})

describe('an id on the wire', () => {
  test('is 22 base58 characters that decode to the same id', () => {
    fc.assert(
      fc.property(ids, id => {
        const text = encodeId(id)
        expect(text).toMatch(base58)
        expect(decodeId(text)).toBe(id)
      }),
    )
  })

  test('sorts like the id itself', () => {
    fc.assert(
      fc.property(ids, ids, (a, b) => {
        expect(encodeId(a) < encodeId(b)).toBe(a < b)
      }),
    )
  })

  test('is refused unless Reverie makes such ids: every text that decodes encodes to itself', () => {
    const near = fc
      .tuple(ids, fc.nat(21), fc.string({ unit: 'grapheme-ascii', minLength: 0, maxLength: 2 }))
      .map(([id, at, other]) => encodeId(id).slice(0, at) + other + encodeId(id).slice(at + 1))
    fc.assert(
      fc.property(fc.oneof(near, fc.string(), fc.stringMatching(base58)), text => {
        const id = decodeId(text)
        if (id === undefined) return
        expect(id).toMatch(uuidV7)
        expect(shardOf(id)).toBeLessThan(SHARD_COUNT)
        expect(encodeId(id)).toBe(text)
      }),
    )
  })

  const valid = encodeId('0190a1b2-c3d4-7007-8aaa-aaaaaaaaaaaa')

  test.each([
    ['nothing', ''],
    ['a character too few', valid.slice(1)],
    ['a character too many', `1${valid}`],
    ['a space around it', `${valid.slice(1)} `],
    ['characters base58 leaves out', `${valid.slice(0, 18)}0OIl`],
    ['a uuid as it is', '0190a1b2-c3d4-7007-8aaa-aaaaaaaaaaaa'],
    ['more than 128 bits', encodeId('1-0190a1b2-c3d4-7007-8aaa-aaaaaaaaaaaa')],
    ['another version of uuid', encodeId('0190a1b2-c3d4-4007-8aaa-aaaaaaaaaaaa')],
    ['another variant of uuid', encodeId('0190a1b2-c3d4-7007-caaa-aaaaaaaaaaaa')],
    ['a shard that does not exist', encodeId('0190a1b2-c3d4-7400-8aaa-aaaaaaaaaaaa')],
  ])('is refused: %s', (_, text) => {
    expect(decodeId(valid)).toBeDefined()
    expect(decodeId(text)).toBeUndefined()
  })
})
