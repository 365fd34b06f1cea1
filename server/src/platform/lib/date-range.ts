import { dayMs } from './durations.ts'

/** A range of time in milliseconds since 1970, without `to` itself. An open end is infinite. */
export type DateRange = { from: number; to: number }

/** People write about events afterwards: a text from this long after the range still counts, less with every day. */
const fadesWithinMs = 31 * dayMs

/** The bonus of a text from the time that the query names, on the scale of scores. */
const dateWeight = 0.1

/** 1 when a date is within one of the ranges, less the longer after a range it is, otherwise 0. */
export function closeness(ranges: readonly DateRange[], dates: readonly Date[]): number {
  const each = ranges.flatMap(range => dates.map(date => closenessOf(range, date.getTime())))
  return Math.max(0, ...each)
}

function closenessOf({ from, to }: DateRange, at: number): number {
  if (at < from) return 0
  return at < to ? 1 : Math.max(0, 1 - (at - to) / fadesWithinMs)
}

/**
 * Adds the bonus of the date to a score. A text that has nothing in common with the query stays at 0. Measured on the
 * tuning half of LoCoMo, where one question in seven names a date: 56.2 → 57.5 nDCG@10.
 */
export function addDate(score: number, close: number): number {
  return score > 0 ? Math.min(1, score + dateWeight * close) : score
}
