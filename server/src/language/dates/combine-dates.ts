import { isPlausible } from './calendar.ts'
import { type CompiledRule, dateMark, rules, timeMark } from './combination-rules.ts'
import type { DateMatch } from './date-match.ts'
import type { TimeOfDay } from './times-of-day.ts'

type DateOrTime = DateMatch | TimeOfDay

const anyMark = new RegExp(`[${dateMark}${timeMark}]`, 'g')

/** Merges dates that belong together: `the Friday before 15 July`, `from Monday to Friday`, `since last week`. */
export function combineDates(
  text: string,
  dates: readonly DateMatch[],
  times: readonly TimeOfDay[],
  at: number,
): DateMatch[] {
  let line = new MarkedText(text, withoutOverlap(dates, times))
  for (const one of rules) line = line.apply(one, at)
  return line.dates()
}

/** Dates, and times that do not overlap with a date: `2024-05-03` contains no time. */
function withoutOverlap(dates: readonly DateMatch[], times: readonly TimeOfDay[]): DateOrTime[] {
  const dated = new Set(
    dates.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)),
  )
  const isFree = ({ start, end }: TimeOfDay) => !dated.has(start) && !dated.has(end - 1)
  return [...dates, ...times.filter(isFree)]
}

/** A text in which each date or time is replaced with a single mark, and the meaning of each mark. */
class MarkedText {
  readonly #text: string
  readonly #items: DateOrTime[]
  readonly #shape: string
  /** Offset in the text of each character of the shape. */
  readonly #places: number[]
  /** The dates and times behind the marks, by position in the shape. */
  readonly #marked = new Map<number, DateOrTime>()

  constructor(text: string, items: readonly DateOrTime[]) {
    this.#text = text
    this.#items = items.toSorted((a, b) => a.start - b.start)
    this.#places = []
    let shape = ''
    let at = 0
    const copy = (to: number) => {
      for (; at < to; at++) {
        shape += text[at] === dateMark || text[at] === timeMark ? ' ' : text[at]
        this.#places.push(at)
      }
    }
    for (const item of this.#items) {
      copy(item.start)
      this.#marked.set(shape.length, item)
      shape += isDate(item) ? dateMark : timeMark
      this.#places.push(item.start)
      at = item.end
    }
    copy(text.length)
    this.#places.push(text.length)
    this.#shape = shape
  }

  dates(): DateMatch[] {
    return this.#items.filter(isDate).filter(date => !date.isWeak)
  }

  /** Combines every match into one date. Runs twice, because the result may match again. */
  apply(one: CompiledRule, at: number): MarkedText {
    if (one.needsTime && !this.#shape.includes(timeMark)) return this
    const line = this.#combine(one, at)
    return line === this ? this : line.#combine(one, at)
  }

  #combine(one: CompiledRule, at: number): MarkedText {
    const made = [...this.#shape.matchAll(one.expression)]
      .map(match => this.#combineMatch(one, match, at))
      .filter(found => found !== undefined)
    if (made.length === 0) return this
    const taken = new Set(made.flatMap(({ inside }) => inside))
    return new MarkedText(this.#text, [
      ...this.#items.filter(item => !taken.has(item)),
      ...made.map(({ date }) => date),
    ])
  }

  #combineMatch(
    one: CompiledRule,
    match: RegExpExecArray,
    at: number,
  ): { date: DateMatch; inside: DateOrTime[] } | undefined {
    const start = this.#places[match.index]!
    const end = this.#places[match.index + match[0].length]!
    const marks = match[0].matchAll(anyMark)
    const inside = Array.from(marks, mark => this.#marked.get(match.index + mark.index)!)
    const dates = inside.filter(isDate)
    const combined = one.combine(dates, inside.filter(isTime), match.groups ?? {}, at)
    if (!combined || !isPlausible(combined)) return undefined
    const isComplete = combined.isComplete ?? dates.every(date => date.isComplete)
    return { date: { ...combined, isComplete, start, end }, inside }
  }
}

const isDate = (item: DateOrTime): item is DateMatch => 'granularity' in item
const isTime = (item: DateOrTime): item is TimeOfDay => !isDate(item)
