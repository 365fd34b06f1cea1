import { isContentWord } from './claim-of.ts'
import { emptyVerbs, generalStems, nounTags, timeComplements } from './lexicon.ts'
import { negated } from './rules/clauses.ts'
import { isVerb } from './verbs.ts'
import type { TaggedWord } from './words.ts'

/** A complement of a verb: its object (`by` is empty), or the noun phrase after a preposition. */
export type Complement = {
  verb: string
  stem: string
  by: string
  /** Stems of the modifiers and, last, of the noun. */
  heads: readonly string[]
}

const maxBetween = 9
/** The complements of the verbs in a text, without expressions of time. */
export function complementsIn(words: readonly TaggedWord[]): Complement[] {
  return words.flatMap((word, i) =>
    (isVerb(word.lower, word.pos) || isToldOfUser(words, i)) &&
    !emptyVerbs.has(word.lower) &&
    (word.pos !== 'AUX' || word.lower === 'does')
      ? complementsOf(words, i)
      : [],
  )
}

/** `The user commutes by train`: the tagger takes a word in -s after a noun for another noun. */
const isToldOfUser = (words: readonly TaggedWord[], i: number): boolean =>
  words[i - 1]?.lower === 'user' && words[i]!.pos === 'NOUN' && /[^s]s$/.test(words[i]!.lower)

function complementsOf(words: readonly TaggedWord[], at: number): Complement[] {
  const { lower: verb, stem } = words[at]!
  const before = words.slice(Math.max(0, at - 3), at).map(({ lower }) => lower)
  if (negated.expression.test(before.join(' '))) return []
  const found: Complement[] = []
  let by = ''
  for (let i = at + 1; i < words.length && i <= at + maxBetween; i++) {
    const { pos, lower } = words[i]!
    if (
      ['PUNCT', 'CCONJ', 'SCONJ'].includes(pos) ||
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

const isNoun = (word: TaggedWord | undefined): boolean => word !== undefined && nounTags.has(word.pos)

/** `Thai` in `Thai food`, `rented` in `a rented studio`. */
const describes = (words: readonly TaggedWord[], i: number): boolean => {
  const word = words[i]
  if (word === undefined || !(isNoun(words[i + 1]) || words[i + 1]?.pos === 'ADJ')) return false
  return word.pos === 'ADJ' || (word.pos === 'VERB' && /(?:ed|ing)$/.test(word.lower))
}

/** `listening to jazz`: after these verbs, `to` is followed by a noun. */
const isTakenForVerb = (words: readonly TaggedWord[], i: number): boolean =>
  words[i]!.pos === 'VERB' &&
  words[i - 1]?.lower === 'to' &&
  /^(?:listen|switch|subscrib|commut)/.test(words[i - 2]?.lower ?? '')

/** Consecutive nouns with their modifiers. */
function phraseAt(words: readonly TaggedWord[], from: number): { end: number; heads: string[] } {
  let end = from
  if (isTakenForVerb(words, from)) end++
  while (isNoun(words[end]) || describes(words, end)) end++
  const telling = words.slice(from, end).filter(word => isContentWord(word) && !generalStems.has(word.stem))
  const isWhen = words.slice(from, end).some(({ lower }) => timeComplements.has(lower))
  return { end, heads: isWhen ? [] : telling.map(({ stem }) => stem) }
}
