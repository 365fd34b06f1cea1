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
  const spans: number[] = []
  const open: HtmlNode[] = [...table.children].reverse()
  while (open.length > 0) {
    const node = open.pop()!
    if (!isElement(node)) continue
    if (node.name === 'table') return undefined
    if (node.name === 'tr') {
      const row = readRow(node, spans)
      if (!row || rows.length >= maxRows) return undefined
      rows.push(row)
    } else if (node.name !== 'caption') {
      // A tall cell ends with its head, body or foot.
      if (/^t(?:head|body|foot)$/.test(node.name)) spans.length = 0
      for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]!)
    }
  }
  const isWide = rows.filter(row => row.length > 1).length >= 2
  return isWide ? rows : undefined
}

/** The caption of a table, which stands above it. */
export function captionOf(table: HtmlElement): string {
  const caption = table.children.find(node => isElement(node) && node.name === 'caption')
  return caption ? textOf(caption) : ''
}

/**
 * The cells of a row. Cells from above that reach into it, and further columns of a wide cell, are empty. `spans` counts
 * the rows that each column is still covered for.
 */
function readRow(row: HtmlElement, spans: number[]): string[] | undefined {
  const cells: string[] = []
  const skipCovered = () => {
    for (; (spans[cells.length] ?? 0) > 0; cells.push('')) spans[cells.length]!--
  }
  for (const cell of row.children) {
    if (!isElement(cell) || (cell.name !== 'td' && cell.name !== 'th')) continue
    if (holdsBlocks(cell)) return undefined
    const text = textOf(cell)
    if (text.length > maxCellChars) return undefined
    skipCovered()
    const columns = spanOf(cell.attribs.colspan, maxColumns - cells.length)
    const below = spanOf(cell.attribs.rowspan, maxRows) - 1
    for (let i = 0; i < columns; i++) {
      spans[cells.length] = below
      cells.push(i === 0 ? text : '')
    }
    if (cells.length > maxColumns) return undefined
  }
  skipCovered()
  for (let i = cells.length; i < spans.length; i++) spans[i] = Math.max(0, spans[i]! - 1)
  return cells
}

function spanOf(written: string | undefined, most: number): number {
  return Math.max(1, Math.min(Math.trunc(Number(written ?? 1)) || 1, most))
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
