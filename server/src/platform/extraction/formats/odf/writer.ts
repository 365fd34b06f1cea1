import type { TextBuilder } from '../../text-builder.ts'
import { writeTable } from '../../write-table.ts'
import { isMathMl, readMathMl } from '../../xml/mathml.ts'
import { childOf, findAll, isElement, textOf, type XmlElement } from '../../xml/xml.ts'
import { type Inline, readInline } from './inline.ts'
import { markOf, type OdfStyles } from './styles.ts'

const maxDepth = 100
const maxColumns = 1_000

/** Sources of an index, and elements that are not text of the document. */
const unread = new Set([
  'text:tracked-changes',
  'text:table-of-content-source',
  'text:alphabetical-index-source',
  'text:illustration-index-source',
  'text:user-index-source',
  'text:bibliography-source',
  'text:sequence-decls',
  'text:variable-decls',
  'text:user-field-decls',
  'office:forms',
  'office:annotation',
  'svg:title',
  'svg:desc',
  'presentation:notes',
])

/** Returns the root of a part of the file, by its path. */
export type ReadPart = (path: string) => XmlElement | undefined

type List = { style: string; depth: number }

/** Writes blocks of OpenDocument: headings, paragraphs, lists, tables and the objects anchored in them. */
export class OdfWriter {
  readonly #builder: TextBuilder
  readonly #styles: OdfStyles
  readonly #notes: XmlElement[] = []
  /** Items written per list style and depth, for lists that continue counting. */
  readonly #counts = new Map<string, number>()
  readonly #readPart: ReadPart
  readonly #objects = new Set<string>()
  #depth = 0

  constructor(builder: TextBuilder, styles: OdfStyles, readPart: ReadPart) {
    this.#builder = builder
    this.#styles = styles
    this.#readPart = readPart
  }

