import type { BoundingBox } from './pieces.ts'

/**
 * The sort compares every pair with every third part, which is cubic. A page with more parts is a drawing without an
 * order.
 */
const maxSorted = 300

/**
 * The parts of a page in reading order. The order of the file is its author's, and right for nearly every page, even
 * with columns. Where it goes back up within a column it is wrong, and the parts are sorted by position.
 */
export function inReadingOrder<T extends BoundingBox>(parts: readonly T[]): T[] {
  if (parts.length > maxSorted || !goesBackUp(parts)) return [...parts]
  return sortByPrecedence(parts)
}

function goesBackUp(parts: readonly BoundingBox[]): boolean {
  return parts.some((part, i) => parts.slice(0, i).some(before => isAboveInColumn(part, before)))
}

function isAboveInColumn(part: BoundingBox, before: BoundingBox): boolean {
  const shared = Math.min(before.right, part.right) - Math.max(before.left, part.left)
  const isInColumn = shared > 0.3 * Math.min(before.right - before.left, part.right - part.left)
  return isInColumn && part.bottom >= before.top - 1
}

/** Breuel's two rules: `a` is above `b` in the same column, or left of it with no part across both in between. */
function precedes<T extends BoundingBox>(a: T, b: T, all: readonly T[]): boolean {
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

const middle = (box: BoundingBox) => (box.top + box.bottom) / 2

const isBetween = (value: number, a: number, b: number) => value > Math.min(a, b) && value < Math.max(a, b)

const overlapsAcross = (a: BoundingBox, b: BoundingBox) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1

/**
 * Repeatedly takes the first part, in file order, that no remaining part must precede. File order also breaks cycles.
 */
function sortByPrecedence<T extends BoundingBox>(parts: readonly T[]): T[] {
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
