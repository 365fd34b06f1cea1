import { excess, type JsonBounds } from './json-bounds.ts'
import {
  backslash,
  closingQuote,
  expectationTexts,
  findJsonFault,
  type JsonExpectation,
  type JsonFault,
  quote,
  wordAt,
} from './json-fault.ts'

/** The body has more structure than its bounds allow. */
export class JsonExcess extends Error {}

/** The body has a key that would change a prototype if code copied it carelessly. */
export class ForbiddenKey extends Error {}

/** The body is not JSON. */
export class InvalidJson extends Error {
  readonly fault: JsonFault

  constructor(fault: JsonFault) {
    super('not JSON')
    this.fault = fault
  }
}

const newline = 0x0a

/** The longest time of parsing before other work gets a turn. */
const turnMs = 15
/** The clock is read once per this many tokens. */
const tokensPerLook = 256
/** After a string of this many bytes the clock is read at once. */
const longString = 64 * 1024

type Container = {
  value: Record<string, unknown> | unknown[]
  key: string
  keys: number
  isConstructor: boolean
}

/**
 * Parses a large JSON text from its bytes in short turns, so that other requests need not wait: JSON.parse of 24 MB took 65 to
 * 122 ms, its decoding up to 268 ms more, and 200,000 keys 242 ms. Bounds are checked while it parses, before any value beyond
 * them is built. JSON.parse still parses strings and numbers, so the result is the same.
 */
export async function readJson(bytes: Buffer, bounds: JsonBounds): Promise<unknown> {
  const reader = new JsonReader(bytes, bounds)
  while (!reader.readOn(performance.now() + turnMs)) await new Promise(resolve => setImmediate(resolve))
  return reader.root
}

class JsonReader {
  root: unknown
  readonly #bytes: Buffer
  readonly #bounds: JsonBounds
  readonly #open: Container[] = []
  #at = 0
  #values = 0
  #want: JsonExpectation = 'value'

  constructor(bytes: Buffer, bounds: JsonBounds) {
    this.#bytes = bytes
    this.#bounds = bounds
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3
  }

  /** Reads until the deadline; true at the end of the text. */
  readOn(deadline: number): boolean {
    for (let tokens = 1; ; tokens++) {
      const start = this.#skipSpace(this.#at + longString * 16)
      if (this.#at >= this.#bytes.length) return this.#end()
      if (!isSpace(this.#bytes[this.#at])) this.#readToken()
      const isLookDue = tokens % tokensPerLook === 0 || this.#at - start > longString
      if (isLookDue && performance.now() > deadline) return false
    }
  }

  #end(): true {
    if (this.#want !== 'end') throw this.#fault(this.#bytes.length)
    return true
  }

  /** Returns where the space began. Stops at `most`, so that megabytes of space cannot block the thread. */
  #skipSpace(most: number): number {
    const bytes = this.#bytes
    const start = this.#at
    let at = start
    while (at < most && isSpace(bytes[at])) at++
    this.#at = at
    return start
  }

  #readToken(): void {
    const byte = this.#bytes[this.#at]!
    const want = this.#want
    if (want === 'value' || want === 'value or ]') this.#readValue(byte)
    else if (byte === quote && (want === 'key' || want === 'key or }')) this.#readKey()
    else if (byte === 0x3a && want === ':') this.#pass('value')
    else if (byte === 0x2c && want === ', or }') this.#pass('key')
    else if (byte === 0x2c && want === ', or ]') this.#pass('value')
    else if (byte === 0x7d && (want === ', or }' || want === 'key or }')) this.#close()
    else if (byte === 0x5d && want === ', or ]') this.#close()
    else throw this.#fault(this.#at)
  }

  #pass(want: JsonExpectation): void {
    this.#at++
    this.#want = want
  }

  #readValue(byte: number): void {
    if (byte === quote) this.#put(this.#readString())
    else if (byte === 0x7b) this.#begin({}, 'key or }')
    else if (byte === 0x5b) this.#begin([], 'value or ]')
    else if (byte === 0x5d && this.#want === 'value or ]') this.#close()
    else this.#put(this.#readScalar())
  }

