import { kinship, peopleNouns, possessives, timeNouns } from './lexicon.ts'
import { abstractThing, leadsToPlace } from './rules/pronouns.ts'
import type { TaggedWord } from './words.ts'

/** The latest people and things named in the sentences before, in the speaker's words. */
export type Mentions = {
  person: string | undefined
  thing: string | undefined
  plural: string | undefined
  place: string | undefined
}

export const noMentions: Mentions = {
  person: undefined,
  thing: undefined,
  plural: undefined,
  place: undefined,
}

export const isNoun = ({ pos }: TaggedWord) => pos === 'NOUN' || pos === 'PROPN'

/** Adds the people and things that the next sentence may refer to after this one. */
export function addMentions(text: string, words: readonly TaggedWord[], before: Mentions): Mentions {
  const phrases = nounPhrases(text, words)
  const last = (matches: (phrase: NounPhrase) => boolean) => phrases.findLast(matches)?.text
  return {
    person: last(({ isPerson }) => isPerson) ?? before.person,
    thing: last(
      ({ text, isPerson, isOwn, isName, isPlural }) =>
        !isPerson && !isPlural && (isOwn || isName) && !abstractThing.expression.test(text),
    ),
    plural: last(({ isPlural, isPerson }) => isPlural && !isPerson),
    place: last(({ isPlace }) => isPlace) ?? before.place,
  }
}

type NounPhrase = {
  text: string
  isPerson: boolean
  isPlace: boolean
  isOwn: boolean
  isName: boolean
  isPlural: boolean
}

/** `my old friend Rachel`, `"The Nightingale"`, `the Canon EOS 80D`: a determiner, modifiers and nouns. */
function nounPhrases(text: string, words: readonly TaggedWord[]): NounPhrase[] {
  const phrases: NounPhrase[] = []
  for (let i = 0; i < words.length; i++) {
    const first = i
    if (possessives.has(words[i]!.lower)) i++
    while (
      words[i] &&
      !isTimeWord(words[i]!) &&
      (words[i]!.pos === 'ADJ' || words[i]!.pos === 'NUM' || isNoun(words[i]!))
    )
      i++
    const inside = words.slice(first, i)
    if (!inside.some(isNoun) || !isNoun(inside.at(-1)!)) continue
    phrases.push(toPhrase(text, inside, words.slice(Math.max(0, first - 2), first)))
    i--
  }
  return phrases
}

function toPhrase(text: string, words: readonly TaggedWord[], before: readonly TaggedWord[]): NounPhrase {
  const head = words.at(-1)!
  const isOwn = possessives.has(words[0]!.lower)
  const isKin = words.some(({ lower }) => kinship.has(lower) || peopleNouns.has(lower))
  const isName = words.every(({ pos }) => pos === 'PROPN')
  const isPlace = isName && leadsToPlace.expression.test(before.map(({ lower }) => lower).join(' '))
  return {
    text: text.slice(words[0]!.start, head.end).replace(/'s$/, ''),
    isOwn,
    isName,
    isPlace,
    isPerson:
      (isOwn && isKin) ||
      (words.length <= 2 && isName && words.every(({ text }) => /^\p{Lu}\p{Ll}+(?:'s)?$/u.test(text))),
    isPlural: head.pos === 'NOUN' && /[^s]s$/.test(head.lower),
  }
}

export const isTimeWord = ({ lower }: TaggedWord): boolean => timeNouns.has(lower)
