import { beforeClock } from './lexicon.ts'
import type { TaggedWord } from './words.ts'

/** A time of day in minutes after midnight, and the index of the word after it. */
export type Clock = { amount: string; to: number }

const half = /^(am|pm|a\.m|p\.m)\.?$/
const hours: Readonly<Record<string, number>> = { noon: 12, midday: 12, midnight: 0 }
/** `7 am`, `7:30pm`, `at 19:30`, `noon`. */
export function clockAt(words: readonly TaggedWord[], i: number): Clock | undefined {
  const { lower } = words[i]!
  if (lower in hours) return { amount: String(hours[lower]! * 60), to: i + 1 }
  const [, hour, minute = '0', joined] = /^(\d{1,2})(?::(\d\d))?(am|pm)?$/.exec(lower) ?? []
  if (hour === undefined) return undefined
  const next = words[i + 1]?.lower ?? ''
  const part = joined ?? half.exec(next)?.[1]?.replaceAll('.', '')
  const isFull = next === "o'clock"
  if (part === undefined && !isFull && !(lower.includes(':') && beforeClock.has(words[i - 1]?.lower ?? '')))
    return undefined
  const isAfternoon = part === 'pm' && hour !== '12'
  const midnight = part === 'am' && hour === '12'
  const total = (Number(hour) + (isAfternoon ? 12 : 0) - (midnight ? 12 : 0)) * 60 + Number(minute)
  return { amount: String(total), to: joined === undefined && (part !== undefined || isFull) ? i + 2 : i + 1 }
}
