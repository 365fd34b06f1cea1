import { ArchiveError } from '../archive-error.ts'
import { parsePart } from './parse-json.ts'

/** A part of a JSON text: an element of the root array, or of an array in the root object under `key`, or another value there. */
export type JsonPart = { key: string | null; value: unknown }

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const byteOrderMark = [0xef, 0xbb, 0xbf]
const utf16Mark = [0xff, 0xfe]

/**
 * Splits a JSON text of any size into the parts that importers read, so that only one of them is in memory. A conversation
 * export is one array of gigabytes.
 */
export async function* splitJson(
  body: AsyncIterable<Uint8Array>,
  maxPartBytes: number,
): AsyncGenerator<JsonPart> {
  const splitter = new JsonSplitter(maxPartBytes)
  let key: string | null = null
  for await (const chunk of body)
    for (const { bytes, isKey } of splitter.read(chunk)) {
      const value = await parsePart(decode(bytes))
      if (isKey) key = String(value)
      else yield { key, value }
    }
  splitter.end()
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A text in another encoding would be stored with question marks for its letters. */
function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ArchiveError('import.malformed', 'not UTF-8')
  }
}

type RawPart = { bytes: Uint8Array; isKey: boolean }

/** Finds where the parts begin and end. */
class JsonSplitter {
  readonly #maxPartBytes: number
  #root = 0
  #depth = 0
  /** The depth at which parts lie: 1, or 2 within an array of the root object. */
  #base = 1
  #isKeyNext = false
  #isInString = false
  #isEscaped = false
  #isInPart = false
  #isKey = false
  #held: Uint8Array[] = []
  #heldBytes = 0
  #bytesSeen = 0

  constructor(maxPartBytes: number) {
    this.#maxPartBytes = maxPartBytes
  }

  *read(chunk: Uint8Array): Generator<RawPart> {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (this.#isInString) {
        if (!this.#passString(byte)) continue
        if (this.#depth === this.#base) yield* this.#close(chunk.subarray(start, at + 1))
        continue
      }
      if (this.#isInPart) {
        const end = this.#passPart(byte)
        if (end === 'inside') continue
        yield* this.#close(chunk.subarray(start, end === 'with' ? at + 1 : at))
        if (end === 'with') continue
      }
      if (this.#passBetween(byte)) start = at
    }
    if (this.#isInPart) this.#hold(chunk.subarray(start))
    this.#bytesSeen += chunk.length
  }

  end(): void {
    if (this.#root === 0 || this.#depth !== 0)
      throw new ArchiveError('import.malformed', 'the JSON ends too early')
  }

  #hold(bytes: Uint8Array): void {
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    if (this.#heldBytes > this.#maxPartBytes) throw new ArchiveError('import.entry_too_large')
  }

  /** Returns true at the closing quote. */
  #passString(byte: number): boolean {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) {
      this.#isInString = false
      return true
    }
    return false
  }

  /** Whether the part goes on, ends with this byte, or has ended before it. */
  #passPart(byte: number): 'inside' | 'with' | 'before' {
    if (byte === quote) this.#isInString = true
    else if (byte === openArray || byte === openObject) this.#depth++
    else if (byte === closeArray || byte === closeObject) {
      if (this.#depth === this.#base) return 'before'
      return --this.#depth === this.#base ? 'with' : 'inside'
    } else if (this.#depth === this.#base && (byte === comma || isSpace(byte))) return 'before'
    return 'inside'
  }

  /** Returns true if a part begins with this byte. */
  #passBetween(byte: number): boolean {
    if (isSpace(byte)) return false
    if (this.#depth === 0) return this.#open(byte)
    if (byte === comma) this.#isKeyNext = this.#root === openObject && this.#base === 1
    else if (byte === colon) this.#isKeyNext = false
    else if (byte === closeArray || byte === closeObject) this.#leave()
    else if (this.#isKeyNext) return this.#begin(byte, true)
    else if (this.#root === openObject && this.#base === 1 && byte === openArray) this.#depth = this.#base = 2
    else return this.#begin(byte, false)
    return false
  }

  #open(byte: number): boolean {
    if (this.#root === 0 && byteOrderMark.includes(byte)) return false
    if (this.#root === 0 && utf16Mark.includes(byte)) throw new ArchiveError('import.malformed', 'not UTF-8')
    if (this.#root !== 0 || (byte !== openArray && byte !== openObject))
      throw new ArchiveError('import.unrecognized', 'not a JSON array or object')
    this.#root = byte
    this.#depth = 1
    this.#isKeyNext = byte === openObject
    return false
  }

  #leave(): void {
    this.#depth--
    if (this.#base === 2) this.#base = 1
  }

  #begin(byte: number, isKey: boolean): boolean {
    this.#isInPart = true
    this.#isKey = isKey
    if (byte === quote) this.#isInString = true
    else if (byte === openArray || byte === openObject) this.#depth++
    return true
  }

  *#close(tail: Uint8Array): Generator<RawPart> {
    this.#hold(tail)
    const bytes = Buffer.concat(this.#held)
    this.#held = []
    this.#heldBytes = 0
    this.#isInPart = false
    const isKey = this.#isKey
    this.#isKey = false
    yield { bytes, isKey }
  }
}
