import type { DatedFact } from '../../../language/english/fact.ts'
import { isSubject } from '../../../language/english/is-subject.ts'
import { kinship } from '../../../language/english/lexicon.ts'
import { readWords } from '../../../language/english/words.ts'
import type { Aspects } from './read-aspects.ts'
import { sharedStems } from './shared-stems.ts'

/**
 * Whether both may be about one person or thing. The owner is one. Anybody else must be named in both, by a name or as
 * the same relative, and two names or numbers that differ are two.
 */
export function mayBeOfOne(older: DatedFact, newer: DatedFact, before: Aspects, now: Aspects): boolean {
  if (areTwo(older, newer, before, now)) return false
  if (older.about === 'owner' && newer.about === 'owner') return older.claim.subject === newer.claim.subject
  if (sharedStems(before.stems, now.stems).length > 0) return true
  return sharesKin(before, now)
}

/** Whether names or numbers show that two facts are about two people or things, whatever else they share. */
export const areTwo = (older: DatedFact, newer: DatedFact, before: Aspects, now: Aspects): boolean =>
  haveOtherNumbers(before, now) || haveOtherSubjects(older, newer)

/**
 * `Hana Novak …`, `Hana Suzuki …`: two people, whatever else they share. Somebody who does something for another one tells
 * of that one: `Joan's Bella gets 60 mg`, `Dr Wray raises Joan's Bella to 90 mg`.
 */
function haveOtherSubjects(older: DatedFact, newer: DatedFact): boolean {
  const [a, b] = [openingOf(older), openingOf(newer)]
  if (a.names.length === 0 || b.names.length === 0) return false
  const [few, many] = a.names.length <= b.names.length ? [a.names, b.names] : [b.names, a.names]
  if (few.every(name => many.includes(name))) return false
  return !a.names.some(name => b.rest.has(name)) && !b.names.some(name => a.rest.has(name))
}

const opening =
  /^(?:\p{Lu}[\p{L}'’.-]*: )?(?:(?:and|but|so|also|btw|fyi|actually|well)[,:]? )*((?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*)(?:['’]s)? (?=\p{Ll})/u

type Opening = { names: string[]; rest: ReadonlySet<string> }

const nobody: Opening = { names: [], rest: new Set() }

/** The name at the beginning of a statement that says something of it, and the other words, in lower case. */
function openingOf({ said, text }: DatedFact): Opening {
  const words = said ?? text
  const [all, name] = opening.exec(words) ?? []
  if (all === undefined || name === undefined) return nobody
  const spoken = readWords(words.slice(all.indexOf(name)))
  if (!isSubject(spoken, 0, name.replace(/['’]s$/, '').length)) return nobody
  return { names: namesIn(name), rest: new Set(namesIn(words.slice(all.length))) }
}

const namesIn = (words: string): string[] =>
  words
    .toLowerCase()
    .replaceAll(/['’]s\b/g, '')
    .split(/[^\p{L}'’-]+/u)
    .filter(word => word !== '' && !/^(?:the|dr|mr|mrs|ms|prof)$/.test(word))

const sharesKin = (a: Aspects, b: Aspects): boolean => {
  const [left, right] = [kinOf(a), kinOf(b)]
  return left.some(kin => right.includes(kin)) && (a.names.size === 0 || b.names.size === 0)
}

const kinOf = ({ text }: Aspects): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}-]+/u)
    .filter(word => kinship.has(word))

/** `customer 1042`, `room 7`, `ticket #88` */
const ofCustomer =
  /\b(?:customer|client|account|order|ticket|case|room|unit|flat|apartment|patient|invoice|booking|claim|bed|table|issue|pr|bug)s? (?:no\.? ?|number |#)?([A-Z]*-?\d+)\b/giu

export function haveOtherNumbers(a: Aspects, b: Aspects): boolean {
  const idsOf = ({ text }: Aspects) => new Set(Array.from(text.matchAll(ofCustomer), match => match[1]!))
  const [left, right] = [idsOf(a), idsOf(b)]
  return left.size > 0 && right.size > 0 && sharedStems(left, right).length === 0
}
