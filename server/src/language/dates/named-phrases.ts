import { seasonNames, seasons } from '../rules/vocabulary.ts'
import { day, type Period, partsOf, quarterOf, seasonOf, unitAt, yearsOf } from './calendar.ts'
import { isYearly } from './habits.ts'
import { hints } from './hints.ts'
import { holidayIn, holidays } from './holidays.ts'
import { chooseNear, nearestYear } from './nearest-year.ts'
import { toOrdinal } from './numbers.ts'
import {
  type DateMeaning,
  indexIn,
  type Phrase,
  sideOfDay,
  sideOfPeriod,
  turnOf,
  type Viewpoint,
} from './phrase.ts'

const season = `(?<season>${seasonNames.join('|')})`
const year = '(?<year>(?:1[89]|20)\\d\\d)'
const seasonOfWord = (word: string) => (/fall/i.test(word) ? 2 : indexIn(seasons, word))
const holiday = `(?<holiday>${holidays})`

/** Phrases with a name: seasons, quarters, holidays, weeks by number, centuries. */
export const namedPhrases: readonly Phrase[] = [
  {
    name: 'last or next season',
    needs: hints.season,
    matches: ['We moved last spring'],
    rejects: ['a spring in Kent'],
    words: `(?:the\\s+)?(?<turn>this past|this coming|this|last|past|next|coming)\\s+${season}`,
    mean: ({ turn, season: s }, said) => turnedSeason(turn!, seasonOfWord(s!), said),
  },
  {
    name: 'season of a year',
    needs: hints.season,
    matches: ['in the summer of 2019'],
    rejects: ['summer fun'],
    words: `(?:the\\s+)?${season}(?:\\s+of)?,?\\s+${year}`,
    mean: ({ season: s, year: y }) => ({
      ...seasonOf(Number(y), seasonOfWord(s!)),
      isComplete: true,
    }),
  },
  {
    name: 'the season',
    needs: hints.season,
    matches: ['We met in the summer'],
    rejects: ['The summer sun'],
    words: `(?<=\\b(?:in|during|over|by|until|since|before|after|for)\\s+)the\\s+${season}(?!\\s+\\p{L}+s\\b)`,
    mean: ({ season: s }, said) => nearPeriod(y => seasonOf(y, seasonOfWord(s!)), said),
  },
  {
    name: 'quarter of a year',
    needs: hints.quarter,
    matches: ['Q3 2024', '2024-Q3'],
    rejects: ['Q3'],
    words: `Q(?<q>[1-4])[ ,-]*(?:of\\s+)?${year}|${year.replace('year', 'year2')}[ ,-]*Q(?<q2>[1-4])`,
    mean: ({ q, q2, year: y, year2 }) => ({
      ...quarterOf(Number(y ?? year2), Number(q ?? q2) - 1),
      isComplete: true,
    }),
  },
  {
    name: 'half of a year',
    needs: hints.half,
    matches: ['H1 2023', '2023 H2'],
    rejects: ['H1'],
    words: `${year}[ ,-]*H(?<h>[12])|H(?<h2>[12])[ ,-]*${year.replace('year', 'year2')}`,
    mean: ({ year: y, year2, h, h2 }) => ({
      from: Date.UTC(Number(y ?? year2), (Number(h ?? h2) - 1) * 6),
      to: Date.UTC(Number(y ?? year2), Number(h ?? h2) * 6),
      granularity: 'range',
      isComplete: true,
    }),
  },
  {
    name: 'quarter',
    needs: hints.quarter,
    matches: ['due in Q2'],
    rejects: ['Q5'],
    words: 'Q(?<q>[1-4])',
    mean: ({ q }, said) => nearPeriod(y => quarterOf(y, Number(q) - 1), said),
  },
  {
    name: 'last or next holiday',
    needs: hints.holiday,
    matches: ['We met last Christmas'],
    rejects: ['We met at Christmas'],
    words: `(?:the\\s+)?(?<turn>next|following|this past|this coming|coming|last|past|previous|this)\\s+${holiday}`,
    mean: ({ turn, holiday: name }, said) => turnedHoliday(name!, turnOf(turn!), said),
  },
  {
    name: 'holiday of this or next year',
    needs: hints.holiday,
    matches: ['Easter of next year'],
    rejects: ['Easter is early'],
    words: `${holiday}\\s+(?:of\\s+)?(?<turn>this|last|next)\\s+year`,
    mean: ({ turn, holiday: name }, { at }) => ({
      ...day(holidayIn(name!, partsOf(at).year + turnOf(turn!))),
      holiday: name!,
    }),
  },
  {
    name: 'holiday weekend',
    needs: hints.holiday,
    matches: ['over the Easter weekend'],
    rejects: ['at Easter'],
    words: `${holiday}(?:,?\\s+(?:of\\s+)?${year})?\\s+weekend(?:,?\\s+(?:of\\s+)?${year.replace('year', 'year2')})?`,
    mean: ({ holiday: name, year: y, year2 }, said) => weekendAround(nearHoliday(name!, y ?? year2, said)),
  },
  {
    name: 'holiday',
    needs: hints.holiday,
    matches: ['We met on Halloween', 'Christmas 2021'],
    rejects: ['our Halloween', 'a Christmas party'],
    words: `(?<!\\b(?:my|your|our|his|her|their|an?)\\s|['’]s\\s)${holiday}(?:,?\\s+(?:of\\s+)?${year})?(?!\\s+(?:part(?:y|ies)|events?|costumes?|dinner|gifts?|presents?|trees?|decorations?|shopping|sales?|break|cards?|market|special|season))`,
    mean: ({ holiday: name, year: y }, said) => nearHoliday(name!, y, said),
  },
  {
    name: 'week by number',
    needs: hints.weekNumber,
    matches: ['in week 12', 'week 3 of 2024'],
    rejects: ['two weeks'],
    words: `(?:the\\s+)?week\\s+(?<n>\\d{1,2})(?:\\s+(?:of|in)\\s+${year})?(?!\\s*(?:[:]|days?|weeks?))`,
    mean: ({ n, year: y }, { at }) => weekNumber(Number(n), y ? Number(y) : partsOf(at).year),
  },
  {
    name: 'century',
    needs: hints.century,
    matches: ['the 19th century'],
    rejects: ['a century'],
    words: '(?:the\\s+)?(?<nth>\\d{1,2}(?:st|nd|rd|th))\\s+century',
    mean: ({ nth }) => ({
      ...yearsOf((toOrdinal(nth!) - 1) * 100, 100),
      granularity: 'range',
      isComplete: true,
    }),
  },
]

