import type { BoundingBox } from './pieces.ts'
import { boxOf, extendBox, type Row } from './rows.ts'

/** Rows that belong together: a paragraph, a heading, a table. */
export type PageSection = BoundingBox & { rows: Row[] }

/** Factor by which the distance between lines of a paragraph may differ. */
const leadingTolerance = 1.3

/** Lines of a paragraph are closer than this, in font sizes. */
const maxLeading = 2.6

const maxCellChars = 25

/** Groups rows that follow each other down the page, without a gap and in one font size. */
export function toSections(rows: readonly Row[]): PageSection[] {
  const leading = usualLeading(rows)
  const sections: PageSection[] = []
  for (const row of rows) {
    const section = sections.at(-1)
    if (section && isContinued(section, row, leading)) {
      section.rows.push(row)
      extendBox(section, row)
    } else sections.push({ ...boxOf(row), rows: [row] })
  }
  return sections
}

function isContinued(section: PageSection, row: Row, leading: number): boolean {
  const last = section.rows.at(-1)!
  const distance = last.bottom - row.bottom
  const size = Math.max(last.size, row.size)
  if (distance <= 0.2 * size || distance > Math.min(maxLeading, leading * leadingTolerance) * size)
    return false
  if (isTabular(row) && isTabular(last)) return true
  if (isTabular(row) !== isTabular(last)) return row.cells.length > 2 || last.cells.length > 2
  if (size > 1.12 * Math.min(last.size, row.size)) return false
  if (isBold(row) !== isBold(last)) return false
  return Math.min(row.right, last.right) > Math.max(row.left, last.left)
}

/** Whether the cells are short. Longer ones are text with a gap, such as around a formula. */
function isTabular({ cells }: Row): boolean {
  return (
    cells.length > 1 && cells.reduce((sum, cell) => sum + cell.text.length, 0) < maxCellChars * cells.length
  )
}

export const isBold = (row: Row) => row.cells.every(cell => cell.isBold)

/** The usual distance between lines on this page, in font sizes. */
function usualLeading(rows: readonly Row[]): number {
  const distances: number[] = []
  for (let i = 1; i < rows.length; i++) {
    const distance = (rows[i - 1]!.bottom - rows[i]!.bottom) / Math.max(rows[i]!.size, 1)
    if (distance > 0.2 && distance < maxLeading) distances.push(distance)
  }
  distances.sort((a, b) => a - b)
  return distances[distances.length >> 1] ?? 1.3
}
