import { day, type Period, partsOf, quarterOf, seasonOf, seasons, unitAt, yearsOf } from './calendar.ts'
import { holidayIn, holidays } from './holidays.ts'
import { nearestYear } from './nearest-year.ts'
import { toOrdinal } from './numbers.ts'
import { type DateMeaning, indexIn, type Phrase, turnOf, type Viewpoint } from './phrase.ts'

const season = '(?<season>spring|summer|autumn|fall|winter)'
const year = '(?<year>(?:1[89]|20)\\d\\d)'
const seasonOfWord = (word: string) => (/fall/i.test(word) ? 2 : indexIn(seasons, word))
const holiday = `(?<holiday>${holidays})`

/** Phrases with a name: seasons, quarters, holidays, weeks by number, centuries. */
export const namedPhrases: readonly Phrase[] = [
  {
    words: `(?:the\\s+)?(?<turn>this past|this coming|this|last|past|next|coming)\\s+${season}`,
    mean: ({ turn, season: s }, said) => turnedSeason(turn!, seasonOfWord(s!), said),
  },
  {
    words: `(?:the\\s+)?${season}(?:\\s+of)?,?\\s+${year}`,
    mean: ({ season: s, year: y }) => ({
      ...seasonOf(Number(y), seasonOfWord(s!)),
      isComplete: true,
    }),
  },
  {
    words: `(?<=\\b(?:in|during|over|by|until|since|before|after|for)\\s+)the\\s+${season}(?!\\s+\\p{L}+s\\b)`,
    mean: ({ season: s }, { at, tense }) =>
      nearestYear(seasonOf(partsOf(at).year, seasonOfWord(s!)), at, tense),
  },
  {
    words: `Q(?<q>[1-4])[ ,-]*(?:of\\s+)?${year}|${year.replace('year', 'year2')}[ ,-]*Q(?<q2>[1-4])`,
    mean: ({ q, q2, year: y, year2 }) => ({
      ...quarterOf(Number(y ?? year2), Number(q ?? q2) - 1),
      isComplete: true,
    }),
  },
  {
    words: `${year}[ ,-]*H(?<h>[12])|H(?<h2>[12])[ ,-]*${year.replace('year', 'year2')}`,
    mean: ({ year: y, year2, h, h2 }) => ({
      from: Date.UTC(Number(y ?? year2), (Number(h ?? h2) - 1) * 6),
      to: Date.UTC(Number(y ?? year2), Number(h ?? h2) * 6),
      granularity: 'range',
      isComplete: true,
    }),
  },
  {
    words: 'Q(?<q>[1-4])',
    mean: ({ q }, { at, tense }) => nearestYear(quarterOf(partsOf(at).year, Number(q) - 1), at, tense),
  },
  {
    words: `(?:the\\s+)?(?<turn>next|following|this past|this coming|coming|last|past|previous|this)\\s+${holiday}`,
    mean: ({ turn, holiday: name }, { at }) => turnedHoliday(name!, turnOf(turn!), at),
  },
  {
    words: `${holiday}\\s+(?:of\\s+)?(?<turn>this|last|next)\\s+year`,
    mean: ({ turn, holiday: name }, { at }) => day(holidayIn(name!, partsOf(at).year + turnOf(turn!))),
  },
  {
    words: `${holiday}(?:,?\\s+(?:of\\s+)?${year})?\\s+weekend(?:,?\\s+(?:of\\s+)?${year.replace('year', 'year2')})?`,
    mean: ({ holiday: name, year: y, year2 }, said) => weekendAround(nearHoliday(name!, y ?? year2, said)),
  },
  {
    words: `(?<!\\b(?:my|your|our|his|her|their|an?)\\s|['’]s\\s)${holiday}(?:,?\\s+(?:of\\s+)?${year})?(?!\\s+(?:part(?:y|ies)|events?|costumes?|dinner|gifts?|presents?|trees?|decorations?|shopping|sales?|break|cards?|market|special|season))`,
    mean: ({ holiday: name, year: y }, said) => nearHoliday(name!, y, said),
  },
  {
    words: `(?:the\\s+)?week\\s+(?<n>\\d{1,2})(?:\\s+(?:of|in)\\s+${year})?(?!\\s*(?:[:]|days?|weeks?))`,
    mean: ({ n, year: y }, { at }) => weekNumber(Number(n), y ? Number(y) : partsOf(at).year),
  },
  {
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

function nearHoliday(name: string, y: string | undefined, { at, tense }: Viewpoint): DateMeaning {
  if (y) return { ...day(holidayIn(name, Number(y))), isComplete: true }
  return nearestYear(day(holidayIn(name, partsOf(at).year)), at, tense)
}

function turnedHoliday(name: string, which: number, at: number): DateMeaning {
  const now = partsOf(at).year
  if (which === 0) return day(holidayIn(name, now))
  const around = [now - 1, now, now + 1].map(one => day(holidayIn(name, one)))
  return (which > 0 ? around.find(({ to }) => to > at) : around.findLast(({ from }) => from <= at))!
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
  }
}

/** As in ISO 8601: week 1 contains the 4th of January. */
export function weekNumber(n: number, y: number): DateMeaning | undefined {
  if (n < 1 || n > 53) return undefined
  return unitAt(Date.UTC(y, 0, 4), 'week', n - 1)
}
