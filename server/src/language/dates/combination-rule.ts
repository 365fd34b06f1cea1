import type { Stretch } from './calendar.ts'
import type { FoundDate, Reach } from './found-date.ts'
import { count } from './numbers.ts'
import type { Groups } from './phrase.ts'
import type { TimeOfDay } from './times.ts'

export type CombinedDate = Stretch & { reach?: Reach; isComplete?: boolean }
/** A pattern of marks and words, and a function that combines the matched dates into one. */
export type Rule = readonly [
  words: string,
  combine: (dates: FoundDate[], times: TimeOfDay[], groups: Groups, at: number) => CombinedDate | undefined,
]

const unit = '(?<unit>minute|hour|day|night|weekend|week|fortnight|month|quarter|year|decade)s?'
export const amount = `(?<n>${count})\\s+${unit}`
/** Words between a part and its whole. */
export const of = '\\s+(?:of|in)\\s+(?:the\\s+)?'
