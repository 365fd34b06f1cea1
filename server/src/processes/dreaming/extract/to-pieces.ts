import type { Passage, Span } from '../../../language/english/fact.ts'
import { endOf, windowCharacters } from './windows.ts'

/** Enough before it to know who speaks of whom. */
const contextBefore = 1_000

/** A part of a passage that is read in one call. */
export type Piece = { passage: number; span: Span; before: string }

/** The unread parts of passages in packs, each of which is one call: many short ones together, a long one in turns. */
export function toPacks(passages: readonly Passage[]): Piece[][] {
  const packs: Piece[][] = []
  let length = windowCharacters
  for (const piece of passages.flatMap(toPieces)) {
    const size = piece.span[1] - piece.span[0]
    if (length + size > windowCharacters) {
      packs.push([])
      length = 0
    }
    packs.at(-1)!.push(piece)
    length += size
  }
  return packs
}

function toPieces({ text, from }: Passage, passage: number): Piece[] {
  const pieces: Piece[] = []
  for (let start = from; start < text.length; ) {
    const end = endOf(text, start)
    const before = text.slice(Math.max(0, start - contextBefore), start)
    if (text.slice(start, end).trim() !== '') pieces.push({ passage, span: [start, end], before })
    start = end
  }
  return pieces
}
