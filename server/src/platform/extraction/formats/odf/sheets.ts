import type { Workbench } from '../../extraction.ts'
import { type SheetCell, SheetWriter } from '../../spreadsheet/write-sheet.ts'
import type { TextBuilder } from '../../text-builder.ts'
import { childrenOf, findAll, type XmlElement } from '../../xml/xml.ts'
import type { OdfWriter } from './writer.ts'

const cellNames = ['table:table-cell', 'table:covered-table-cell']

/**
 * The file stores identical rows and columns once, with a repeat count that may reach the end of the sheet. Rows and
 * columns with content are repeated at most this often.
 */
const maxRepeats = 1_000

/** Writes each sheet as a page, and returns the number of sheets. */
export function writeSheets(
  builder: TextBuilder,
  body: XmlElement,
  writer: OdfWriter,
  bench: Workbench,
): number {
  const tables = childrenOf(body, 'table:table')
  for (const [i, table] of tables.entries()) {
    builder.page(i + 1)
    writeSheet(builder, table, writer)
    bench.progress(i + 1, tables.length)
  }
  return tables.length
}

function writeSheet(builder: TextBuilder, table: XmlElement, writer: OdfWriter): void {
  const sheet = new SheetWriter(builder, table.attributes['table:name'] ?? '')
  let index = 0
  for (const row of findAll(table, ['table:table-row'])) {
    const cells = readCells(row, writer)
    const repeats = repeatsOf(row, 'table:number-rows-repeated')
    for (let i = 0; i < Math.min(repeats, cells.length > 0 ? maxRepeats : 0); i++)
      sheet.row({ index: index + i, cells })
    index += repeats
  }
  sheet.flush()
  for (const annotation of findAll(table, ['office:annotation'])) {
    sheet.begin()
    writer.comment(annotation)
  }
  for (const shapes of childrenOf(table, 'table:shapes'))
    if (writer.linesOf(shapes).length > 0) {
      sheet.begin()
      writer.blocks(shapes)
    }
}

/** Cells that are not empty. */
function readCells(row: XmlElement, writer: OdfWriter): SheetCell[] {
  const cells: SheetCell[] = []
  let column = 0
  for (const cell of findAll(row, cellNames)) {
    const repeats = repeatsOf(cell, 'table:number-columns-repeated')
    const text = cell.children.length > 0 ? writer.linesOf(cell).join('\n') : ''
    for (let i = 0; i < Math.min(repeats, text === '' ? 0 : maxRepeats); i++)
      cells.push({ column: column + i, text })
    column += repeats
  }
  return cells
}

function repeatsOf(element: XmlElement, attribute: string): number {
  return Math.max(1, Number(element.attributes[attribute] ?? 1) || 1)
}
