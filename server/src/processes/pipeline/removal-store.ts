import { type RawBuilder, sql } from 'kysely'
import type { ContainerKey } from '../../features/containers/store.ts'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'

/** Rows that were removed, by document and table. */
export type RowTally = Map<string, Record<string, number>>

export function countRemoved(tally: RowTally, document: string, table: string, rows = 1): void {
  const counts = tally.get(document) ?? {}
  counts[table] = (counts[table] ?? 0) + rows
  tally.set(document, counts)
}

/** Removes the rows of documents from a table, or `only` those that match a further condition on `x`, and counts them. */
export async function deleteOf(
  db: Db,
  key: ContainerKey,
  table: string,
  documents: readonly string[],
  tally: RowTally,
  only: RawBuilder<unknown> = sql``,
): Promise<void> {
  const { rows } = await sql<{ document: string; count: number }>`
    with gone as (delete from ${sql.table(`cell.${table}`)} x where ${ofContainer(key, 'x')} and x.document = any(${documents}::uuid[]) ${only} returning x.document)
    select document, count(*)::int as count from gone group by 1`.execute(db)
  for (const { document, count } of rows) countRemoved(tally, document, table, count)
}
