import {
  anybodysKin,
  kinship,
  possessives,
  postmodifiers,
  sceneVerbs,
  selves,
  vagueNouns,
  verbTags,
  wellKnownNouns,
} from './lexicon.ts'
import { namesTime } from './names-time.ts'
import {
  clauseStart,
  deed,
  goesOn,
  happened,
  liked,
  mayGoOn,
  storyOpening,
  tellsWhich,
} from './rules/occasions.ts'
import { isPast } from './verbs.ts'
import type { TaggedWord } from './words.ts'

/**
 * Whether a statement continues a story that only earlier sentences name: `We laughed and shared stories`, `In
 * between the performances, I chatted with fellow attendees`. Read alone, it is unclear what it is about. A
 * statement with a value (how many, where, what instead) is understood by that value.
 */
export function isAboutUnnamedOccasion(
  text: string,
  words: readonly TaggedWord[],
  hasValue: boolean,
): boolean {
  if (namesTime(text) || /\btoday\b|["“][^"”]{3,}["”]|[$€£%]/.test(text) || words.some(isNamed)) return false
  if (goesOn.some(({ expression }) => expression.test(text))) return true
  if (hasValue || deed.expression.test(text)) return false
  const main = mainPart(words)
  const named = main.findIndex((_, i) => introduces(main, i))
  if (isOver(text, main) && pointsBefore(main, named)) return true
  if (named >= 0 || liked.expression.test(text)) return false
  return isPastOfSelf(text, words) || mayGoOn.some(({ expression }) => expression.test(text))
}

/** `I was hesitant`, `We explored the trails`: an impression without a place or a thing. */
function isPastOfSelf(text: string, words: readonly TaggedWord[]): boolean {
  const subject = words.findIndex(({ lower }) => selves.has(lower))
  const verb = words.slice(subject + 1).find(({ pos, lower }) => verbTags.has(pos) || isPast(lower))
  return subject >= 0 && verb !== undefined && sceneVerbs.has(verb.lower) && !happened.expression.test(text)
}

/** A name, a number or a relative identifies the statement without the text before. */
const isNamed = ({ pos, lower, text }: TaggedWord, i: number, words: readonly TaggedWord[]): boolean =>
  (pos === 'PROPN' && i > 0 && text !== 'I') ||
  (pos === 'NUM' && lower !== 'one') ||
  (kinship.has(lower) && (!anybodysKin.has(lower) || possessives.has(words[i - 1]?.lower ?? '')))

/** The words up to a second clause or a comment on the first. */
function mainPart(words: readonly TaggedWord[]): readonly TaggedWord[] {
  const subject = words.findIndex(({ lower }) => ['i', 'we', 'my', 'our'].includes(lower))
  const end = words.findIndex(({ lower }, i) => i > subject + 1 && ends(lower, words[i + 1]))
  return end < 0 ? words : words.slice(0, end)
}

const ends = (word: string, next: TaggedWord | undefined): boolean =>
  [';', '-', '–', '—'].includes(word) || (word === ',' && clauseStart.expression.test(next?.lower ?? ''))

/** Past, rather than current or habitual. */
const isOver = (text: string, words: readonly TaggedWord[]): boolean =>
  storyOpening.expression.test(text) ||
  words.slice(0, 8).some(({ lower, pos }) => isPast(lower) && verbTags.has(pos))

/** `a local festival`; but `a variety of` and `a great time` name nothing. */
function introduces(words: readonly TaggedWord[], i: number): boolean {
  if (!['an', 'a', 'another', 'one', 'several'].includes(words[i]!.lower)) return false
  let end = i + 1
  while (
    words[end] &&
    ['ADJ', 'ADV', 'VERB', 'INTJ', 'PUNCT', 'PART'].includes(words[end]!.pos) &&
    end < i + 6
  )
    end++
  while (words[end + 1]?.pos === 'NOUN') end++
  const head = words[end]
  return head?.pos === 'NOUN' && (words[end - 1]?.pos === 'NOUN' || !vagueNouns.has(head.lower))
}

/** Whether an unexplained `the` thing comes before anything that is named. */
function pointsBefore(words: readonly TaggedWord[], named: number): boolean {
  const at = words.findIndex((_, i) => isUntold(words, i))
  return at >= 0 && (named < 0 || at < named)
}

/** `the session`; not `the history of`, `the book I read`, `the gym`, `the audio course`, `the best one`. */
function isUntold(words: readonly TaggedWord[], i: number): boolean {
  if (words[i]!.lower !== 'the') return false
  let end = i + 1
  while (words[end] && ['ADJ', 'NUM'].includes(words[end]!.pos)) end++
  const head = words[end]
  if (head?.pos !== 'NOUN' || words[end + 1]?.pos === 'NOUN' || wellKnownNouns.has(head.lower)) return false
  if (words.slice(i + 1, end).some(({ lower }) => tellsWhich.expression.test(lower))) return false
  const joined = words[end + 1]?.lower === 'and' && words[end + 2]?.pos === 'NOUN' ? 2 : 0
  return !isToldWhich(words[end + 1 + joined], words[end + 2 + joined])
}

function isToldWhich(next: TaggedWord | undefined, after: TaggedWord | undefined): boolean {
  if (next === undefined) return false
  if (next.lower === 'that' || postmodifiers.has(next.lower))
    return !['was', 'were', 'had'].includes(after?.lower ?? '')
  return next.pos === 'VERB' && /(?:ed|ing|n)$/.test(next.lower) && after?.pos === 'ADP'
}
