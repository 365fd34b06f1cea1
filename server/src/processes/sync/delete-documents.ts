import type { ItemRow } from '../../features/connections/item-store.ts'
import { Receipts, removeDocument } from '../../features/documents/delete-document.ts'
import { AppError } from '../../platform/errors.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import { customIdOf } from './names.ts'
import type { SyncStep } from './sync-app.ts'

/**
 * Deletes the documents of items. One that was never seen has none, because its name is noted before it is written. One without
 * a known document may have it all the same, if a worker died before it could say so: it is looked for by its name. Returns how
 * many documents there were.
 */
export async function deleteDocuments(
  { app, principal, connection, signal }: Pick<SyncStep, 'app' | 'principal' | 'connection' | 'signal'>,
  externalIds: readonly string[],
  known: ReadonlyMap<string, ItemRow>,
): Promise<number> {
  const receipts = new Receipts(principal)
  let deleted = 0
  for (const externalId of externalIds) {
    signal.throwIfAborted()
    const row = known.get(externalId)
    if (!row) continue
    // A document that has another name by now belongs to the item that took it over.
    const customId = customIdOf(connection.id, externalId)
    const isSelected = (document: { customId: string | null }) => document.customId === customId
    const name = row.document
      ? { id: encodeId(row.document) }
      : { id: customId, containerTag: row.containerTag }
    try {
      await removeDocument(app, principal, name, { receipts, isSelected })
      deleted++
    } catch (error) {
      // A person has deleted it already.
      if (!(error instanceof AppError && error.code === 'document.not_found')) throw error
    }
  }
  return deleted
}
