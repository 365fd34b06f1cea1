import type { ItemRow } from '../../features/connections/item-store.ts'
import { Receipts } from '../../features/documents/delete-document.ts'
import { updateDocument } from '../../features/documents/update-document.ts'
import { AppError } from '../../platform/errors.ts'
import { deleteDocumentOf, isOfItem, nameOf } from './delete-documents.ts'
import type { NamedItem } from './leave-names.ts'
import type { SyncStep } from './sync-app.ts'

/**
 * An item that goes to another container gets a new document there, and its former one is deleted. A document that a person has edited
 * moves along instead, because its text is nowhere else. Changes the rows of these items in `known`.
 */
export async function followMoves(
  step: SyncStep,
  items: readonly NamedItem[],
  known: Map<string, ItemRow>,
): Promise<void> {
  const receipts = new Receipts(step.principal)
  for (const { externalId, containerTag } of items) {
    const row = known.get(externalId)
    if (!row || row.containerTag === containerTag) continue
    step.signal.throwIfAborted()
    known.delete(externalId)
    const isEdited = (await deleteDocumentOf(step, row, { receipts, keepsEdits: true })) === 'edited'
    if (isEdited && (await moveDocument(step, row, containerTag)))
      known.set(externalId, { ...row, containerTag })
  }
}

/**
 * False when the document stays where it is: the container is in another cell, or has a document of this item already. From then on
 * it belongs to no item.
 */
async function moveDocument(
  { app, principal, connection }: SyncStep,
  row: ItemRow,
  containerTag: string,
): Promise<boolean> {
  try {
    const isSelected = isOfItem(connection.id, row)
    await updateDocument(app, principal, nameOf(connection.id, row), { containerTag }, { isSelected })
    return true
  } catch (error) {
    const stays = ['document.across_cells', 'request.conflict', 'document.not_found']
    if (!(error instanceof AppError && stays.includes(error.code))) throw error
    return false
  }
}
