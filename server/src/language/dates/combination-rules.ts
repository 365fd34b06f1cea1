import type { Rule } from '../rules/rule.ts'
import { distanceRules } from './away-from-dates.ts'
import { edgeRules, rangeRules, reachRules, timeReachRules, timeRules } from './between-dates.ts'
import type { CombinationRule } from './combination-rule.ts'
import { countedRules, portionRules } from './parts-of-dates.ts'

/** Characters that replace dates and times in the text. Rules write them as ◆ (date) and ◷ (time of day). */
export const dateMark = '\uE000'
export const timeMark = '\uE001'

/** Order matters: parts of a month are counted before the month becomes the end of a range. */
const inOrder: readonly CombinationRule[] = [
  ...timeReachRules,
  ...edgeRules,
  ...countedRules,
  ...distanceRules,
  ...portionRules,
  ...timeRules,
  ...rangeRules,
  ...reachRules,
]

export type CompiledRule = Rule & Pick<CombinationRule, 'combine'> & { needsTime: boolean }

export const rules: readonly CompiledRule[] = inOrder.map(({ words, ...rule }) => ({
  ...rule,
  needsTime: words.includes('◷'),
  expression: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words.replaceAll('◆', dateMark).replaceAll('◷', timeMark)})(?![\\p{L}\\p{N}])`,
    'giu',
  ),
}))
