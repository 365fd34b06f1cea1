import { partsOf, shift } from './calendar.ts'
import { sideOfDay, type Tense } from './phrase.ts'

type Interval = { from: number; to: number }

/** The same days in the year that the speaker means. */
export function nearestYear<S extends Interval>(span: S, at: number, tense: Tense): S {
  const years = partsOf(at).year - partsOf(span.from).year
  const near = [years - 1, years, years + 1].map(offset => moved(span, offset))
  return chooseNear(near, at, tense) ?? span
}

function moved<S extends Interval>(span: S, years: number): S {
  return { ...span, from: shift(span.from, 'year', years), to: shift(span.to, 'year', years) }
}

/** Chooses among periods in order: for a story about June the last one, for a plan the next, otherwise the nearest. */
export function chooseNear<S extends Interval>(spans: readonly S[], at: number, tense: Tense): S | undefined {
  const next = spans.find(({ to }) => to > at)
  const last = spans.findLast(({ from }) => from <= at)
  const side = sideOfDay(tense)
  if (side === 'ahead' || !last) return next
  if (side === 'behind' || !next) return last
  return next.from - at < at - last.to ? next : last
}
