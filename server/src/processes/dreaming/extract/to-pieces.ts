import type { Passage, Span } from '../../../language/english/fact.ts'
import { endOf, windowCharacters } from './windows.ts'

/** Enough preceding text to resolve who speaks about whom. */
const contextBefore = 1_000

/** A section of a passage that is read in one call. */
export type Piece = { passage: number; span: Span; before: string }

/**
 * Groups the unread sections of passages into calls: many short ones share a call, a long passage is split into
 * several.
 */
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
