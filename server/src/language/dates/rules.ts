import { distant } from './away-from-dates.ts'
import { edges, ranges, reaches, timed, timeReaches } from './between-dates.ts'
import type { CombinationRule } from './combination-rule.ts'
import { counted, portions } from './parts-of-dates.ts'

/** Characters that replace dates and times in the text. Rules write them as ◆ (date) and ◷ (time of day). */
export const dateMark = '\uE000'
export const timeMark = '\uE001'

/** Order matters: parts of a month are counted before the month becomes the end of a range. */
const inOrder: readonly CombinationRule[] = [
  ...timeReaches,
  ...edges,
  ...counted,
  ...distant,
  ...portions,
  ...timed,
  ...ranges,
  ...reaches,
]

export type CompiledRule = { pattern: RegExp; combine: CombinationRule[1] }

export const rules: readonly CompiledRule[] = inOrder.map(([words, combine]) => ({
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words.replaceAll('◆', dateMark).replaceAll('◷', timeMark)})(?![\\p{L}\\p{N}])`,
    'giu',
  ),
  combine,
}))
