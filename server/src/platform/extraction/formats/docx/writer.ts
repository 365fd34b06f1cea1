import { decodeText } from '../../decode-text.ts'
import { writeHtml } from '../../html/write-html.ts'
import { writeFigure } from '../../ooxml/figures.ts'
import type { OfficePackage, Relationship } from '../../ooxml/package.ts'
import type { TextBuilder } from '../../text-builder.ts'
import { writeTable } from '../../write-table.ts'
import { childOf, findAll, type XmlElement } from '../../xml/xml.ts'
import { type Inline, readInline } from './inline.ts'
import { Notes } from './notes.ts'
import { Numbering } from './numbering.ts'
import { Styles } from './styles.ts'

/** Word allows 63 columns. */
const maxSpan = 63

/** Text boxes hold paragraphs, which may hold text boxes. */
const maxBoxDepth = 20

/** Writes blocks of WordprocessingML: paragraphs, tables and the objects anchored in them. */
export class DocxWriter {
  pages = 0
  readonly #builder: TextBuilder
  readonly #office: OfficePackage
  readonly #styles: Styles
  readonly #numbering: Numbering
  readonly #notes: Notes
  readonly #relationships: ReadonlyMap<string, Relationship>
  #boxDepth = 0

  constructor(builder: TextBuilder, office: OfficePackage, part: string) {
    this.#builder = builder
    this.#office = office
    this.#styles = new Styles(this.#first(part, 'styles'))
    this.#numbering = new Numbering(this.#first(part, 'numbering'))
    this.#notes = new Notes(this.#first(part, 'footnotes'), this.#first(part, 'endnotes'))
    this.#relationships = new Map(office.relationshipsOf(part).map(one => [one.id, one]))
  }

  /** From here on, pages are counted where Word last rendered page breaks. */
  countPages(): void {
    this.#turn(1)
  }

  block(element: XmlElement): void {
    if (element.name === 'w:p') this.#paragraph(element)
    else if (element.name === 'w:tbl') this.#table(element)
    else if (element.name === 'w:altChunk') this.#foreign(element)
  }

  /** Writes the blocks inside an element that is not a block itself. */
  allOf(element: XmlElement): void {
    for (const block of findAll(element, ['w:p', 'w:tbl', 'w:altChunk'])) this.block(block)
  }

  /** The same content as lines of text, for places that cannot hold blocks. */
  linesOf(element: XmlElement): string[] {
    return findAll(element, ['w:p', 'w:tbl']).flatMap(block =>
      block.name === 'w:p'
        ? this.#lines(block)
        : this.#rows(block).map(row => row.filter(Boolean).join(', ')),
    )
  }

  notes(): void {
    for (const { mark, note } of this.#notes.list())
      this.#builder.paragraph(`${mark}: ${this.linesOf(note).join('\n')}`)
  }

  #paragraph(paragraph: XmlElement): void {
    const inline = this.#read(paragraph)
    this.#turn(inline.pagesBefore)
    this.#text(paragraph, inline.text)
    this.#turn(inline.pagesInside)
    this.#hanging(inline)
  }

  #text(paragraph: XmlElement, text: string): void {
    if (text.trim() === '') return
    const level = this.#styles.headingLevel(paragraph)
    const numbering = this.#styles.numbering(paragraph)
    const mark = numbering && this.#numbering.next(numbering)
    if (level) this.#builder.heading(level, mark && mark !== '-' ? `${mark} ${text}` : text)
    else if (mark) this.#builder.listItem(text, { mark, depth: numbering.level })
    else this.#builder.paragraph(text)
  }

  #hanging(inline: Inline): void {
    if (this.#boxDepth >= maxBoxDepth) return
    this.#boxDepth++
    for (const box of inline.boxes) this.allOf(box)
    this.#boxDepth--
    for (const id of inline.figures) {
      const target = this.#relationships.get(id)?.target
      if (target) writeFigure(this.#builder, this.#office.read(target))
    }
  }

  /** A table of one cell is a frame around its content. */
  #table(table: XmlElement): void {
    const cells = findAll(table, ['w:tc'])
    if (cells.length === 1) this.allOf(cells[0]!)
    else writeTable(this.#builder, this.#rows(table))
  }

  #rows(table: XmlElement): string[][] {
    return findAll(table, ['w:tr'])
      .filter(row => !childOf(row, 'w:trPr', 'w:del'))
      .map(row => [
        ...blanks(spanOf(childOf(row, 'w:trPr', 'w:gridBefore'), 0)),
        ...findAll(row, ['w:tc']).flatMap(cell => this.#cell(cell)),
      ])
  }

  /** Adds empty cells for the columns that the cell spans. */
  #cell(cell: XmlElement): string[] {
    const span = spanOf(childOf(cell, 'w:tcPr', 'w:gridSpan'), 1)
    return [this.linesOf(cell).join('\n'), ...blanks(span - 1)]
  }

  #lines(paragraph: XmlElement): string[] {
    const inline = this.#read(paragraph)
    const numbering = this.#styles.numbering(paragraph)
    const mark = numbering && inline.text.trim() !== '' ? `${this.#numbering.next(numbering)} ` : ''
    this.#boxDepth++
    const boxed = this.#boxDepth > maxBoxDepth ? [] : inline.boxes.flatMap(box => this.linesOf(box))
    this.#boxDepth--
    return [mark + inline.text, ...boxed].filter(line => line.trim() !== '')
  }

  /** An embedded document of another format. */
  #foreign(chunk: XmlElement): void {
    const target = this.#relationships.get(chunk.attributes['r:id'] ?? '')?.target ?? ''
    const bytes = /\.(?:x?html?|txt)$/i.test(target) ? this.#office.zip.read(target) : undefined
    if (!bytes) return
    if (/\.txt$/i.test(target)) this.#builder.paragraph(decodeText(bytes))
    else writeHtml(this.#builder, decodeText(bytes))
  }

  #read(paragraph: XmlElement): Inline {
    return readInline(paragraph, (reference, id) => this.#notes.markOf(reference, id))
  }

  #turn(pages: number): void {
    for (let i = 0; i < pages; i++) this.#builder.page(++this.pages)
  }

  #first(part: string, type: string): XmlElement | undefined {
    const target = this.#office.partsOf(part, type)[0]
    return target === undefined ? undefined : this.#office.read(target)
  }
}

/** A number of columns, at least `least`. */
function spanOf(property: XmlElement | undefined, least: number): number {
  const span = Math.trunc(Number(property?.attributes['w:val'])) || least
  return Math.min(maxSpan, Math.max(least, span))
}

function blanks(count: number): string[] {
  return Array<string>(count).fill('')
}
