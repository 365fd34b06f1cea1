import type { DatedFact } from '../../../language/english/fact.ts'
import type { Aspects } from './read-aspects.ts'

/**
 * Word overlap (Jaccard) from which two facts say the same, and the cosine that suffices with half of that overlap.
 */
const sameWords = 0.7
const sameMeaning = 0.92

/**
 * Whether two facts say the same, perhaps in other words. Different figures, different names or a `not` make them
 * different.
 */
export function saysTheSame(a: DatedFact, b: DatedFact, left: Aspects, right: Aspects): boolean {
  if (thirdPersonText(a) === thirdPersonText(b)) return true
  if (left.subject !== right.subject || left.isNegative !== right.isNegative) return false
  if (!isEqual(amountsOf(left), amountsOf(right)) || !isEqual(left.names, right.names)) return false
  if (
    left.slots.some(({ slot, value }) =>
      right.slots.some(other => other.slot === slot && other.value !== value),
    )
  )
    return false
  const alike = jaccard(left.stems, right.stems)
  return alike >= sameWords || (alike >= sameWords / 2 && cosine(a.vector, b.vector) >= sameMeaning)
}

const thirdPersonText = ({ text, stated }: DatedFact): string => stated?.told ?? text

/** Whether two facts use the same words, ignoring case and punctuation. */
export const isWordForWord = (a: DatedFact, b: DatedFact): boolean => plain(a) === plain(b)

const plain = (fact: DatedFact): string =>
  thirdPersonText(fact)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Whether one fact extends the other: they share at least half of the shorter one, and at least four stems, or
 * three including a name.
 */
export function saysMore(older: Aspects, newer: Aspects): boolean {
  if (older.subject !== newer.subject || older.isNegative !== newer.isNegative) return false
  const both = [...older.stems].filter(stem => newer.stems.has(stem))
  const isNamed = both.some(stem => older.names.has(stem))
  return both.length >= (isNamed ? 3 : 4) && both.length >= 0.5 * Math.min(older.stems.size, newer.stems.size)
}

const amountsOf = ({ measured }: Aspects): ReadonlySet<string> =>
  new Set(measured.map(({ type, unit, amount }) => `${type} ${unit} ${amount}`))

const isEqual = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every(each => b.has(each))

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter(each => b.has(each)).length
  return both === 0 ? 0 : both / (a.size + b.size - both)
}

/** Cosine similarity of two vectors; 0 if one of them is missing. */
export function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined || a.length !== b.length) return 0
  let [dot, left, right] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!
    left += a[i]! * a[i]!
    right += b[i]! * b[i]!
  }
  return dot / (Math.sqrt(left * right) || 1)
}
