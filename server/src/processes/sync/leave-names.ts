import { noteIntents } from '../../features/connections/item-store.ts'
import { inScope } from '../../platform/db/tx.ts'
import { deleteDocuments } from './delete-documents.ts'
import { lockAnyState } from './store.ts'
import type { SyncStep } from './sync-app.ts'

export type NamedItem = { externalId: string; containerTag: string }

/**
 * A worker that stood still for longer than its lease may have written documents whose names another one has settled by then. It
 * notes the names again, for whoever has the connection now. If the connection was removed meanwhile, it removes the documents.
 */
export async function leaveNames(step: SyncStep, named: readonly NamedItem[]): Promise<void> {
  if (named.length === 0) return
  const { app, connection } = step
  const cell = app.cells.of(connection.shard)
  const isThere = await inScope(cell, { org: connection.org }, async db => {
    if ((await lockAnyState(db, connection)) === undefined) return false
    await noteIntents(db, connection, named)
    return true
  })
  if (isThere) return
  const rowOf = (item: NamedItem) =>
    [item.externalId, { ...item, version: null, document: null, seenRun: null, wanted: false }] as const
  const unhindered = { ...step, signal: new AbortController().signal }
  await deleteDocuments(
    unhindered,
    named.map(({ externalId }) => externalId),
    new Map(named.map(rowOf)),
  )
}
