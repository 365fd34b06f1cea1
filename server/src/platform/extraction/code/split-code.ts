import { trimRange } from '../../lib/text-range.ts'
import type { Block } from '../extraction.ts'

/** Neighbours that are shorter together stay in one block: imports, constants, short functions. */
const fewChars = 300

/** Blocks between the cuts. Together they cover the whole text. */
export function splitCode(text: string, cuts: readonly number[]): Block[] {
  const blocks: Block[] = []
  const bounds = [...new Set([0, ...cuts])].sort((a, b) => a - b)
  for (const [i, from] of bounds.entries()) {
    const { start, end } = trimRange(text, from, bounds[i + 1] ?? text.length)
    if (start === end) continue
    const last = blocks.at(-1)
    const isJoined = last && !/\n[^\S\n]*\n/.test(text.slice(last.end, start)) && end - last.start <= fewChars
    if (isJoined) last.end = end
    else blocks.push({ kind: 'code', start, end })
  }
  return blocks
}

/** For languages without a grammar: cuts where an unindented line follows an empty one. */
export function cutsAtEmptyLines(text: string): number[] {
  return [...text.matchAll(/\n[^\S\n]*\n(?=\S)/g)].map(found => found.index + found[0].length)
}
