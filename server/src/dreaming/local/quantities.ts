import { numberWords, ordinals } from './number-words.ts'
import type { Word } from './words.ts'

/** A number in a text, with what it counts or measures. */
export type Quantity = {
  /** `count`, `money`, `percent`, `clock`, `date`, `weekday`, `duration`, `frequency`, `score`. */
  type: string
  /** The stem of what is counted, or of the unit. */
  unit: string | undefined
  amount: string
  /** Stems of what describes the unit: `MCU` in `5 MCU films`. */
  described: readonly string[]
  /** `11 of the parks`: not all of them. */
  isShare?: boolean
  /** Which words it stands in, end exclusive. */
  from: number
  to: number
}

const months =
  /^(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/
const weekdays = /^(mon|tues|wednes|thurs|fri|satur|sun)days?$/
const timeUnits = /^(?:second|minut|hour|day|week|month|year|decad|night)$/
const abbreviatedUnits: Readonly<Record<string, string>> = {
  hr: 'hour',
  hrs: 'hour',
  min: 'minut',
  mins: 'minut',
  sec: 'second',
  yr: 'year',
  yrs: 'year',
}
const positions =
  /^(?:page|chapter|episode|season|level|day|week|lesson|book|volume|round|stage|issue|unit|step)$/

/** The quantities of a text, in the order they stand. */
export function quantitiesIn(words: readonly Word[]): Quantity[] {
  const found: Quantity[] = []
  for (let i = 0; i < words.length; i++) {
    const quantity = quantityAt(words, i)
    if (quantity === undefined) continue
    found.push(quantity)
    i = quantity.to - 1
  }
  // `from 70% to 90%` says what it is now last.
  return found.filter(({ type, from, to }, i) => {
    const next = found[i + 1]
    return !(words[from - 1]?.lower === 'from' && next?.type === type && words[to]?.lower === 'to')
  })
}

function quantityAt(words: readonly Word[], i: number): Quantity | undefined {
  const { lower } = words[i]!
  const day = weekdays.exec(lower)?.[1]
  if (day !== undefined)
    return { type: 'weekday', unit: undefined, amount: day, described: [], from: i, to: i + 1 }
  if (months.test(lower)) return monthDate(words, i)
  return (
    frequencyAt(words, i) ??
    timesAt(words, i) ??
    ordinalAt(words, i) ??
    (isNumber(words, i) ? numberAt(words, i) : articleAt(words, i))
  )
}

/** `met up twice`: how many times. */
function timesAt(words: readonly Word[], i: number): Quantity | undefined {
  if (words[i]!.lower !== 'twice') return undefined
  return { type: 'count', unit: 'time', amount: '2', described: [], from: i, to: i + 1 }
}

/** `my fifth session`, `the 3rd visit`: so many so far. */
function ordinalAt(words: readonly Word[], i: number): Quantity | undefined {
  const { lower } = words[i]!
  const amount = ordinals[lower] ?? /^(\d+)(?:st|nd|rd|th)$/.exec(lower)?.[1]
  const next = words[i + 1]
  if (amount === undefined || next?.pos !== 'NOUN' || timeUnits.test(next.stem)) return undefined
  return { type: 'count', unit: next.stem, amount, described: [], from: i, to: i + 2 }
}

function isNumber(words: readonly Word[], i: number): boolean {
  const { lower, pos } = words[i]!
  if (/^(?:couple|dozens?)$/.test(lower)) return /^(?:an?|of)$/.test(words[i - 1]?.lower ?? '')
  if (lower === 'one' || lower === 'half') return pos === 'NUM' && words[i + 1]?.pos === 'NOUN'
  return /^\d/.test(lower) || lower in numberWords
}

const amountOf = ({ lower }: Word): string =>
  numberWords[lower] ?? lower.replaceAll(',', '').replace(/(?:st|nd|rd|th)$/, '')

/** `May 5`, `5 May 2023`, `May 2023`. */
function monthDate(words: readonly Word[], i: number): Quantity | undefined {
  const [before, after] = [words[i - 1], words[i + 1]]
  const isDay = (word: Word | undefined) => word !== undefined && /^\d{1,2}(?:st|nd|rd|th)?$/.test(word.lower)
  if (isDay(after)) return date(words, i, i + 2, `${words[i]!.stem.slice(0, 3)} ${amountOf(after!)}`)
  if (isDay(before)) return date(words, i, i + 1, `${words[i]!.stem.slice(0, 3)} ${amountOf(before!)}`)
  return after && /^\d{4}$/.test(after.lower)
    ? date(words, i, i + 2, `${words[i]!.stem.slice(0, 3)} ${after.lower}`)
    : undefined
}

function date(words: readonly Word[], from: number, to: number, amount: string): Quantity {
  const withYear = /^(?:,|\d{4})$/.test(words[to]?.lower ?? '') ? yearEnd(words, to) : to
  return { type: 'date', unit: undefined, amount, described: [], from, to: withYear }
}

const yearEnd = (words: readonly Word[], to: number): number =>
  /^\d{4}$/.test(words[to]!.lower) ? to + 1 : /^\d{4}$/.test(words[to + 1]?.lower ?? '') ? to + 2 : to

/** `twice a week`, `three times per month`, `every two weeks`, `every other day`. */
function frequencyAt(words: readonly Word[], i: number): Quantity | undefined {
  const said = words
    .slice(i, i + 5)
    .map(({ lower }) => lower)
    .join(' ')
  const match =
    /^(once|twice|(?:[\w-]+) times) (?:a|an|per|each|every) (day|week|month|year|night)\b/.exec(said) ??
    /^(every(?: other| [\w-]+)?) (day|week|month|year|night|morning|evening|weekend|days|weeks|months)\b/.exec(
      said,
    ) ??
    /^()(daily|weekly|biweekly|bi-weekly|monthly|yearly)\b/.exec(said)
  if (!match) return undefined
  const to = i + match[0].split(' ').length
  return {
    type: 'frequency',
    unit: undefined,
    amount: match.slice(1).join(' ').trim(),
    described: [],
    from: i,
    to,
  }
}

function numberAt(words: readonly Word[], i: number): Quantity | undefined {
  const [before, next] = [words[i - 1], words[i + 1]]
  const amount = amountOf(words[i]!)
  const as = (type: string, to = i + 1, unit?: string): Quantity => ({
    type,
    unit,
    amount,
    described: unit === undefined ? [] : words.slice(i + 1, to - 1).map(({ stem }) => stem),
    from: i,
    to,
  })
  if (months.test(next?.lower ?? '') || isPartOfName(words, i)) return undefined
  if (/^[$€£]$/.test(before?.lower ?? '')) return as('money')
  if (/^(?:%|percent)$/.test(next?.lower ?? '')) return as('percent', i + 2)
  if (/^(?:am|pm|a\.m|p\.m|o'clock)\.?$/.test(next?.lower ?? '')) return as('clock', i + 2)
  if (/^\d{1,2}(?::\d\d)?(?:am|pm)$/.test(words[i]!.lower)) return as('clock')
  if (/^(?:dollars?|euros?|pounds?|bucks|usd|eur)$/.test(next?.lower ?? '') && next!.lower !== 'pounds')
    return as('money', i + 2)
  if (/^\d+:\d\d(?::\d\d)?$/.test(amount)) return as(before?.lower === 'at' ? 'clock' : 'score')
  if (/^\d{1,2}\/\d{1,2}(?:\/\d+)?$/.test(amount)) return as('date')
  if (/^(?:19[5-9]|20[0-3])\d$/.test(words[i]!.lower) && !(next?.pos === 'NOUN' && /s$/.test(next.lower)))
    return as('date')
  if (before !== undefined && positions.test(before.lower)) return as('count', i + 1, before.stem)
  if (/^(?:age|aged|turn(?:ed|ing|s)?)$/.test(before?.lower ?? '') && !/^(?:NOUN)$/.test(next?.pos ?? ''))
    return as('age')
  return measured(words, i, as)
}

/** `Fitbit Charge 3`, `1/48 scale`, `50mm lens`, `a 5K`: these tell which, not how many. */
function isPartOfName(words: readonly Word[], i: number): boolean {
  const [before, next] = [words[i - 1], words[i + 1]]
  if (next && /^(?:mm|k|d|scale|gb|th|st|nd|rd)$/.test(next.lower)) return true
  return before?.pos === 'PROPN' && !positions.test(before.lower) && !(next?.pos === 'NOUN')
}

/** What a number counts: the last noun of the phrase after it. `5 MCU films` counts films. */
function measured(
  words: readonly Word[],
  i: number,
  as: (type: string, to?: number, unit?: string) => Quantity,
): Quantity | undefined {
  let to = i + 1
  if (words[to]?.lower === '-' || (words[to]?.lower === 'of' && words[i]!.lower in numberWords)) to++
  if (words[to]?.lower === 'of' && words[to + 1]?.lower === 'them') return as('count', i + 3)
  const isShare = words[to]?.lower === 'of' && ofWhole.test(words[to + 1]?.lower ?? '')
  if (isShare) to += 2
  while (to < words.length && to < i + 6 && isOfPhrase(words, to)) {
    to++
    if (timeUnits.test(words[to - 1]!.stem)) break
  }
  const unit = words[to - 1]!
  if (to === i + 1 || !/^(?:NOUN|PROPN)$/.test(unit.pos)) {
    if (/^\d+-\d+$/.test(words[i]!.lower)) return as('score')
    const isTold = /^(?:currently|now|total|to|at|is|was|have|has|only|just|around|about|reached|:)$/.test(
      words[i - 1]?.lower ?? '',
    )
    return isTold && words[i + 1]?.lower !== 'of' ? as('count', i + 1) : undefined
  }
  if (/^\d+-\d+$/.test(words[i]!.lower) && /^(?:record|score|win)$/.test(unit.stem)) return as('score', to)
  const stem = abbreviatedUnits[unit.lower] ?? unit.stem
  if (timeUnits.test(stem)) return as(words[to]?.lower === 'old' ? 'age' : 'duration', to, stem)
  return { ...as('count', to, stem), ...(isShare && { isShare }) }
}

const ofWhole = /^(?:the|my|our|their|his|her|these|those)$/

/** Nouns and what describes them, `raised` in `six raised beds` too. */
function isOfPhrase(words: readonly Word[], i: number): boolean {
  const { pos, lower } = words[i]!
  if (/^(?:ADJ|NOUN|PROPN|NUM)$/.test(pos)) return true
  return pos === 'VERB' && /(?:ed|ing)$/.test(lower) && /^(?:NOUN|PROPN)$/.test(words[i + 1]?.pos ?? '')
}

/** `a month`, `an hour`, `half of them`. */
function articleAt(words: readonly Word[], i: number): Quantity | undefined {
  const next = words[i + 1]
  if (
    !/^an?$/.test(words[i]!.lower) ||
    next === undefined ||
    !timeUnits.test(next.stem) ||
    next.pos !== 'NOUN'
  )
    return undefined
  if (/^(?:times?|once|twice|per)$/.test(words[i - 1]?.lower ?? '')) return undefined
  return { type: 'duration', unit: next.stem, amount: '1', described: [], from: i, to: i + 2 }
}
