import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { countDocuments } from './count-store.ts'
import { findEarly, readIds, withHashJoins } from './filtered-store.ts'
import { type ListedDocument, listDocuments, type PageOrder, type Selection } from './list-store.ts'
import { findMatching } from './match-store.ts'
import { amongIds, hasIndex, walksByIndex, withoutSorts } from './walk-store.ts'

type Page = { rows: ListedDocument[]; total: number }

/**
 * A page of the documents at a path or of some types, statuses or sources, and their total. If they are frequent, a walk in
 * order finds the page soon. If not, an index has their ids, and only the documents of the page are read: a walk to ten
 * PDFs among 100,000 documents would read all of them.
 */
export async function listNarrowed(db: Db, selection: Selection, page: PageOrder): Promise<Page> {
  const { filters, statuses, within } = selection
  const isAlone = within === undefined || within.isAlone === true
  if (filters && isAlone && page.sort === 'createdAt') {
    const found = await listMatching(db, selection, page)
    if (found) return found
  }
  const total = await countDocuments(db, selection)
  if (total === 0) return { rows: [], total }
  const mayBeFinished = statuses?.includes('done') ?? true
  if (page.sort !== 'createdAt' || !mayBeFinished || !hasIndex(selection))
    return { rows: await listDocuments(db, selection, page), total }
  const rows = (await findEarly(db, selection, page)) ?? (await listByIndex(db, selection, page))
  return { rows, total }
}

/** Reads the documents that match the filters, and keeps those of the selection. Undefined if a negation matches most. */
async function listMatching(db: Db, selection: Selection, page: PageOrder): Promise<Page | undefined> {
  const { order, take, skip = 0 } = page
  const matching = await findMatching(db, selection, selection.filters!)
  if (matching.isComplement) return undefined
  const { rows } = await withHashJoins(db, matching, () =>
    sql<{ total: number; ids: string[] }>`
      with m as materialized (${amongIds(selection, sql`d.id`, matching.ids)})
      select (select count(*) from m) as total,
             array(select id from m order by id ${sql.raw(order)} limit ${take} offset ${skip}) as ids`.execute(
      db,
    ),
  )
  const { total, ids } = rows[0]!
  return { rows: await readIds(db, selection, ids, page), total }
}

async function listByIndex(db: Db, selection: Selection, page: PageOrder): Promise<ListedDocument[]> {
  const { order, take, skip = 0 } = page
  const ids = walksByIndex(selection, sql`d.id`)
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
