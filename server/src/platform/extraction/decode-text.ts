import chardet from 'chardet'
import iconv from 'iconv-lite'
import { guessAsian } from './guess-asian.ts'

/** Enough to recognise an encoding; guessing takes time for every byte. */
const sampleBytes = 64_000

/** Below this confidence, in percent, chardet has seen too little. */
const sureConfidence = 50

/** A phrase in another alphabet has at least so many different letters. */
const leastLetters = 8

const marks: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xff, 0xfe, 0, 0], encoding: 'utf-32le' },
  { bytes: [0, 0, 0xfe, 0xff], encoding: 'utf-32be' },
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/**
 * Decodes bytes of any encoding and normalises line ends. `declared` is the encoding that the file or its sender
 * names.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const text = decodeAs(bytes, findEncoding(bytes, declared))
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
}

/** Bytes that are not text in any encoding have many control characters. */
export function isText(bytes: Uint8Array): boolean {
  const marked = findMark(bytes) ?? findWide(bytes)
  // A mark of two bytes is weak evidence: audio may begin with the same ones.
  if (marked) return rate(decodeAs(bytes.subarray(0, 4096), marked)).usual > 0.7
  return !hasControls(bytes.subarray(0, sampleBytes))
}

/** The charset a content type names, as in `text/html; charset=koi8-r`. */
export function charsetOf(contentType: string): string | undefined {
  return /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1]
}

export function findEncoding(bytes: Uint8Array, declared?: string): string {
  const marked = findMark(bytes) ?? findWide(bytes)
  if (marked) return marked
  if (hasJapaneseEscapes(bytes)) return 'iso-2022-jp'
  if (isMostlyUtf8(bytes)) return 'utf-8'
  // Pages declare Latin-1 where browsers read Windows-1252, a superset of it.
  const name = declared?.toLowerCase() === 'iso-8859-1' ? 'windows-1252' : declared
  if (name && !/^utf-?(?:8|16|32)/i.test(name) && iconv.encodingExists(name)) return name
  return guess(bytes)
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  if (encoding === 'utf-8') return new TextDecoder().decode(bytes)
  if (encoding === 'iso-2022-jp') return new TextDecoder('iso-2022-jp').decode(bytes)
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding)
}

function findMark(bytes: Uint8Array): string | undefined {
  return marks.find(mark => mark.bytes.every((byte, i) => bytes[i] === byte))?.encoding
}

/**
 * UTF-16 without a byte order mark. As bytes it has control characters, unlike other text; decoded it has usual
 * characters.
 */
function findWide(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, Math.min(4096, bytes.length - (bytes.length % 2)))
  if (!hasControls(sample)) return undefined
  const [best] = ['utf-16le', 'utf-16be']
    .map(encoding => ({ encoding, ...rate(new TextDecoder(encoding).decode(sample)) }))
    .sort((a, b) => b.usual + b.plain - a.usual - a.plain)
  return best && best.usual >= 0.95 ? best.encoding : undefined
}

/** The share of characters in scripts that are in use, and the share of ASCII. */
function rate(text: string): { usual: number; plain: number } {
  const usual = text.match(usualCharacters)?.length ?? 0
  const plain = text.match(/[\t\n\r -~]/g)?.length ?? 0
  return { usual: usual / text.length, plain: plain / text.length }
}

const usualCharacters =
  /[\t\n\r -~\u00a0-\u06ff\u0900-\u0eff\u1e00-\u206f\u20a0-\u20cf\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef]/g

function hasControls(bytes: Uint8Array): boolean {
  let controls = 0
  for (const byte of bytes) if (isControl(byte)) controls++
  return controls * 200 > bytes.length
}

/** Escape (0x1b) counts as text: ISO-2022 and coloured logs contain it. */
function isControl(byte: number): boolean {
  return byte < 0x20 ? !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b : byte === 0x7f
}

function hasJapaneseEscapes(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, sampleBytes)).toString('latin1')
  return (
    ['\x1b$B', '\x1b$@'].some(mark => head.includes(mark)) &&
    ['\x1b(B', '\x1b(J'].some(mark => head.includes(mark))
  )
}

