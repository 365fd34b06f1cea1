import iconv from 'iconv-lite'
import { ExtractError } from '../../extraction.ts'
import type { Fib } from './fib.ts'

/** A range of the text and the position of its bytes: Word appends edited text and lists the pieces in order. */
export type DocPiece = { start: number; end: number; place: number; bytesPerChar: 1 | 2 }

const maxChars = 20_000_000

export function readPieces(fib: Fib, table: Buffer, streamLength: number): DocPiece[] {
  if (fib.isOld && !fib.isComplex) return [oldPiece(fib, streamLength)]
  const at = findTable(table, fib.pieces.start, fib.pieces.end)
  const count = Math.floor((Math.min(table.readUInt32LE(at), table.length - at - 4) - 4) / 12)
  const pieces: DocPiece[] = []
  for (let i = 0; i < count; i++) {
    const piece = toPiece(
      fib,
      table.readUInt32LE(at + 4 + i * 4),
      table.readUInt32LE(at + 8 + i * 4),
      table.readUInt32LE(at + 4 + (count + 1) * 4 + i * 8 + 2),
    )
    if (piece.end > maxChars) throw new ExtractError('extract.too_large', 'The document has too much text')
    // Pieces are contiguous and lie inside the file; from the first that does not, the list is damaged.
    const isSound =
      piece.start === (pieces.at(-1)?.end ?? 0) &&
      piece.end > piece.start &&
      piece.place + (piece.end - piece.start) * piece.bytesPerChar <= streamLength
    if (!isSound) break
    pieces.push(piece)
  }
  return pieces
}

function toPiece(fib: Fib, start: number, end: number, place: number): DocPiece {
  if (fib.isOld) return { start, end, place, bytesPerChar: 1 }
  const isNarrow = (place & 0x40000000) !== 0
  const plain = place & 0x3fffffff
  return isNarrow
    ? { start, end, place: plain >>> 1, bytesPerChar: 1 }
    : { start, end, place: plain, bytesPerChar: 2 }
}

/** The whole text, with exactly one character per position. */
export function readText(stream: Buffer, pieces: readonly DocPiece[], encoding: string): string {
  return pieces
    .map(({ start, end, place, bytesPerChar }) => {
      const bytes = stream.subarray(place, place + (end - start) * bytesPerChar)
      return bytesPerChar === 2 ? bytes.toString('utf16le') : iconv.decode(bytes, encoding)
    })
    .join('')
}

/** Encoding of a file with one byte per character, by its language. */
export function encodingOf(language: number): string {
  const primary = language & 0x3ff
  if ([0x19, 0x02, 0x22, 0x23, 0x2f].includes(primary)) return 'cp1251'
  if ([0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x1c, 0x24].includes(primary)) return 'cp1250'
  if (primary === 0x08) return 'cp1253'
  return primary === 0x1f ? 'cp1254' : 'cp1252'
}

function oldPiece({ stories, textStart }: Fib, streamLength: number): DocPiece {
  const end = Math.min(stories.marginBoxes.end, Math.max(0, streamLength - textStart))
  return { start: 0, end, place: textStart, bytesPerChar: 1 }
}

/** The list of pieces follows pending changes, which contain no text. */
function findTable(table: Buffer, start: number, end: number): number {
  let at = start
  while (at + 5 <= Math.min(end, table.length)) {
    if (table[at] === 2) return at + 1
    if (table[at] !== 1) break
    at += 3 + table.readUInt16LE(at + 1)
  }
  throw new ExtractError('extract.malformed', 'The document is damaged: the table of its text is missing')
}
