import type { DatedFact } from '../fact.ts'
import { isTelling } from '../local/claim-of.ts'
import { type Complement, complementsIn } from '../local/complements.ts'
import { type Quantity, quantitiesIn } from '../local/quantities.ts'
import { type Slot, slotsIn } from '../local/slots.ts'
import { readWords, type Word } from '../local/words.ts'

/** A quantity with the stems of the clause it stands in. */
export type Measured = Quantity & {
  near: ReadonlySet<string>
  isCurrent: boolean
  /** All there is of it: `has 46 records`, `brings it to 47`. */
  isTotal: boolean
}

/** A fact taken apart, as far as comparing it with another needs. */
export type Aspects = {
  subject: string
  /** Stems that tell what is spoken of. */
  stems: ReadonlySet<string>
  /** Those of them that are names or stand in quotes. */
  names: ReadonlySet<string>
  /** What tells which, by what it is: `dentist` of `appoint`. */
  kinds: ReadonlyMap<string, string>
  /** What is the subject, if it is something of somebody: `The user's parents`. */
  topic: string | undefined
  measured: readonly Measured[]
  slots: readonly Slot[]
  complements: readonly Complement[]
  isNegative: boolean
  /** `also`, `another`: besides what was, not instead of it. */
  isAdded: boolean
  /** `switched to`, `rescheduled`, `no longer`. */
  isChange: boolean
  isIntended: boolean
  /** Told as something that goes on, not as something that happened. */
  isOngoing: boolean
  text: string
}

const known = new WeakMap<object, Aspects>()

export function aspectsOf(fact: Pick<DatedFact, 'text' | 'claim' | 'kind' | 'stated'>): Aspects {
  const before = known.get(fact)
  if (before) return before
  const aspects = readAspects(fact)
  known.set(fact, aspects)
  return aspects
}

const negative =
  /\b(?:not|never|no longer|n't|cannot|stopped|quit|gave up|given up|hates?|dislikes?|without|anymore|cancell?ed)\b|n't\b/i
const added =
  /\b(?:also|another|additional|too|as well|one more|(?:a few|two|three|\d+) more|extra|second)\b/i
const change =
  /\b(?:switch(?:ed|ing)?|chang(?:ed|ing)|mov(?:ed|ing)|re-?scheduled?|increased?|decreased|reduced|raised|extended|shortened|adjusted|updated?|upgraded|downgraded|improved|grown|grew|dropped|instead|no longer|anymore|just (?:reached|hit|got|realized)|new|now|currently|down to|up to|so far|already|promoted|again)\b/i
const intended =
  /\b(?:thinking (?:of|about)|consider(?:s|ing)|might|may|plan(?:s|ning)? (?:to|on)|hop(?:es|ing) to|wants? to|would like|if|looking (?:to|for)|dreams?)\b/i

function readAspects({ text, claim, stated }: Pick<DatedFact, 'text' | 'claim' | 'stated'>): Aspects {
  const plain = (stated?.told ?? text).replaceAll(/ \((?:since|from|until|to) [^)]*\)/g, '')
  const words = readWords(plain)
  const quoted = quotedWords(words)
  const quantities = quantitiesIn(words).filter(({ from }) => !quoted.has(from))
  const inQuantity = (place: number) =>
    quantities.some(({ type, from, to }) => type !== 'count' && place >= from && place < to)
  const tells = (word: Word, place: number) =>
    !calendar.test(word.lower) &&
    !inQuantity(place) &&
    (isTelling(word) || (quoted.has(place) && /\p{L}{3}/u.test(word.lower)))
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
    measured: quantities.map(quantity => ({
      ...quantity,
      near: nearStems(words, quantity, stems),
      isCurrent: isCurrent(words, quantity),
      isTotal: isTotal(words, quantity),
    })),
    slots: slotsIn(plain),
    complements: complementsIn(words),
    isNegative: negative.test(plain),
    isAdded: added.test(plain),
    isChange: change.test(plain),
    isIntended: intended.test(plain),
    isOngoing: isState(plain),
    text: plain,
  }
}

