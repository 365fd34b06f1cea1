import type { Stretch } from './calendar.ts'
import type { FoundDate, Reach } from './found-date.ts'
import { count } from './numbers.ts'
import type { Groups } from './phrase.ts'
import type { TimeOfDay } from './times.ts'

export type Combined = Stretch & { reach?: Reach; isComplete?: boolean }
/** What stands where, and the date that it makes of those in it. */
export type Rule = readonly [
  words: string,
  combine: (dates: FoundDate[], times: TimeOfDay[], groups: Groups, at: number) => Combined | undefined,
]

const unit = '(?<unit>minute|hour|day|night|weekend|week|fortnight|month|quarter|year|decade)s?'
export const amount = `(?<n>${count})\\s+${unit}`
/** What a part is of. */
export const of = '\\s+(?:of|in)\\s+(?:the\\s+)?'
