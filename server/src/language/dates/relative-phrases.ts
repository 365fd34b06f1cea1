import {
  day,
  dayMs,
  hourMs,
  minuteMs,
  partsOf,
  shift,
  startOfDay,
  type Unit,
  unitAt,
  weekdayBefore,
  weekdays,
} from './calendar.ts'
import { isJoined, isPlural } from './habits.ts'
import { count, isVague, ordinal, toNumber, toOrdinal } from './numbers.ts'
import { type DateMeaning, indexIn, type Phrase, sideOfDay, turnOf, type Viewpoint } from './phrase.ts'

const unitWord = '(?<unit>minute|min|hour|hr|day|night|weekend|week|fortnight|month|quarter|year|yr|decade)s?'
const unitNames: Record<string, Unit> = { min: 'minute', hr: 'hour', night: 'day', yr: 'year' }

export function unitOf(word: string): Unit {
  const one = word.toLowerCase().replace(/s$/, '')
  return unitNames[one] ?? (one as Unit)
}

/** A count of units; a fortnight is two weeks. */
export function measure(n: string, unit: string): { n: number; unit: Unit } {
  if (/^fortnight/i.test(unit)) return { n: toNumber(n) * 2, unit: 'week' }
  return { n: toNumber(n), unit: unitOf(unit) }
}

export const weekdayWord = `(?<weekday>${weekdays.join('|')}|mon|tues?|wed|thu(?:rs?)?|fri)`
const weekdayWithNumber = `(?<weekday>${weekdays.join('|')}|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)`
export const weekdayOf = (word: string): number => indexIn(weekdays, word)
const turn = '(?<turn>this past|this coming|this|current|last|past|previous|next|coming|upcoming|following)'
export const partWord = '(?<part>morning|afternoon|evening|night)'

/** Hours as people mean them, precise enough to order the events of a day. */
const partHours: Record<string, [number, number]> = {
  morning: [8, 12],
  afternoon: [12, 16],
  evening: [16, 20],
  night: [20, 24],
}

export function partOfDay(at: number, name: string): DateMeaning {
  const [from, to] = partHours[name.toLowerCase()]!
  const start = startOfDay(at)
  return { from: start + from * hourMs, to: start + to * hourMs, granularity: 'time' }
}

const days: Phrase[] = [
  { words: '(?:the\\s+)?day\\s+before\\s+yesterday', mean: (_, { at }) => day(at - 2 * dayMs) },
  { words: '(?:the\\s+)?day\\s+after\\s+tomorrow', mean: (_, { at }) => day(at + 2 * dayMs) },
  { words: 'yesterday|yday', mean: (_, { at }) => day(at - dayMs) },
  { words: 'tomorrow|tomorow|tmr', mean: (_, { at }) => day(at + dayMs) },
  { words: 'today', mean: (_, { at }) => day(at) },
  { words: 'last\\s+night', mean: (_, { at }) => partOfDay(at - dayMs, 'night') },
  { words: 'tonight|tonite', mean: (_, { at }) => partOfDay(at, 'night') },
  { words: `this\\s+${partWord}`, mean: ({ part }, { at }) => partOfDay(at, part!) },
  { words: `(?:next|tomorrow)\\s+${partWord}`, mean: ({ part }, { at }) => partOfDay(at + dayMs, part!) },
]

/** A longer distance is meant less precisely. */
export function away(at: number, unit: Unit, n: number, vaguely: boolean): DateMeaning {
  const then = shift(at, unit, n)
  if (unit === 'minute' || unit === 'hour') return { from: then, to: then + minuteMs, granularity: 'time' }
  if (unit === 'weekend') return unitAt(at, 'weekend', n)
  if (unit === 'day') return { ...day(then), about: vaguely }
  if (unit === 'week') return { ...day(then), about: true }
  const isYear = unit === 'decade' || (unit === 'year' && (vaguely || Math.abs(n) > 1))
  return { ...day(then), granularity: isYear ? 'year' : 'month', about: true }
}

export const roughly = '(?:(?:about|around|roughly|approximately|almost|nearly|just|over|more\\s+than)\\s+)?'
export const amount = `(?<n>${count})\\s+${unitWord}`
const moreAmounts = `(?<more>(?:(?:\\s*,\\s*|\\s+and\\s+|\\s+)(?:${count})\\s+(?:day|week|month|year)s?){0,2})`

