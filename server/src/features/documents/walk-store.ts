import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { type Selection, walks } from './list-store.ts'
import { documentStatuses } from './status.ts'

/**
 * Documents by type, status and source. Finished ones are read from the index `documents_finished` alone, and unfinished
 * ones, of which there are few, by theirs.
 */

/** True if the indexes of documents have all conditions of the selection. */
export const hasIndexOnly = ({ filepath, filters, view, failed, after }: Selection): boolean =>
  [filepath, filters, view, failed, after].every(field => field === undefined)

const finishedOrder = sql`d.container, d.type, d.source, d.id`

/** The finished documents of a selection, if it may have some: at most `take`, in the order of their index. */
export function finished(
  selection: Selection,
  columns: RawBuilder<unknown>,
  take: number,
): RawBuilder<unknown> | undefined {
  if (selection.statuses && !selection.statuses.includes('done')) return undefined
  return walks({ ...selection, statuses: ['done'] }, columns, finishedOrder, take)
}

/** The unfinished and failed documents of a selection, if it may have some: at most `take`, in the order of their ids. */
export function unfinished(
  selection: Selection,
  columns: RawBuilder<unknown>,
  take: number,
): RawBuilder<unknown> | undefined {
  const asked = selection.statuses ?? documentStatuses
  const statuses = asked.filter(status => status !== 'done')
  if (statuses.length === 0 && asked.length > 0) return undefined
  return walks({ ...selection, statuses }, columns, sql`d.id`, take)
}

/** All documents of a selection, of which `hasIndexOnly` is true. */
export function walksByIndex(
  selection: Selection,
  columns: RawBuilder<unknown>,
  take: number,
): RawBuilder<unknown> {
  const parts = [finished(selection, columns, take), unfinished(selection, columns, take)]
  return sql.join(
    parts.filter(part => part !== undefined).map(part => sql`select * from (${part}) d`),
    sql` union all `,
  )
}

/**
 * Leaves the planner no choice but the index that has the order of a walk. It has no statistics per organization, expects
 * one row in any index and would take the smallest.
 */
export async function withoutSorts<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await setSorts(db, 'off')
  const result = await work()
  await setSorts(db, 'on')
  return result
}

async function setSorts(db: Db, value: 'on' | 'off'): Promise<void> {
  await sql`select set_config('enable_sort', ${value}, true), set_config('enable_incremental_sort', ${value}, true)`.execute(
    db,
  )
}
