import type { SoughtTerms } from './plan-recall.ts'

/**
 * Chooses the words that a search looks up in the index of an organization: the rarest, as many as occur in at most `most`
 * rows together. If even the rarest is too common, the rows must contain several words: as many of the rarest as leave `most`
 * rows, if words occur independently of each other.
 */
export function chooseTerms(
  terms: Iterable<number>,
  counts: ReadonlyMap<number, number>,
  rows: number,
  most: number,
): SoughtTerms {
  const countOf = (term: number) => counts.get(term) ?? 1
  const byRarity = [...terms].sort((a, b) => countOf(a) - countOf(b))
  let sum = 0
  const any = byRarity.filter(term => {
    sum += countOf(term)
    return sum <= most
  })
  if (any.length > 0) return { any, all: [], most }
  let expected = rows
  const all = byRarity.filter(term => {
    const isNeeded = expected > most
    if (isNeeded) expected *= countOf(term) / rows
    return isNeeded
  })
  return { any: [], all, most }
}
