import { BoundedMap } from '../../platform/lib/bounded-map.ts'
import type { Granularity } from './calendar.ts'
import { combineDates } from './combine-dates.ts'
import type { DateMatch, DateSide } from './date-match.ts'
import { findDates } from './find-dates.ts'
import {
  articleBefore,
  clauseBefore,
  nounAfter,
  otherPreposition,
  ownPreposition,
  takesObject,
  verbAfter,
} from './rules/written-dates.ts'
import { timesIn } from './times-of-day.ts'
import { writeDate, writeIsoDate } from './write-date.ts'

export type ResolvedDate = {
  from: Date
  /** Exclusive. */
  to: Date
  granularity: Granularity
  /** Position in the given text. */
  start: number
  end: number
  said: string
  /** `before`, `until`, `since` or `after`: the date is one end of an open period. */
  reach?: DateSide
}

/** Shared by those who ask for the same text, so it must not be changed. */
export type ResolvedText = {
  /**
   * The text with every date in full: `yesterday` becomes `on 7 May 2023`, `gestern` becomes `gestern
   * (2023-05-07)`.
   */
  text: string
  dates: readonly ResolvedDate[]
}

/** Finds the dates of a text and writes them in full, so that the text is understood at any other time. */
export const resolveDates = (text: string, saidAt: Date, language = 'en'): ResolvedText =>
  resolveAs(language === 'en' ? 'told' : 'foreign', text, saidAt, language)

/**
 * The same for English words that are quoted, which stay as they were said: `next year` becomes `next year [2027]`, and only
 * what a date lacks is put in: `30 June` becomes `30 June 2026`.
 */
export const resolveQuotedDates = (text: string, saidAt: Date): ResolvedText =>
  resolveAs('quoted', text, saidAt, 'en')

function resolveAs(style: Style, text: string, saidAt: Date, language: string): ResolvedText {
  if (text.length > longestKept) return resolve(style, text, saidAt, language)
  const key = `${style} ${language} ${saidAt.getTime()} ${text}`
  const known = lately.get(key)
  if (known) return known
  const resolved = resolve(style, text, saidAt, language)
  lately.set(key, resolved)
  return resolved
}

/** A sentence is resolved several times in a row: for its facts, for a quotation, and as context of the next ones. */
const lately = new BoundedMap<string, ResolvedText>(64)
/** In characters; sentences are shorter. */
const longestKept = 2_000

type Style = 'told' | 'quoted' | 'foreign'

function resolve(style: Style, text: string, saidAt: Date, language: string): ResolvedText {
  const tight = text.replaceAll(longGap, fill)
  const found = findDates(tight, saidAt, language)
  if (found.length === 0) return { text, dates: [] }
  const own = found.filter(({ isYearOfOther }) => !isYearOfOther)
  const together = combineDates(tight, own, timesIn(tight), saidAt.getTime())
  return { text: writers[style](text, found), dates: together.map(date => toResolved(text, date)) }
}

/** No date spans a wide gap, but searching across one takes quadratic time: 13 s for 50,000 spaces. */
const longGap = /\s{4,}/g
const fill = (gap: string) => `   ${'\0'.repeat(gap.length - 3)}`

function toResolved(text: string, date: DateMatch): ResolvedDate {
  const { from, to, granularity, start, end, reach } = date
  const said = text.slice(start, end)
  return { from: new Date(from), to: new Date(to), granularity, start, end, said, ...(reach && { reach }) }
}

function writeOut(text: string, found: readonly DateMatch[]): string {
  let written = ''
  let at = 0
  for (const date of found) {
    if (date.isComplete || date.isWeak) continue
    const before = text.slice(at, date.start)
    const own = ownPreposition.expression.exec(before)
    const start = own ? at + own.index : date.start
    written += text.slice(at, start) + replacement(text, date, start)
    at = date.end
  }
  return written + text.slice(at)
}

function replacement(text: string, date: DateMatch, start: number): string {
  if (date.holiday) return writeHoliday(text, date, start)
  const { preposition, words } = writeDate(date)
  if (date.isSince) return `${text.slice(start, date.end)} (since ${words})`
  const before = text.slice(0, start)
  if (describes(before, text.slice(date.end))) return `${text.slice(start, date.end)} (${words})`
  const bare =
    otherPreposition.expression.test(before) ||
    /^['’]s\b/.test(text.slice(date.end)) ||
    isSubject(before, text.slice(date.end))
  const said = bare ? words : `${preposition} ${words}`
  const opens = /\p{Lu}/u.test(text[start]!) && !/[\p{L}\p{N},]\s*$/u.test(before)
  return opens ? said[0]!.toUpperCase() + said.slice(1) : said
}

/** `Easter 2025`: the name says more than the day, and fits wherever it was said. */
function writeHoliday(text: string, date: DateMatch, start: number): string {
  const name = `${date.holiday} ${new Date(date.from).getUTCFullYear()}`
  const said = text.slice(start, date.end)
  const before = text.slice(0, start)
  const isTurned = said.length > date.holiday!.length && !said.startsWith(date.holiday!)
  if (!isTurned || start < date.start) return text.slice(start, date.start) + name
  const isBare =
    otherPreposition.expression.test(before) ||
    takesObject.expression.test(before) ||
    isSubject(before, text.slice(date.end))
  const preposition = /^(?:christmas|xmas|easter|thanksgiving)$/i.test(date.holiday!) ? 'at' : 'on'
  if (isBare) return name
  return `${/^\p{Lu}/u.test(said) ? preposition.replace(/^./, a => a.toUpperCase()) : preposition} ${name}`
}

/** `the Halloween parade`, `our best October ever`: part of a name. */
const describes = (before: string, after: string): boolean =>
  articleBefore.expression.test(before) && nounAfter.expression.test(after)

/** `This month has been about …` */
const isSubject = (before: string, after: string): boolean =>
  clauseBefore.expression.test(before) && verbAfter.expression.test(after)

/** `this winter's wood`, `yesterday evening`: the brackets follow these words. */
const belongingAfter = /^(?:['’]s\b| (?:morning|afternoon|evening|night)\b)/

function writeQuoted(text: string, found: readonly DateMatch[]): string {
  let written = ''
  let at = 0
  for (const date of found) {
    if (date.isComplete || date.isWeak) continue
    const said = text.slice(date.start, date.end)
    const whole = wordsOf(date)
    if (whole.toLowerCase().startsWith(`${said.toLowerCase()} `)) {
      written += text.slice(at, date.start) + said + whole.slice(said.length)
      at = date.end
      continue
    }
    const end = date.end + (belongingAfter.exec(text.slice(date.end))?.[0].length ?? 0)
    const words = wordsOf({ ...date, isWeekday: false })
    const sort = date.isSince ? 'since ' : date.about ? 'around ' : ''
    written += `${text.slice(at, end)} [${sort}${words}]`
    at = end
  }
  return written + text.slice(at)
}

const wordsOf = (date: DateMatch): string =>
  date.holiday ? `${date.holiday} ${new Date(date.from).getUTCFullYear()}` : writeDate(date).words

/** In languages other than English, the date is added in brackets after the words. */
function writeBeside(text: string, found: readonly DateMatch[]): string {
  let written = ''
  let at = 0
  for (const date of found.filter(({ isComplete }) => !isComplete)) {
    written += `${text.slice(at, date.end)} (${writeIsoDate(date)})`
    at = date.end
  }
  return written + text.slice(at)
}

const writers: Record<Style, (text: string, found: readonly DateMatch[]) => string> = {
  told: writeOut,
  quoted: writeQuoted,
  foreign: writeBeside,
}
