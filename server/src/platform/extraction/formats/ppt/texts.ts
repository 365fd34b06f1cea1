import { findRecords, type PptRecord, recordsIn, recordTypes as types } from './records.ts'

/** A text and its purpose, as PowerPoint numbers them: 0 and 6 are titles, 1, 5, 7 and 8 bodies, 2 notes. */
export type SlideText = { kind: number; text: string }

const otherKind = 4

/** Neighbouring texts, each after a record that states its purpose. */
export function readTexts(stream: Buffer, start: number, end: number): SlideText[] {
  const texts: SlideText[] = []
  let kind = otherKind
  for (const record of recordsIn(stream, start, end)) {
    if (record.type === types.textHeader && record.end - record.start >= 4)
      kind = stream.readUInt32LE(record.start)
    else if (record.type === types.textChars || record.type === types.textBytes)
      texts.push({ kind, text: readText(stream, record) })
  }
  return texts
}

/** Texts of the shapes in a slide. Outline texts are stored elsewhere and referred to by number. */
export function readShapes(stream: Buffer, slide: PptRecord, outline: readonly SlideText[]): SlideText[] {
  return findRecords(stream, slide, [types.textBox]).flatMap(box => {
    const own = readTexts(stream, box.start, box.end)
    const references = findRecords(stream, box, [types.outlineReference]).flatMap(record => {
      const text = outline[stream.readUInt32LE(record.start)]
      return text ? [text] : []
    })
    return [...references, ...own]
  })
}

/** Texts of shapes other than placeholders, which a master shows on every slide. */
export function readStaticShapes(stream: Buffer, master: PptRecord): SlideText[] {
  return findRecords(stream, master, [types.shape])
    .filter(shape => findRecords(stream, shape, [types.placeholder]).length === 0)
    .flatMap(shape => readShapes(stream, shape, []))
}

/** Comments on a slide: name, text and initials are stored next to each other. */
export function readComments(stream: Buffer, slide: PptRecord): string[] {
  return findRecords(stream, slide, [types.comment]).flatMap(comment => {
    const strings = findRecords(stream, comment, [types.cString])
    const text = strings.find(one => one.instance === 1)
    return text ? [readText(stream, text)] : []
  })
}

function readText(stream: Buffer, record: PptRecord): string {
  const isWide = record.type !== types.textBytes
  const text = stream.subarray(record.start, record.end).toString(isWide ? 'utf16le' : 'latin1')
  return text.toWellFormed().replaceAll('\r', '\n').replaceAll('\u000b', '\n').replaceAll('\u00ad', '')
}
