import { clockAt } from './clocks.ts'
import { frequencyAt } from './frequencies.ts'
import {
  measures,
  monthWords,
  nounTags,
  positions,
  timeUnitStems,
  weekdayStems,
  wholeDeterminers,
} from './lexicon.ts'
import { numberWords, numeralAt, ordinals } from './number-words.ts'
import { toldAfter, toldBefore } from './rules/kinds.ts'
import type { TaggedWord } from './words.ts'

/** A number in a text, with what it counts or measures. */
export type Quantity = {
  /** `count`, `money`, `percent`, `clock`, `date`, `weekday`, `duration`, `frequency`, `score`. */
  type: string
  /** The stem of the counted noun or of the unit. */
  unit: string | undefined
  amount: string
  /** Stems of the unit's modifiers: `MCU` in `5 MCU films`. */
  described: readonly string[]
  /** `11 of the parks`: not all of them. */
  isShare?: boolean
  /** Indexes of its words, end exclusive. */
  from: number
  to: number
}

/** One stem for units that have several names. */
const sameUnits: Readonly<Record<string, string>> = {
  hr: 'hour',
  hrs: 'hour',
  min: 'minut',
  mins: 'minut',
  sec: 'second',
  yr: 'year',
  yrs: 'year',
  lb: 'pound',
  lbs: 'pound',
  kilo: 'kg',
  kilos: 'kg',
  kilograms: 'kg',
  kgs: 'kg',
  kilometers: 'km',
  kilometres: 'km',
  kms: 'km',
  film: 'movi',
  films: 'movi',
  pics: 'photo',
  pictures: 'photo',
}
/** The quantities of a text, in order. */
export function quantitiesIn(words: readonly TaggedWord[]): Quantity[] {
  const found: Quantity[] = []
  for (let i = 0; i < words.length; i++) {
    const quantity = quantityAt(words, i)
    if (quantity === undefined) continue
    found.push(quantity)
    i = quantity.to - 1
  }
  // In `from 70% to 90%` the last value is the current one.
  return found.filter(({ type, from, to }, i) => {
    const next = found[i + 1]
    return !(words[from - 1]?.lower === 'from' && next?.type === type && words[to]?.lower === 'to')
  })
}

function quantityAt(words: readonly TaggedWord[], i: number): Quantity | undefined {
  const { lower } = words[i]!
  const day = weekdayStems.get(lower)
  if (day !== undefined)
    return { type: 'weekday', unit: undefined, amount: day, described: [], from: i, to: i + 1 }
  if (monthWords.has(lower)) return monthDate(words, i)
  return (
    oftenAt(words, i) ??
    timesAt(words, i) ??
    ordinalAt(words, i) ??
    timeOfDayAt(words, i) ??
    (isNumber(words, i) ? numberAt(words, i) : articleAt(words, i))
  )
}

function oftenAt(words: readonly TaggedWord[], i: number): Quantity | undefined {
  const found = frequencyAt(words, i)
  return (
    found && {
      type: 'frequency',
      unit: undefined,
      amount: found.timesAWeek,
      described: [],
      from: i,
      to: found.to,
    }
  )
}

function timeOfDayAt(words: readonly TaggedWord[], i: number): Quantity | undefined {
  const found = clockAt(words, i)
  return (
    found && { type: 'clock', unit: undefined, amount: found.amount, described: [], from: i, to: found.to }
  )
}

/** `met up twice`: a number of times. */
function timesAt(words: readonly TaggedWord[], i: number): Quantity | undefined {
  if (words[i]!.lower !== 'twice') return undefined
  return { type: 'count', unit: 'time', amount: '2', described: [], from: i, to: i + 1 }
}

/** `my fifth session`, `the 3rd visit`: the count so far. */
function ordinalAt(words: readonly TaggedWord[], i: number): Quantity | undefined {
  const { lower } = words[i]!
  const amount = ordinals[lower] ?? /^(\d+)(?:st|nd|rd|th)$/.exec(lower)?.[1]
  if (amount === undefined) return undefined
  let to = i + 1
  while (to < words.length && to < i + 4 && isOfPhrase(words, to)) to++
  const unit = words[to - 1]!
  if (to === i + 1 || unit.pos !== 'NOUN' || timeUnitStems.has(unit.stem)) return undefined
  const described = words.slice(i + 1, to - 1).map(({ stem }) => stem)
  return { type: 'count', unit: sameUnits[unit.lower] ?? unit.stem, amount, described, from: i, to }
}

