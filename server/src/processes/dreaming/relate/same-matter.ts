import type { DatedFact, Fact } from '../../../language/english/fact.ts'
import { generalStems } from '../../../language/english/lexicon.ts'
import { readWords } from '../../../language/english/words.ts'
import { type Aspects, aspectsOf } from './read-aspects.ts'
import { areTwo, haveOtherNumbers } from './same-entity.ts'
import { sharedBesidesSubject } from './shared-stems.ts'

/** Two facts, the older one first, with their aspects. */
export type FactPair = { older: DatedFact; newer: DatedFact; before: Aspects; now: Aspects }

/**
 * Whether both facts are about one person or thing: the same subject, a part of its name, or a subject that the other
 * fact names. Two names, numbers or owners of one attribute that differ are two. A subject other than the user that a
 * model has named in both is one, whoever is named first: `Ada is the caretaker of the house`, `Bo is the caretaker`.
 */
export function areOfOneEntity(pair: FactPair): boolean {
  const { older, newer, before, now } = pair
  const [a, b] = [nameOf(older), nameOf(newer)]
  if (haveOtherNumbers(before, now)) return false
  if (isNamedSubject(pair) && areEqual(a, b)) return true
  if (areTwo(older, newer, before, now) || haveOtherOwners(before, now)) return false
  if (isUser(a) || isUser(b)) return (isUser(a) && isUser(b)) || isPartOf(a, now) || isPartOf(b, before)
  return isWithin(a, b) || isWithin(b, a)
}

const isUser = (name: readonly string[]): boolean => name.join(' ') === 'user'

const isNamedSubject = ({ older, newer }: FactPair): boolean =>
  older.property !== undefined && newer.property !== undefined && newer.claim.subject !== 'user'

const nameOf = ({ claim }: DatedFact): string[] => claim.subject.replace(/^(?:the|a|an) /, '').split(' ')

/**
 * Whether a fact about the user tells of this person or thing: `The user had the operation`, `The user's son Cal is 12`.
 * Somebody who is named besides is another person: `The user lives with Rosa in Rome`.
 */
function isPartOf(name: readonly string[], { stems, names, text }: Aspects): boolean {
  const sought = stemsOf(name.join(' '))
  if (isUser(name) || !isWithin(sought, [...stems])) return false
  return !sought.some(stem => names.has(stem)) || isWithin(sought, stemsOf(possessionIn(text)))
}

/** The words before the verb, as far as five words tell. */
const possessionIn = (text: string): string => /^The user['’]s((?: [\p{L}'’-]+){1,5})/u.exec(text)?.[1] ?? ''

/** `lives with Rosa in Rome`, `Rosa lives in Pisa` */
function haveOtherOwners(before: Aspects, now: Aspects): boolean {
  const both = before.slots.flatMap(one =>
    now.slots.filter(({ slot }) => slot === one.slot).map(({ owner }) => owner === one.owner),
  )
  return both.length > 0 && !both.includes(true)
}

/**
 * Whether both facts give the same attribute of their subject, by the names of the attributes. Where one of them was
 * not read by a model, which names every attribute, they share a telling word.
 */
export function haveSameAttribute({ older, newer, before, now }: FactPair): boolean {
  const [a, b] = [attributesOf(older), attributesOf(newer)]
  if (a.some(one => b.some(other => areEqual(stemsOf(one), stemsOf(other))))) return true
  const areNamed = older.property !== undefined && newer.property !== undefined
  return !areNamed && sharedBesidesSubject(before, now).length > 0
}

type NamedFact = Pick<Fact, 'text' | 'claim' | 'kind' | 'stated' | 'said' | 'property' | 'attribute'>

/** The names of the attributes that a fact gives: of the model, of the rules, and of the judge. */
export function attributesOf(fact: NamedFact): string[] {
  const slots = aspectsOf(fact).slots.map(({ slot }) => slot)
  return [fact.property, ...slots, fact.attribute].filter(
    name => name !== undefined && name !== '',
  ) as string[]
}

/** `current residence` and `residence` are one attribute, `dog name` and `dog age` are two. */
function stemsOf(name: string): string[] {
  const stems = readWords(name)
    .filter(({ lower }) => /[\p{L}\p{N}]/u.test(lower))
    .map(({ stem }) => stem)
  const telling = stems.filter(stem => !generalStems.has(stem))
  return telling.length > 0 ? telling : stems
}

const areEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && isWithin(a, b) && isWithin(b, a)

const isWithin = (a: readonly string[], b: readonly string[]): boolean => a.every(word => b.includes(word))
