import { clauseVerbs, goingStems, kinship, peopleNouns, thinkingVerbs } from './lexicon.ts'
import { isNoun, isTimeWord, type Mentions } from './mentions.ts'
import { quantitiesIn } from './quantities.ts'
import { expletive, isOfBeing } from './rules/pronouns.ts'
import { isPast } from './verbs.ts'
import type { TaggedWord } from './words.ts'

const ofPerson = new Set(['he', 'she', 'him', 'her', 'his', 'hers'])
const ofThing = new Set(['it', 'its', 'they', 'them', 'their'])

/** The statement after resolving its pronouns, and the result. */
export type ResolvedStatement = { text: string; state: 'clear' | 'resolved' | 'vague' | 'dangling' }

/**
 * Replaces the first `she` or `it` that refers outside the statement, if the sentences before leave little doubt;
 * otherwise reports it as unresolved. A pronoun that refers to something within the statement is clear.
 */
export function resolvePronouns(
  text: string,
  words: readonly TaggedWord[],
  mentioned: Mentions,
): ResolvedStatement {
  const at = words.findIndex((word, i) => pointsOutside(words, i, word))
  if (at < 0) return { text, state: pointsVaguely(words) ? 'vague' : 'clear' }
  const word = words[at]!
  // As a subject, `it` refers to the whole previous statement as often as to a thing.
  const meant =
    at === 0 && ['its', 'it'].includes(word.lower) && quantitiesIn(words).length === 0
      ? undefined
      : whatIsMeant(words, at, mentioned)
  if (meant === undefined) return { text, state: 'dangling' }
  const isPossessive =
    ['his', 'its', 'their'].includes(word.lower) || (word.lower === 'her' && isModifier(words[at + 1]))
  return {
    text:
      text.slice(0, word.start) +
      (isPossessive ? `${meant}'s` : meant) +
      agreeing(text.slice(word.end), word.lower),
    state: 'resolved',
  }
}

/**
 * Replaces unresolved pronouns with `something` or `somebody`: `I bought it a year ago in Paris` still says that
 * something was bought. `this pendant` becomes `a pendant`.
 */
export function replacePronouns(text: string, words: readonly TaggedWord[]): string {
  let told = ''
  let end = 0
  for (const [i, word] of words.entries()) {
    const said = unnamed(words, i)
    if (said === undefined) continue
    told += text.slice(end, word.start) + said
    end = isThisOne(words, i) ? words[i + 1]!.end : word.end
  }
  return told + text.slice(end)
}

function unnamed(words: readonly TaggedWord[], i: number): string | undefined {
  const [{ lower }, next] = [words[i]!, words[i + 1]]
  const isOf = isModifier(next) && !['last', 'next', 'this'].includes(next!.lower)
  if (lower === 'that' && (next?.pos === 'PROPN' || clauseVerbs.has(words[i - 1]?.lower ?? '')))
    return undefined
  if (/^th(?:is|at|ese|ose)$/.test(lower) && isOf && !words.slice(i + 1, i + 3).some(isTimeWord)) {
    if (['these', 'those'].includes(lower)) return 'some'
    return /^[aeiou]/.test(next!.lower) ? 'an' : 'a'
  }
  if (isThisOne(words, i)) return 'something'
  if (!pointsOutside(words, i, words[i]!)) return undefined
  if (ofPerson.has(lower)) return isOf && ['his', 'her'].includes(lower) ? "somebody's" : 'somebody'
  if (['it', 'this', 'that'].includes(lower)) return i === 0 ? undefined : 'something'
  if (lower === 'they' && i === 0 && next !== undefined && isPast(next.lower)) return 'Somebody'
  if (['them', 'these', 'those'].includes(lower)) return 'some'
  return lower === 'there' || lower === 'here' ? 'somewhere' : undefined
}

