/**
 * Raise it when the same text is cut or its terms are counted in another way, so that a chat does not get an index that is
 * half of the one and half of the other.
 */
const version = 1

/** Doublings count from this length on. A shorter conversation is cut as a whole anyway. */
const smallChars = 1_000

export type CutSettings = { chars: number; targetChars: number; leastTurn: number; language: string }

/**
 * Names everything that decides how a conversation is cut. If it is the same for the indexed text and for a longer one,
 * the chunks that both have are the same. It also changes each time the text has doubled: then the whole text is
 * processed again, for its summary and its category.
 */
export function describeCut({ chars, targetChars, leastTurn, language }: CutSettings): string {
  const doublings = Math.max(0, Math.floor(Math.log2(chars / smallChars)))
  return [version, targetChars, leastTurn, language, doublings].join(':')
}
