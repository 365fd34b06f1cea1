import type { Rule } from '../rules/rule.ts'
import { isPlausible, minuteMs, type Period } from './calendar.ts'
import { sentenceAfter, sentenceBefore } from './clauses.ts'
import type { DateMatch } from './date-match.ts'
import { namedPhrases } from './named-phrases.ts'
import { nearestYear } from './nearest-year.ts'
import { type ParsedDate, parseDates, periodOf } from './parse-dates.ts'
import type { Phrase } from './phrase.ts'
import { relativePhrases, wholePhrases } from './relative-phrases.ts'
import { mayNameDate } from './rules/date-words.ts'
import { settleDates } from './settle-dates.ts'
import { spokenPhrases } from './spoken-phrases.ts'
import { tenseAt } from './tense.ts'
import { writtenPhrases } from './written-phrases.ts'

type DatePhrase = Rule & Pick<Phrase, 'mean' | 'needs'>

/** Order matters. Names come first: Black Friday is not a Friday. Then written dates, then dates relative to now. */
export const datePhrases: readonly DatePhrase[] = [
  ...namedPhrases,
  ...writtenPhrases,
  ...spokenPhrases,
  ...relativePhrases,
  ...wholePhrases,
].map(({ words, isCased, ...phrase }) => ({
  ...phrase,
  expression: new RegExp(
    `(?<![\\p{L}\\p{N}_$/]|[.,:]\\b|\\p{L}['’])(?:${words})(?![\\p{L}\\p{N}_])`,
    isCased ? 'gu' : 'giu',
  ),
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

function findEnglish(text: string, at: number): DateMatch[] {
  if (!mayNameDate.expression.test(text)) return []
  const found: DateMatch[] = []
  const hinted = new Map<RegExp, boolean>()
  let rest = text
  for (const phrase of datePhrases) {
    const { needs } = phrase
    if (!hinted.has(needs)) hinted.set(needs, needs.test(text))
    if (!hinted.get(needs)) continue
    const dates = [...findPhrase(phrase, rest, text, at)]
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

function* findPhrase(phrase: DatePhrase, rest: string, text: string, at: number): Generator<DateMatch> {
  for (const match of rest.matchAll(phrase.expression)) {
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