function isNumber(words: readonly TaggedWord[], i: number): boolean {
  const { lower, pos } = words[i]!
  if (['couple', 'dozens', 'dozen'].includes(lower))
    return ['an', 'a', 'of'].includes(words[i - 1]?.lower ?? '')
  if (lower === 'one' || lower === 'half') return pos === 'NUM' && words[i + 1]?.pos === 'NOUN'
  return /^\d/.test(lower) || lower in numberWords
}

const amountOf = ({ lower }: TaggedWord): string =>
  numberWords[lower] ?? lower.replaceAll(',', '').replace(/(?:st|nd|rd|th)$/, '')

/** `May 5`, `5 May 2023`, `May 2023`. */
function monthDate(words: readonly TaggedWord[], i: number): Quantity | undefined {
  const [before, after] = [words[i - 1], words[i + 1]]
  const isDay = (word: TaggedWord | undefined) =>
    word !== undefined && /^\d{1,2}(?:st|nd|rd|th)?$/.test(word.lower)
  if (isDay(after)) return date(words, i, i + 2, `${words[i]!.stem.slice(0, 3)} ${amountOf(after!)}`)
  if (isDay(before)) return date(words, i, i + 1, `${words[i]!.stem.slice(0, 3)} ${amountOf(before!)}`)
  return after && /^\d{4}$/.test(after.lower)
    ? date(words, i, i + 2, `${words[i]!.stem.slice(0, 3)} ${after.lower}`)
    : undefined
}

function date(words: readonly TaggedWord[], from: number, to: number, amount: string): Quantity {
  const withYear = /^(?:,|\d{4})$/.test(words[to]?.lower ?? '') ? yearEnd(words, to) : to
  return { type: 'date', unit: undefined, amount, described: [], from, to: withYear }
}

const yearEnd = (words: readonly TaggedWord[], to: number): number =>
  /^\d{4}$/.test(words[to]!.lower) ? to + 1 : /^\d{4}$/.test(words[to + 1]?.lower ?? '') ? to + 2 : to

/** `$45 an hour`, `4 sessions a week`: includes the period. */
function withPeriod(words: readonly TaggedWord[], to: number): number {
  const isPer = ['an', 'a', 'per', 'each', 'every', '/'].includes(words[to]?.lower ?? '')
  return isPer && timeUnitStems.has(words[to + 1]?.stem ?? '') ? to + 2 : to
}

function numberAt(words: readonly TaggedWord[], i: number): Quantity | undefined {
  const { amount, to: end } = numeralAt(words, i)
  const [before, next] = [words[i - 1], words[end]]
  const as = (type: string, to = end, unit?: string): Quantity => ({
    type,
    unit,
    amount,
    described: unit === undefined ? [] : words.slice(end, to - 1).map(({ stem }) => stem),
    from: i,
    to: withPeriod(words, to),
  })
  if (monthWords.has(next?.lower ?? '') || isPartOfName(words, i, end)) return undefined
  if (['$', '€', '£'].includes(before?.lower ?? '')) return as('money')
  if (['%', 'percent'].includes(next?.lower ?? '')) return as('percent', end + 1)
  if (next?.lower === 'per' && words[end + 1]?.lower === 'cent') return as('percent', end + 2)
  if (['dollars', 'dollar', 'euros', 'euro', 'bucks', 'usd', 'eur'].includes(next?.lower ?? ''))
    return as('money', end + 1)
  if (/^\d+:\d\d(?::\d\d)?$/.test(amount)) return as('score')
  if (/^\d{1,2}\/\d{1,2}(?:\/\d+)?$/.test(amount)) return as('date')
  if (/^(?:19[5-9]|20[0-3])\d$/.test(words[i]!.lower) && !(next?.pos === 'NOUN' && /s$/.test(next.lower)))
    return as('date')
  if (before !== undefined && positions.has(before.lower)) return as('count', end, before.stem)
  if (
    ['age', 'aged', 'turned', 'turning', 'turns', 'turn'].includes(before?.lower ?? '') &&
    next?.pos !== 'NOUN'
  )
    return as('age')
  return measured(words, i, end, as)
}

/** `Fitbit Charge 3`, `1/48 scale`, `50mm lens`, `a 5K`: these numbers are part of a name. */
function isPartOfName(words: readonly TaggedWord[], i: number, end: number): boolean {
  const [before, next] = [words[i - 1], words[end]]
  if (next && ['mm', 'k', 'd', 'scale', 'gb', 'th', 'st', 'nd', 'rd'].includes(next.lower)) return true
  return before?.pos === 'PROPN' && !positions.has(before.lower) && !(next?.pos === 'NOUN')
}

