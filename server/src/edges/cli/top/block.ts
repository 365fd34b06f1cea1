import { cut } from '../print-rows.ts'
import { printable } from '../printable.ts'
import { style } from '../style.ts'

export type Paint = (text: string) => string

/** A text with its colour, which is applied last: colours take no room. */
export type Cell = string | { text: string; paint: Paint }

export type Column = { title: string; align?: 'right' }

export type Block = { title: string; columns: readonly Column[]; rows: readonly Cell[][]; empty?: string }

const gap = 2

const textOf = (cell: Cell) => printable(typeof cell === 'string' ? cell : cell.text)
const paintOf = (cell: Cell): Paint => (typeof cell === 'string' ? text => text : cell.paint)

/**
 * Lines of exactly this width, so that blocks can stand side by side: a heading, and as many rows as fit. The first column
 * gives way when there is too little room. A last line says how many rows were left out.
 */
export function toLines(
  { title, columns, rows, empty = 'none' }: Block,
  width: number,
  height: number,
): string[] {
  const widths = columns.map(({ title }, i) =>
    Math.max(...[title, ...rows.map(row => textOf(row[i]!))].map(length)),
  )
  const others = widths.slice(1).reduce((sum, each) => sum + each + gap, 0)
  const first = Math.max(4, width - others)
  const room = [Math.max(first, 0), ...widths.slice(1)]
  const heading = [title, ...columns.slice(1).map(column => column.title)]
  const toLine = (cells: readonly Cell[], paint?: Paint) => lineOf(cells, columns, room, width, paint)
  const shown = rows.length > height - 1 ? rows.slice(0, Math.max(0, height - 2)) : rows
  const left = rows.length - shown.length
  const lines = [toLine(heading, style.bold), ...shown.map(row => toLine(row))]
  if (rows.length === 0) lines.push(style.dim(fitted(empty, width)))
  if (left > 0) lines.push(style.dim(fitted(`… ${left} more`, width)))
  return lines
}

function lineOf(
  cells: readonly Cell[],
  columns: readonly Column[],
  room: readonly number[],
  width: number,
  paint?: Paint,
): string {
  let taken = 0
  const parts = cells.map((cell, i) => {
    const each = Math.min(room[i]!, Math.max(0, width - taken - (i === 0 ? 0 : gap)))
    taken += each + (i === 0 ? 0 : gap)
    const text = cut(textOf(cell), each)
    const padding = ' '.repeat(Math.max(0, each - length(text)))
    const painted = (paint ?? paintOf(cell))(text)
    return columns[i]!.align === 'right' ? padding + painted : painted + padding
  })
  return parts.join(' '.repeat(gap))
}

/** A text of exactly this width. */
export function fitted(text: string, width: number): string {
  const shown = cut(text, width)
  return shown + ' '.repeat(Math.max(0, width - length(shown)))
}

/** Joins two columns of lines of which the left ones have this width. */
export function sideBySide(left: readonly string[], right: readonly string[], leftWidth: number): string[] {
  const height = Math.max(left.length, right.length)
  return Array.from({ length: height }, (_, i) => `${left[i] ?? ' '.repeat(leftWidth)}   ${right[i] ?? ''}`)
}

/** Counts characters as people do. */
const length = (text: string) => [...text].length
