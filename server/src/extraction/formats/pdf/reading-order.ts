import type { Box } from './pieces.ts'

/** Comparing every two with every third is cubic; a page of more parts than this is a drawing, and has no order. */
const maxSorted = 300

/**
 * The parts of a page as they are read. The order of the file is its author's, and right for nearly every page, columns
 * too; where it goes back up within a column it is not, and the parts are sorted by where they stand.
 */
export function inReadingOrder<T extends Box>(parts: readonly T[]): T[] {
  if (parts.length > maxSorted || !goesBackUp(parts)) return [...parts]
  return sortByPrecedence(parts)
}

function goesBackUp(parts: readonly Box[]): boolean {
  return parts.some((part, i) => parts.slice(0, i).some(before => isAboveInColumn(part, before)))
}

function isAboveInColumn(part: Box, before: Box): boolean {
  const shared = Math.min(before.right, part.right) - Math.max(before.left, part.left)
  const isInColumn = shared > 0.3 * Math.min(before.right - before.left, part.right - part.left)
  return isInColumn && part.bottom >= before.top - 1
}

/** Breuel's two rules: above within a column, or left of it with nothing across both in between. */
function precedes<T extends Box>(a: T, b: T, all: readonly T[]): boolean {
  if (overlapsAcross(a, b)) return middle(a) > middle(b)
  if (a.right > b.left) return false
  return !all.some(
    c =>
      c !== a &&
      c !== b &&
      isBetween(middle(c), middle(a), middle(b)) &&
      overlapsAcross(c, a) &&
      overlapsAcross(c, b),
  )
}

const middle = (box: Box) => (box.top + box.bottom) / 2

const isBetween = (value: number, a: number, b: number) => value > Math.min(a, b) && value < Math.max(a, b)

const overlapsAcross = (a: Box, b: Box) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1

/** Takes the first in the order of the file that nothing left must precede; circles are broken by the same order. */
function sortByPrecedence<T extends Box>(parts: readonly T[]): T[] {
  const follows = parts.map(a => parts.map(b => a !== b && precedes(a, b, parts)))
  const waits = parts.map((_, b) => follows.reduce((sum, row) => sum + Number(row[b]), 0))
  const remaining = new Set(parts.keys())
  const sorted: T[] = []
  while (remaining.size > 0) {
    const next = pickNext(remaining, waits)
    remaining.delete(next)
    sorted.push(parts[next]!)
    for (const i of remaining) if (follows[next]![i]) waits[i]!--
  }
  return sorted
}

function pickNext(remaining: ReadonlySet<number>, waits: readonly number[]): number {
  let best = -1
  for (const i of remaining) {
    if (waits[i] === 0) return i
    if (best === -1 || waits[i]! < waits[best]!) best = i
  }
  return best
}
