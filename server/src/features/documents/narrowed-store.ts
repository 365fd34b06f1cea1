import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { findEarly, readIds } from './filtered-store.ts'
import { type ListedDocument, listDocuments, type PageOrder, type Selection } from './list-store.ts'
import { hasIndexOnly, walksByIndex, withoutSorts } from './walk-store.ts'

/**
 * A page of the documents of some types, statuses or sources. If they are frequent, a walk in order finds the page soon. If
 * not, the index has their ids, and only the documents of the page are read: a walk to ten PDFs among 100,000 documents
 * would read all of them.
 */
export async function listNarrowed(db: Db, selection: Selection, page: PageOrder): Promise<ListedDocument[]> {
  const { sort, order, take, skip = 0 } = page
  const mayBeFinished = selection.statuses?.includes('done') ?? true
  if (sort !== 'createdAt' || !mayBeFinished || !hasIndexOnly(selection))
    return listDocuments(db, selection, page)
  return (await findEarly(db, selection, page)) ?? listByIndex(db, selection, page, { order, take, skip })
}

async function listByIndex(
  db: Db,
  selection: Selection,
  page: PageOrder,
  { order, take, skip }: { order: 'asc' | 'desc'; take: number; skip: number },
): Promise<ListedDocument[]> {
  const ids = walksByIndex(selection, sql`d.id`, Number.MAX_SAFE_INTEGER)
  const { rows } = await withoutSorts(db, () =>
    sql<{
      id: string
    }>`select id from (${ids}) d order by id ${sql.raw(order)} limit ${take} offset ${skip}`.execute(db),
  )
  return readIds(
    db,
    selection,
    rows.map(({ id }) => id),
    page,
  )
}
