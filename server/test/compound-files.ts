import CFB from 'cfb'

/** Writes Office files of the format before 2007. */

export function compoundOf(streams: Record<string, Uint8Array>): Uint8Array {
  const container = CFB.utils.cfb_new()
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(container, `/${name}`, content)
  return new Uint8Array(CFB.write(container, { type: 'buffer' }) as Buffer)
}

/** A record of PowerPoint; one that holds records is a container. */
export function pptRecord(type: number, content: Uint8Array | Uint8Array[], instance = 0): Uint8Array {
  const body = Array.isArray(content) ? Buffer.concat(content) : content
  const head = Buffer.alloc(8)
  head.writeUInt16LE((instance << 4) | (Array.isArray(content) ? 0xf : 0), 0)
  head.writeUInt16LE(type, 2)
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

export function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, i * 4)
  return bytes
}

/** A paragraph of Word: its text with the character that ends it, its style, and changes to it as bytes. */
export type DocParagraph = { text: string; style?: number; changes?: number[] }

const textStart = 0x800
const page = 0x600

/** `rest` follows the body: notes, headers and so on, with their lengths. */
export function docOf(
  body: readonly DocParagraph[],
  rest: { text: string; lengths: number[] } = { text: '', lengths: [] },
) {
  const text = body.map(one => one.text).join('')
  const characters = Buffer.from(text + rest.text, 'utf16le')
  const stream = Buffer.alloc(textStart + characters.length)
  stream.writeUInt16LE(0xa5ec, 0)
  stream.writeUInt16LE(193, 2)
  for (const [i, length] of [text.length, ...rest.lengths].entries())
    stream.writeInt32LE(length, 0x4c + i * 4)
  characters.copy(stream, textStart)
  writeParagraphRuns(stream, body)
  const runs = Buffer.concat([numbers(textStart, stream.length), numbers(page / 512)])
  const pieces = Buffer.concat([
    Buffer.from([2]),
    numbers(16, 0, text.length + rest.text.length),
    Buffer.alloc(2),
    numbers(textStart),
    Buffer.alloc(2),
  ])
  stream.writeUInt32LE(0, 0x102)
  stream.writeUInt32LE(runs.length, 0x106)
  stream.writeUInt32LE(runs.length, 0x1a2)
  stream.writeUInt32LE(pieces.length, 0x1a6)
  return { stream, table: Buffer.concat([runs, pieces]) }
}

/** On one page, from whose end the changes are written towards its beginning. */
function writeParagraphRuns(stream: Buffer, body: readonly DocParagraph[]): void {
  let [place, free] = [textStart, 510]
  stream[page + 511] = body.length
  for (const [i, { text, style = 0, changes = [] }] of body.entries()) {
    stream.writeUInt32LE(place, page + i * 4)
    place += text.length * 2
    const size = Math.ceil((changes.length + 3) / 2) * 2
    free -= size
    stream[page + (body.length + 1) * 4 + i * 13] = free / 2
    stream[page + free] = size / 2
    stream.writeUInt16LE(style, page + free + 1)
    Buffer.from(changes).copy(stream, page + free + 3)
  }
  stream.writeUInt32LE(place, page + body.length * 4)
}
