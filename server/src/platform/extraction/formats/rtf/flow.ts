import type { TextBuilder } from '../../text-builder.ts'
import { writeTable } from '../../write-table.ts'

/** Formatting of a paragraph. */
export type ParagraphFormat = {
  isInTable: boolean
  /** From 1. */
  headingLevel: number | undefined
  /** Depth in a list, from 0. */
  listLevel: number
}

/** Receives text piece by piece: the document's, or that of a separate note. */
export type Flow = {
  /** `isTag` marks an HTML tag, in a file made from HTML. */
  add(text: string, isTag?: boolean): void
  mark(text: string): void
  endParagraph(format: ParagraphFormat): void
  endCell(): void
  endRow(): void
}

/** The document itself. */
export class BodyFlow implements Flow {
  /** Text boxes anchored in the current paragraph. */
  readonly boxes: string[] = []
  readonly #builder: TextBuilder
  #text = ''
  #mark = ''
  #cell = ''
  #row: string[] = []
  #rows: string[][] = []

  constructor(builder: TextBuilder) {
    this.#builder = builder
  }

  add(text: string): void {
    this.#text += text
  }

  mark(text: string): void {
    this.#mark = text.trim()
  }

  endParagraph(format: ParagraphFormat): void {
    const [text, mark] = [this.#text.toWellFormed(), this.#mark]
    this.#text = ''
    this.#mark = ''
    if (format.isInTable) this.#cell += `${[mark, text].filter(Boolean).join(' ')}\n`
    else if (text.trim() !== '') {
      this.#endTable()
      this.#write(text, mark, format)
    }
    if (format.isInTable) this.#cell += this.boxes.splice(0).join('\n')
    else for (const box of this.boxes.splice(0)) this.#builder.paragraph(box)
  }

  endCell(): void {
    this.endParagraph({ isInTable: true, headingLevel: undefined, listLevel: 0 })
    this.#row.push(this.#cell)
    this.#cell = ''
  }

  endRow(): void {
    if (this.#row.length > 0) this.#rows.push(this.#row)
    this.#row = []
  }

  finish(): void {
    if (this.#cell !== '') this.endCell()
    this.endRow()
    this.#endTable()
    this.endParagraph({ isInTable: false, headingLevel: undefined, listLevel: 0 })
  }

  #write(text: string, mark: string, { headingLevel, listLevel }: ParagraphFormat): void {
    const isNumber = /[\p{L}\p{N}]/u.test(mark)
    if (headingLevel) this.#builder.heading(headingLevel, isNumber ? `${mark} ${text}` : text)
    else if (mark !== '') this.#builder.listItem(text, { mark: isNumber ? mark : '-', depth: listLevel })
    else this.#builder.paragraph(text)
  }

  #endTable(): void {
    const rows = this.#rows
    this.#rows = []
    if (rows.length === 1 && rows[0]!.length === 1) this.#builder.paragraph(rows[0]![0]!)
    else writeTable(this.#builder, rows)
  }
}

/** A separate text, kept as lines. */
export class CaptureFlow implements Flow {
  #text = ''

  get text(): string {
    return this.#text.toWellFormed().trim()
  }

  add(text: string): void {
    this.#text += text
  }

  mark(text: string): void {
    this.#text += `${text.trim()} `
  }

  endParagraph(): void {
    this.#text += '\n'
  }

  endCell(): void {
    this.#text += '\t'
  }

  endRow(): void {
    this.#text += '\n'
  }
}

/** An HTML page that Outlook wrapped in RTF; its tags are preserved. */
export class HtmlFlow implements Flow {
  html = ''

  add(text: string, isTag = false): void {
    this.html += isTag ? text : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  }

  mark(): void {
    // The HTML tags already contain the list marks.
  }

  endParagraph(): void {
    this.html += '\n'
  }

  endCell(): void {
    this.html += '\n'
  }

  endRow(): void {
    this.html += '\n'
  }
}
