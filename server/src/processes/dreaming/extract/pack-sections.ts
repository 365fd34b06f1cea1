import type { Passage, TextSpan } from '../../../language/english/fact.ts'
import { findWindowEnd, windowCharacters } from './windows.ts'

/** Enough preceding text to resolve who speaks about whom. */
const contextBefore = 1_000

/** A section of a passage that is read in one call. */
export type PassageSection = { passage: number; span: TextSpan; before: string }

/**
 * Groups the unread sections of passages into calls: many short ones share a call, a long passage is split into
 * several.
 */
export function packSections(passages: readonly Passage[]): PassageSection[][] {
  const packs: PassageSection[][] = []
  let length = windowCharacters
  for (const section of passages.flatMap(splitPassage)) {
    const size = section.span[1] - section.span[0]
    if (length + size > windowCharacters) {
      packs.push([])
      length = 0
    }
    packs.at(-1)!.push(section)
    length += size
  }
  return packs
}

function splitPassage({ text, from }: Passage, passage: number): PassageSection[] {
  const sections: PassageSection[] = []
  for (let start = from; start < text.length; ) {
    const end = findWindowEnd(text, start)
    const before = text.slice(Math.max(0, start - contextBefore), start)
    if (text.slice(start, end).trim() !== '') sections.push({ passage, span: [start, end], before })
    start = end
  }
  return sections
}
