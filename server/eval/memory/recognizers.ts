import { type ResolvedDate, resolveDates } from '../../src/language/dates/resolve-dates.ts'
import { everyOther, type Half } from '../data-set.ts'
import type { DataFolder } from '../read-data.ts'

type Value = { type: string; value?: string; start?: string; end?: string; Mod?: string; timex?: string }
type Result = { text: string; type: string; values: Value[] }
type Row = { input: string; ref: string; results: Result[] }

export type DateCase = {
  type: string
  half: Half
  isRight: boolean
  /** Right, and with the exact end: the last day is not part of the period. */
  isRightToTheLetter: boolean
  row: Row
  result?: Result
}

const counted = ['date', 'daterange', 'datetime', 'datetimerange']

/**
 * The test inputs of Recognizers-Text. Each date in them is a case, and each input without dates is a case that
 * should yield none. Times of day without a date, durations and recurring times do not count as dates; nor do those
 * that the specification itself leaves open. A date is right when a result at its place has one of its values: the
 * same start and the same end, where the last day, month or year of `from … to …` may be included, as people mean it.
 */
export function recognizerCases(data: DataFolder, file: string, language: string): DateCase[] {
  return data.lines<Row>(`dates/recognizers_${file}.jsonl`).flatMap((row, i) => {
    const half = everyOther(i)
    const { dates } = resolveDates(row.input, new Date(`${row.ref.slice(0, 19)}Z`), language)
    if (row.results.length === 0) {
      const isRight = dates.length === 0
      return [{ type: 'none', half, isRight, isRightToTheLetter: isRight, row }]
    }
    const has = ({ text, values }: Pick<Result, 'text' | 'values'>, ends: Ends) =>
      dates.some(date => isAt(date, row.input, text) && values.some(value => isSame(date, value, ends)))
    return row.results.filter(isCounted).map(result => ({
      type: result.type,
      half,
      isRight: has(result, endsOf),
      isRightToTheLetter: has(result, ownEnds),
      row,
      result,
    }))
  })
}

function isCounted({ type, values }: Result): boolean {
  if (!counted.includes(type)) return false
  return values.some(({ value, timex }) => value !== 'not resolved' && timex !== 'PRESENT_REF')
}

function isAt({ start, end }: ResolvedDate, input: string, text: string): boolean {
  const lower = input.toLowerCase()
  for (let at = lower.indexOf(text); at >= 0; at = lower.indexOf(text, at + 1))
    if (at < end && at + text.length > start) return true
  return false
}

type Ends = (date: ResolvedDate) => number[]

function isSame(date: ResolvedDate, { value, start, end }: Value, ends: Ends): boolean {
  if (value !== undefined) return date.reach === undefined && isMoment(date, value)
  if (start === undefined || end === undefined) return isOpen(date, start, end)
  return (
    date.reach === undefined &&
    date.from.getTime() === toTime(start) &&
    ends(date).some(time => time === toTime(end))
  )
}

/** A day, or a time of day. */
function isMoment(date: ResolvedDate, value: string): boolean {
  if (date.from.getTime() !== toTime(value)) return false
  const length = date.to.getTime() - date.from.getTime()
  return value.includes(' ') ? date.granularity === 'time' : length === 86_400_000
}

function isOpen(
  { reach, from, to }: ResolvedDate,
  start: string | undefined,
  end: string | undefined,
): boolean {
  if (end !== undefined) {
    const ends = { before: [from], until: [from, to], since: [], after: [] }
    return reach !== undefined && ends[reach].some(time => time.getTime() === toTime(end))
  }
  const starts = { since: [from], after: [from, to], before: [], until: [] }
  return (
    start !== undefined && reach !== undefined && starts[reach].some(time => time.getTime() === toTime(start))
  )
}

/** Their evenings end a second before midnight. */
function ownEnds({ to, granularity }: ResolvedDate): number[] {
  return granularity === 'time' ? [to.getTime(), to.getTime() - 1_000] : [to.getTime()]
}

function endsOf(date: ResolvedDate): number[] {
  const { to, granularity } = date
  if (granularity !== 'range') return ownEnds(date)
  const { year, month, day } = { year: to.getUTCFullYear(), month: to.getUTCMonth(), day: to.getUTCDate() }
  return [
    to.getTime(),
    Date.UTC(year, month, day - 1),
    Date.UTC(year, month - 1, day),
    Date.UTC(year, month - 3, day),
    Date.UTC(year - 1, month, day),
  ]
}

const toTime = (written: string) =>
  Date.parse(`${written.replace(' ', 'T')}${written.includes(' ') ? 'Z' : ''}`)
