import type { z } from 'zod'
import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import type { Db } from '../../platform/db/tx.ts'
import { presentPage } from '../../platform/routing/present-page.ts'
import { ListReply } from '../../platform/routing/replies.ts'
import { tagsOf } from '../containers/schema.ts'
import { typesOf } from './categories.ts'
import { countDocuments, isNarrowed } from './count-store.ts'
import { listFiltered } from './filtered-store.ts'
import {
  type ListedDocument,
  listDocuments,
  type PageKey,
  type PageOrder,
  readByKeys,
  type Selection,
} from './list-store.ts'
import { listNarrowed } from './narrowed-store.ts'
import { presentListItem } from './present.ts'
import { readInParts } from './read-in-parts.ts'
import type { listDocumentsBody } from './schema.ts'
import { listInEachCell } from './select-documents.ts'
import type { DocumentRow } from './store.ts'

/** Pages up to this many documents are read at once, unless with content. */
const longPage = 100

type ListBody = z.output<typeof listDocumentsBody>

/** A page of documents. A long page, or one with content, is read while it is sent. */
export async function listDocumentsPage(cells: Cells, principal: Principal, body: ListBody) {
  const { includeContent, limit } = body
  if (!includeContent && limit <= longPage) {
    const { rows, pagination } = await findPage<ListedDocument>(cells, principal, body, {})
    return { memories: rows.map(presentListItem), pagination }
  }
  const { rows, pagination } = await findPage<PageKey>(cells, principal, body, { keysOnly: true })
  const documents = readInParts(cells, rows, (db, keys) => readByKeys(db, keys, { includeContent }))
  return new ListReply({ memories: presented(documents), pagination })
}

async function* presented(documents: AsyncIterable<ListedDocument>) {
  for await (const document of documents) yield presentListItem(document)
}

/** Each cell returns its first rows up to the page's end. The page is cut from the merged rows. */
async function findPage<Row extends SortableRow>(
  cells: Cells,
  principal: Principal,
  body: ListBody,
  columns: Pick<PageOrder, 'keysOnly'>,
) {
  const { sort, order, limit, page, includeContent, filepath, filters, sources, statuses } = body
  const isOneCell = cells.reach(principal.organization).length === 1
  const cut = isOneCell ? { take: limit, skip: (page - 1) * limit } : { take: page * limit }
  const answers = await listInEachCell(
    cells,
    principal,
    { tags: tagsOf(body), filepath, filters, sources, statuses, types: typesOf(body.categories) },
    (db, selection) => readList(db, selection, { sort, order, ...cut, includeContent, ...columns }),
  )
  // `columns` decides the type of the rows.
  const lists = answers.map(answer => answer.rows as unknown as Row[])
  const rows = isOneCell ? lists[0]! : mergePage(lists, { sort, order, page, limit })
  const total = answers.reduce((sum, answer) => sum + answer.total, 0)
  return { rows, pagination: presentPage({ page, limit }, total) }
}

/** The rows of a page and the total, by the fastest of three ways. */
export async function readList(db: Db, selection: Selection, page: PageOrder) {
  const { filters, view } = selection
  if (filters && !view && !isNarrowed(selection)) return listFiltered(db, selection, filters, page)
  if (isNarrowed(selection) && !view) return listNarrowed(db, selection, page)
  const rows = await listDocuments(db, selection, page)
  return { rows, total: await countDocuments(db, selection) }
}

/** The columns that decide the position of a row in a list. */
type SortableRow = Pick<DocumentRow, 'id' | 'updatedAt'>

export function mergePage<Row extends SortableRow>(
  lists: Row[][],
  { sort, order, page, limit }: Pick<PageOrder, 'sort' | 'order'> & { page: number; limit: number },
): Row[] {
  const start = (page - 1) * limit
  const [only] = lists
  if (lists.length === 1 && only) return only.slice(start, start + limit)
  const direction = order === 'asc' ? 1 : -1
  // Postgres orders by microseconds, but we see milliseconds. Within one, the order of each cell stays, because the sort
  // is stable. Sorting by id would differ from the cells' order: pages would repeat some rows and lose others.
  const compare = (a: Row, b: Row) =>
    direction * (sort === 'updatedAt' ? a.updatedAt.getTime() - b.updatedAt.getTime() : a.id < b.id ? -1 : 1)
  return lists
    .flat()
    .sort(compare)
    .slice(start, start + limit)
}
