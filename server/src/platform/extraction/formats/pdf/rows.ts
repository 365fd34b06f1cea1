import { type BoundingBox, type TextPiece, wideGap } from './pieces.ts'

/** One line of text. Wide gaps divide it into cells, from left to right. */
export type Row = BoundingBox & { cells: TextPiece[]; size: number }

/** The dots between a title and its page in a table of contents. */
const dotLeader = /\s*(?:\.\s?){5,}\s*/g

/**
 * Groups pieces of one direction into rows, in the order of the file. Text written over the page joins the row it is
 * on.
 */
export function toRows(pieces: readonly TextPiece[]): Row[] {
  const rows: Row[] = []
  for (const piece of pieces) {
    const row = piece.isOverlay ? findRowOf(piece, rows) : rows.at(-1)
    if (row && isOnRow(piece, row)) addToRow(row, piece)
    else rows.push({ ...boxOf(piece), cells: [{ ...piece }], size: piece.size })
  }
  return rows
}

export function textOfRow(row: Row): string {
  const text = row.cells.map(cell => cell.text).join(' ')
  return text.replace(dotLeader, ' … ')
}

export function hasDotLeader(row: Row): boolean {
  return row.cells.some(cell => cell.text.search(dotLeader) !== -1)
}

function longestOf(cells: readonly TextPiece[]): TextPiece {
  return cells.reduce((longest, cell) => (cell.text.length > longest.text.length ? cell : longest))
}

export function boxOf({ left, right, bottom, top }: BoundingBox): BoundingBox {
  return { left, right, bottom, top }
}

export function extendBox(box: BoundingBox, other: BoundingBox): void {
  box.left = Math.min(box.left, other.left)
  box.right = Math.max(box.right, other.right)
  box.bottom = Math.min(box.bottom, other.bottom)
  box.top = Math.max(box.top, other.top)
}

function findRowOf(piece: TextPiece, rows: readonly Row[]): Row | undefined {
  const candidates = rows.filter(row => isOnRow(piece, row))
  return candidates.sort((a, b) => distanceTo(piece, a) - distanceTo(piece, b))[0]
}

function distanceTo(piece: TextPiece, row: Row): number {
  return Math.max(0, row.left - piece.right, piece.left - row.right)
}

/** On the same line without overlapping its cells: an overlap means another layer of the page. */
function isOnRow(piece: TextPiece, row: Row): boolean {
  if (piece.isVertical) return false
  const shared = Math.min(piece.top, row.top) - Math.max(piece.bottom, row.bottom)
  if (shared < 0.5 * Math.min(piece.top - piece.bottom, row.top - row.bottom)) return false
  const slack = 0.3 * (piece.top - piece.bottom)
  return row.cells.every(cell => piece.left > cell.right - slack || piece.right < cell.left + slack)
}

function addToRow(row: Row, piece: TextPiece): void {
  const before = row.cells.findLast(cell => cell.left <= piece.left)
  if (before && isNextTo(before, piece)) joinPieces(before, piece)
  else {
    row.cells.push({ ...piece })
    row.cells.sort((a, b) => a.left - b.left)
  }
  extendBox(row, piece)
  row.size = longestOf(row.cells).size
}

function isNextTo(before: TextPiece, piece: TextPiece): boolean {
  return piece.left - before.right < wideGap * Math.max(before.top - before.bottom, piece.top - piece.bottom)
}

function joinPieces(before: TextPiece, piece: TextPiece): void {
  const isApart = piece.left - before.right > 0.12 * Math.max(before.size, piece.size)
  const [first, second] = piece.isRightToLeft && before.isRightToLeft ? [piece, before] : [before, piece]
  const length = before.text.length
  before.text = `${first.text}${isApart ? ' ' : ''}${second.text}`
  before.isHyphenated = piece.isHyphenated
  before.isRightToLeft ||= piece.isRightToLeft
  if (piece.text.length > length) before.size = piece.size
  extendBox(before, piece)
}