function turnedSeason(word: string, wanted: number, said: Viewpoint): DateMeaning {
  const { at } = said
  const { year: y } = partsOf(at)
  const around = [y - 2, y - 1, y, y + 1].map(one => seasonOf(one, wanted))
  const which = turnOf(word)
  // `We met this spring`, said in July.
  if (which === 0 && said.tense === 'behind') return around.findLast(({ from }) => from <= at)!
  if (which < 0) return around.findLast(({ to }) => to <= at)!
  return around.find(({ from, to }) => (which > 0 ? from > at : to > at))!
}

/** A season or a quarter without its year. */
function nearPeriod(inYear: (year: number) => Period, { at, tense }: Viewpoint): DateMeaning {
  const side = sideOfPeriod(tense)
  const near = nearestYear(inYear(partsOf(at).year), at, side)
  return { ...near, lacksYear: true, inYear, isOpen: side === 'open' }
}

function nearHoliday(name: string, y: string | undefined, said: Viewpoint): DateMeaning {
  if (y) return { ...day(holidayIn(name, Number(y))), isComplete: true }
  const inYear = (one: number) => day(holidayIn(name, one))
  const side = sideOfDay(said.tense)
  const around = yearsAround(name, said.at)
  const isOpen = side === 'open' || isYearly(said.before) || isForEither(around, said)
  return { ...chooseNear(around, said.at, side)!, lacksYear: true, inYear, isOpen, holiday: name }
}

function yearsAround(name: string, at: number): Period[] {
  const now = partsOf(at).year
  return [now - 1, now, now + 1].map(one => day(holidayIn(name, one)))
}

/** `She gave me earplugs for Halloween`, said in October: for the next one, or at the last one? */
function isForEither(around: readonly Period[], { at, tense, before }: Viewpoint): boolean {
  if (tense !== 'behind' || !/\bfor\s+$/i.test(before)) return false
  const [next, last] = [chooseNear(around, at, 'ahead')!, chooseNear(around, at, 'behind')!]
  return next.from - at < at - last.to
}

function turnedHoliday(name: string, which: number, { at, tense }: Viewpoint): DateMeaning {
  const around = yearsAround(name, at)
  // `We stayed at home this Christmas`, said in January.
  const side = which === 0 ? sideOfDay(tense) : which > 0 ? 'ahead' : 'behind'
  const meant = side === 'open' || side === 'bare' ? around[1]! : chooseNear(around, at, side)!
  return { ...meant, holiday: name }
}

/** A holiday next to a weekend is part of it. */
function weekendAround(holidayMeant: DateMeaning): DateMeaning {
  const { weekday } = partsOf(holidayMeant.from)
  const { from, to }: Period = unitAt(holidayMeant.from, 'weekend', weekday === 1 ? -1 : 0)
  return {
    from: Math.min(from, weekday === 5 ? holidayMeant.from : from),
    to: Math.max(to, weekday === 1 ? holidayMeant.to : to),
    granularity: 'weekend',
    isComplete: holidayMeant.isComplete ?? false,
    isOpen: holidayMeant.isOpen ?? false,
  }
}

/** As in ISO 8601: week 1 contains the 4th of January. */
export function weekNumber(n: number, y: number): DateMeaning | undefined {
  if (n < 1 || n > 53) return undefined
  return unitAt(Date.UTC(y, 0, 4), 'week', n - 1)
}
