import type { Db } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import type { ContainerKey } from '../containers/store.ts'
import { isDocument, lockMemory, type MemoryRow } from './store.ts'

/** Locks the newest version of the memory that a request names by its id or its exact text. Throws if it is unknown or forgotten. */
export async function lockNamedMemory(
  db: Db,
  key: ContainerKey,
  { id, content }: { id?: string | undefined; content?: string | undefined },
): Promise<MemoryRow> {
  const uuid = id === undefined ? undefined : decodeId(id)
  if (id !== undefined && uuid === undefined) throw new AppError('memory.not_found')
  const memory = await lockMemory(db, key, uuid === undefined ? { text: content! } : { id: uuid })
  if (memory) {
    if (memory.isForgotten) throw new AppError('memory.forgotten')
    return memory
  }
  const details =
    uuid !== undefined && (await isDocument(db, key, uuid))
      ? `${id} is the id of a document, not of a memory: see /v3/documents/${id}`
      : undefined
  throw new AppError('memory.not_found', { ...(details && { details }) })
}
