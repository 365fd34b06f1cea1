import { dayMs, monthOf, yearOf } from '../../language/dates/calendar.ts'
import { nearestYear } from '../../language/dates/nearest-year.ts'
import { hasDates, type ParsedDate, parseDates, periodOf } from '../../language/dates/parse-dates.ts'
import type { DateRange } from '../../platform/lib/date-range.ts'

const month = '(?:January|February|March|April|May|June|July|August|September|October|November|December)'
/** `last May` is read as `in May`, which is in the past by default. */
const lastMonth = new RegExp(`\\b(?:in )?(?:last|this past)\\s+(?=${month}\\b)`, 'gi')

const before = /\b(?:before|until|till|prior to|vor|bis|avant|antes de|prima di|voor)\s+(?:the\s+)?$/i
const after = /\b(?:after|since|nach|seit|après|depuis|después de|desde|dopo|na|sinds)\s+(?:the\s+)?$/i
const ahead = /\b(?:next|coming|upcoming)\s+$/i
/** `the past week` and `the last two weeks` reach until now; `last week` is over. */
const untilNow = /^(?:(?:over|in|during) )?(?:the )?(?:past\b|last (?:few|couple|several|\w+) \w+s\b)/i

/** The ranges of time that a query names, relative to `now`. Empty: it names no time, or a time without a date. */
export function findQueryDates(q: string, now: Date, stemLanguages: readonly string[] = []): DateRange[] {
  const text = q.replaceAll(lastMonth, 'in ')
  const languages = new Set(['en', ...stemLanguages].filter(hasDates))
  for (const language of languages) {
    const parsed = parseDates(text, now, language).filter(saysWhen)
    if (parsed.length > 0) return parsed.map(found => toRange(found, text, now))
  }
  return yearsIn(text)
}

/** False for a time of day, a weekday that may be another word (`sat`, `sun`), a verb (`march`) or a ratio (`1/2`). */
function saysWhen({ text, start }: ParsedDate): boolean {
  if (start.isCertain('hour')) return false
  if (start.isCertain('year')) return true
  if (start.isCertain('month')) return /^\P{L}*\p{Lu}|\p{L}.*\d|\d.*\p{L}/u.test(text)
  return start.isCertain('weekday') && /day\b|end\b|\p{L}{5}/u.test(text)
}

function toRange(found: ParsedDate, text: string, now: Date): DateRange {
  const said = text.slice(0, found.index)
  const range = pastOf(found, rangeOf(found, now), ahead.test(said), now)
  if (before.test(said)) return { from: Number.NEGATIVE_INFINITY, to: range.from }
  if (after.test(said)) return { from: range.from, to: Number.POSITIVE_INFINITY }
  return range
}

function rangeOf({ text, start, end }: ParsedDate, now: Date): DateRange {
  const first: DateRange = periodOf(start)
  if (end) return { from: first.from, to: periodOf(end).to }
  if (untilNow.test(text)) return { from: first.from, to: now.getTime() }
  // The parser returns `last week` as the same weekday of that week, and `last weekend` as its Sunday.
  if (/week\b/i.test(text) && !start.isCertain('weekday')) return around(first, 3)
  return /weekend/i.test(text) ? around(first, 1) : first
}

const around = ({ from, to }: DateRange, days: number) => ({
  from: from - days * dayMs,
  to: to + days * dayMs,
})

/** A month without a year is in the past: a query about June means the last June, not the nearest. */
function pastOf({ start }: ParsedDate, range: DateRange, isAhead: boolean, now: Date): DateRange {
  if (start.isCertain('year') || !start.isCertain('month')) return range
  return nearestYear(range, now.getTime(), isAhead ? 'ahead' : 'behind')
}

const year = /(?<![\p{L}\p{N}.,:/#-])(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2]))?(?![\p{L}\p{N}:/-]|[.,]\d)/gu

/** Years and months such as `2023` and `2023-05`, if they stand alone. */
function yearsIn(text: string): DateRange[] {
  return Array.from(text.matchAll(year), ({ 0: found, index }) => {
    const [y, m] = found.split('-').map(Number) as [number, number | undefined]
    const { from, to } = m ? monthOf(y, m - 1) : yearOf(y)
    const said = text.slice(0, index)
    if (before.test(said)) return { from: Number.NEGATIVE_INFINITY, to: from }
    return { from, to: after.test(said) ? Number.POSITIVE_INFINITY : to }
  })
}
