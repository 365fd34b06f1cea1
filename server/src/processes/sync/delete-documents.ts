import type { ItemRow } from '../../features/connections/item-store.ts'
import { DocumentEdited, Receipts, removeDocument } from '../../features/documents/delete-document.ts'
import { AppError } from '../../platform/errors.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import { customIdOf } from './names.ts'
import type { SyncStep } from './sync-app.ts'

type Deleter = Pick<SyncStep, 'app' | 'principal' | 'connection' | 'signal'>

/**
 * Deletes the documents of items. One that was never seen has none, because its name is noted before it is written. Returns how
 * many documents there were.
 */
export async function deleteDocuments(
  step: Deleter,
  externalIds: readonly string[],
  known: ReadonlyMap<string, ItemRow>,
): Promise<number> {
  const receipts = new Receipts(step.principal)
  let deleted = 0
  for (const externalId of externalIds) {
    step.signal.throwIfAborted()
    const row = known.get(externalId)
    if (row && (await deleteDocumentOf(step, row, { receipts })) === 'deleted') deleted++
  }
  return deleted
}

/** `keepsEdits`: a document that a person has edited is not deleted. `missing`: a person has deleted it already. */
export async function deleteDocumentOf(
  { app, principal, connection }: Deleter,
  row: ItemRow,
  options: { receipts: Receipts; keepsEdits?: boolean },
): Promise<'deleted' | 'missing' | 'edited'> {
  try {
    await removeDocument(app, principal, nameOf(connection.id, row), {
      ...options,
      isSelected: isOfItem(connection.id, row),
    })
    return 'deleted'
  } catch (error) {
    if (error instanceof DocumentEdited) return 'edited'
    if (!(error instanceof AppError && error.code === 'document.not_found')) throw error
    return 'missing'
  }
}

/**
 * The document of an item. Even one that is not known may be there, if a worker died before it could note it: it is looked for by its
 * name.
 */
export const nameOf = (connection: string, { externalId, containerTag, document }: ItemRow) =>
  document ? { id: encodeId(document) } : { id: customIdOf(connection, externalId), containerTag }

/** A document that has another name by now belongs to the item that took it over. */
export function isOfItem(connection: string, { externalId }: ItemRow) {
  const customId = customIdOf(connection, externalId)
  return (document: { customId: string | null }): boolean => document.customId === customId
}
