import type { Db } from '../db/tx.ts'
import { addDate, closeness } from '../lib/date-range.ts'
import { readDates } from './candidate-store.ts'
import { byScore, type Scored } from './fuse.ts'
import { datesIn } from './query-dates.ts'
import type { SearchScope } from './scope-store.ts'

export type DatedQuestion = { scope: SearchScope; q: string; now: Date; readings: readonly string[] }

/** What is of the time a query names counts for more; nothing is left out for being of another. */
export async function weighDates(
  db: Db,
  { scope, q, now, readings }: DatedQuestion,
  scored: readonly Scored[],
): Promise<readonly Scored[]> {
  const ranges = datesIn(q, now, readings)
  if (ranges.length === 0 || scored.length === 0) return scored
  const dates = await readDates(db, scope, scored)
  return scored
    .map(chunk => {
      const date = dates.get(chunk.document)
      const close = date ? closeness(ranges, [date]) : 0
      return { ...chunk, date: close, fused: chunk.score, score: addDate(chunk.score, close) }
    })
    .sort(byScore)
}