/** UTF-8 with a few broken characters is still UTF-8: in another encoding every non-ASCII character would break. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let good = 0
  let bad = 0
  let end = 0
  while (end < bytes.length) {
    const length = sequenceLength(bytes, end)
    if (length > 1) good++
    else if (length === 0) bad++
    end += length || 1
  }
  // A cut off sequence alone is no evidence: `Caf\xe9` in Latin-1 ends with one.
  if (end > bytes.length && good === 1) return false
  return bad === 0 || bad * 20 < good
}

/** Bytes of the UTF-8 sequence that begins at `at`; 0 if none begins there. A sequence cut off by the end of the file is valid. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  const end = Math.min(at + length, bytes.length)
  for (let i = at + 1; i < end; i++) if ((bytes[i]! & 0xc0) !== 0x80) return 0
  return length
}

function guess(bytes: Uint8Array): string {
  const sample = telling(bytes)
  if (isDosCyrillic(sample)) return 'cp866'
  const found = chardet.analyse(sample).filter(match => iconv.encodingExists(match.name))
  // In a few words of text, chardet takes any encoding for Chinese.
  const asian = (found[0]?.confidence ?? 0) >= sureConfidence ? undefined : guessAsian(sample)
  const likely =
    asian ?? found.find(match => match.confidence >= sureConfidence || !isAsian(match.name))?.name
  if (likely && !/^(?:UTF-8|ASCII|ISO-8859-1|windows-1252)$/i.test(likely)) return likely
  return isTurkish(sample) ? 'windows-1254' : 'windows-1252'
}

function isAsian(encoding: string): boolean {
  return /^(?:big5|euc-|gb|shift_jis|iso-2022)/i.test(encoding)
}

/**
 * Russian in the DOS code page, which chardet does not know: decoded, the text has Russian vowels and no line
 * drawing.
 */
function isDosCyrillic(sample: Uint8Array): boolean {
  const text = decodeAs(sample, 'cp866')
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  // A run of hard spaces would be a run of one vowel.
  const vowels = text.match(/([аеио])(?!\1)/g)?.length ?? 0
  const others = text.match(/[^\p{L}\p{N}\p{P}\s]/gu)?.length ?? 0
  return vowels > 0.2 * letters && others < 0.1 * letters
}

/**
 * Turkish has \u011f, \u0131 and \u015f where Western text has Icelandic letters; Icelandic also has \u00e6 and
 * \u00e1.
 */
function isTurkish(sample: Uint8Array): boolean {
  let turkish = 0
  let icelandic = 0
  for (const byte of sample) {
    if (byte === 0xf0 || byte === 0xfd || byte === 0xfe) turkish++
    else if (byte === 0xe6 || byte === 0xe1 || byte === 0xed) icelandic++
  }
  return turkish > 2 && turkish > 4 * icelandic
}

/**
 * The part of a text that says most about its encoding: where it stops being ASCII. English around a Russian paragraph
 * made chardet take that paragraph for Western European, so only the Russian words count then. Signs of English text,
 * such as a rule of dashes, are few different ones.
 */
function telling(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex(isHigh)
  const start = bytes.length <= sampleBytes ? 0 : Math.max(0, first - 1000)
  const sample = bytes.subarray(start, start + sampleBytes)
  const words = foreignWords(sample)
  const high = words.filter(isHigh)
  return high.length > 0.6 * words.length && new Set(high).size >= leastLetters ? words : sample
}

function isHigh(byte: number): boolean {
  return byte >= 0x80
}

/** The words that are not ASCII. Those of another alphabet consist of high bytes, those of Western Europe do not. */
function foreignWords(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = []
  for (let start = 0; start < bytes.length; ) {
    let end = start
    while (end < bytes.length && bytes[end]! > 0x20) end++
    const word = bytes.subarray(start, Math.min(end + 1, bytes.length))
    if (word.some(isHigh)) kept.push(word)
    start = end + 1
  }
  return Buffer.concat(kept)
}
