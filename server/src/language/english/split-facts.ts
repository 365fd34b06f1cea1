import { isContentWord } from './claim-of.ts'
import { noMentions } from './mentions.ts'
import { resolvePronouns } from './resolve-pronouns.ts'
import {
  company,
  conjunctionFirst,
  dependentPart,
  introduced,
  namedClause,
  secondFact,
} from './rules/clauses.ts'
import { goesOn } from './to-third-person.ts'
import { isPast, isVerb } from './verbs.ts'
import { readWords, type TaggedWord } from './words.ts'

/**
 * Splits a sentence into facts that may change separately, each as a sentence in the speaker's words: moving to another
 * town does not end a marriage. A sentence that does not fall apart cleanly stays whole.
 */
export function splitFacts(sentence: string): string[] {
  const text = sentence.replace(/[\s.!]+$/, '')
  const parts = [...introduction(text)].flatMap(withoutCompany).flatMap(splitClauses)
  const isClean = parts.length > 1 && parts.every(standsAlone)
  return isClean ? parts.map(part => `${capitalized(part)}.`) : [sentence]
}

/** `Hi, I'm Ada Byron, 36, engineer at Babbage` */
function introduction(text: string): string[] {
  const found = introduced.expression.exec(text)
  if (!found || (found[2] === undefined && found[3] === undefined)) return [text]
  const [, who, age, role] = found
  const job = role && `I am ${/^(?:[aeiou]|[AEFHILMNORSX]\p{Lu})/u.test(role) ? 'an' : 'a'} ${role}`
  return [`My name is ${who}`, age && `I am ${age} years old`, job].flatMap(part => part || [])
}

/** `I live in Rome with my partner Bo and our son Max, who is 5` */
function withoutCompany(text: string): string[] {
  const found = company.expression.exec(text)
  if (!found) return [text]
  const [, main, ...who] = found
  return [main!, ...relativeOf(who.slice(0, 5)), ...relativeOf(who.slice(5))]
}

function relativeOf([relation, called, ...ages]: readonly (string | undefined)[]): string[] {
  if (relation === undefined) return []
  const age = ages.find(each => each !== undefined)
  return [
    `My ${relation} is called ${called}`,
    ...(age ? [`My ${relation} ${called} is ${age} years old`] : []),
  ]
}

function splitClauses(text: string): string[] {
  const named = text.replace(/^[\p{L} ]{2,20}: (?=\p{Lu})/u, '').split(namedClause.expression)
  const isList = named.length > 1 && named.every(part => /^\p{Lu}\p{Ll}+ \p{Ll}/u.test(part))
  return (isList ? named.map(part => part.replace(/,$/, '')) : text.split(secondFact.expression)).flatMap(
    splitVerbs,
  )
}

/** `I live in Rome and work at the port`: the second verb has the same subject. */
function splitVerbs(clause: string): string[] {
  const words = readWords(clause)
  if (words[0]?.lower !== 'i') return [clause]
  const at = words.findIndex((_, i) => goesOn(words, i) || goesOnInPast(words, i))
  if (at < 0) return [clause]
  return [clause.slice(0, words[at - 1]!.start).replace(/[\s,]+$/, ''), `I ${clause.slice(words[at]!.start)}`]
}

function goesOnInPast(words: readonly TaggedWord[], i: number): boolean {
  if (words[i - 1]?.lower !== 'and' || words[i]!.pos !== 'VERB' || !isPast(words[i]!.lower)) return false
  const first = words.findIndex(({ pos }) => pos === 'VERB' || pos === 'AUX')
  return first > 0 && first < i && words[first]!.pos === 'VERB' && isPast(words[first]!.lower)
}

/** Understood without the other parts: it has a subject and a verb, says something, and points nowhere. */
function standsAlone(part: string): boolean {
  const words = readWords(part)
  return (
    words.length >= 3 &&
    words.some(({ lower, pos }, i) => i > 0 && isVerb(lower, pos)) &&
    words.some(word => isContentWord(word) || word.pos === 'NUM') &&
    !conjunctionFirst.expression.test(part) &&
    !dependentPart.expression.test(part) &&
    resolvePronouns(part, words, noMentions).state === 'clear'
  )
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
