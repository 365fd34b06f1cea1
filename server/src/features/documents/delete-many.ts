import { checkTags, type Principal } from '../../platform/access/principal.ts'
import type { Db } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import { tagsOf } from '../containers/schema.ts'
import { type JournalApp, journalErasures } from '../erasures/journal-erasures.ts'
import type { DeleteManyBody } from './collection-schema.ts'
import { eraseDocuments, Receipts, removeDocument } from './delete-document.ts'
import { type ItemError, itemError } from './item-error.ts'
import { listDocuments, type Selection } from './list-store.ts'
import { inEachCell } from './select-documents.ts'
import type { DocumentRow } from './store.ts'
import { wakeLane } from './wake-lane.ts'

type App = JournalApp & { wakes: Wakes }
export type BulkDeleteResult = { deletedCount: number; errors: ItemError[]; erasures: string[] }

/**
 * Deletes documents by id, or all documents with one of the tags and the path. Each given field narrows the selection.
 */
export async function deleteMany(
  app: App,
  principal: Principal,
  body: DeleteManyBody,
): Promise<BulkDeleteResult> {
  const result = await (body.ids
    ? deleteEach(app, principal, body.ids, body)
    : deleteAll(app, principal, body))
  await journalErasures(app, principal.organization.id, result.erasures)
  return result
}

async function deleteAll(app: App, principal: Principal, body: DeleteManyBody): Promise<BulkDeleteResult> {
  const receipts = new Receipts(principal)
  const selected = { tags: tagsOf(body), filepath: body.filepath }
  let deletedCount = 0
  for (;;) {
    const counts = await inEachCell(app.cells, principal, selected, (db, selection) =>
      deleteSome(app, db, selection, receipts),
    )
    const some = counts.reduce((sum, count) => sum + count, 0)
    if (some === 0) return { deletedCount, errors: [], erasures: receipts.ids }
    deletedCount += some
  }
}

async function deleteEach(
  app: App,
  principal: Principal,
  ids: string[],
  body: DeleteManyBody,
): Promise<BulkDeleteResult> {
  const errors: ItemError[] = []
  const tags = tagsOf(body)
  const carrying = tags.length > 0 ? tags : undefined
  if (carrying) checkTags(principal, carrying)
  const isSelected = ({ filepath }: DocumentRow) => isAt(filepath, body.filepath)
  const receipts = new Receipts(principal)
  let deletedCount = 0
  for (const id of new Set(ids)) {
    try {
      await removeDocument(app, principal, { id, carrying }, { receipts, isSelected })
      deletedCount++
    } catch (error) {
      errors.push(itemError(id, error))
    }
  }
  return { deletedCount, errors, erasures: receipts.ids }
}

function isAt(filepath: string | null, path: string | undefined): boolean {
  if (path === undefined) return true
  return path.endsWith('/') ? (filepath?.startsWith(path) ?? false) : filepath === path
}

/** Documents per transaction: few enough that no other request waits long for their locks. */
const documentsPerStep = 500

async function deleteSome({ wakes }: App, db: Db, selection: Selection, receipts: Receipts): Promise<number> {
  const page = { sort: 'createdAt', order: 'asc', take: documentsPerStep, includeContent: false } as const
  const rows = await listDocuments(db, selection, page)
  let deleted = 0
  for (const [container, documents] of Map.groupBy(rows, row => row.container)) {
    const { shard, org } = documents[0]!
    const key = { shard, org, container }
    const ids = documents.map(({ id }) => id)
    const receipt = receipts.of(key)
    deleted += await eraseDocuments(db, key, ids, receipt)
    receipts.note(receipt)
    await wakeLane(db, wakes, { ...key, kind: lanes.interactive })
  }
  return deleted
}
