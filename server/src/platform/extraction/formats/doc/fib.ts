import { ExtractError } from '../../extraction.ts'

/** Positions of the parts of the text, in characters. */
export type Stories = Record<
  'body' | 'notes' | 'margins' | 'comments' | 'endnotes' | 'boxes' | 'marginBoxes',
  Story
>

export type Story = { start: number; end: number }

/** The file information block (FIB), the header of a Word file: offsets into its streams. */
export type Fib = {
  /** Word 6 and 95 have another layout and one byte per character. */
  isOld: boolean
  isComplex: boolean
  language: number
  tableName: '0Table' | '1Table'
  /** Start of the text in an old file. */
  textStart: number
  stories: Stories
  pieces: Story
  styles: Story
  characterRuns: Story
  paragraphRuns: Story
}

const marks = new Set([0xa5ec, 0xa5dc, 0xa697, 0xa699, 0xa5db])
const firstWord97 = 193
const firstWord6 = 101

const flags = { complex: 0x0004, encrypted: 0x0100, secondTable: 0x0200 }

export function readFib(stream: Buffer): Fib {
  if (stream.length < 0x1aa || !marks.has(stream.readUInt16LE(0)))
    throw new ExtractError('extract.malformed', 'The file contains no document')
  const version = stream.readUInt16LE(2)
  if (version < firstWord6)
    throw new ExtractError(
      'extract.unsupported_type',
      'The file was written by Word 2 or older. Save it as .docx',
    )
  const set = stream.readUInt16LE(10)
  if (set & flags.encrypted) throw new ExtractError('extract.encrypted', 'The document needs a password')
  const isOld = version < firstWord97
  return {
    isOld,
    isComplex: (set & flags.complex) !== 0,
    language: stream.readUInt16LE(6),
    tableName: set & flags.secondTable ? '1Table' : '0Table',
    textStart: stream.readUInt32LE(0x18),
    stories: readStories(stream, isOld ? 0x34 : 0x4c),
    pieces: range(stream, isOld ? 0x160 : 0x1a2),
    styles: range(stream, 0xa2),
    characterRuns: range(stream, 0xfa),
    paragraphRuns: range(stream, 0x102),
  }
}

/** The file stores their lengths in a row. The fourth, macros, has been empty since Word 6. */
function readStories(stream: Buffer, at: number): Stories {
  let start = 0
  const stories = Array.from({ length: 8 }, (_, i) => {
    const length = Math.max(0, stream.readInt32LE(at + i * 4))
    start += length
    return { start: start - length, end: start }
  })
  const [body, notes, margins, , comments, endnotes, boxes, marginBoxes] = stories as [
    Story,
    Story,
    Story,
    Story,
    Story,
    Story,
    Story,
    Story,
  ]
  return { body, notes, margins, comments, endnotes, boxes, marginBoxes }
}

function range(stream: Buffer, at: number): Story {
  const start = stream.readUInt32LE(at)
  return { start, end: start + stream.readUInt32LE(at + 4) }
}