  /** Writes the blocks inside an element that is not a block itself. */
  blocks(parent: XmlElement): void {
    if (this.#depth === maxDepth) return
    this.#depth++
    for (const child of parent.children) if (isElement(child)) this.#block(child)
    this.#depth--
  }

  /** The same content as lines, for places that cannot hold blocks. */
  linesOf(parent: XmlElement): string[] {
    return findAll(parent, ['text:p', 'text:h', 'table:table', 'office:annotation', 'presentation:notes'])
      .flatMap(block => {
        if (block.name === 'table:table') return this.rowsOf(block).map(row => row.filter(Boolean).join(', '))
        return block.name.startsWith('text:') ? this.#lines(block) : []
      })
      .filter(line => line.trim() !== '')
  }

  rowsOf(table: XmlElement): string[][] {
    return findAll(table, ['table:table-row']).map(row => this.#cells(row))
  }

  /**
   * The cells up to the last one with text. Equal neighbours are stored once, with a count; empty ones reach to the end
   * of a sheet.
   */
  #cells(row: XmlElement): string[] {
    const cells: string[] = []
    let column = 0
    for (const cell of findAll(row, ['table:table-cell', 'table:covered-table-cell'])) {
      const repeats = Math.trunc(Number(cell.attributes['table:number-columns-repeated'] ?? 1)) || 1
      const end = Math.min(maxColumns, column + Math.max(1, repeats))
      const text = this.linesOf(cell).join('\n')
      while (text !== '' && cells.length < end) cells.push(cells.length < column ? '' : text)
      column = end
      if (column === maxColumns) break
    }
    return cells
  }

  notes(): void {
    for (let i = 0; i < this.#notes.length; i++) {
      const body = childOf(this.#notes[i], 'text:note-body')
      if (body) this.#builder.paragraph(`[^${i + 1}]: ${this.linesOf(body).join('\n')}`)
    }
  }

  comment(annotation: XmlElement): void {
    const author = textOf(childOf(annotation, 'dc:creator')).trim()
    const text = this.linesOf(annotation).join('\n')
    if (text !== '') this.#builder.paragraph(`${author ? `Comment by ${author}` : 'Comment'}: ${text}`)
  }

  #block(element: XmlElement): void {
    if (unread.has(element.name)) return
    if (element.name === 'text:h') this.#heading(element)
    else if (element.name === 'text:p') this.#paragraph(element)
    else if (element.name === 'text:list') this.#list(element, { style: '', depth: -1 })
    else if (element.name === 'table:table') this.#table(element)
    else if (element.name === 'draw:object') this.#object(element)
    else this.blocks(element)
  }

  /** An embedded document (formula, sheet, text or chart), written once. */
  #object(element: XmlElement): void {
    const folder = (element.attributes['xlink:href'] ?? '').replace(/^\.\//, '')
    if (folder === '' || this.#objects.has(folder)) return
    this.#objects.add(folder)
    const root = this.#readPart(`${folder}/content.xml`)
    if (root && isMathMl(root)) this.#builder.paragraph(readMathMl(root))
    else for (const body of root ? findAll(root, ['office:body']) : []) this.blocks(body)
  }

  #heading(element: XmlElement): void {
    const inline = this.#read(element)
    this.#builder.heading(Number(element.attributes['text:outline-level'] ?? 1) || 1, inline.text)
    this.#hanging(inline)
  }

  #paragraph(element: XmlElement): void {
    const inline = this.#read(element)
    if (this.#styles.isTitle(element.attributes['text:style-name'] ?? ''))
      this.#builder.heading(1, inline.text)
    else this.#builder.paragraph(inline.text)
    this.#hanging(inline)
  }

  #list(element: XmlElement, outer: List): void {
    if (this.#depth === maxDepth) return
    this.#depth++
    const list = { style: element.attributes['text:style-name'] ?? outer.style, depth: outer.depth + 1 }
    if (element.attributes['text:continue-numbering'] !== 'true') this.#counts.delete(toKey(list))
    for (const item of element.children) if (isElement(item)) this.#item(item, list)
    this.#depth--
  }

  #item(item: XmlElement, list: List): void {
    let isFirst = item.name === 'text:list-item'
    for (const child of item.children) {
      if (!isElement(child)) continue
      if (child.name === 'text:list') this.#list(child, list)
      else if (child.name !== 'text:p') this.#block(child)
      else {
        const inline = this.#read(child)
        if (inline.text.trim() !== '') {
          this.#builder.listItem(inline.text, { depth: list.depth, mark: isFirst ? this.#mark(list) : '-' })
          isFirst = false
        }
        this.#hanging(inline)
      }
    }
  }

  #mark(list: List): string {
    const level = this.#styles.listLevel(list.style, list.depth)
    if (!level?.isNumbered) return '-'
    const count = this.#counts.get(toKey(list)) ?? 0
    this.#counts.set(toKey(list), count + 1)
    return markOf(level, count)
  }

  /**
   * A table of one cell is a frame around its content. Charts keep the figures they are drawn from in a table of this
   * name.
   */
  #table(table: XmlElement): void {
    if (table.attributes['table:name'] === 'local-table') return
    const cells = findAll(table, ['table:table-cell'])
    if (cells.length === 1) this.blocks(cells[0]!)
    else writeTable(this.#builder, this.rowsOf(table))
  }

  #hanging(inline: Inline): void {
    for (const box of inline.boxes) {
      if (box.name === 'table:table' || box.name === 'draw:object') this.#block(box)
      else this.blocks(box)
    }
    for (const comment of inline.comments) this.comment(comment)
  }

  #lines(paragraph: XmlElement): string[] {
    const inline = this.#read(paragraph)
    if (this.#depth === maxDepth) return [inline.text]
    this.#depth++
    const boxed = inline.boxes.flatMap(box => this.linesOf(box))
    this.#depth--
    return [inline.text, ...boxed]
  }

  #read(paragraph: XmlElement): Inline {
    return readInline(paragraph, note => `[^${this.#notes.push(note)}]`)
  }
}

function toKey(list: List): string {
  return `${list.depth} ${list.style}`
}
