import { isContentWord } from '../../../language/english/claim-of.ts'
import { type Complement, complementsIn } from '../../../language/english/complements.ts'
import type { DatedFact } from '../../../language/english/fact.ts'
import { type Quantity, quantitiesIn } from '../../../language/english/quantities.ts'
import { readQuotation, withName } from '../../../language/english/quotation.ts'
import { type Slot, slotsIn } from '../../../language/english/slots.ts'
import { toThirdPerson } from '../../../language/english/to-third-person.ts'
import { isVerb } from '../../../language/english/verbs.ts'
import { readWords, type TaggedWord } from '../../../language/english/words.ts'
import { BoundedMap } from '../../../platform/lib/bounded-map.ts'
import { happened, isEpisode, isState } from './tense.ts'

/** A quantity with the stems of its clause. */
export type MeasuredQuantity = Quantity & {
  near: ReadonlySet<string>
  isCurrent: boolean
  /** A total: `has 46 records`, `brings it to 47`. */
  isTotal: boolean
}

/** The features of a fact that comparing it with another needs. */
export type Aspects = {
  subject: string
  /** Stems of the words that carry meaning. */
  stems: ReadonlySet<string>
  /** The stems that are names or stand in quotes. */
  names: ReadonlySet<string>
  /** Modifier by noun: `dentist` for `appoint`. */
  kinds: ReadonlyMap<string, string>
  /** The possession that is the grammatical subject, if there is one: `The user's parents`. */
  topic: string | undefined
  /** Stems of an opening noun phrase that identify the thing: `The kitchen remodel`. */
  ofWhich: ReadonlySet<string>
  measured: readonly MeasuredQuantity[]
  slots: readonly (Slot & { owner: string })[]
  complements: readonly Complement[]
  isNegative: boolean
  /** `also`, `another`: in addition to the older fact, not instead of it. */
  isAdded: boolean
  /** `switched to`, `rescheduled`, `no longer`. */
  isChange: boolean
  isIntended: boolean
  /** Stated as ongoing, not as an event. */
  isOngoing: boolean
  /** Stated as done once: `sold`, not `has sold` or `sells`. */
  isEpisode: boolean
  /** Contains an event that happened (`On Friday she went …`), not only an appointment. */
  isPastEvent: boolean
  text: string
}

/** Two facts, the quantities each gives of perhaps one thing, and the similarity of their texts. */
export type QuantityPair = {
  before: MeasuredQuantity
  now: MeasuredQuantity
  older: Aspects
  newer: Aspects
  nearness: number
}

const known = new WeakMap<object, Aspects>()

/** Each transaction loads facts again. Parsing one takes a millisecond, and its aspects take 3 KB. */
const recent = new BoundedMap<string, Aspects>(3_000)

type ComparableFact = Pick<DatedFact, 'text' | 'claim' | 'kind' | 'stated' | 'said'>

export function aspectsOf(fact: ComparableFact): Aspects {
  let aspects = known.get(fact)
  if (!aspects) {
    aspects = recall(fact)
    known.set(fact, aspects)
  }
  return aspects
}

function recall(fact: ComparableFact): Aspects {
  const key = JSON.stringify([fact.text, fact.kind, fact.claim, fact.stated, fact.said])
  const aspects = recent.get(key) ?? readAspects(fact)
  // Set on every use, so that the least recently used goes first.
  recent.set(key, aspects)
  return aspects
}

