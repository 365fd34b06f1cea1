import { joinRows, readBullet, toParagraphs } from './paragraphs.ts'
import type { TextPiece } from './pieces.ts'
import { inReadingOrder } from './reading-order.ts'
import { type Row, toRows } from './rows.ts'
import { isBold, type PageSection, toSections } from './sections.ts'
import { findTable, toColumns } from './tables.ts'

/** A part of a page as it will be written, before headings are known. */
export type PagePart =
  | { kind: 'text'; text: string; size: number; isBold: boolean; rows: number }
  | { kind: 'list'; text: string }
  | { kind: 'table'; rows: string[][] }

/** The parts of a page in reading order. Text in an unusual direction comes last. */
export function layOut(pieces: readonly TextPiece[]): PagePart[] {
  const [usual, ...others] = directionsOf(pieces)
  const layOutTurned = (turns: number | undefined) => {
    const rows = toRows(pieces.filter(piece => piece.turns === turns))
    return inReadingOrder(toSections(rows)).flatMap(toParts)
  }
  return [...layOutTurned(usual), ...others.flatMap(layOutTurned).map(withoutSize)]
}

/** Text along the margin is not a heading, however large it is. */
function withoutSize(part: PagePart): PagePart {
  return part.kind === 'text' ? { ...part, size: 0, isBold: false } : part
}

function directionsOf(pieces: readonly TextPiece[]): number[] {
  const chars = [0, 0, 0, 0]
  for (const { turns, text } of pieces) chars[turns]! += text.length
  return [0, 1, 2, 3].filter(turns => chars[turns]! > 0).sort((a, b) => chars[b]! - chars[a]!)
}

function toParts(section: PageSection): PagePart[] {
  const columns = toColumns(section.rows)
  if (columns) return columns.flatMap(toTextSections)
  const found = findTable(section.rows)
  if (!found) return toTextParts(section)
  const { before, table, after } = found
  return [...toTextSections(before), { kind: 'table', rows: table }, ...toTextSections(after)]
}

const toTextSections = (rows: readonly Row[]) => toSections(rows).flatMap(toTextParts)

function toTextParts(section: PageSection): PagePart[] {
  return toParagraphs(section).map(rows => {
    const text = joinRows(rows)
    const item = readBullet(text)
    if (item !== undefined) return { kind: 'list', text: item }
    return { kind: 'text', text, size: sizeOf(rows), isBold: rows.every(isBold), rows: rows.length }
  })
}

function sizeOf(rows: readonly Row[]): number {
  return Math.max(...rows.map(row => row.size))
}
