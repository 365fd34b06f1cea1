import { ExtractError } from '../../extraction.ts'
import { findRecords, type PptRecord, recordAt, recordsIn, recordTypes as types } from './records.ts'
import { readTexts, type SlideText } from './texts.ts'

const encryptedToken = 0xf3d1c4df

/** Each save adds an edit; a longer chain is circular. */
const maxEdits = 1_000

export type ListedSlide = { slideId: number; record: PptRecord | undefined; outline: SlideText[] }

/** Lists in a document, by their instance. */
const lists = { slides: 0, masters: 1, notes: 2 }

/** Program ids of Microsoft Graph and of Excel charts. */
const chartPrograms = new Set([4, 14])

/** A presentation refers to its parts by number; each save writes their positions again. */
export class Presentation {
  readonly stream: Buffer
  readonly #places = new Map<number, number>()
  readonly #document: PptRecord
  /** Parts already returned: a part that is listed twice counts once. */
  readonly #listed = new Set<number>()

  constructor(stream: Buffer, currentUser: Buffer | undefined) {
    this.stream = stream
    if (currentUser && currentUser.length >= 20 && currentUser.readUInt32LE(12) === encryptedToken)
      throw new ExtractError('extract.encrypted', 'The presentation needs a password')
    const documentId = this.#readEdits(
      currentUser && currentUser.length >= 20 ? currentUser.readUInt32LE(16) : -1,
    )
    const document = this.#at(documentId) ?? this.#search()
    if (!document) throw new ExtractError('extract.malformed', 'The file contains no presentation')
    this.#document = document
  }

  list(kind: keyof typeof lists): ListedSlide[] {
    const slides: ListedSlide[] = []
    for (const list of recordsIn(this.stream, this.#document.start, this.#document.end)) {
      if (list.type !== types.slideList || list.instance !== lists[kind]) continue
      const marks = [...recordsIn(this.stream, list.start, list.end)].filter(
        record => record.type === types.slidePersist && record.end - record.start >= 16,
      )
      for (const [i, mark] of marks.entries())
        slides.push({
          slideId: this.stream.readUInt32LE(mark.start + 12),
          record: this.#once(this.stream.readUInt32LE(mark.start)),
          outline: readTexts(this.stream, mark.end, (marks[i + 1]?.start ?? list.end + 8) - 8),
        })
    }
    return slides
  }

  /** Embedded files of other programs, without charts, which only hold figures. */
  *objects(): Generator<PptRecord> {
    for (const { start, end } of findRecords(this.stream, this.#document, [types.oleObject])) {
      if (end - start < 20 || chartPrograms.has(this.stream.readUInt32LE(start + 12))) continue
      const storage = this.#once(this.stream.readUInt32LE(start + 16))
      if (storage?.type === types.oleStorage) yield storage
    }
  }

  /** Reads the edits from the newest back, and returns the number of the document. */
  #readEdits(offset: number): number {
    let at = offset
    let documentId = -1
    for (let i = 0; i < maxEdits; i++) {
      const edit = recordAt(this.stream, at)
      if (edit?.type !== types.userEdit || edit.end - edit.start < 28) break
      if (edit.end - edit.start >= 32 && this.stream.readUInt32LE(edit.start + 28) !== 0)
        throw new ExtractError('extract.encrypted', 'The presentation needs a password')
      if (documentId < 0) documentId = this.stream.readUInt32LE(edit.start + 16)
      this.#readDirectory(this.stream.readUInt32LE(edit.start + 12))
      at = this.stream.readUInt32LE(edit.start + 8)
      if (at === 0) break
    }
    return documentId
  }

  #readDirectory(at: number): void {
    const directory = recordAt(this.stream, at)
    if (directory?.type !== types.persistDirectory) return
    for (let next = directory.start; next + 4 <= directory.end; ) {
      const head = this.stream.readUInt32LE(next)
      next += 4
      for (let i = 0; i < head >>> 20 && next + 4 <= directory.end; i++, next += 4) {
        const id = (head & 0xfffff) + i
        if (!this.#places.has(id)) this.#places.set(id, this.stream.readUInt32LE(next))
      }
    }
  }

  #once(id: number): PptRecord | undefined {
    if (this.#listed.has(id)) return undefined
    this.#listed.add(id)
    return this.#at(id)
  }

  #at(id: number): PptRecord | undefined {
    const place = this.#places.get(id)
    return place === undefined ? undefined : recordAt(this.stream, place)
  }

  /** Fallback without a directory: the document that was written last. */
  #search(): PptRecord | undefined {
    return [...recordsIn(this.stream, 0, this.stream.length)].findLast(
      record => record.type === types.document,
    )
  }
}
