import { kinship } from './lexicon.ts'
import { namesTime } from './names-time.ts'
import { deed, goesOn, happened, liked, mayGoOn, storyOpening } from './rules/occasions.ts'
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
  const subject = words.findIndex(({ lower }) => /^(?:i|we)$/.test(lower))
  const verb = words.slice(subject + 1).find(({ pos, lower }) => /^(?:VERB|AUX)$/.test(pos) || isPast(lower))
  return subject >= 0 && verb !== undefined && inScene.test(verb.lower) && !happened.expression.test(text)
}

/** Verbs for what people do and feel during an occasion. */
const inScene =
  /^(?:was|were|felt|found|seemed|became|thought|wanted|needed|desired|wished|hoped|reali[sz]ed|recogni[sz]ed|noticed|explored|shared|focused|spent|discussed|engaged|delved|dove|dived|immersed|experienced|managed|embraced|appreciated|connected|encouraged|reflected|considered|understood|allowed|gained|laughed|chatted|touched|exchanged|gathered|intended|wondered|encountered|provided|uncovered|ended|viewed|examined|analy[sz]ed|incorporated|included|left|started|began|tried|did|could|would)$/
/** A name, a number or a relative identifies the statement without the text before. */
const isNamed = ({ pos, lower, text }: TaggedWord, i: number, words: readonly TaggedWord[]): boolean =>
  (pos === 'PROPN' && i > 0 && text !== 'I') ||
  (pos === 'NUM' && lower !== 'one') ||
  (kinship.has(lower) && (!mayBeAnybody.test(lower) || /^(?:my|our)$/.test(words[i - 1]?.lower ?? '')))

const mayBeAnybody = /^(?:friends?|partner|family|relatives|parents?|children|kids|clients?)$/

/** The words up to a second clause or a comment on the first. */
function mainPart(words: readonly TaggedWord[]): readonly TaggedWord[] {
  const subject = words.findIndex(({ lower }) => /^(?:i|we|my|our)$/.test(lower))
  const end = words.findIndex(({ lower }, i) => i > subject + 1 && ends(lower, words[i + 1]))
  return end < 0 ? words : words.slice(0, end)
}

const ends = (word: string, next: TaggedWord | undefined): boolean =>
  /^(?:;|-|–|—)$/.test(word) ||
  (word === ',' &&
    /^(?:and|but|so|which|where|who|as|though|although|yet|\w+ing|it|i|we)$/.test(next?.lower ?? ''))

/** Past, rather than current or habitual. */
const isOver = (text: string, words: readonly TaggedWord[]): boolean =>
  storyOpening.expression.test(text) ||
  words.slice(0, 8).some(({ lower, pos }) => isPast(lower) && /^(?:VERB|AUX)$/.test(pos))

/** `a local festival`; but `a variety of` and `a great time` name nothing. */
function introduces(words: readonly TaggedWord[], i: number): boolean {
  if (!/^(?:an?|another|one|several)$/.test(words[i]!.lower)) return false
  let end = i + 1
  while (words[end] && /^(?:ADJ|ADV|VERB|INTJ|PUNCT|PART)$/.test(words[end]!.pos) && end < i + 6) end++
  while (words[end + 1]?.pos === 'NOUN') end++
  const head = words[end]
  return head?.pos === 'NOUN' && (words[end - 1]?.pos === 'NOUN' || !vague.test(head.lower))
}

const vague =
  /^(?:variety|range|series|lot|few|number|couple|sense|time|mix|bit|way|moment|level|feeling|deal|array|wealth|list|part|glance|look|smile|blast|focus|kind|sort|pleasure|chance|vision|impression|wave|release|reminder|experience|understanding|appreciation|connection|atmosphere|conversation|perspective|result|relief|manner|step|difference|opportunity|person|participant|while)$/

/** Whether an unexplained `the` thing comes before anything that is named. */
function pointsBefore(words: readonly TaggedWord[], named: number): boolean {
  const at = words.findIndex((_, i) => isUntold(words, i))
  return at >= 0 && (named < 0 || at < named)
}

/** `the session`; not `the history of`, `the book I read`, `the gym`, `the audio course`, `the best one`. */
function isUntold(words: readonly TaggedWord[], i: number): boolean {
  if (words[i]!.lower !== 'the') return false
  let end = i + 1
  while (words[end] && /^(?:ADJ|NUM)$/.test(words[end]!.pos)) end++
  const head = words[end]
  if (head?.pos !== 'NOUN' || words[end + 1]?.pos === 'NOUN' || wellKnown.test(head.lower)) return false
  if (words.slice(i + 1, end).some(({ lower }) => tellsWhich.test(lower))) return false
  const joined = words[end + 1]?.lower === 'and' && words[end + 2]?.pos === 'NOUN' ? 2 : 0
  return !isToldWhich(words[end + 1 + joined], words[end + 2 + joined])
}

const tellsWhich = /(?:est|same|most|only|other|next|last|first|right|whole|local|latest|new)$/

function isToldWhich(next: TaggedWord | undefined, after: TaggedWord | undefined): boolean {
  if (next === undefined) return false
  if (next.lower === 'that' || postmodifier.test(next.lower))
    return !/^(?:was|were|had)$/.test(after?.lower ?? '')
  return next.pos === 'VERB' && /(?:ed|ing|n)$/.test(next.lower) && after?.pos === 'ADP'
}

const postmodifier =
  /^(?:of|in|at|on|for|from|behind|between|around|about|to|who|where|it|i|we|my|our|they|he|she|you)$/

/** Nouns of which there is only one, or everybody has their own. */
const wellKnown =
  /^(?:gym|roof|floor|walls?|heating|ceiling|sink|boiler|rent|lease|flat|apartment|fridge|freezer|pantry|oven|internet|world|city|town|beach|kitchen|house|home|garden|park|office|studio|hospital|doctor|dentist|vet|store|market|bank|airport|library|mall|pool|church|school|university|mountains?|sea|ocean|lake|river|forest|woods|country|countryside|suburbs|weekends?|weekdays?|mornings?|evenings?|afternoons?|nights?|days?|week|month|year|summer|winter|spring|fall|autumn|holidays|past|future|present|times?|moment|end|beginning|start|way|rest|side|hand|road|outdoors|public|news|radio|phone|car|dog|cat|baby|kids|children|guitar|piano|violin|drums|flute|sun|moon|stars|rain|weather|environment|nature|arts?|economy|government|police|army|left|right|top|bottom|middle|fact|idea|importance|need|power|joy|beauty|bus|train|subway|plane|shower|bathroom|bedroom|basement|attic|garage|yard|lawn|theater|theatre|cinema|museum|movies|opera|ballet|bar|pub|truth|things?|possibility|chance|opportunity|ability|industry|community|neighborhood|region|area|season|law)$/
