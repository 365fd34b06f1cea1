import { randomFillSync } from 'node:crypto'

/**
 * Ids are UUIDv7 whose 12 `rand_a` bits carry the shard: 48 bits of milliseconds, version, shard, variant,
 * 62 random bits. So an id sorts by creation time, routes to its cell without a lookup, and any tool that
 * knows UUIDs can read it. On the wire it is 22 base58 characters of fixed width; base58's alphabet is in
 * ASCII order, so the text sorts like the number.
 */
export const SHARD_COUNT = 1024

/** Sorts before every id and is the id of nothing. */
export const nilUuid = '00000000-0000-0000-0000-000000000000'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const width = 22
const digits = new Map([...alphabet].map((letter, value) => [letter, BigInt(value)]))

/**
 * If the clock steps back by less than this, ids keep the later time, so their order holds. After a larger step, ids follow
 * the clock: otherwise, once a clock that was ahead is corrected, ids and `createdAt` would lie in the future until the process
 * ends.
 */
const toleratedMs = 10_000

/** The 62 random bits as two numbers: 30 bits and 32. */
let last = { time: 0, high: 0, low: 0 }

/** Bytes for many ids are drawn at once: drawing them took most of the time of an id. */
const drawn = Buffer.alloc(4_096)
let unused = 0

/** A random number of 32 bits. */
function random32(): number {
  if (unused === 0) {
    randomFillSync(drawn)
    unused = drawn.length
  }
  unused -= 4
  return drawn.readUInt32BE(unused)
}

/**
 * Makes an id in uuid form. The ids that one process makes for a shard are in ascending order, also within a millisecond,
 * unless the clock steps back by more than `toleratedMs`. Two ids for the same time differ in their 62 random bits.
 */
export function newId(shard: number, now = Date.now()): string {
  const time = now < last.time - toleratedMs ? now : Math.max(now, last.time)
  last = time === last.time ? nextRandom(time) : { time, high: random32() >>> 3, low: random32() }
  const { high, low } = last
  const begun = hex(time, 12)
  const variant = hex(0x8000 | (high >>> 16), 4)
  return `${begun.slice(0, 8)}-${begun.slice(8)}-7${hex(shard, 3)}-${variant}-${hex(high & 0xffff, 4)}${hex(low, 8)}`
}

/** Larger than the last one by a random number of up to 32 bits. */
function nextRandom(time: number): typeof last {
  const sum = last.low + random32() + 1
  return { time, high: (last.high + (sum > 0xffffffff ? 1 : 0)) & 0x3fffffff, low: sum % 2 ** 32 }
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

export function shardOf(uuid: string): number {
  return Number.parseInt(uuid.slice(15, 18), 16)
}

export function timeOf(uuid: string): Date {
  return new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16))
}

/** Encodes a uuid as the 22 characters that clients see. */
export function encodeId(uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`)
  let text = ''
  for (let i = 0; i < width; i++) {
    text = alphabet[Number(rest % 58n)] + text
    rest /= 58n
  }
  return text
}

/** Decodes the 22 characters of a client to a uuid. Undefined: this is not an id that Reverie makes. */
export function decodeId(text: string): string | undefined {
  if (text.length !== width) return undefined
  let value = 0n
  for (const letter of text) {
    const digit = digits.get(letter)
    if (digit === undefined) return undefined
    value = value * 58n + digit
  }
  if (value >> 128n || ((value >> 76n) & 15n) !== 7n || ((value >> 62n) & 3n) !== 2n) return undefined
  const uuid = toUuid(value)
  return shardOf(uuid) < SHARD_COUNT ? uuid : undefined
}

function toUuid(value: bigint): string {
  const hex = value.toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
