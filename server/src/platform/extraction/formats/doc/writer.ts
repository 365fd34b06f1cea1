import type { TextBuilder } from '../../text-builder.ts'
import { writeTable } from '../../write-table.ts'
import { characters, cleaned } from './characters.ts'

/** Formatting of a paragraph, which Word stores at the position of its end. */
export type ParagraphFormat = {
  headingLevel: number | undefined
  /** Depth in a list, from 0. */
  listLevel: number | undefined
  isInTable: boolean
  isRowEnd: boolean
}

/** Writes paragraphs and tables of the body. */
export class DocWriter {
  readonly #builder: TextBuilder
  #cell: string[] = []
  #row: string[] = []
  #rows: string[][] = []

  constructor(builder: TextBuilder) {
    this.#builder = builder
  }

  /** `end` is the character that ends the paragraph. */
  paragraph(text: string, end: string, format: ParagraphFormat): void {
    if (format.isRowEnd) this.#endRow()
    else if (format.isInTable || end === characters.cellEnd) this.#inCell(text, end)
    else this.#outside(text, format)
  }

  finish(): void {
    if (this.#cell.length > 0) this.#endCell()
    this.#endRow()
    this.#endTable()
  }

  #inCell(text: string, end: string): void {
    this.#cell.push(text)
    if (end === characters.cellEnd) this.#endCell()
  }

  #outside(text: string, format: ParagraphFormat): void {
    this.finish()
    if (format.headingLevel) this.#builder.heading(format.headingLevel, text)
    else if (format.listLevel !== undefined) this.#builder.listItem(text, { depth: format.listLevel })
    else this.#builder.paragraph(text)
  }

  #endCell(): void {
    this.#row.push(this.#cell.join('\n'))
    this.#cell = []
  }

  #endRow(): void {
    if (this.#row.length > 0) this.#rows.push(this.#row)
    this.#row = []
  }

  #endTable(): void {
    const rows = this.#rows
    this.#rows = []
    if (rows.length === 1 && rows[0]!.length === 1) this.#builder.paragraph(rows[0]![0]!)
    else writeTable(this.#builder, rows)
  }
}

/** Paragraphs of a story other than the body. */
export function paragraphsOf(story: string): string[] {
  return cleaned(
    story.replaceAll(characters.cellEnd, '\t').replaceAll(characters.pageBreak, '\r').replaceAll('\r', '\n'),
  )
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}
