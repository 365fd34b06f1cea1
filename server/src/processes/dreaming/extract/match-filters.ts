import { isContentWord } from '../../../language/english/claim-of.ts'
import type { Fact, FactKind } from '../../../language/english/fact.ts'
import { readWords } from '../../../language/english/words.ts'

export type FilterItems = { include: readonly string[]; exclude: readonly string[] }

/** Words in a filter item that name a kind of fact rather than a subject. */
const kinds: Readonly<Record<string, FactKind>> = {
  preferences: 'preference',
  preference: 'preference',
  plans: 'plan',
  plan: 'plan',
  events: 'event',
  event: 'event',
}

/**
 * Whether the filters keep a fact, decided by words. Filter items are short phrases such as `food preferences` or
 * `salary`. An excluded item must match with all its words, an included one with any of them. If an item names a
 * kind of fact, the fact must be of that kind. Without included items, everything not excluded is kept.
 */
export const passesFilters = (fact: Fact, rules: FilterItems): boolean =>
  findExcludingSetting(fact, rules) === undefined

/** The setting that leaves a fact out; undefined when the fact is kept. */
export function findExcludingSetting(
  fact: Fact,
  { include, exclude }: FilterItems,
): 'includeItems' | 'excludeItems' | undefined {
  if (include.length === 0 && exclude.length === 0) return undefined
  const stems = new Set(readWords(fact.text).map(({ stem }) => stem))
  const isMet = (rule: string, howMany: 'all' | 'one') => meets(fact, stems, rule, howMany)
  if (exclude.some(rule => isMet(rule, 'all'))) return 'excludeItems'
  return include.length === 0 || include.some(rule => isMet(rule, 'one')) ? undefined : 'includeItems'
}

function meets(fact: Fact, stems: ReadonlySet<string>, rule: string, howMany: 'all' | 'one'): boolean {
  const words = readWords(rule.toLowerCase())
  const kind = words.map(({ lower }) => kinds[lower]).find(each => each !== undefined)
  if (kind !== undefined && kind !== fact.kind) return false
  const telling = words
    .filter(word => kinds[word.lower] === undefined && isContentWord(word))
    .map(({ stem }) => stem)
  if (telling.length === 0) return kind !== undefined
  return howMany === 'all' ? telling.every(stem => stems.has(stem)) : telling.some(stem => stems.has(stem))
}
