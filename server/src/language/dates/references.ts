import { seasons } from '../rules/vocabulary.ts'
import { day, monthOf, type Period, partsOf, seasonOf, unitAt, yearOf } from './calendar.ts'
import { isSameSentence } from './clauses.ts'
import type { DateMatch } from './date-match.ts'
import { indexIn } from './phrase.ts'
import { reference, yearReference } from './rules/references.ts'

/** The words `that year` at the beginning of a text. */
export const isYearReference = (text: string): string | undefined => yearReference.expression.exec(text)?.[0]

/** `That year`, `the same day`: the date of the one other date before it in the sentence. Otherwise it is left open. */
export function findReferences(text: string, found: readonly DateMatch[]): DateMatch[] {
  return Array.from(text.matchAll(reference.expression)).flatMap(({ 0: said, index, groups }) => {
    if (found.some(({ start, end }) => start <= index && index < end)) return []
    const before = found.filter(one => one.end <= index && isSameSentence(text, one.start, index))
    const [only, other] = before.filter(({ isYearOfOther }) => !isYearOfOther)
    const meant = only && !other && !only.isSince ? unitOf(only, groups!.unit!.toLowerCase()) : undefined
    return meant ? [{ ...meant, start: index, end: index + said.length }] : []
  })
}

/** The unit that contains a date, if the date is no longer than it. */
function unitOf({ from, granularity }: DateMatch, unit: string): Period | undefined {
  const { year, month } = partsOf(from)
  if (!['time', 'day', 'week', 'weekend', 'month', 'season', 'year'].includes(granularity)) return undefined
  if (unit === 'year') return yearOf(year)
  const isDay = granularity === 'day' || granularity === 'time'
  if (unit === 'day') return isDay ? day(from) : undefined
  if (unit === 'week') return isDay || granularity === 'week' ? unitAt(from, 'week') : undefined
  if (unit === 'weekend')
    return isDay || granularity === 'week' || granularity === 'weekend' ? unitAt(from, 'weekend') : undefined
  if (unit === 'month') return isDay || granularity === 'month' ? monthOf(year, month) : undefined
  return seasonNear(from, granularity, unit)
}

/** `In June 2014 … that summer`: the season that contains the date; in a year, the one that begins in it. */
function seasonNear(from: number, granularity: string, unit: string): Period | undefined {
  const { year } = partsOf(from)
  const wanted = unit === 'fall' ? 2 : indexIn(seasons, unit)
  if (granularity === 'year') return seasonOf(year, wanted)
  return [year - 1, year].map(one => seasonOf(one, wanted)).find(one => one.from <= from && from < one.to)
}
