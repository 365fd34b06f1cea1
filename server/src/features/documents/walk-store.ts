import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { conditions, type Selection, walks } from './list-store.ts'
import { documentStatuses } from './status.ts'

/**
 * Documents by path, type, status and source, each by the index that has these columns. Of finished documents, only the
 * index is read. Unfinished ones are few.
 */

/** True if an index leads to the documents of the selection. Metadata has a table of its own. */
export const hasIndex = ({ filters, view, failed, after }: Selection): boolean =>
  [filters, view, failed, after].every(field => field === undefined)

const finishedOrder = sql`d.container, d.type, d.source, d.id`
const pathOrder = sql`d.container, d.path_start, d.id`

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

/** The documents of a selection with a path: at most `take`, in the order of their paths. */
export const belowPath = (
  selection: Selection,
  columns: RawBuilder<unknown>,
  take: number,
): RawBuilder<unknown> => walks(selection, columns, pathOrder, take)

/** All documents of a selection, of which `hasIndex` is true. */
export function walksByIndex(selection: Selection, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const all = Number.MAX_SAFE_INTEGER
  if (selection.filepath !== undefined) return belowPath(selection, columns, all)
  const parts = [finished(selection, columns, all), unfinished(selection, columns, all)]
  return sql.join(
    parts.filter(part => part !== undefined).map(part => sql`select * from (${part}) d`),
    sql` union all `,
  )
}

/** The documents of a selection among those with these ids, which match its filters. */
export function amongIds(
  selection: Selection,
  columns: RawBuilder<unknown>,
  ids: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { org, shards } = selection
  return sql`select ${columns} from cell.documents d where d.shard = any(${shards}::smallint[]) and d.org = ${org} and d.id = any(array(${ids}))
    and ${conditions({ ...selection, filters: undefined })}`
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
