import { kinship, peopleNouns } from './lexicon.ts'
import { isPast } from './verbs.ts'
import type { Word } from './words.ts'

/** Whom and what the sentences before have named, nearest last. As the speaker put it. */
export type Mentioned = { person: string | undefined; thing: string | undefined; plural: string | undefined }

export const nothingMentioned: Mentioned = { person: undefined, thing: undefined, plural: undefined }

const ofPerson = new Set(['he', 'she', 'him', 'her', 'his', 'hers'])
const ofThing = new Set(['it', 'its', 'they', 'them', 'their'])
const isNoun = ({ pos }: Word) => pos === 'NOUN' || pos === 'PROPN'

/** What a sentence leaves for the next one to point at. */
export function mentionIn(text: string, words: readonly Word[], before: Mentioned): Mentioned {
  const phrases = nounPhrases(text, words)
  const last = (matches: (phrase: Phrase) => boolean) => phrases.findLast(matches)?.text
  return {
    person: last(({ isPerson }) => isPerson) ?? before.person,
    thing: last(({ isPerson, isOwn, isName, isPlural }) => !isPerson && !isPlural && (isOwn || isName)),
    plural: last(({ isPlural, isPerson }) => isPlural && !isPerson),
  }
}

type Phrase = { text: string; isPerson: boolean; isOwn: boolean; isName: boolean; isPlural: boolean }

/** `my old friend Rachel`, `"The Nightingale"`, `the Canon EOS 80D`: a determiner, what describes, and nouns. */
function nounPhrases(text: string, words: readonly Word[]): Phrase[] {
  const phrases: Phrase[] = []
  for (let i = 0; i < words.length; i++) {
    const first = i
    if (/^(?:my|our)$/.test(words[i]!.lower)) i++
    while (
      words[i] &&
      !saysWhen(words[i]!) &&
      (words[i]!.pos === 'ADJ' || words[i]!.pos === 'NUM' || isNoun(words[i]!))
    )
      i++
    const inside = words.slice(first, i)
    if (!inside.some(isNoun) || !isNoun(inside.at(-1)!)) continue
    phrases.push(toPhrase(text, inside))
    i--
  }
  return phrases
}

