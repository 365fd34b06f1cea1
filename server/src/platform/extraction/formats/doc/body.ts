import { characters, cleaned } from './characters.ts'
import type { Fib, Story } from './fib.ts'
import type { DocPiece } from './pieces.ts'
import { changes, findAt, type Run, readRuns } from './runs.ts'
import { readHeadings } from './styles.ts'
import type { DocWriter, ParagraphFormat } from './writer.ts'

export type DocParts = { fib: Fib; stream: Buffer; table: Buffer; pieces: readonly DocPiece[]; text: string }

/** Characters that end a paragraph. A page break may stand inside a paragraph, but splits it as well. */
const ends = `[${characters.paragraphEnd}${characters.cellEnd}${characters.pageBreak}]`

/** The text with the formatting of its paragraphs. */
export class Body {
  readonly #parts: DocParts
  readonly #text: string
  readonly #runs: readonly Run[]
  readonly #headings: ReadonlyMap<number, number>

  constructor(parts: DocParts) {
    const { fib, stream, table } = parts
    this.#parts = parts
    // Word 6 stores formatting in another layout; its text is read without it.
    this.#runs = fib.isOld ? [] : readRuns(stream, table, fib.paragraphRuns, 'paragraphs')
    this.#headings = fib.isOld ? new Map() : readHeadings(table, fib.styles)
    this.#text = fib.isOld ? parts.text : withoutDeleted(parts)
  }

  write(writer: DocWriter): void {
    const { body } = this.#parts.fib.stories
    let [start, notes] = [body.start, 0]
    const put = (end: number): void => {
      const raw = this.#text.slice(start, end)
      const text = cleaned(raw.replaceAll(characters.noteReference, () => `[^${++notes}]`))
      writer.paragraph(text, this.#text[end] ?? characters.paragraphEnd, this.#formatAt(end))
      start = end + 1
    }
    for (const { index } of this.textOf(body).matchAll(new RegExp(ends, 'g'))) put(body.start + index)
    if (start < body.end) put(body.end)
    writer.finish()
  }

  textOf({ start, end }: Story): string {
    return this.#text.slice(start, end)
  }

  #formatAt(position: number): ParagraphFormat {
    const piece = findAt(this.#parts.pieces, position)
    const place = piece && piece.place + (position - piece.start) * piece.bytesPerChar
    const run = place === undefined ? undefined : findAt(this.#runs, place)
    const said = (code: number) => run?.changes.get(code)
    const outline = said(changes.outlineLevel)
    const isListed = (said(changes.list) ?? 0) !== 0
    return {
      headingLevel:
        outline === undefined ? this.#headings.get(run?.style ?? 0) : outline < 9 ? outline + 1 : undefined,
      listLevel: isListed ? Math.min(8, said(changes.listLevel) ?? 0) : undefined,
      isInTable: said(changes.isInTable) === 1 || (said(changes.tableDepth) ?? 0) > 0,
      isRowEnd: said(changes.isRowEnd) === 1,
    }
  }
}

/** Replaces deletions not yet accepted with zeros, so that positions stay the same. */
function withoutDeleted({ fib, stream, table, pieces, text }: DocParts): string {
  const deleted = readRuns(stream, table, fib.characterRuns, 'characters').filter(
    run => ((run.changes.get(changes.isDeleted) ?? 0) & 1) === 1,
  )
  if (deleted.length === 0) return text
  const chars = text.split('')
  for (const { start, end, place, bytesPerChar } of pieces)
    for (let i = start; i < end; i++) if (findAt(deleted, place + (i - start) * bytesPerChar)) chars[i] = '\0'
  return chars.join('')
}
