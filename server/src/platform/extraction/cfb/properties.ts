import iconv from 'iconv-lite'
import type { Extraction } from '../extraction.ts'

const ids = { codePage: 1, title: 2, author: 4, created: 12, saved: 13 }

const maxProperties = 200

/** Seconds between the epochs of Windows (1601) and Unix. */
const epochSeconds = 11_644_473_600

/** Reads a summary stream; a damaged one yields no properties. */
export function readProperties(stream: Buffer): Pick<Extraction, 'title' | 'author' | 'date'> {
  try {
    const offsets = readOffsets(stream)
    const page = offsets.get(ids.codePage)
    const codePage = page === undefined ? 1252 : stream.readUInt16LE(page + 4)
    const title = readString(stream, offsets.get(ids.title), codePage)
    const author = readString(stream, offsets.get(ids.author), codePage)
    const date = readTime(stream, offsets.get(ids.saved)) ?? readTime(stream, offsets.get(ids.created))
    return { ...(title && { title }), ...(author && { author }), ...(date && { date }) }
  } catch (error) {
    if (error instanceof RangeError) return {}
    throw error
  }
}

function readOffsets(stream: Buffer): Map<number, number> {
  const section = stream.readUInt32LE(44)
  const count = Math.min(maxProperties, stream.readUInt32LE(section + 4))
  const offsets = new Map<number, number>()
  for (let i = 0; i < count; i++)
    offsets.set(stream.readUInt32LE(section + 8 + i * 8), section + stream.readUInt32LE(section + 12 + i * 8))
  return offsets
}

function readString(stream: Buffer, at: number | undefined, codePage: number): string {
  if (at === undefined) return ''
  const [type, length] = [stream.readUInt32LE(at), stream.readUInt32LE(at + 4)]
  const bytes = stream.subarray(at + 8, at + 8 + (type === 0x1f ? length * 2 : length))
  const page = codePage === 65001 ? 'utf-8' : `cp${codePage}`
  const encoding =
    type === 0x1f || codePage === 1200 ? 'utf-16le' : iconv.encodingExists(page) ? page : 'cp1252'
  return iconv.decode(bytes, encoding).replace(/\0.*$/s, '').trim()
}

function readTime(stream: Buffer, at: number | undefined): string | undefined {
  if (at === undefined) return undefined
  const seconds = Number(stream.readBigUInt64LE(at + 4) / 10_000_000n) - epochSeconds
  return seconds > 0 && seconds < 7_000_000_000 ? new Date(seconds * 1000).toISOString() : undefined
}
