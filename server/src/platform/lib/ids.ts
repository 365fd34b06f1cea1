import { randomBytes } from 'node:crypto'

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
const randomMask = (1n << 62n) - 1n

/**
 * How far a clock may step back before ids follow it. Small corrections keep the order of ids; after a jump ahead that was
 * put right, every id would otherwise be of the future, and with it `createdAt`, until the process ends.
 */
const toleratedMs = 10_000

let last = { time: 0, random: 0n }

/**
 * A new id in uuid form. Ids one process makes for a shard never go backwards, also within a millisecond, unless the clock
 * steps back by more than is tolerated. 62 random bits keep those unique that are made twice for the same time.
 */
export function newId(shard: number, now = Date.now()): string {
  const time = now < last.time - toleratedMs ? now : Math.max(now, last.time)
  const fresh = randomBytes(8).readBigUInt64BE() & (randomMask >> 1n)
  const random = time === last.time ? (last.random + (fresh & 0xffffffffn) + 1n) & randomMask : fresh
  last = { time, random }
  return toUuid((BigInt(time) << 80n) | (7n << 76n) | (BigInt(shard) << 64n) | (2n << 62n) | random)
}

export function shardOf(uuid: string): number {
  return Number.parseInt(uuid.slice(15, 18), 16)
}

export function timeOf(uuid: string): Date {
  return new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16))
}

/** uuid → the 22 characters clients see. */
export function encodeId(uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`)
  let text = ''
  for (let i = 0; i < width; i++) {
    text = alphabet[Number(rest % 58n)] + text
    rest /= 58n
  }
  return text
}

/** The uuid a client's 22 characters stand for, or undefined when they are not an id of ours. */
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