const agreeing = (rest: string, pronoun: string): string =>
  pronoun === 'they'
    ? rest.replace(/^ ?(?:'re|are)\b/, ' are')
    : rest.replace(/^'s\b/, ' is').replace(/^ is (been|got)\b/, ' has $1')

/** `a new one`, `a few, but`: refers to something named before. */
const isOneOf = (words: readonly TaggedWord[], i: number): boolean =>
  (words[i]!.lower === 'one' &&
    isModifier(words[i - 1]) &&
    ['an', 'a', 'another'].includes(words[i - 2]?.lower ?? '')) ||
  (words[i]!.lower === 'few' && [',', '.', ';', '!', 'and', 'but'].includes(words[i + 1]?.lower ?? ''))

/** `in such challenges`: refers to a kind described before. */
const isSuch = (words: readonly TaggedWord[], i: number): boolean =>
  words[i]!.lower === 'such' &&
  ['ADP', 'VERB'].includes(words[i - 1]?.pos ?? '') &&
  words[i + 1]?.pos === 'NOUN' &&
  words[i + 2]?.lower !== 'as' &&
  !words.slice(0, i).some(({ stem }) => stem === words[i + 1]!.stem)

/** `this one`, without saying which. */
const isThisOne = (words: readonly TaggedWord[], i: number): boolean =>
  /^th(?:is|at)$/.test(words[i]!.lower) &&
  words[i + 1]?.lower === 'one' &&
  !isModifier(words[i + 2]) &&
  !(words[i]!.lower === 'that' && words[i + 2]?.pos === 'ADP')

const isModifier = (word: TaggedWord | undefined): boolean =>
  word !== undefined && (isNoun(word) || word.pos === 'ADJ')

function whatIsMeant(
  words: readonly TaggedWord[],
  at: number,
  { person, thing, plural, place }: Mentions,
): string | undefined {
  const { lower } = words[at]!
  if (ofPerson.has(lower)) return person
  if (lower === 'ones') return plural?.split(' ').at(-1)
  // `I thought it would be fun` refers to the activity, not to the last thing named.
  if (
    lower === 'it' &&
    thinkingVerbs.has(words[at - 1]?.lower === 'that' ? words[at - 2]!.lower : (words[at - 1]?.lower ?? ''))
  )
    return undefined
  if (lower === 'it' || lower === 'its') return thing
  if (lower === 'there' && place) return `${goingStems.has(words[at - 1]?.stem ?? '') ? 'to' : 'in'} ${place}`
  return undefined
}

function pointsOutside(words: readonly TaggedWord[], i: number, { lower }: TaggedWord): boolean {
  const before = words.slice(0, i)
  const next = words[i + 1]
  if (ofPerson.has(lower))
    return !before.some(
      word => word.pos === 'PROPN' || kinship.has(word.lower) || peopleNouns.has(word.lower),
    )
  if (isOneOf(words, i)) return !before.some(word => word.pos === 'NOUN')
  if (lower === 'ones') return !before.some(word => word.pos === 'NOUN')
  if (lower === 'it' && (isExpletive(words, i) || isIdiom(words, i))) return false
  if (/^the(?:y|m|ir)$/.test(lower)) return !before.some(isSeveral)
  if (ofThing.has(lower)) return !before.some(word => isNoun(word) && !/[^s]s$/.test(word.lower))
  if (isThisOne(words, i)) return true
  if (lower === 'this' || lower === 'that' || lower === 'these' || lower === 'those')
    return pointsAlone(words, i)
  if (lower === 'there' || lower === 'here')
    return (
      !isOfBeing.expression.test(`${words[i - 1]?.lower ?? ''} ${next?.lower ?? ''}`) &&
      !before.some(word => word.pos === 'PROPN')
    )
  return (
    i === 0 &&
    ['both', 'either', 'neither', 'another', 'others', 'such', 'one', 'some', 'same'].includes(lower) &&
    !isModifier(next)
  )
}

const isSeveral = (word: TaggedWord): boolean =>
  (isNoun(word) && (/s$/.test(word.lower) || word.pos === 'PROPN')) ||
  kinship.has(word.lower) ||
  peopleNouns.has(word.lower)

/** `in that collection`, `these recordings`: understood only with the text before. */
const pointsVaguely = (words: readonly TaggedWord[]): boolean =>
  words.some(({ lower }, i) => {
    if (isSuch(words, i)) return true
    if (!['this', 'that', 'those', 'these'].includes(lower) || !isModifier(words[i + 1])) return false
    // `found that lures work`: a clause follows.
    if (lower === 'that' && ['VERB', 'AUX', 'ADJ', 'NOUN'].includes(words[i - 1]?.pos ?? '')) return false
    let end = i + 1
    while (words[end] && (isModifier(words[end]) || words[end]!.pos === 'NUM')) end++
    const noun = words[end - 1]!
    // `that new brand from Oslo`, `this one list I made`: described by what follows.
    const isTold =
      words[end] !== undefined &&
      ['ADP', 'PRON', 'DET', 'SCONJ'].includes(words[end]!.pos) &&
      !['by', 'as', 'through', 'with'].includes(words[end]!.lower)
    return (
      isNoun(noun) &&
      !isTold &&
      !isTimeWord(noun) &&
      !words.slice(0, i).some(({ stem }) => stem === noun.stem)
    )
  })

/** `it's hard to say`, `it takes an hour`, `it was raining`. */
function isExpletive(words: readonly TaggedWord[], i: number): boolean {
  const after = words
    .slice(i + 1, i + 5)
    .map(({ lower }) => lower)
    .join(' ')
  return expletive.expression.test(after)
}

/** `made it to level 31` */
const isIdiom = (words: readonly TaggedWord[], i: number): boolean =>
  (['make', 'makes', 'making', 'made', 'find', 'finds', 'found', 'finding'].includes(
    words[i - 1]?.lower ?? '',
  ) &&
    words.slice(i + 1, i + 4).some(({ lower }) => lower === 'to')) ||
  (['make', 'makes', 'made', 'making'].includes(words[i - 1]?.lower ?? '') &&
    ['to', 'through', 'into', 'past', 'up'].includes(words[i + 1]?.lower ?? ''))

/** `that was fun`, `this is why`, `about that`; but not `the day that I left` or `this weekend`. */
function pointsAlone(words: readonly TaggedWord[], i: number): boolean {
  const [before, word, next] = [words[i - 1], words[i]!, words[i + 1]]
  if (next === undefined || next.pos === 'PUNCT') return true
  if (isModifier(next) && word.lower === 'that' && clauseVerbs.has(before?.lower ?? '')) return false
  if (isModifier(next))
    return i === 0
      ? !words.slice(1, 3).some(isTimeWord)
      : word.lower !== 'this' && !words.slice(0, i).some(isNoun)
  if (i === 0) return true
  if (word.lower !== 'that') return next.pos === 'AUX' || next.pos === 'ADP'
  return before!.pos === 'ADP' && !words.slice(0, i).some(isNoun)
}
