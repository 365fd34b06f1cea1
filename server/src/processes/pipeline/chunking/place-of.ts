import type { Block, FilePosition } from '../../../platform/lib/structure.ts'
import type { TextRange } from '../../../platform/lib/text-range.ts'

/** The type of a chunk, and its place in the file. Blocks are in order, so binary search finds the first. */
export function placeOf(
  blocks: readonly Block[],
  { start, end }: TextRange,
): { type: 'text' | 'table' | 'code'; place: FilePosition | null } {
  const within: Block[] = []
  for (let i = firstEndingAfter(blocks, start); i < blocks.length && blocks[i]!.start < end; i++)
    if (blocks[i]!.kind !== 'pageBreak') within.push(blocks[i]!)
  return { type: typeOf(within), place: toPlace(within) }
}

function firstEndingAfter(blocks: readonly Block[], start: number): number {
  let [low, high] = [0, blocks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (blocks[middle]!.end > start) high = middle
    else low = middle + 1
  }
  return low
}

/** A chunk is a table or code when it contains nothing else, except headings. */
function typeOf(blocks: readonly Block[]): 'text' | 'table' | 'code' {
  const kinds = new Set(blocks.map(({ kind }) => kind).filter(kind => kind !== 'heading'))
  const [kind] = kinds
  return kinds.size === 1 && (kind === 'table' || kind === 'code') ? kind : 'text'
}

function toPlace(blocks: readonly Block[]): FilePosition | null {
  const pages = blocks.flatMap(({ page }) => page ?? [])
  const at = blocks.find(block => block.at !== undefined)?.at
  if (pages.length === 0 && at === undefined) return null
  const [page, endPage] = [pages[0], pages.at(-1)]
  return {
    ...(page !== undefined && { page }),
    ...(endPage !== undefined && endPage !== page && { endPage }),
    ...(at !== undefined && { at, timestamp: toTimestamp(at) }),
  }
}

/** 221000 → 03:41, and 1:02:03 from an hour on. */
export function toTimestamp(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`
}
