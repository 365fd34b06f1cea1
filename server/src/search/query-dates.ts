import * as chrono from 'chrono-node'
import type { DateRange } from '../lib/date-range.ts'

type Parsed = ReturnType<typeof chrono.parse>[number]
type Parser = { parse(text: string, reference: chrono.ParsingReference): Parsed[] }

/** The languages whose dates are understood, by the reading of their words. */
const parsers: Record<string, Parser> = {
  de: chrono.de,
  en: chrono.en,
  es: chrono.es,
  fr: chrono.fr,
  it: chrono.it,
  nl: chrono.nl,
  pt: chrono.pt,
  ru: chrono.ru,
  sv: chrono.sv,
}

const month = '(?:January|February|March|April|May|June|July|August|September|October|November|December)'
/** `last May` is understood as `in May`, which lies in the past unless it says otherwise. */
const lastMonth = new RegExp(`\\b(?:in )?(?:last|this past)\\s+(?=${month}\\b)`, 'gi')

const before = /\b(?:before|until|till|prior to|vor|bis|avant|antes de|prima di|voor)\s+(?:the\s+)?$/i
const after = /\b(?:after|since|nach|seit|après|depuis|después de|desde|dopo|na|sinds)\s+(?:the\s+)?$/i
const ahead = /\b(?:next|coming|upcoming)\s+$/i
/** `past` and a number of `last` ones reach until now; a single last one is over. */
const untilNow = /^(?:(?:over|in|during) )?(?:the )?(?:past\b|last (?:few|couple|several|\w+) \w+s\b)/i

/** The stretches of time a query names, seen from `now`. None: it is about no time, or one that has no date. */
export function datesIn(q: string, now: Date, readings: readonly string[] = []): DateRange[] {
  const text = q.replaceAll(lastMonth, 'in ')
  const languages = new Set(['en', ...readings].filter(reading => reading in parsers))
  for (const language of languages) {
    const parsed = parsers[language]!.parse(text, { instant: now, timezone: 'UTC' }).filter(saysWhen)
    if (parsed.length > 0) return parsed.map(found => toRange(found, text, now))
  }
  return yearsIn(text)
}

/** Not a time of day, a weekday that may be another word (`sat`, `sun`), a verb (`march`) or a ratio (`1/2`). */
function saysWhen({ text, start }: Parsed): boolean {
  if (start.isCertain('hour')) return false
  if (start.isCertain('year')) return true
  if (start.isCertain('month')) return /^\P{L}*\p{Lu}|\p{L}.*\d|\d.*\p{L}/u.test(text)
  return start.isCertain('weekday') && /day\b|end\b|\p{L}{5}/u.test(text)
}

function toRange(found: Parsed, text: string, now: Date): DateRange {
  const said = text.slice(0, found.index)
  const range = pastOf(found, rangeOf(found, now), ahead.test(said), now)
  if (before.test(said)) return { from: Number.NEGATIVE_INFINITY, to: range.from }
  if (after.test(said)) return { from: range.from, to: Number.POSITIVE_INFINITY }
  return range
}

function rangeOf({ text, start, end }: Parsed, now: Date): DateRange {
  const first = spanOf(start)
  if (end) return { from: first.from, to: spanOf(end).to }
  if (untilNow.test(text)) return { from: first.from, to: now.getTime() }
  // `last week` is given as the same day of it, `last weekend` as its Sunday.
  if (/week\b/i.test(text) && !start.isCertain('weekday')) return around(first, 3)
  return /weekend/i.test(text) ? around(first, 1) : first
}

const dayMs = 86_400_000

const around = ({ from, to }: DateRange, days: number) => ({
  from: from - days * dayMs,
  to: to + days * dayMs,
})

/** The day, month or year, whichever is meant. */
function spanOf(moment: Parsed['start']): DateRange {
  const [year, month, day] = [moment.get('year')!, moment.get('month')! - 1, moment.get('day')!]
  if (moment.isCertain('day') || moment.isCertain('weekday'))
    return { from: Date.UTC(year, month, day), to: Date.UTC(year, month, day + 1) }
  if (moment.isCertain('month')) return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) }
  return { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) }
}

/** Who asks a memory about June means the last one, not the nearest. */
function pastOf({ start }: Parsed, range: DateRange, isAhead: boolean, now: Date): DateRange {
  if (start.isCertain('year') || !start.isCertain('month')) return range
  if (!isAhead && range.from > now.getTime()) return addYears(range, -1)
  return isAhead && range.to <= now.getTime() ? addYears(range, 1) : range
}

function addYears({ from, to }: DateRange, years: number): DateRange {
  const moved = (at: number) => {
    const date = new Date(at)
    return date.setUTCFullYear(date.getUTCFullYear() + years)
  }
  return { from: moved(from), to: moved(to) }
}

const year = /(?<![\p{L}\p{N}.,:/#-])(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2]))?(?![\p{L}\p{N}:/-]|[.,]\d)/gu

/** Years, and months as `2023-05`, which stand alone. */
function yearsIn(text: string): DateRange[] {
  return Array.from(text.matchAll(year), ({ 0: found, index }) => {
    const [y, m] = found.split('-').map(Number) as [number, number | undefined]
    const range = m
      ? { from: Date.UTC(y, m - 1), to: Date.UTC(y, m) }
      : { from: Date.UTC(y, 0), to: Date.UTC(y + 1, 0) }
    const said = text.slice(0, index)
    if (before.test(said)) return { from: Number.NEGATIVE_INFINITY, to: range.from }
    return after.test(said) ? { from: range.from, to: Number.POSITIVE_INFINITY } : range
  })
}
