import { type ResolvedDate, resolveDates } from '../../../language/dates/resolve-dates.ts'
import { dayMs } from '../../../platform/lib/durations.ts'

/** A model may name the day of what was said `last week`; of what was said `in 2019` it may not. */
const mostNarrowedMs = 8 * dayMs

type Period = { from: number; to: number }

/**
 * The periods that the dates of a statement may lie in: those our own date reader finds in what was said, and the day it was
 * said on.
 */
export function periodsSaid(around: string, saidAt: Date, language: string): Period[] {
  const day = Math.floor(saidAt.getTime() / dayMs) * dayMs
  const read = resolveDates(around, saidAt, language).dates.map(toPeriod)
  return [...read, { from: day - dayMs, to: day + 2 * dayMs }]
}

export function isDateSaid(date: Pick<ResolvedDate, 'from' | 'to'>, said: readonly Period[]): boolean {
  const told = toPeriod(date)
  return said.some(({ from, to }) => {
    if (told.from >= to || from >= told.to) return false
    return told.to - told.from >= to - from || to - from <= mostNarrowedMs
  })
}

/** The days a model names, as far as they were said. */
export function daysSaid(written: readonly string[], said: readonly Period[]): Date[] {
  const days = written
    .filter(date => /^\d{4}-\d{2}-\d{2}$/.test(date))
    .map(date => new Date(`${date}T00:00:00Z`))
    .filter(day => !Number.isNaN(day.getTime()))
  // The first of a month or a year stands for the whole of it.
  return days.filter(day =>
    said.some(
      ({ from, to }) =>
        day.getTime() === from ||
        (day.getTime() >= from && day.getTime() < to && to - from <= mostNarrowedMs),
    ),
  )
}

const toPeriod = ({ from, to }: Pick<ResolvedDate, 'from' | 'to'>): Period => ({
  from: from.getTime(),
  to: Math.max(to.getTime(), from.getTime() + 1),
})
