import type { Story } from './fib.ts'

/** Formatting of a range of bytes: the `style` of paragraphs, and property changes by their codes. */
export type Run = { start: number; end: number; style: number; changes: ReadonlyMap<number, number> }

export const changes = {
  isInTable: 0x2416,
  isRowEnd: 0x2417,
  tableDepth: 0x6649,
  listLevel: 0x260a,
  list: 0x460b,
  outlineLevel: 0x2640,
  isDeleted: 0x0800,
}

const pageSize = 512

/** Runs are stored on pages of 512 bytes, which a list in the table stream names. */
export function readRuns(
  stream: Buffer,
  table: Buffer,
  { start, end }: Story,
  of: 'paragraphs' | 'characters',
): Run[] {
  const count = Math.floor((Math.min(end, table.length) - start - 4) / 8)
  const runs: Run[] = []
  for (let i = 0; i < count; i++) {
    const page = (table.readUInt32LE(start + (count + 1) * 4 + i * 4) & 0x3fffff) * pageSize
    if (page + pageSize <= stream.length) runs.push(...readPage(stream.subarray(page, page + pageSize), of))
  }
  return runs.sort((a, b) => a.start - b.start)
}

/** The range that contains a position. Ranges are sorted and do not overlap. */
export function findAt<T extends Story>(ranges: readonly T[], place: number): T | undefined {
  let [low, high] = [0, ranges.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const range = ranges[middle]!
    if (place < range.start) high = middle - 1
    else if (place >= range.end) low = middle + 1
    else return range
  }
  return undefined
}

function readPage(page: Buffer, of: 'paragraphs' | 'characters'): Run[] {
  const count = page[pageSize - 1]!
  const entrySize = of === 'paragraphs' ? 13 : 1
  const runs: Run[] = []
  for (let i = 0; i < count; i++) {
    const entry = (count + 1) * 4 + i * entrySize
    if (entry >= pageSize) break
    const [start, end] = [page.readUInt32LE(i * 4), page.readUInt32LE(i * 4 + 4)]
    runs.push({ start, end, ...(of === 'paragraphs' ? paragraphAt(page, entry) : charactersAt(page, entry)) })
  }
  return runs
}

const unchanged = { style: 0, changes: new Map<number, number>() }

function paragraphAt(page: Buffer, entry: number): Pick<Run, 'style' | 'changes'> {
  const at = page[entry]! * 2
  if (at === 0 || at + 4 > pageSize) return unchanged
  const short = page[at]!
  const [start, size] = short === 0 ? [at + 2, page[at + 1]! * 2] : [at + 1, short * 2 - 1]
  if (size < 2 || start + 2 > pageSize) return unchanged
  return {
    style: page.readUInt16LE(start),
    changes: readChanges(page.subarray(start + 2, Math.min(pageSize, start + size))),
  }
}

function charactersAt(page: Buffer, entry: number): Pick<Run, 'style' | 'changes'> {
  const at = page[entry]! * 2
  if (at === 0) return unchanged
  return { style: 0, changes: readChanges(page.subarray(at + 1, Math.min(pageSize, at + 1 + page[at]!))) }
}

/** Length of the operand, by the upper three bits of a code; 0 means that the operand states its own length. */
const sizes = [1, 1, 2, 4, 2, 2, 0, 3]

function readChanges(bytes: Buffer): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (let at = 0; at + 3 <= bytes.length; ) {
    const code = bytes.readUInt16LE(at)
    const size = sizes[code >> 13]! || 1 + bytes[at + 2]!
    if (size <= 4 && at + 2 + size <= bytes.length) found.set(code, bytes.readUIntLE(at + 2, size))
    at += 2 + size
  }
  return found
}
