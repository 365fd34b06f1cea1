import { type ResolvedDate, resolveDates } from '../../../language/dates/resolve-dates.ts'
import { dayMs } from '../../../platform/lib/durations.ts'

/** A model may name one day for a statement that says "last week", but not for one that says "in 2019". */
const maxNarrowedMs = 8 * dayMs

type TimeRange = { from: number; to: number }

/**
 * The periods in which the dates of a statement may lie: those our own date reader finds in the source text, and
 * the day it was said.
 */
export function findPeriods(around: string, saidAt: Date, language: string): TimeRange[] {
  const day = Math.floor(saidAt.getTime() / dayMs) * dayMs
  const read = resolveDates(around, saidAt, language).dates.map(toPeriod)
  return [...read, { from: day - dayMs, to: day + 2 * dayMs }]
}

export function isDateSupported(
  date: Pick<ResolvedDate, 'from' | 'to'>,
  said: readonly TimeRange[],
): boolean {
  const told = toPeriod(date)
  return said.some(({ from, to }) => {
    if (told.from >= to || from >= told.to) return false
    return told.to - told.from >= to - from || to - from <= maxNarrowedMs
  })
}

/** The days a model names, as far as the source text supports them. */
export function findSupportedDays(written: readonly string[], said: readonly TimeRange[]): Date[] {
  const days = written
    .filter(date => /^\d{4}-\d{2}-\d{2}$/.test(date))
    .map(date => new Date(`${date}T00:00:00Z`))
    .filter(day => !Number.isNaN(day.getTime()))
  // The first day of a month or a year stands for the whole period.
  return days.filter(day =>
    said.some(
      ({ from, to }) =>
        day.getTime() === from || (day.getTime() >= from && day.getTime() < to && to - from <= maxNarrowedMs),
    ),
  )
}

const toPeriod = ({ from, to }: Pick<ResolvedDate, 'from' | 'to'>): TimeRange => ({
  from: from.getTime(),
  to: Math.max(to.getTime(), from.getTime() + 1),
})
