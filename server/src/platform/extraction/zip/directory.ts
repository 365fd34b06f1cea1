import { ExtractError } from '../extraction.ts'

/** One file in an archive, as the directory describes it. None of these values can be trusted. */
export type ZipEntry = {
  name: string
  method: number
  isEncrypted: boolean
  compressedSize: number
  /** Offset of the entry's own header, which precedes its data. */
  start: number
}

/** No real document has more entries; archives made to cost time do. */
const maxEntries = 20_000

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const end64Signature = 0x06064b50
const locator64Signature = 0x07064b50
const unsaid = 0xffffffff

/** The entries of an archive. */
export function readDirectory(bytes: Uint8Array): ZipEntry[] {
  const entries = listEntries(bytes, maxEntries + 1)
  if (entries.length > maxEntries)
    throw new ExtractError('extract.too_large', `The archive holds more than ${maxEntries} files`)
  return entries
}

/** The first entries. The directory at the end counts; an archive that is cut off is read from its start. */
export function listEntries(bytes: Uint8Array, most: number): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = findDirectory(view)
  const entries = at === undefined ? [] : readCentral(view, at, most)
  return entries.length > 0 ? entries : readLocal(view, most)
}

/** Offset of an entry's data. */
export function dataStart(view: DataView, entry: ZipEntry): number {
  if (entry.start + 30 > view.byteLength || view.getUint32(entry.start, true) !== localSignature)
    throw new ExtractError('extract.malformed', 'The archive is damaged: an entry points outside of it')
  return entry.start + 30 + view.getUint16(entry.start + 26, true) + view.getUint16(entry.start + 28, true)
}

function findDirectory(view: DataView): number | undefined {
  const lowest = Math.max(0, view.byteLength - 22 - 0xffff)
  for (let at = view.byteLength - 22; at >= lowest; at--)
    if (view.getUint32(at, true) === endSignature) {
      const start = view.getUint32(at + 16, true)
      return start === unsaid ? findDirectory64(view, at) : start
    }
  return undefined
}

function findDirectory64(view: DataView, end: number): number | undefined {
  const locator = end - 20
  if (locator < 0 || view.getUint32(locator, true) !== locator64Signature) return undefined
  const end64 = Number(view.getBigUint64(locator + 8, true))
  if (end64 + 56 > view.byteLength || view.getUint32(end64, true) !== end64Signature) return undefined
  return Number(view.getBigUint64(end64 + 48, true))
}

function readCentral(view: DataView, directory: number, most: number): ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = directory
  while (at + 46 <= view.byteLength && view.getUint32(at, true) === centralSignature) {
    if (entries.length === most) break
    const nameLength = view.getUint16(at + 28, true)
    const extraLength = view.getUint16(at + 30, true)
    const extra = at + 46 + nameLength
    const sizes = readSizes64(view, extra, Math.min(extra + extraLength, view.byteLength), {
      size: view.getUint32(at + 24, true),
      compressedSize: view.getUint32(at + 20, true),
      start: view.getUint32(at + 42, true),
    })
    entries.push({
      name: readName(view, at + 46, nameLength),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      compressedSize: sizes.compressedSize,
      start: sizes.start,
    })
    at = extra + extraLength + view.getUint16(at + 32, true)
  }
  return entries
}

type Sizes = { size: number; compressedSize: number; start: number }

/** Sizes above 32 bits are in an extra field, which holds only those, in this order. */
function readSizes64(view: DataView, from: number, to: number, sizes: Sizes): Sizes {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    const found = { ...sizes }
    let next = at + 4
    for (const key of ['size', 'compressedSize', 'start'] as const) {
      if (sizes[key] !== unsaid || next + 8 > to) continue
      found[key] = Number(view.getBigUint64(next, true))
      next += 8
    }
    return found
  }
  return sizes
}

function readLocal(view: DataView, most: number): ZipEntry[] {
  const file = Buffer.from(view.buffer, view.byteOffset, view.byteLength)
  const mark = Buffer.from([0x50, 0x4b, 3, 4])
  const entries: ZipEntry[] = []
  for (let at = file.indexOf(mark); at >= 0 && at + 30 <= file.length; ) {
    if (entries.length === most) break
    const nameLength = view.getUint16(at + 26, true)
    const next = file.indexOf(mark, at + 30)
    const start = at + 30 + nameLength + view.getUint16(at + 28, true)
    entries.push({
      name: readName(view, at + 30, nameLength),
      method: view.getUint16(at + 8, true),
      isEncrypted: (view.getUint16(at + 6, true) & 1) === 1,
      compressedSize: view.getUint32(at + 18, true) || Math.max(0, (next < 0 ? file.length : next) - start),
      start: at,
    })
    at = next
  }
  return entries
}

function readName(view: DataView, start: number, length: number): string {
  const end = Math.min(start + length, view.byteLength)
  return Buffer.from(view.buffer, view.byteOffset + start, Math.max(0, end - start)).toString('utf8')
}