const adverbs = '(?:(?:also|usually|always|really|currently|still|mostly) )*'
const state = new RegExp(
  `^(?:[^,]{1,40}, )?(?:(?:the user|\\p{L}+)(?: and others)?(?:'s [\\p{L} -]{2,30})? ${adverbs}(?:is|are|has (?:been|an?|the|got|two|three|four|\\d+)|have (?:been|an?|the|got)|\\p{Ll}{2,}[^s\\P{L}]s)|the [\\p{L} -]{3,30} (?:is|are)) `,
  'iu',
)
/** Told as something that happened. */
export const once = /\b(?:went|attended|visited|bought|watched|finished|completed|planned|made|met|saw)\b/i

const isState = (text: string): boolean => state.test(text) && !once.test(text)

const calendar =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|week|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)$/

function kindsIn(words: readonly Word[], stems: ReadonlySet<string>): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>()
  for (const [i, { pos, stem }] of words.entries()) {
    const before = words[i - 1]
    if (pos !== 'NOUN' || before === undefined || !/^(?:NOUN|PROPN)$/.test(before.pos)) continue
    if (stems.has(stem) && stems.has(before.stem)) kinds.set(stem, before.stem)
  }
  return kinds
}

function topicOf(words: readonly Word[]): string | undefined {
  const owner = words.slice(0, 4).findIndex(({ lower }) => /'s$/.test(lower))
  return owner < 0 ? undefined : words.slice(owner + 1, owner + 4).find(isTelling)?.stem
}

/** The places of words between quotation marks: titles mostly. */
function quotedWords(words: readonly Word[]): ReadonlySet<number> {
  const places = new Set<number>()
  let isQuoted = false
  for (const [i, { lower }] of words.entries()) {
    if (/^["“”]$/.test(lower)) isQuoted = !isQuoted
    else if (isQuoted) places.add(i)
  }
  return isQuoted ? new Set() : places
}

const reach = 12

/** What is told in the words around a quantity, within its sentence. */
function nearStems(
  words: readonly Word[],
  { from, to }: Quantity,
  stems: ReadonlySet<string>,
): ReadonlySet<string> {
  const isEnd = ({ lower }: Word) => /^[.;!?]$/.test(lower)
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

/** Said as it is now or has come to be, rather than as something that happened once. */
function isCurrent(words: readonly Word[], { from, to }: Quantity): boolean {
  const around = words
    .slice(Math.max(0, from - 14), to + 8)
    .map(({ lower }) => lower)
    .join(' ')
  return /\b(?:has|have|having|is|are|'s|'re|'ve|does|been|now|currently|so far|already|total|just|since|plan\w*|goal|target|budget|limit|deadline|wants?|needs?|aim\w*|averag\w*|usually|typically|takes|every|each|per|(?:adjusted|increased|extended|changed|raised|reduced|shortened|lowered|rescheduled) to)\b/.test(
    around,
  )
}

const totalBefore =
  /\b(?:(?:has|have|'ve|owns?|holds?)(?: (?:\w+ed|read|seen|been to|done|made|run|won|written|built|got|about|around|a|total|of|over|nearly|almost|now|already|exactly|currently|just|only|at least|more|than))*|total of|(?:brings?|brought|takes|took|makes)(?: [\w']+){1,4} to|(?:up|grown|grew|increased|risen|rose|expanded) to|(?:passed|reached|hit|surpassed|crossed)(?: [\w']+)?)$/
const totalAfter =
  /^(?:[\w'-]+ ){0,4}(?:so far|in total|altogether|in all|already|to date|under (?:my|their) belt)\b/

/** Said as how many there are in all. */
function isTotal(words: readonly Word[], { type, from, to }: Quantity): boolean {
  if (type !== 'count') return false
  const said = (start: number, end: number) =>
    words
      .slice(Math.max(0, start), end)
      .map(({ lower }) => lower)
      .join(' ')
  const isCounted = /^(?:\d+(?:st|nd|rd|th)|\w+th|second|third)$/.test(words[from]!.lower)
  if (isCounted) return /^(?:my|their|user's|'s)$/.test(words[from - 1]?.lower ?? '')
  return totalBefore.test(said(from - 8, from)) || totalAfter.test(said(to, to + 6))
}
