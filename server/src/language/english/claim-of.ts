import type { Claim } from './fact.ts'
import { generalStems } from './lexicon.ts'
import { type Quantity, quantitiesIn } from './quantities.ts'
import { slotsIn } from './slots.ts'
import type { TaggedWord } from './words.ts'

/** The claim of a third-person statement: its subject, its frame and its value. */
export function claimOf(text: string, words: readonly TaggedWord[], subject: string): Claim {
  const quantities = quantitiesIn(words)
  return { subject, frame: frameOf(words, quantities), value: mainValue(text, quantities) }
}

function mainValue(text: string, quantities: readonly Quantity[]): Claim['value'] {
  const [slot] = slotsIn(text)
  if (slot) return { type: slot.slot, text: slot.value }
  const first = quantities.find(({ type }) => type !== 'date') ?? quantities[0]
  return (
    first && {
      type: first.unit === undefined ? first.type : `${first.type} ${first.unit}`,
      text: first.amount,
    }
  )
}

/** Stems of the content words (names, things and activities), without numbers and very common words. */
export function frameOf(words: readonly TaggedWord[], quantities: readonly Quantity[]): string[] {
  const inValue = new Set(
    quantities.flatMap(({ type, from, to }) => (type === 'count' ? [from] : range(from, to))),
  )
  const stems = words.filter((word, i) => !inValue.has(i) && isContentWord(word)).map(({ stem }) => stem)
  return [...new Set(stems)]
}

export const isContentWord = ({ pos, stem, lower }: TaggedWord): boolean =>
  ['NOUN', 'PROPN', 'VERB', 'ADJ'].includes(pos) &&
  /\p{L}/u.test(lower) &&
  !generalStems.has(stem) &&
  !generalStems.has(lower)

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i)