/** The counted noun is the last noun of the phrase after the number: `5 MCU films` counts films. */
function measured(
  words: readonly TaggedWord[],
  i: number,
  end: number,
  as: (type: string, to?: number, unit?: string) => Quantity,
): Quantity | undefined {
  let to = end
  const isJoined = words[to]?.lower === '-'
  if (
    isJoined ||
    (words[to]?.lower === 'of' &&
      ['couple', 'dozens', 'dozen', 'hundred', 'thousand'].includes(words[to - 1]!.lower))
  )
    to++
  if (words[to]?.lower === 'of' && words[to + 1]?.lower === 'them') return as('count', to + 2)
  const isShare = words[to]?.lower === 'of' && wholeDeterminers.has(words[to + 1]?.lower ?? '')
  if (isShare) to += 2
  while (to < words.length && to < end + 5 && isOfPhrase(words, to)) {
    to++
    // `a 500-piece puzzle` has 500 pieces.
    if (
      timeUnitStems.has(words[to - 1]!.stem) ||
      measures.has(words[to - 1]!.lower) ||
      (isJoined && words[to - 1]!.pos === 'NOUN')
    )
      break
  }
  const unit = words[to - 1]!
  if (to === end || !nounTags.has(unit.pos)) return toldAlone(words, i, end, as)
  if (/^\d+-\d+$/.test(words[i]!.lower) && ['record', 'score', 'win'].includes(unit.stem))
    return as('score', to)
  const stem = sameUnits[unit.lower] ?? unit.stem
  if (timeUnitStems.has(stem)) return as(words[to]?.lower === 'old' ? 'age' : 'duration', to, stem)
  return { ...as('count', to, stem), ...(isShare && { isShare }) }
}

/** A number without a counted noun. */
function toldAlone(
  words: readonly TaggedWord[],
  i: number,
  end: number,
  as: (type: string) => Quantity,
): Quantity | undefined {
  if (/^\d+-\d+$/.test(words[i]!.lower)) return as('score')
  const after = words
    .slice(end, end + 3)
    .map(({ lower }) => lower)
    .join(' ')
  // `a credit score of 705`, `bowled a 191`
  const isOf = words[i - 1]?.lower === 'of' && words[i - 2]?.pos === 'NOUN'
  const isScored = words[i - 1]?.lower === 'a' && /^\d/.test(words[i]!.lower)
  const isTold =
    isOf ||
    isScored ||
    toldBefore.expression.test(words[i - 1]?.lower ?? '') ||
    toldAfter.expression.test(after)
  return isTold && words[end]?.lower !== 'of' ? as('count') : undefined
}

/** Nouns and their modifiers, including `raised` in `six raised beds`. */
function isOfPhrase(words: readonly TaggedWord[], i: number): boolean {
  const { pos, lower } = words[i]!
  if (['last', 'next', 'this', 'yesterday', 'today', 'tomorrow', 'tonight'].includes(lower)) return false
  if (lower === 'right' && words[i + 1]?.lower === 'now') return false
  if (['ADJ', 'NOUN', 'PROPN', 'NUM'].includes(pos)) return true
  return pos === 'VERB' && /(?:ed|ing)$/.test(lower) && nounTags.has(words[i + 1]?.pos ?? '')
}

/** `a month`, `half an hour`, `an hour and a half`. */
function articleAt(words: readonly TaggedWord[], i: number): Quantity | undefined {
  const next = words[i + 1]
  if (
    !['an', 'a'].includes(words[i]!.lower) ||
    next === undefined ||
    !timeUnitStems.has(next.stem) ||
    next.pos !== 'NOUN'
  )
    return undefined
  if (['times', 'time', 'once', 'twice', 'per'].includes(words[i - 1]?.lower ?? '')) return undefined
  const isHalf = words[i - 1]?.lower === 'half'
  const isMore = /^and a half\b/.test(
    words
      .slice(i + 2, i + 5)
      .map(({ lower }) => lower)
      .join(' '),
  )
  const amount = isHalf ? '0.5' : isMore ? '1.5' : '1'
  return { type: 'duration', unit: next.stem, amount, described: [], from: i, to: i + (isMore ? 5 : 2) }
}