const negative =
  /\b(?:not|never|no longer|n't|cannot|stopped|quit|gave up|given up|hates?|dislikes?|without|anymore|cancell?ed)\b|n't\b/i
const added =
  /\b(?:also|another|additional|too|as well|one more|(?:a few|two|three|\d+) more|extra|second|(?:their|user's|the|an) other)\b/i
const change =
  /\b(?:switch(?:ed|ing)?|chang(?:ed|ing)|mov(?:ed|ing)|re-?scheduled?|increased?|decreased|reduced|raised|extended|shortened|adjusted|updated?|upgraded|downgraded|improved|grown|grew|dropped|instead|no longer|anymore|just (?:reached|hit|got|realized)|new|now|currently|down to|up to|so far|already|promoted|again|these days|nowadays|at this point|lately|re-?book(?:ed|ing)?|push(?:ed|ing)|postponed|delayed|bumped|revised|lowered|trimmed|boosted|replaced|migrated|swapped|finally)\b/i
const intended =
  /\b(?:thinking (?:of|about)|consider(?:s|ing)|might|may|plan(?:s|ning)? (?:to|on)|hop(?:es|ing) to|wants? to|would like|if|looking (?:to|for)|dreams?)\b/i

function readAspects({ text, claim, stated, said }: ComparableFact): Aspects {
  const plain = (stated?.told ?? retold(text, said)).replaceAll(/ \((?:since|from|until|to) [^)]*\)/g, '')
  const words = readWords(plain)
  const quoted = quotedWords(words)
  const quantities = quantitiesIn(words).filter(({ from }) => !quoted.has(from))
  const inQuantity = (place: number) =>
    quantities.some(({ type, from, to }) => type !== 'count' && place >= from && place < to)
  const tells = (word: TaggedWord, place: number) =>
    !calendar.test(word.lower) &&
    !inQuantity(place) &&
    (isContentWord(word) || (quoted.has(place) && /\p{L}{3}/u.test(word.lower)))
  const telling = words.map((word, place) => ({ ...word, place })).filter(word => tells(word, word.place))
  const stems = new Set(telling.map(({ stem }) => stem))
  return {
    subject: claim.subject,
    stems,
    names: new Set(
      telling.filter(({ pos, place }) => pos === 'PROPN' || quoted.has(place)).map(({ stem }) => stem),
    ),
    kinds: kindsIn(words, stems),
    topic: topicOf(words),
    ofWhich: new Set(whichIn(words)),
    measured: quantities.map(quantity => ({
      ...quantity,
      near: nearStems(words, quantity, stems),
      isCurrent: isCurrent(words, quantity),
      isTotal: isTotal(words, quantity),
    })),
    slots: slotsIn(plain).map(slot => ({ ...slot, owner: slot.owner ?? claim.subject })),
    complements: complementsIn(words),
    isNegative: negative.test(plain),
    isAdded: added.test(plain),
    isChange: change.test(plain),
    isIntended: intended.test(plain),
    isOngoing: isState(plain),
    isEpisode: isEpisode(words),
    isPastEvent: words.some((_, i) => happened(words, i)),
    text: plain,
  }
}

/** A quotation is compared in the third person, as if it had been retold. */
function retold(text: string, said: string | undefined): string {
  const quoted = readQuotation(text)
  if (said === undefined || !quoted) return text
  const words = withName(quoted)
  return toThirdPerson(quoted.speaker, words, readWords(words))
}

const calendar =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|week|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)$/

function kindsIn(words: readonly TaggedWord[], stems: ReadonlySet<string>): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>()
  for (const [i, { pos, stem }] of words.entries()) {
    const before = words[i - 1]
    if (pos !== 'NOUN' || before === undefined || !/^(?:NOUN|PROPN)$/.test(before.pos)) continue
    if (stems.has(stem) && stems.has(before.stem)) kinds.set(stem, before.stem)
  }
  return kinds
}

