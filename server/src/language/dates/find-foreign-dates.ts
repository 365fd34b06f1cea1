import { nearestYear } from './nearest-year.ts'
import { type ParsedDate, parseDates, periodOf } from './parse-dates.ts'
import { relativeDay } from './rules/date-words.ts'

const monthName = /\p{L}{3,}|月/u
/** A year written with four digits, or a date in figures such as `03.05.2023`. */
const yearSaid = /\d{4}/

/**
 * The event dates that a text in another language names. Only dates with one reading: those with a year, those with
 * a weekday that only one year fits, a month and a day that lie less than two months away on one side, and words such as
 * `gestern`. The text itself is never changed.
 */
export function findDatesIn(language: string, text: string, saidAt: Date): Date[] {
  return parseDates(text, saidAt, language).flatMap(found => dateOf(found, saidAt) ?? [])
}

function dateOf(found: ParsedDate, saidAt: Date): Date | undefined {
  const { text, start } = found
  const said = text.trim()
  if (relativeDay.expression.test(said)) return new Date(periodOf(start).from)
  if (!start.isCertain('month') || (!monthName.test(said) && !yearSaid.test(said))) return undefined
  const period = periodOf(start)
  if (start.isCertain('year') && yearSaid.test(said)) return new Date(period.from)
  if (!start.isCertain('day')) return undefined
  return inOneYear(period, start, saidAt)
}

/** Without a tense, a date in two months is hardly ten months ago. Anything farther has two readings. */
const nearMs = 62 * 24 * 3_600_000

function inOneYear(
  period: { from: number; to: number },
  start: ParsedDate['start'],
  saidAt: Date,
): Date | undefined {
  const at = saidAt.getTime()
  const [last, next] = [nearestYear(period, at, 'behind'), nearestYear(period, at, 'ahead')]
  if (start.isCertain('weekday')) {
    const fits = [last, next].filter(({ from }) => new Date(from).getUTCDay() === start.get('weekday'))
    return fits.length > 0 && new Set(fits.map(({ from }) => from)).size === 1
      ? new Date(fits[0]!.from)
      : undefined
  }
  const near = [last, next].filter(({ from }) => Math.abs(from - at) < nearMs)
  return new Set(near.map(({ from }) => from)).size === 1 ? new Date(near[0]!.from) : undefined
}
