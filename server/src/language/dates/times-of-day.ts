import { smallNumbers } from '../rules/vocabulary.ts'
import { namedTime, singleTime, timeRange } from './rules/times.ts'
/** A time of day, or a range of times, in minutes since midnight. `isExact`: the text says am or pm. */
export type TimeOfDay = { start: number; end: number; from: number; to?: number; isExact: boolean }

/** The times of day that a text names. They only count next to a date; other matches have no effect. */
export function timesIn(text: string): TimeOfDay[] {
  const found: TimeOfDay[] = []
  let rest = text
  for (const [pattern, read] of [
    [timeRange.expression, readBetween],
    [singleTime.expression, readSingle],
    [namedTime.expression, readNamed],
  ] as const)
    for (const match of rest.matchAll(pattern)) {
      const time = read(match.groups!)
      if (!time) continue
      const end = match.index + match[0].length
      found.push({ ...time, start: match.index, end })
      rest = rest.slice(0, match.index) + '\0'.repeat(match[0].length) + rest.slice(end)
    }
  return found
}

type Groups = Record<string, string | undefined>
type ClockTime = Omit<TimeOfDay, 'start' | 'end'>

function readBetween({ hA, mA, halfA, hB, mB, halfB }: Groups): ClockTime | undefined {
  const to = minutes(hB!, mB, halfB ?? (halfA && hourOf(hB!) > hourOf(hA!) ? halfA : undefined))
  const from = minutes(hA!, mA, halfA ?? sameHalf(hourOf(hA!), hourOf(hB!), halfB))
  if (from === undefined || to === undefined) return undefined
  return { from, to: to < from ? to + 720 : to, isExact: Boolean(halfA ?? halfB) }
}

/** `1–3 pm` begins in the afternoon too; `11–4 pm` does not. */
function sameHalf(from: number, to: number, said: string | undefined): string | undefined {
  return from % 12 <= to % 12 ? said : undefined
}

function readSingle({ hA, mA, halfA, hB, mB, hC }: Groups): ClockTime | undefined {
  const from = minutes((hA ?? hB ?? hC)!, mA ?? mB, halfA)
  return from === undefined ? undefined : { from, isExact: halfA !== undefined }
}

const readNamed = ({ name }: Groups): ClockTime => ({ from: /night/i.test(name!) ? 0 : 720, isExact: true })

const hourOf = (word: string) => (/^\d/.test(word) ? Number(word) : smallNumbers.indexOf(word.toLowerCase()))

function minutes(
  hour: string,
  minute: string | undefined,
  halfOfDay: string | undefined,
): number | undefined {
  const h = hourOf(hour)
  if (h > 24 || (halfOfDay && h > 12)) return undefined
  const later = halfOfDay ? (/^p/i.test(halfOfDay) ? 12 : 0) : 0
  return ((halfOfDay ? h % 12 : h) + later) * 60 + Number(minute ?? 0)
}
