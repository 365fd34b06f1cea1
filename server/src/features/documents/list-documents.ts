import type { z } from 'zod'
import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import type { Db } from '../../platform/db/tx.ts'
import { presentPage } from '../../platform/routing/present-page.ts'
import { ListReply } from '../../platform/routing/replies.ts'
import { tagsOf } from '../containers/schema.ts'
import { listFiltered } from './filtered-store.ts'
import {
  countDocuments,
  type Listed,
  listDocuments,
  type PageKey,
  type PageOrder,
  readByKeys,
  type Selection,
} from './list-store.ts'
import { presentListItem } from './present.ts'
import { readInParts } from './read-in-parts.ts'
import type { listDocumentsBody } from './schema.ts'
import { inEachCell } from './select-documents.ts'
import type { DocumentRow } from './store.ts'

/** Pages up to this many documents are read at once, unless with content. */
const longPage = 100

type ListBody = z.output<typeof listDocumentsBody>

/** A page of documents. A long one, or one with content, is read as it is sent. */
export async function listDocumentsPage(cells: Cells, principal: Principal, body: ListBody) {
  const { includeContent, limit } = body
  if (!includeContent && limit <= longPage) {
    const { rows, pagination } = await findPage<Listed>(cells, principal, body, {})
    return { memories: rows.map(presentListItem), pagination }
  }
  const { rows, pagination } = await findPage<PageKey>(cells, principal, body, { keysOnly: true })
  const documents = readInParts(cells, rows, (db, keys) => readByKeys(db, keys, { includeContent }))
  return new ListReply({ memories: presented(documents), pagination })
}

async function* presented(documents: AsyncIterable<Listed>) {
  for await (const document of documents) yield presentListItem(document)
}

/** Each cell gives its first rows up to the page's end; the page is cut from the merge. */
async function findPage<Row extends Placed>(
  cells: Cells,
  principal: Principal,
  body: ListBody,
  columns: Pick<PageOrder, 'keysOnly'>,
) {
  const { sort, order, limit, page, includeContent, filepath, filters } = body
  const isWhole = cells.reach(principal.organization).length === 1
  const cut = isWhole ? { take: limit, skip: (page - 1) * limit } : { take: page * limit }
  const answers = await inEachCell(
    cells,
    principal,
    { tags: tagsOf(body), filepath, filters },
    (db, selection) => readList(db, selection, { sort, order, ...cut, includeContent, ...columns }),
  )
  // The columns decide what a row is.
  const lists = answers.map(answer => answer.rows as unknown as Row[])
  const rows = isWhole ? lists[0]! : mergePage(lists, { sort, order, page, limit })
  const total = answers.reduce((sum, answer) => sum + answer.total, 0)
  return { rows, pagination: presentPage({ page, limit }, total) }
}

/** The rows of a page and the number of all, by whichever way is the quicker for what is asked. */
export async function readList(db: Db, selection: Selection, page: PageOrder) {
  const { filters, filepath, sources, view } = selection
  if (filters && filepath === undefined && !sources && !view)
    return listFiltered(db, selection, filters, page)
  const rows = await listDocuments(db, selection, page)
  return { rows, total: await countDocuments(db, selection) }
}

/** As much of a row as its place in a list follows from. */
type Placed = Pick<DocumentRow, 'id' | 'updatedAt'>

export function mergePage<Row extends Placed>(
  lists: Row[][],
  { sort, order, page, limit }: Pick<PageOrder, 'sort' | 'order'> & { page: number; limit: number },
): Row[] {
  const start = (page - 1) * limit
  const [only] = lists
  if (lists.length === 1 && only) return only.slice(start, start + limit)
  const direction = order === 'asc' ? 1 : -1
  // Postgres orders by microseconds, we see milliseconds: within one, each cell's own order stands (the sort is stable).
  // Deciding it by id would order differently than the cells do, and pages would repeat some rows and lose others.
  const compare = (a: Row, b: Row) =>
    direction * (sort === 'updatedAt' ? a.updatedAt.getTime() - b.updatedAt.getTime() : a.id < b.id ? -1 : 1)
  return lists
    .flat()
    .sort(compare)
    .slice(start, start + limit)
}
