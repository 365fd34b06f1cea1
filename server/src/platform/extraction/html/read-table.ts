import { type HtmlElement, type HtmlNode, isElement } from './parse-html.ts'
import { textOf } from './text-of.ts'

const maxRows = 20_000
const maxColumns = 100

/** A table with longer cells lays out the page and holds no data. */
const maxCellChars = 1_000

const blocks = /^(?:h[1-6]|ul|ol|pre|article|section|form|iframe|blockquote)$/

/** The rows of a data table; undefined for a layout table. */
export function readTable(table: HtmlElement): string[][] | undefined {
  if (/^(?:presentation|none)$/.test(table.attribs.role ?? '')) return undefined
  const rows: string[][] = []
  const open: HtmlNode[] = [...table.children].reverse()
  while (open.length > 0) {
    const node = open.pop()!
    if (!isElement(node)) continue
    if (node.name === 'table') return undefined
    if (node.name === 'tr') {
      const row = readRow(node)
      if (!row || rows.length >= maxRows) return undefined
      rows.push(row)
    } else if (node.name !== 'caption')
      for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]!)
  }
  const isWide = rows.filter(row => row.length > 1).length >= 2
  return isWide ? rows : undefined
}

/** The caption of a table, which stands above it. */
export function captionOf(table: HtmlElement): string {
  const caption = table.children.find(node => isElement(node) && node.name === 'caption')
  return caption ? textOf(caption) : ''
}

function readRow(row: HtmlElement): string[] | undefined {
  const cells: string[] = []
  for (const cell of row.children) {
    if (!isElement(cell) || (cell.name !== 'td' && cell.name !== 'th')) continue
    if (holdsBlocks(cell)) return undefined
    const text = textOf(cell)
    if (text.length > maxCellChars) return undefined
    cells.push(text)
    for (let span = Number(cell.attribs.colspan ?? 1); span > 1 && cells.length < maxColumns; span--)
      cells.push('')
    if (cells.length > maxColumns) return undefined
  }
  return cells
}

function holdsBlocks(cell: HtmlElement): boolean {
  const open: HtmlNode[] = [...cell.children]
  let paragraphs = 0
  while (open.length > 0) {
    const node = open.pop()!
    if (!isElement(node)) continue
    if (node.name === 'table' || blocks.test(node.name)) return true
    if (node.name === 'p' && ++paragraphs > 3) return true
    open.push(...node.children.slice(0, 10_000))
  }
  return false
}
