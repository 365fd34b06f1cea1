import { isTelling } from './claim-of.ts'
import { generalStems } from './lexicon.ts'
import { isVerb } from './verbs.ts'
import type { Word } from './words.ts'

/** What a verb is said with: its object (`by` is empty), or what follows a preposition. */
export type Complement = {
  verb: string
  stem: string
  by: string
  /** Stems of the noun, last, and of what tells which. */
  heads: readonly string[]
}

const mostBetween = 9
const negated = /(?:^| )(?:not|n't|never|no longer)(?: \w+)?$/
/** Verbs that are said of anything. */
const empty = /^(?:is|are|was|were|be|been|'s|has|have|had|did|got|went|would|will|can)$/

/** The complements of the verbs of a text. Those that say when are none. */
export function complementsIn(words: readonly Word[]): Complement[] {
  return words.flatMap((word, i) =>
    (isVerb(word.lower, word.pos) || isToldOfUser(words, i)) &&
    !empty.test(word.lower) &&
    (word.pos !== 'AUX' || word.lower === 'does')
      ? complementsOf(words, i)
      : [],
  )
}

/** `The user commutes by train`: the tagger takes what ends in -s after a noun for another. */
const isToldOfUser = (words: readonly Word[], i: number): boolean =>
  words[i - 1]?.lower === 'user' && words[i]!.pos === 'NOUN' && /[^s]s$/.test(words[i]!.lower)

function complementsOf(words: readonly Word[], at: number): Complement[] {
  const { lower: verb, stem } = words[at]!
  const before = words.slice(Math.max(0, at - 3), at).map(({ lower }) => lower)
  if (negated.test(before.join(' '))) return []
  const found: Complement[] = []
  let by = ''
  for (let i = at + 1; i < words.length && i <= at + mostBetween; i++) {
    const { pos, lower } = words[i]!
    if (
      /^(?:PUNCT|CCONJ|SCONJ)$/.test(pos) ||
      (pos === 'VERB' && !describes(words, i) && !isTakenForVerb(words, i))
    )
      break
    if (pos === 'ADP' || lower === 'to') by = lower
    if (!isNoun(words[i]) && !describes(words, i) && !isTakenForVerb(words, i)) continue
    const phrase = phraseAt(words, i)
    i = phrase.end - 1
    if (phrase.heads.length > 0) found.push({ verb, stem, by, heads: phrase.heads })
    by = 'besides'
  }
  return found.filter(each => each.by !== 'besides')
}

const isNoun = (word: Word | undefined): boolean => word !== undefined && /^(?:NOUN|PROPN)$/.test(word.pos)

/** `Thai` in `Thai food`, `rented` in `a rented studio`. */
const describes = (words: readonly Word[], i: number): boolean => {
  const word = words[i]
  if (word === undefined || !(isNoun(words[i + 1]) || words[i + 1]?.pos === 'ADJ')) return false
  return word.pos === 'ADJ' || (word.pos === 'VERB' && /(?:ed|ing)$/.test(word.lower))
}

/** `listening to jazz`: after such verbs, `to` leads to a thing. */
const isTakenForVerb = (words: readonly Word[], i: number): boolean =>
  words[i]!.pos === 'VERB' &&
  words[i - 1]?.lower === 'to' &&
  /^(?:listen|switch|subscrib|commut)/.test(words[i - 2]?.lower ?? '')

/** The nouns that stand together, and what describes them. */
function phraseAt(words: readonly Word[], from: number): { end: number; heads: string[] } {
  let end = from
  if (isTakenForVerb(words, from)) end++
  while (isNoun(words[end]) || describes(words, end)) end++
  const telling = words.slice(from, end).filter(word => isTelling(word) && !generalStems.has(word.stem))
  const isWhen = words.slice(from, end).some(({ lower }) => time.test(lower))
  return { end, heads: isWhen ? [] : telling.map(({ stem }) => stem) }
}

const time =
  /^(?:day|week|weekend|month|year|hour|minute|time|morning|evening|night|afternoon|moment|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)s?$/