/** `2 years 1 month 21 days`: adds each amount in turn. */
function awayBy(at: number, amounts: string, sign: 1 | -1): DateMeaning {
  const each = [...amounts.matchAll(new RegExp(amount, 'giu'))].map(({ groups }) => groups!)
  const before = each.slice(0, -1).reduce((then, { n, unit }) => {
    const step = measure(n!, unit!)
    return shift(then, step.unit, sign * step.n)
  }, at)
  const { n, unit } = each.at(-1)!
  const last = measure(n!, unit!)
  return away(before, last.unit, sign * last.n, isVague(n!))
}

export const wholePhrases: readonly Phrase[] = [
  {
    words: '(?<=\\b(?:of|in)\\s+)(?:the\\s+)?(?<unit>week|month|year|day)(?!\\s+(?:of|before|after)\\b)',
    mean: ({ unit }, { at }) => ({
      ...unitAt(at, unitOf(unit!)),
      isWeak: true,
    }),
  },
]

const takes = /(?:\b(?:ha(?:ve|s)n?(?:['’]t)?|can|could|takes?|able to)\b|['’]ve\b)[^.!?;,]*$/i
const isOver = /(?:\b(?:was|were|had)|['’]d)\b[^.!?;,]*$/i

const distances: Phrase[] = [
  {
    words: `${roughly}(?<all>${amount}${moreAmounts})\\s+(?:ago|back)`,
    mean: ({ all }, { at }) => awayBy(at, all!, -1),
  },
  {
    words: `${roughly}(?<all>${amount}${moreAmounts})\\s+(?:from\\s+(?:now|today)(?!\\s+on)|hence)`,
    mean: ({ all }, { at }) => awayBy(at, all!, 1),
  },
  {
    // `Two weeks later` counts from a time in the story, unless it is about a plan.
    words: `${roughly}(?<all>${amount}${moreAmounts})\\s+later`,
    mean: ({ all }, { at, tense }) => (tense === 'ahead' ? awayBy(at, all!, 1) : undefined),
  },
  {
    words: `within\\s+(?:the\\s+next\\s+)?${amount}`,
    mean: ({ n, unit }, { at, tense }) => {
      if (tense !== 'ahead') return undefined
      const step = measure(n!, unit!)
      const isPrecise = step.unit === 'minute' || step.unit === 'hour'
      const from = isPrecise ? at : startOfDay(at)
      const words = `the ${n} ${unit}${step.n === 1 ? '' : 's'} from`
      return { from, to: shift(from, step.unit, step.n), granularity: isPrecise ? 'time' : 'range', words }
    },
  },
  {
    words: `in\\s+${roughly}(?<all>${amount})(?:['’]?s?['’]?\\s+time)?(?!\\s+(?:of|a|the|before|after|since|or)\\b)`,
    // `He wrote it in two weeks`, `I have run six races in two years`, `you can learn it in a month`: a duration.
    mean: ({ all }, { at, tense, before }) =>
      tense === 'behind' || tense === 'habit' || takes.test(before) ? undefined : awayBy(at, all!, 1),
  },
  {
    words: `(?<=\\b(?:been|known|dating|married|together)\\b[^.!?;]{0,60}?)for\\s+${roughly}${amount}(?:\\s+now)?`,
    mean: ({ n, unit }, { at, before }) => {
      const step = measure(n!, unit!)
      // `We were together for ten years` does not say until when.
      if (isOver.test(before)) return undefined
      return step.unit === 'minute' || step.unit === 'hour' || step.unit === 'day'
        ? undefined
        : { ...away(at, step.unit, -step.n, true), isSince: true }
    },
  },
]

const spans: Phrase[] = [
  {
    words: `(?:(?:in|over|during|within|for)\\s+)?(?:the\\s+)?(?:(?<way>last|past|previous|next|coming|upcoming|following)\\s+(?<n>${count})|(?<n2>${count})\\s+(?<way2>last|past|previous|next|coming|upcoming|following)(?=\\s+\\w+s\\b))\\s+${unitWord}(?!\\s+(?:of|in)\\s)`,
    mean: ({ way, way2, n, n2, unit }, said) => severalUnits((way ?? way2)!, (n ?? n2)!, unit!, said),
  },
  {
    words: '(?:the\\s+)?(?<unit>week|weekend|month|year)\\s+before\\s+last',
    mean: ({ unit }, { at }) => unitAt(at, unitOf(unit!), -2),
  },
  {
    words: '(?:the\\s+)?(?<unit>week|weekend|month|year)\\s+after\\s+next',
    mean: ({ unit }, { at }) => unitAt(at, unitOf(unit!), 2),
  },
  {
    words: `${weekdayWord}\\s+(?:of\\s+)?(?<turn>this|last|next)\\s+week|(?<turn2>this|last|next)\\s+week(?:['’]s)?\\s+(?:on\\s+)?${weekdayWord.replace('weekday', 'weekday2')}`,
    mean: ({ turn: a, turn2: b, weekday, weekday2 }, { at }) =>
      inWeek(unitAt(at, 'week', turnOf((a ?? b)!)).from, weekdayOf((weekday ?? weekday2)!)),
  },
  {
    words: `(?<the>the\\s+)?${turn}\\s+(?:calendar\\s+)?(?<unit>week|weekend|month|quarter|year|decade)(?!\\s+of\\s)`,
    mean: ({ the, turn: which, unit }, said) => ({
      ...unitAt(said.at, unitOf(unit!), turnOf(which!)),
      isOpen: isOfStory(the, which!, said),
    }),
  },
  {
    words: `(?:the\\s+)?${turn}\\s+(?:working|work|business)\\s+week`,
    mean: ({ turn: which }, { at }) => {
      const { from } = unitAt(at, 'week', turnOf(which!))
      return { from, to: from + 5 * dayMs, granularity: 'range' }
    },
  },
  {
    words: `(?!last\\s+minute)(?:the\\s+)?${turn}\\s+(?<unit>hour|minute)(?!\\s+of\\s)`,
    mean: ({ turn: which, unit }, { at }) => {
      const then = shift(at, unitOf(unit!), turnOf(which!))
      return { from: Math.min(at, then), to: Math.max(at, then), granularity: 'time' }
    },
  },
  {
    words: '(?:the\\s+)?(?<unit>week|month|year)\\s+to\\s+date',
    mean: ({ unit }, { at }) => ({
      ...unitAt(at, unitOf(unit!)),
      to: startOfDay(at),
      granularity: 'range',
    }),
  },
  {
    words: '(?:the\\s+)?(?:rest|remainder|remaining)\\s+of\\s+(?:the|this)\\s+(?<unit>week|month|year)',
    mean: ({ unit }, { at }) => ({
      ...unitAt(at, unitOf(unit!)),
      from: startOfDay(at),
      granularity: 'range',
    }),
  },
  {
    words: '(?<=(?:over|at|on|for|during)\\s+)the\\s+weekend(?!\\s+(?:of|before|after))',
    mean: (_, { at, tense }) => {
      const side = sideOfDay(tense)
      return { ...unitAt(at, 'weekend', side === 'ahead' ? 0 : -1), isOpen: side === 'open' }
    },
  },
]

/** `The following week she called me` counts from a time in the story; `invited to a reunion next year` does not. */
const isOfStory = (the: string | undefined, which: string, { tense }: Viewpoint): boolean =>
  tense === 'behind' && (/following/i.test(which) || (the !== undefined && /next|previous/i.test(which)))

function severalUnits(way: string, n: string, unitSaid: string, { at }: Viewpoint): DateMeaning | undefined {
  if (/^an?$/i.test(n)) return undefined
  const { n: many, unit } = measure(n, unitSaid)
  const isBack = turnOf(way) < 0
  const named = `the ${n} ${unitSaid}${many === 1 ? '' : 's'}`
  if (unit === 'quarter') {
    const from = unitAt(at, unit, isBack ? -many : 1).from
    return {
      from,
      to: shift(from, unit, many),
      granularity: 'range',
      words: isBack ? `${named} to` : `${named} from`,
    }
  }
  const isPrecise = unit === 'minute' || unit === 'hour'
  const now = isPrecise ? at : startOfDay(at)
  if (isBack)
    return {
      from: shift(now, unit, -many),
      to: now,
      granularity: isPrecise ? 'time' : 'range',
      words: `${named} to`,
    }
  const from = isPrecise ? now : now + dayMs
  return {
    from,
    to: shift(from, unit, many),
    granularity: isPrecise ? 'time' : 'range',
    words: `${named} from`,
  }
}

export function inWeek(monday: number, weekday: number): DateMeaning {
  return { ...day(monday + ((weekday + 6) % 7) * dayMs), isWeekday: true }
}

const ofMonth = `(?:the\\s+)?(?<nth>${ordinal}|\\d{1,2})(?!\\s*(?:[:/.-]\\d|\\d|(?:to|–|-)\\s*\\d|[ap]\\.?m|o['’]?clock|of|${unitWord.replace('<unit>', '<ignored>')}))`

const named: Phrase[] = [
  {
    // `Last Thursday, first thing`
    words: `${weekdayWithNumber}(?!,\\s+(?:first|second|third)\\b),?\\s+${ofMonth}`,
    mean: ({ weekday, nth }, said) => weekdayOnThe(weekdayOf(weekday!), toOrdinal(nth!), said),
  },
  {
    words: `(?<the>the\\s+)?${turn}\\s+${weekdayWord}`,
    mean: ({ the, turn: which, weekday }, said) => ({
      ...turnedWeekday(which!.toLowerCase(), weekdayOf(weekday!), said.at),
      isOpen: isOfStory(the, which!, said),
    }),
  },
  {
    words: `(?<=(?:^|\\b(?:on|by|until|till|since|from|to|for|and|or|through|time)\\s+|[.!?,;(-]\\s*))${weekdayWord}`,
    mean: ({ weekday }, said) => nearWeekday(weekday!, said),
  },
  {
    words: `(?<!\\b(?:the|every|each|first|second|third|fourth|last|my|your|our|his|her|their|an?|entire|whole)\\s)${weekdayWord}(?=\\s*(?:[.,;!?)]|$|(?:early|late|morning|afternoon|evening|night|at|from|between|or|to|through|until|\\d|noon)\\b|-))`,
    mean: ({ weekday }, said) => nearWeekday(weekday!, said),
  },
]

function turnedWeekday(which: string, weekday: number, at: number): DateMeaning {
  if (which === 'previous') return inWeek(unitAt(at, 'week', -1).from, weekday)
  if (/past|last/.test(which)) return { ...day(weekdayBefore(at - dayMs, weekday)), isWeekday: true }
  if (which === 'this') return inWeek(unitAt(at, 'week').from, weekday)
  // `Next Friday`, said on a Monday, is in the next week; `the coming Friday` is the first one.
  if (/coming/.test(which)) return { ...day(weekdayBefore(at + 7 * dayMs, weekday)), isWeekday: true }
  return inWeek(unitAt(at, 'week', 1).from, weekday)
}

/** `sail Wet Sunday home`: a name; `in Oslo Monday` is not. */
const isNamed =
  /(?<!(?:^|\b(?:in|at|to|from|with|near|for|by|and|or|via))\s*)(?<=\S\s+)(?<!\p{L})(?!(?:On|In|At|By|For|From|Until|Till|Since|And|Or)\b)\p{Lu}\p{Ll}+\s+$/u

function nearWeekday(name: string, { at, tense, before, after }: Viewpoint): DateMeaning {
  const side = sideOfDay(tense)
  const from = side === 'ahead' ? at + 7 * dayMs : at - dayMs
  const isTimetable = isJoined(before, after) && (tense === 'present' || tense === 'scheduled')
  const isName = /^\p{Lu}/u.test(name) && isNamed.test(before)
  const isOpen = side === 'open' || isTimetable || isPlural(after) || isName
  return { ...day(weekdayBefore(from, weekdayOf(name))), isWeekday: true, isBareWeekday: true, isOpen }
}

/** `Friday the 13th`: the nearest one in the direction of the tense. */
function weekdayOnThe(weekday: number, nth: number, { at, tense }: Viewpoint): DateMeaning | undefined {
  const side = sideOfDay(tense)
  if (nth < 1 || nth > 31 || side === 'open') return undefined
  const step = side === 'ahead' ? dayMs : -dayMs
  for (let then = startOfDay(at), i = 0; i < 800; i++, then += step) {
    const parts = partsOf(then)
    if (parts.weekday === weekday && parts.day === nth) return { ...day(then), isWeekday: true }
  }
  return undefined
}

/** Longer phrases first: `the day before yesterday` contains `yesterday`. */
export const relativePhrases: readonly Phrase[] = [...days, ...distances, ...spans, ...named]