  #readKey(): void {
    const container = this.#open.at(-1)!
    const key = this.#readString()
    if (key === '__proto__' || (key === 'prototype' && container.isConstructor)) throw new ForbiddenKey(key)
    if (++container.keys > this.#bounds.keys) throw new JsonExcess(excess.keys(this.#bounds.keys))
    container.key = key
    this.#want = ':'
  }

  #begin(value: Container['value'], want: JsonExpectation): void {
    const parent = this.#open.at(-1)
    const isConstructor = parent?.key === 'constructor' && !Array.isArray(parent.value)
    this.#put(value)
    this.#open.push({ value, key: '', keys: 0, isConstructor })
    if (this.#open.length > this.#bounds.levels) throw new JsonExcess(excess.levels(this.#bounds.levels))
    this.#at++
    this.#want = want
  }

  #close(): void {
    this.#open.pop()
    this.#at++
    this.#want = this.#following()
  }

  #put(value: unknown): void {
    const parent = this.#open.at(-1)
    if (!parent) this.root = value
    else if (++this.#values > this.#bounds.values) throw new JsonExcess(excess.values(this.#bounds.values))
    else if (Array.isArray(parent.value)) parent.value.push(value)
    else parent.value[parent.key] = value
    this.#want = this.#following()
  }

  #following(): JsonExpectation {
    const parent = this.#open.at(-1)
    return !parent ? 'end' : Array.isArray(parent.value) ? ', or ]' : ', or }'
  }

  #readString(): string {
    const start = this.#at
    const end = endOfString(this.#bytes, start)
    // Decoding a long string without an end, to look for an earlier fault in it, stalled everybody for 255 ms (8 MB).
    if (end === undefined && this.#bytes.length - start > longString)
      throw this.#fault(this.#bytes.length, { expected: closingQuote })
    const text = this.#bytes.toString('utf8', start, end)
    this.#at = end ?? this.#bytes.length
    try {
      return JSON.parse(text)
    } catch {
      throw this.#fault(start, findJsonFault(text))
    }
  }

  #readScalar(): unknown {
    const start = this.#at
    let end = start
    const most = Math.min(this.#bytes.length, start + longString)
    while (end < most && isScalarByte(this.#bytes[end]!)) end++
    try {
      const value = JSON.parse(this.#bytes.toString('latin1', start, end))
      this.#at = end
      return value
    } catch {
      throw this.#fault(start)
    }
  }

  /** The fault at an offset. `inner`: the fault within the token that begins there, as far as it is known. */
  #fault(at: number, inner?: Partial<JsonFault>): InvalidJson {
    const { line, column } = placeOf(this.#bytes, at)
    return new InvalidJson({
      line,
      column: column + (inner?.column ?? 1) - 1,
      expected: inner?.expected ?? expectationTexts[this.#want],
      found: inner?.found ?? wordAt(this.#bytes.toString('utf8', at, at + 80)),
    })
  }
}

const isSpace = (byte: number | undefined) =>
  byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09

/** Bytes of numbers and of `true`, `false` and `null`: letters, digits, `+`, `-` and `.`. */
const isScalarByte = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  byte === 0x2b ||
  byte === 0x2d ||
  byte === 0x2e

/** The index after the closing quote, if there is one. Most strings have no escaped quote, so one search finds their end. */
export function endOfString(bytes: Buffer, start: number): number | undefined {
  const end = bytes.indexOf(quote, start + 1)
  if (end < 0) return undefined
  if (bytes[end - 1] !== backslash) return end + 1
  let at = start + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at < bytes.length ? at + 1 : undefined
}

/** Line and column, from 1, in UTF-16 units as an editor counts them. */
function placeOf(bytes: Buffer, end: number): { line: number; column: number } {
  let line = 1
  let column = 1
  for (let at = 0; at < end; at++) {
    const byte = bytes[at]!
    if (byte === newline) {
      line++
      column = 1
    } else if (byte < 0x80 || byte >= 0xc0) column += byte >= 0xf0 ? 2 : 1
  }
  return { line, column }
}
