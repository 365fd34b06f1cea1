import { endOfString } from './read-json.ts'

/** Part of a text, in bytes: from `start` up to, but not including, `end`. */
export type ByteRange = { start: number; end: number }

/**
 * Where the values of an object lie in its bytes. With them, a program changes one value and leaves every other byte as it
 * was: a number such as 9007199254740993 would not survive parsing and writing. The bytes must be valid JSON. Of a name that
 * occurs twice, the last value counts, as for JSON.parse.
 */
export function memberRanges(bytes: Buffer, start: number): Map<string, ByteRange> {
  const members = new Map<string, ByteRange>()
  let at = skipSpace(bytes, start + 1)
  while (bytes[at] !== closingBrace) {
    const afterName = endOfValue(bytes, at)
    const name: string = JSON.parse(bytes.toString('utf8', at, afterName))
    const value = skipSpace(bytes, skipSpace(bytes, afterName) + 1)
    const end = endOfValue(bytes, value)
    members.set(name, { start: value, end })
    at = skipComma(bytes, end)
  }
  return members
}

/** Where the items of an array lie in its bytes. */
export function itemRanges(bytes: Buffer, start: number): ByteRange[] {
  const items: ByteRange[] = []
  let at = skipSpace(bytes, start + 1)
  while (bytes[at] !== closingBracket) {
    const end = endOfValue(bytes, at)
    items.push({ start: at, end })
    at = skipComma(bytes, end)
  }
  return items
}

/** The first byte of a text that is neither white space nor a byte order mark. */
export const beginningOf = (bytes: Buffer): number =>
  skipSpace(bytes, bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0)

const quote = 0x22
const comma = 0x2c
const openingBracket = 0x5b
const closingBracket = 0x5d
const openingBrace = 0x7b
const closingBrace = 0x7d

function endOfValue(bytes: Buffer, start: number): number {
  const first = bytes[start]
  if (first === quote) return endOfString(bytes, start) ?? bytes.length
  if (first !== openingBrace && first !== openingBracket) return endOfScalar(bytes, start)
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) at = (endOfString(bytes, at) ?? bytes.length) - 1
    else if (byte === openingBrace || byte === openingBracket) depth++
    else if ((byte === closingBrace || byte === closingBracket) && --depth === 0) return at + 1
  }
  return bytes.length
}

function endOfScalar(bytes: Buffer, start: number): number {
  let at = start
  while (at < bytes.length && !endsScalar(bytes[at]!)) at++
  return at
}

const endsScalar = (byte: number) =>
  byte === comma || byte === closingBrace || byte === closingBracket || isSpace(byte)

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

function skipSpace(bytes: Buffer, start: number): number {
  let at = start
  while (isSpace(bytes[at])) at++
  return at
}

/** The next name or item, or the end of the object or array. */
function skipComma(bytes: Buffer, start: number): number {
  const at = skipSpace(bytes, start)
  return bytes[at] === comma ? skipSpace(bytes, at + 1) : at
}
