import { type HtmlElement, type HtmlNode, isElement } from '../html/parse-html.ts'
import { rawTextOf, textOf } from '../html/text-of.ts'
import type { TextBuilder } from '../text-builder.ts'
import { writeTable } from '../write-table.ts'
import { localName } from './local-name.ts'

const marks: Record<string, string> = { tab: '\t', br: '\n' }

/** A cell follows the one before unless it states its column; a sheet has no more columns than this. */
const maxColumns = 16_384

/**
 * Writes office files that are one XML document: Word 2003, Excel 2003, and Word's flat XML of today. Returns whether
 * it was one.
 */
export function writeOffice(builder: TextBuilder, root: HtmlElement): boolean {
  const name = localName(root)
  if (name === 'Workbook') writeSheets(builder, root)
  else if (name === 'wordDocument' || name === 'package')
    for (const body of findAll(root, ['body'])) writeWords(builder, body)
  return !builder.isEmpty
}

function writeWords(builder: TextBuilder, parent: HtmlElement): void {
  for (const element of findAll(parent, ['p', 'tbl'])) {
    if (localName(element) === 'tbl') writeTable(builder, rowsOf(element))
    else {
      builder.paragraph(wordsOf(element))
      // Some programs put a table into a paragraph.
      for (const table of findAll(element, ['tbl'])) writeTable(builder, rowsOf(table))
    }
  }
}

function rowsOf(table: HtmlElement): string[][] {
  return findAll(table, ['tr']).map(row =>
    findAll(row, ['tc']).map(cell => findAll(cell, ['p', 'tbl']).map(linesOf).join('\n')),
  )
}

function linesOf(block: HtmlElement): string {
  return localName(block) === 'p' ? wordsOf(block) : rowsOf(block).flat().join(', ')
}

function wordsOf(paragraph: HtmlElement): string {
  return findAll(paragraph, ['r', 'tbl'])
    .filter(element => localName(element) === 'r')
    .flatMap(run => findAll(run, ['t', 'tab', 'br']))
    .map(element => marks[localName(element)] ?? rawTextOf(element))
    .join('')
}

function writeSheets(builder: TextBuilder, workbook: HtmlElement): void {
  for (const sheet of findAll(workbook, ['Worksheet'])) {
    const rows = findAll(sheet, ['Row']).map(cellsOf)
    if (rows.length > 0) builder.heading(2, sheet.attribs['ss:Name'] ?? '')
    writeTable(builder, rows)
  }
}

function cellsOf(row: HtmlElement): string[] {
  const cells: string[] = []
  for (const cell of findAll(row, ['Cell'])) {
    const index = Number(cell.attribs['ss:Index'] ?? 0)
    while (cells.length < Math.min(index, maxColumns) - 1) cells.push('')
    cells.push(findAll(cell, ['Data', 'Comment']).map(textOf).join('\n'))
  }
  return cells
}

/** Elements of some names, but not inside each other. */
function findAll(parent: HtmlElement, names: readonly string[]): HtmlElement[] {
  const found: HtmlElement[] = []
  const look = (nodes: readonly HtmlNode[]): void => {
    for (const node of nodes)
      if (isElement(node)) {
        if (names.includes(localName(node))) found.push(node)
        else look(node.children)
      }
  }
  look(parent.children)
  return found
}
