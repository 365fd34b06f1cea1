import { isPlausible, minuteMs, type Period } from './calendar.ts'
import { sentenceAfter, sentenceBefore } from './clauses.ts'
import type { DateMatch } from './date-match.ts'
import { namedPhrases } from './named-phrases.ts'
import { nearestYear } from './nearest-year.ts'
import { type ParsedDate, parseDates, periodOf } from './parse-dates.ts'
import type { Phrase } from './phrase.ts'
import { relativePhrases, wholePhrases } from './relative-phrases.ts'
import { settleDates } from './settle-dates.ts'
import { spokenPhrases } from './spoken-phrases.ts'
import { tenseAt } from './tense.ts'
import { writtenPhrases } from './written-phrases.ts'

/** Order matters. Names come first: Black Friday is not a Friday. Then written dates, then dates relative to now. */
const english = [
  ...namedPhrases,
  ...writtenPhrases,
  ...spokenPhrases,
  ...relativePhrases,
  ...wholePhrases,
].map(phrase => ({
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}_$/]|[.,:]\\b|\\p{L}['’])(?:${phrase.words})(?![\\p{L}\\p{N}_])`,
    phrase.isCased ? 'gu' : 'giu',
  ),
  phrase,
}))

/**
 * All dates that a text names, in order and without overlaps, relative to the time of the text. A date with more than
 * one reading is left out.
 */
export function findDates(text: string, saidAt: Date, language: string): DateMatch[] {
  if (language !== 'en') return findWritten(text, saidAt, language).sort((a, b) => a.start - b.start)
  const found = findEnglish(text, saidAt.getTime()).sort((a, b) => a.start - b.start)
  return settleDates(text, found, saidAt.getTime())
}

/** Most sentences name no date. This one pattern saves trying some fifty others. */
const mayNameDate =
  /\d|day|morrow|tmr|week|month|quarter|year|\byrs?\b|decade|century|night|tonite|morning|afternoon|evening|hour|\bhrs?\b|minute|\bmins?\b|fortnight|spring|summer|autumn|fall|winter|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri)|christmas|xmas|valentine|juneteenth|easter|halloween|thanksgiving|cinco|new year|\bnye\b|ties\b|thousand|nineteen/i

function findEnglish(text: string, at: number): DateMatch[] {
  if (!mayNameDate.test(text)) return []
  const found: DateMatch[] = []
  let rest = text
  for (const { pattern, phrase } of english) {
    const dates = [...matches(pattern, phrase, rest, text, at)]
    if (dates.length > 0) rest = without(rest, dates)
    found.push(...dates)
  }
  return found
}

/** Blanks out the dates found so far, so that later phrases do not match inside them. */
function without(text: string, dates: readonly DateMatch[]): string {
  let rest = ''
  for (const { start, end } of dates) rest += text.slice(rest.length, start) + '\0'.repeat(end - start)
  return rest + text.slice(rest.length)
}

function* matches(
  pattern: RegExp,
  phrase: Phrase,
  rest: string,
  text: string,
  at: number,
): Generator<DateMatch> {
  for (const match of rest.matchAll(pattern)) {
    const said = {
      at,
      // Lazy: few phrases need the tense, and finding it takes longer than matching them.
      get tense() {
        return tenseAt(text, match.index)
      },
      get before() {
        return sentenceBefore(text, match.index)
      },
      get after() {
        return sentenceAfter(text, match.index + match[0].length)
      },
    }
    const meaning = phrase.mean(match.groups ?? {}, said)
    if (meaning && isPlausible(meaning))
      yield { ...meaning, start: match.index, end: match.index + match[0].length }
  }
}

/** Other languages are parsed by chrono. A time of day without a date does not count. */
function findWritten(text: string, saidAt: Date, language: string): DateMatch[] {
  return parseDates(text, saidAt, language)
    .filter(({ start }) => (['year', 'month', 'day', 'weekday'] as const).some(part => start.isCertain(part)))
    .map(parsed => {
      const isComplete = /\d{4}/.test(parsed.text)
      const meant = meaningOf(parsed)
      const isOpen = !parsed.start.isCertain('year') && parsed.start.isCertain('month')
      const placed = isOpen ? nearestYear(meant, saidAt.getTime(), 'open') : meant
      return { ...placed, isComplete, start: parsed.index, end: parsed.index + parsed.text.length }
    })
    .filter(isPlausible)
}

function meaningOf({ start, end }: ParsedDate): Period {
  if (start.isCertain('hour')) {
    const from = start.date().getTime()
    return { from, to: end?.date().getTime() ?? from + minuteMs, granularity: 'time' }
  }
  const first = periodOf(start)
  return end ? { from: first.from, to: periodOf(end).to, granularity: 'range' } : first
}
