import { dayMs } from './durations.ts'

/** A stretch of time in milliseconds since 1970, `to` not included; infinite where it is open. */
export type DateRange = { from: number; to: number }

/** People tell of things afterwards: what is written this long after still counts, less by the day. */
const toldWithinMs = 31 * dayMs

/** How much it says for a text to be of the time asked about, on the scale of scores. */
const dateWeight = 0.1

/** 1 for a date within one of the ranges, less the longer after, otherwise 0. */
export function closeness(ranges: readonly DateRange[], dates: readonly Date[]): number {
  const each = ranges.flatMap(range => dates.map(date => closenessOf(range, date.getTime())))
  return Math.max(0, ...each)
}

function closenessOf({ from, to }: DateRange, at: number): number {
  if (at < from) return 0
  return at < to ? 1 : Math.max(0, 1 - (at - to) / toldWithinMs)
}

/**
 * A score with what the date adds; what has nothing in common with the query stays at nothing. Measured on the tuning
 * half of LoCoMo, where one question in seven names a date: 56.2 → 57.5 nDCG@10.
 */
export function addDate(score: number, close: number): number {
  return score > 0 ? Math.min(1, score + dateWeight * close) : score
}
