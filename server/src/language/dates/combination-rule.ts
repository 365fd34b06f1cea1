import type { Rule } from '../rules/rule.ts'
import type { Period } from './calendar.ts'
import type { DateMatch, DateSide } from './date-match.ts'
import { count } from './numbers.ts'
import type { Groups } from './phrase.ts'
import type { TimeOfDay } from './times-of-day.ts'

export type CombinedDate = Period & { reach?: DateSide; isComplete?: boolean }
/** A pattern of marks and words, and a function that combines the matched dates into one. */
export type CombinationRule = Omit<Rule, 'expression'> & {
  words: string
  combine(dates: DateMatch[], times: TimeOfDay[], groups: Groups, at: number): CombinedDate | undefined
}

const unit = '(?<unit>minute|hour|day|night|weekend|week|fortnight|month|quarter|year|decade)s?'
export const amount = `(?<n>${count})\\s+${unit}`
/** Words between a part and its whole. */
export const ofThe = '\\s+(?:of|in)\\s+(?:the\\s+)?'