function toPhrase(text: string, words: readonly Word[]): Phrase {
  const head = words.at(-1)!
  const isOwn = /^(?:my|our)$/.test(words[0]!.lower)
  const isKin = words.some(({ lower }) => kinship.has(lower) || peopleNouns.has(lower))
  const isName = words.every(({ pos }) => pos === 'PROPN')
  return {
    text: text.slice(words[0]!.start, head.end).replace(/'s$/, ''),
    isOwn,
    isName,
    isPerson:
      (isOwn && isKin) ||
      (words.length <= 2 && isName && words.every(({ text }) => /^\p{Lu}\p{Ll}+(?:'s)?$/u.test(text))),
    isPlural: head.pos === 'NOUN' && /[^s]s$/.test(head.lower),
  }
}

/** How the words that point at something outside were dealt with. */
export type Pointed = { text: string; state: 'clear' | 'resolved' | 'vague' | 'dangling' }

/**
 * Puts what is meant for the first `she` or `it` that points out of the statement, where the sentences before leave little
 * doubt; says so where they do not. One that points at something within the statement is clear.
 */
export function resolvePointers(text: string, words: readonly Word[], mentioned: Mentioned): Pointed {
  const at = words.findIndex((word, i) => pointsOutside(words, i, word))
  if (at < 0) return { text, state: pointsVaguely(words) ? 'vague' : 'clear' }
  const word = words[at]!
  // As a subject `it` is as often all that was said before as a thing.
  const meant = at === 0 && /^its?$/.test(word.lower) ? undefined : whatIsMeant(word, mentioned)
  if (meant === undefined) return { text, state: 'dangling' }
  const isPossessive =
    /^(?:his|its|their)$/.test(word.lower) || (word.lower === 'her' && isModifier(words[at + 1]))
  return {
    text:
      text.slice(0, word.start) +
      (isPossessive ? `${meant}'s` : meant) +
      agreeing(text.slice(word.end), word.lower),
    state: 'resolved',
  }
}

/**
 * What is known of something that happened, though nobody can say to what: `I bought it a year ago in Paris` leaves that
 * something was bought. `this pendant` is a pendant.
 */
export function withoutPointers(text: string, words: readonly Word[]): string {
  let told = ''
  let end = 0
  for (const [i, word] of words.entries()) {
    const said = unnamed(words, i)
    if (said === undefined) continue
    told += text.slice(end, word.start) + said
    end = word.end
  }
  return told + text.slice(end)
}

function unnamed(words: readonly Word[], i: number): string | undefined {
  const [{ lower }, next] = [words[i]!, words[i + 1]]
  const isOf = isModifier(next)
  if (/^th(?:is|at|ese|ose)$/.test(lower) && isOf && !words.slice(i + 1, i + 3).some(saysWhen)) {
    if (/^th[eo]se$/.test(lower)) return 'some'
    return /^[aeiou]/.test(next!.lower) ? 'an' : 'a'
  }
  if (!pointsOutside(words, i, words[i]!)) return undefined
  if (ofPerson.has(lower)) return isOf && /^(?:his|her)$/.test(lower) ? "somebody's" : 'somebody'
  if (/^(?:it|this|that)$/.test(lower)) return i === 0 ? undefined : 'something'
  if (lower === 'they' && i === 0 && next !== undefined && isPast(next.lower)) return 'Somebody'
  if (/^(?:them|these|those)$/.test(lower)) return 'some'
  return lower === 'there' || lower === 'here' ? 'somewhere' : undefined
}

const agreeing = (rest: string, pronoun: string): string =>
  pronoun === 'they'
    ? rest.replace(/^ ?(?:'re|are)\b/, ' are')
    : rest.replace(/^'s\b/, ' is').replace(/^ is (been|got)\b/, ' has $1')

const isModifier = (word: Word | undefined): boolean =>
  word !== undefined && (isNoun(word) || word.pos === 'ADJ')

function whatIsMeant({ lower }: Word, { person, thing, plural }: Mentioned): string | undefined {
  if (ofPerson.has(lower)) return person
  if (lower === 'ones') return plural?.split(' ').at(-1)
  if (lower === 'it' || lower === 'its') return thing
  return undefined
}

function pointsOutside(words: readonly Word[], i: number, { lower, pos }: Word): boolean {
  const before = words.slice(0, i)
  const next = words[i + 1]
  if (ofPerson.has(lower))
    return !before.some(
      word => word.pos === 'PROPN' || kinship.has(word.lower) || peopleNouns.has(word.lower),
    )
  if (lower === 'ones') return !before.some(word => word.pos === 'NOUN')
  if (lower === 'it' && (isExpletive(words, i) || isIdiom(words, i))) return false
  if (/^the(?:y|m|ir)$/.test(lower)) return !before.some(isSeveral)
  if (ofThing.has(lower)) return !before.some(word => isNoun(word) && !/[^s]s$/.test(word.lower))
  if (lower === 'this' || lower === 'that' || lower === 'these' || lower === 'those')
    return pointsAlone(words, i)
  if (lower === 'there' || lower === 'here')
    return (
      pos === 'ADV' &&
      !/^(?:'s|is|are|was|were)$/.test(next?.lower ?? '') &&
      !before.some(word => word.pos === 'PROPN')
    )
  return (
    i === 0 && /^(?:both|either|neither|another|others|such|one|some|same)$/.test(lower) && !isModifier(next)
  )
}

const isSeveral = (word: Word): boolean =>
  (isNoun(word) && (/s$/.test(word.lower) || word.pos === 'PROPN')) ||
  kinship.has(word.lower) ||
  peopleNouns.has(word.lower)

/** `in that collection`, `these recordings`: understood only with what was said before. */
const pointsVaguely = (words: readonly Word[]): boolean =>
  words.some(({ lower }, i) => {
    if (!/^(?:this|that|those|these)$/.test(lower) || !isModifier(words[i + 1])) return false
    // `found that lures work`: what follows is a clause.
    if (lower === 'that' && /^(?:VERB|AUX|ADJ|NOUN)$/.test(words[i - 1]?.pos ?? '')) return false
    let end = i + 1
    while (words[end] && (isModifier(words[end]) || words[end]!.pos === 'NUM')) end++
    const noun = words[end - 1]!
    // `that new brand from Oslo`, `this one list I made`: told by what follows.
    const isTold = words[end] !== undefined && /^(?:ADP|PRON|DET|SCONJ)$/.test(words[end]!.pos)
    return (
      isNoun(noun) && !isTold && !saysWhen(noun) && !words.slice(0, i).some(({ stem }) => stem === noun.stem)
    )
  })

/** `it's hard to say`, `it takes an hour`, `it was raining`. */
function isExpletive(words: readonly Word[], i: number): boolean {
  const after = words
    .slice(i + 1, i + 5)
    .map(({ lower }) => lower)
    .join(' ')
  return /^(?:(?:'s|is|was|'ll be|will be|has been|'s been) (?:\w+ )?(?:\w+ (?:how|that|to|when|what|why)\b|hard|easy|important|time|difficult|nice to|good to|great to|crazy|amazing how|raining|snowing|cold|hot)|takes?|took|turns out|seems|looks like|rains|snow)/.test(
    after,
  )
}

/** `made it to level 31` */
const isIdiom = (words: readonly Word[], i: number): boolean =>
  /^(?:make|makes|made|making)$/.test(words[i - 1]?.lower ?? '') &&
  /^(?:to|through|into|past|up)$/.test(words[i + 1]?.lower ?? '')

const saysWhen = ({ lower }: Word): boolean =>
  /^(?:day|week|weekend|month|year|morning|evening|night|time|yesterday|today|tomorrow|tonight|summer|winter|spring|fall|autumn|season|semester|term|quarter|point|moment|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)s?$/.test(
    lower,
  )

/** `that was fun`, `this is why`, `about that`: but not `the day that I left` or `this weekend`. */
function pointsAlone(words: readonly Word[], i: number): boolean {
  const [before, word, next] = [words[i - 1], words[i]!, words[i + 1]]
  if (next === undefined || next.pos === 'PUNCT') return true
  if (isModifier(next))
    return i === 0 ? !saysWhen(next) : word.lower !== 'this' && !words.slice(0, i).some(isNoun)
  if (i === 0) return true
  if (word.lower !== 'that') return next.pos === 'AUX' || next.pos === 'ADP'
  return before!.pos === 'ADP' && !words.slice(0, i).some(isNoun)
}