function topicOf(words: readonly TaggedWord[]): string | undefined {
  const owner = words.slice(0, 4).findIndex(({ lower }) => /'s$/.test(lower))
  return owner < 0 ? undefined : words.slice(owner + 1, owner + 4).find(isContentWord)?.stem
}

function whichIn(words: readonly TaggedWord[]): string[] {
  if (words[0]?.lower !== 'the' || words[1]?.lower === 'user') return []
  const end = words.findIndex(
    ({ pos, lower }, i) => i > 1 && (isVerb(lower, pos) || pos === 'ADP' || pos === 'PUNCT'),
  )
  return words
    .slice(1, Math.max(0, end))
    .filter(isContentWord)
    .map(({ stem }) => stem)
}

/** Indexes of the words in quotation marks, mostly titles. */
function quotedWords(words: readonly TaggedWord[]): ReadonlySet<number> {
  const places = new Set<number>()
  let isQuoted = false
  for (const [i, { lower }] of words.entries()) {
    if (/^["“”]$/.test(lower)) isQuoted = !isQuoted
    else if (isQuoted) places.add(i)
  }
  return isQuoted ? new Set() : places
}

const reach = 12

/** Stems of the words around a quantity, within its sentence. */
function nearStems(
  words: readonly TaggedWord[],
  { from, to }: Quantity,
  stems: ReadonlySet<string>,
): ReadonlySet<string> {
  const isEnd = ({ lower }: TaggedWord) => /^[.;!?]$/.test(lower)
  const before = words.slice(Math.max(0, from - reach), from)
  const start = before.findLastIndex(isEnd) + 1
  const after = words.slice(to, to + reach)
  const end = after.findIndex(isEnd)
  const around = [
    ...before.slice(start),
    ...words.slice(from, to),
    ...(end < 0 ? after : after.slice(0, end)),
  ]
  return new Set(around.map(({ stem }) => stem).filter(stem => stems.has(stem)))
}

/** Stated as true now or as the result so far, rather than as a single event. */
function isCurrent(words: readonly TaggedWord[], { from, to }: Quantity): boolean {
  const around = words
    .slice(Math.max(0, from - 14), to + 8)
    .map(({ lower }) => lower)
    .join(' ')
  if (isPresentBefore(words, from)) return true
  return /\b(?:has|have|having|is|are|'s|'re|'ve|does|been|now|currently|so far|already|total|just|since|plan\w*|goal|target|budget|limit|deadline|wants?|needs?|aim\w*|averag\w*|usually|typically|takes|every|each|per|(?:adjusted|increased|extended|changed|raised|reduced|shortened|lowered|rescheduled) to)\b/.test(
    around,
  )
}

/** `lasts about 12 hours` */
function isPresentBefore(words: readonly TaggedWord[], from: number): boolean {
  const at = words
    .slice(0, from)
    .findLastIndex(
      ({ lower }) => !/^(?:about|around|nearly|almost|over|for|up|to|at|only|[$€£])$/.test(lower),
    )
  const word = words[at]
  return word !== undefined && /[^s'u]s$/.test(word.lower) && /^(?:VERB|NOUN)$/.test(word.pos)
}

const totalBefore =
  /\b(?:(?:has|have|'ve|owns?|holds?)(?: (?:\w+ed|read|seen|been to|done|made|run|won|written|built|got|about|around|a|total|of|over|nearly|almost|now|already|exactly|currently|just|only|at least|more|than))*|total of|(?:brings?|brought|takes|took|makes)(?: [\w']+){1,4} to|makes?(?: (?:it|that|them))?|(?:puts?|leaves?|left|gets?|got|gives?)(?: \w+)? (?:at|with|to|on)|(?:is|are|'s|'re)(?: (?:now|already|currently|only|just|about|around))* (?:at|on|past|over|up to|down to)|(?:up|down|grown|grew|increased|risen|rose|expanded|climbed|jumped|shrunk) to|(?:passed|reached|hit|surpassed|crossed)(?: [\w']+)?|^(?:now )?with|all|the|their|user 's)$/
const totalAfter =
  /^(?:[\w'-]+ ){0,4}(?:so far|in total|altogether|in all|already|to date|under (?:my|their) belt)\b/

/** Stated as the total. */
function isTotal(words: readonly TaggedWord[], { type, unit, from, to }: Quantity): boolean {
  if (type !== 'count') return false
  const said = (start: number, end: number) =>
    words
      .slice(Math.max(0, start), end)
      .map(({ lower }) => lower)
      .join(' ')
  // `on page 220`: a total so far.
  if (to === from + 1 && unit !== undefined && words[from - 1]?.stem === unit) return true
  const isCounted = /^(?:\d+(?:st|nd|rd|th)|\w+th|second|third)$/.test(words[from]!.lower)
  if (isCounted) return /^(?:my|their|user's|'s|a)$/.test(words[from - 1]?.lower ?? '')
  return totalBefore.test(said(from - 8, from)) || totalAfter.test(said(to, to + 6))
}
