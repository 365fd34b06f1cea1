import { resolveDates } from '../../src/language/dates/resolve-dates.ts'
import { everyOther, type Half } from '../data-set.ts'
import type { DataFolder } from '../read-data.ts'

export type DateItem = {
  qid: string
  speaker: string
  text: string
  saidAt: Date
  /** `2023`, `2023-05` or `2023-05-07`. */
  gold: string
  half: Half
}

type Row = { qid: string; speaker: string; text: string; session_datetime: string; gold: string }

/** Turns of LoCoMo whose question asks when: the words, their time, and the date meant. */
export function locomoDates(data: DataFolder): DateItem[] {
  return data
    .lines<Row>('dates/locomo_temporal.jsonl')
    .map(({ qid, speaker, text, session_datetime, gold }, i) => ({
      qid,
      speaker,
      text,
      saidAt: sessionDate(session_datetime),
      gold,
      half: everyOther(i),
    }))
}

/** `1:56 pm on 8 May, 2023` */
function sessionDate(written: string): Date {
  const [, time, date] = /^(.+) on (.+)$/.exec(written)!
  return new Date(`${date!.replace(',', '')} ${time} UTC`)
}

/**
 * A date is right when it overlaps the period meant and is no longer than it. A turn without a date refers to the day
 * it is said.
 */
export function isDateRight({ text, saidAt, gold }: DateItem): boolean {
  const { dates } = resolveDates(text, saidAt)
  if (dates.length === 0) return saidAt.toISOString().startsWith(gold)
  return dates.some(({ from, to }) => isWithin(gold, from, to))
}

export function isWithin(gold: string, from: Date, to: Date): boolean {
  const [start, end] = periodOf(gold)
  return from.getTime() < end && to.getTime() > start && to.getTime() - from.getTime() <= end - start
}

function periodOf(gold: string): [number, number] {
  const [year, month, day] = gold.split('-').map(Number) as [number, number?, number?]
  if (day) return [Date.UTC(year, month! - 1, day), Date.UTC(year, month! - 1, day + 1)]
  return month
    ? [Date.UTC(year, month - 1), Date.UTC(year, month)]
    : [Date.UTC(year, 0), Date.UTC(year + 1, 0)]
}
