import type { Row } from './rows.ts'

/** Cells with a longer mean length are text in columns. */
const maxMeanCellChars = 40

const minFilledShare = 0.5

/** Lines of text in columns have a longer mean length, and fill at least this share of their column. */
const minMeanLineChars = 20
const minLineFill = 0.75

type ColumnExtent = { left: number; right: number }

/** A table, and the lines directly above and below it. */
export function findTable(
  rows: readonly Row[],
): { before: readonly Row[]; table: string[][]; after: readonly Row[] } | undefined {
  const first = rows.findIndex(row => row.cells.length > 1)
  const last = rows.findLastIndex(row => row.cells.length > 1)
  const table = toTable(rows.slice(Math.max(0, first), last + 1))
  return table && { before: rows.slice(0, first), table, after: rows.slice(last + 1) }
}

/** The cells of a table; undefined when the rows may not be one. */
function toTable(rows: readonly Row[]): string[][] | undefined {
  const wide = rows.filter(row => row.cells.length > 1)
  if (wide.length < 2 || wide.length < 0.6 * rows.length) return undefined
  const columns = findColumns(wide)
  if (columns.length < 2 || rows.length < (columns.length > 2 ? 2 : 3)) return undefined
  if (meanCellChars(wide) > maxMeanCellChars) return undefined
  const table = rows.map(row => placeCells(row, columns))
  return isFilled(table, columns.length) ? table : undefined
}

/** Text whose columns the file stores line by line: the rows of each column, or undefined. */
export function toColumns(rows: readonly Row[]): Row[][] | undefined {
  const wide = rows.filter(row => row.cells.length > 1)
  if (rows.length < 4 || wide.length < 0.6 * rows.length) return undefined
  if (meanCellChars(wide) < minMeanLineChars) return undefined
  const columns = findColumns(wide)
  if (columns.length < 2 || columns.length > 3) return undefined
  const parted = columns.map((_, i) => rows.flatMap(row => cutRow(row, columns, i)))
  return parted.every((rows, i) => isFull(rows, columns[i]!)) ? parted : undefined
}

function cutRow(row: Row, columns: readonly ColumnExtent[], index: number): Row[] {
  const cells = row.cells.filter(cell => findColumn(cell, columns) === index)
  if (cells.length === 0) return []
  const left = Math.min(...cells.map(cell => cell.left))
  const right = Math.max(...cells.map(cell => cell.right))
  return [{ ...row, cells, left, right }]
}

/** Lines of running text reach from margin to margin; cells do not. */
function isFull(rows: readonly Row[], column: ColumnExtent): boolean {
  const width = rows.reduce((sum, row) => sum + row.right - row.left, 0) / Math.max(1, rows.length)
  return width > minLineFill * (column.right - column.left)
}

/**
 * Horizontal extents of the columns, from rows with at least the usual number of cells; overlapping cells are merged.
 */
function findColumns(rows: readonly Row[]): ColumnExtent[] {
  const usual = mostFrequent(rows.map(row => row.cells.length))
  const cells = rows.filter(row => row.cells.length >= usual).flatMap(row => row.cells)
  cells.sort((a, b) => a.left - b.left)
  const columns: ColumnExtent[] = []
  for (const { left, right } of cells) {
    const column = columns.at(-1)
    if (column && left < column.right) column.right = Math.max(column.right, right)
    else columns.push({ left, right })
  }
  return columns
}

function placeCells(row: Row, columns: readonly ColumnExtent[]): string[] {
  const placed = columns.map(() => '')
  for (const cell of row.cells) {
    const at = findColumn(cell, columns)
    placed[at] = placed[at] === '' ? cell.text : `${placed[at]} ${cell.text}`
  }
  return placed
}

/** The first column that the cell overlaps, or else the nearest. */
function findColumn(cell: ColumnExtent, columns: readonly ColumnExtent[]): number {
  const distances = columns.map(column => Math.max(0, column.left - cell.right, cell.left - column.right))
  return distances.indexOf(Math.min(...distances))
}

function isFilled(table: readonly string[][], width: number): boolean {
  const filled = table.flat().filter(cell => cell !== '').length
  return filled >= minFilledShare * table.length * width
}

function meanCellChars(rows: readonly Row[]): number {
  const cells = rows.flatMap(row => row.cells)
  return cells.reduce((sum, cell) => sum + cell.text.length, 0) / Math.max(1, cells.length)
}

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
}
