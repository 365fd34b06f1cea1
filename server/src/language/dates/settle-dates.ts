import { day, dayMs, partsOf, unitAt, weekdayBefore } from './calendar.ts'
import { clauseBounds, isSameSentence, sentenceBefore } from './clauses.ts'
import type { DateMatch } from './date-match.ts'
import { nearestYear } from './nearest-year.ts'
import { findReferences, isYearReference } from './references.ts'
import { oneEnd, rangeWord, weekdayJoint, weekdayRange } from './rules/settled-dates.ts'

/** Decides dates by the dates around them, so that no two of them contradict each other. Drops those still open. */
export function settleDates(text: string, found: readonly DateMatch[], at: number): DateMatch[] {
  const steps = [withoutRepeatedWeekday, withYearOfClause, withYearOfRange, withOwnMonth, weekdaysOfOneWeek]
  const settled = steps.reduce((dates, step) => step(text, dates, at), [...found])
  const clear = settled.filter(({ isOpen }) => !isOpen)
  return [...clear, ...findReferences(text, clear)].sort((a, b) => a.start - b.start)
}

const between = (text: string, a: DateMatch, b: DateMatch): string => text.slice(a.end, b.start)

/** `Monday, Christmas Eve`: the weekday tells the year of a date without one, and is no date of its own. */
function withoutRepeatedWeekday(text: string, found: DateMatch[]): DateMatch[] {
  const isRepeated = (a: DateMatch | undefined, b: DateMatch | undefined) =>
    a?.isBareWeekday && b?.granularity === 'day' && !b.isWeekday && /^,?\s+$/.test(between(text, a, b))
  return found
    .map((date, i) => (isRepeated(found[i - 1], date) ? onWeekday(date, found[i - 1]!) : date))
    .filter((date, i) => !isRepeated(date, found[i + 1]))
}

function onWeekday(date: DateMatch, { from }: DateMatch): DateMatch {
  const { weekday } = partsOf(from)
  if (!date.inYear || partsOf(date.from).weekday === weekday) return date
  const { year } = partsOf(date.from)
  const [only, other] = [year - 1, year + 1]
    .flatMap(one => date.inYear!(one) ?? [])
    .filter(one => partsOf(one.from).weekday === weekday)
  return only && !other && date.isOpen ? { ...date, ...only, isOpen: false } : { ...date, isOpen: true }
}

/** `Christmas is at our place this year`, `in May that year`: the year is said in other words of the clause. */
function withYearOfClause(text: string, found: DateMatch[], at: number): DateMatch[] {
  const used = new Set<DateMatch>()
  const settled = found.map(date => {
    if (!date.inYear || date.isComplete) return date
    const said = yearsNear(text, found, date)
    if (isYearReference(text.slice(date.end))) return inYearBefore(text, found, date)
    const [year, other] = new Set(said.map(({ from }) => partsOf(from).year))
    if (year === undefined) return isOfStory(text, found, date, at) ? { ...date, isOpen: true } : date
    const meant = date.inYear(year)
    if (other !== undefined || !meant) return { ...date, isOpen: true }
    for (const one of said) used.add(one)
    return { ...date, ...meant, isOpen: false, isComplete: true, lacksYear: false }
  })
  return settled.map(date => (used.has(date) ? { ...date, isYearOfOther: true } : date))
}

/** Years of the same clause, and one that opens the sentence: `In 2019, we celebrated Easter in Rome`. */
function yearsNear(text: string, found: readonly DateMatch[], { start }: DateMatch): DateMatch[] {
  const [from, to] = clauseBounds(text, start)
  return found.filter(year => {
    if (year.granularity !== 'year' || year.isSince || oneEnd.expression.test(text.slice(0, year.start)))
      return false
    const opens = year.end < start && /^\W*(?:back\s+)?(?:in\s+)?$/i.test(sentenceBefore(text, year.start))
    return (year.start >= from && year.end <= to) || (opens && isSameSentence(text, year.start, start))
  })
}

/** `In May that year`: the year of the one date before it in the sentence. */
function inYearBefore(text: string, found: readonly DateMatch[], date: DateMatch): DateMatch {
  const years = datesBefore(text, found, date).map(({ from }) => partsOf(from).year)
  const [year, other] = new Set(years)
  const meant = year === undefined || other !== undefined ? undefined : date.inYear!(year)
  const reference = isYearReference(text.slice(date.end))!
  if (!meant) return { ...date, isOpen: true }
  return { ...date, ...meant, end: date.end + reference.length, isOpen: false, lacksYear: false }
}

const datesBefore = (text: string, found: readonly DateMatch[], { start }: DateMatch): DateMatch[] =>
  found.filter(one => one.end <= start && !one.isOpen && isSameSentence(text, one.start, start))

/** `In 2006 we bought the farm, and in May the barn burned down`: hardly last May. */
const isOfStory = (text: string, found: readonly DateMatch[], date: DateMatch, at: number): boolean =>
  date.from <= at &&
  datesBefore(text, found, date).some(
    one => one.isComplete && one.from < at && partsOf(one.from).year < partsOf(at).year - 1,
  )

/** `28 May to 3 June 2023`: both are in the year of the one that has it. */
function withYearOfRange(text: string, found: DateMatch[]): DateMatch[] {
  return found.map((date, i) => {
    const [last, next] = [found[i - 1], found[i + 1]]
    if (!date.lacksYear || !date.inYear) return date
    if (next?.isComplete && !next.isYearOfOther && rangeWord.expression.test(between(text, date, next)))
      return { ...date, ...nearestYear(date, next.from, 'behind'), isOpen: false, isComplete: true }
    if (last && !last.isOpen && !last.isWeekday && rangeWord.expression.test(between(text, last, date)))
      return date.isOpen ? { ...date, ...nearestYear(date, last.from, 'ahead'), isOpen: false } : date
    return date
  })
}

/** `It is on 19 June because the hall was taken on the 12th`: hardly the last 12th. */
function withOwnMonth(text: string, found: DateMatch[]): DateMatch[] {
  return found.map(date => {
    if (!date.lacksMonth) return date
    const months = datesBefore(text, found, date).filter(
      one => !one.lacksMonth && (one.granularity === 'day' || one.granularity === 'month') && !one.isWeekday,
    )
    return months.length > 0 ? { ...date, isOpen: true } : date
  })
}

/** In `from Monday to Friday`, Friday is the first one after that Monday; `Monday to Wednesday next week` is one week. */
function weekdaysOfOneWeek(text: string, found: DateMatch[]): DateMatch[] {
  return found
    .map((date, i) => {
      const next = found[i + 1]
      if (!date.isBareWeekday || !next?.isWeekday || next.isBareWeekday) return date
      if (!weekdayJoint.expression.test(between(text, date, next))) return date
      const sunday = unitAt(next.from, 'week').to - dayMs
      return { ...date, ...day(weekdayBefore(sunday, partsOf(date.from).weekday)), isOpen: false }
    })
    .map((date, i, dates) => {
      const last = dates[i - 1]
      if (!last?.isWeekday || !date.isWeekday || date.from > last.from) return date
      if (!weekdayRange.expression.test(between(text, last, date))) return date
      return { ...date, ...day(weekdayBefore(last.from + 7 * dayMs, partsOf(date.from).weekday)) }
    })
}
