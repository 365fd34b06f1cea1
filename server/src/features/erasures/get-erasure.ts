import type { Principal } from '../../platform/access/principal.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { AppError } from '../../platform/errors.ts'
import { decodeId, shardOf } from '../../platform/lib/ids.ts'
import { type CheckCounts, type CheckedErasure, checkErasure, isSwept } from './check-erasure.ts'

export type SweptErasure = CheckedErasure & { checked: CheckCounts & { looseFiles: boolean } }

export type ErasuresApp = { cells: Cells; blobs: BlobStore }

/** Returns a receipt, checked again. A key that is limited to a container sees receipts of deletions made with it. */
export async function getErasure(
  { cells, blobs }: ErasuresApp,
  { organization, key, containerTag }: Principal,
  text: string,
): Promise<SweptErasure> {
  const id = decodeId(text)
  const isOurs = id && (organization.spread || shardOf(id) === organization.homeShard)
  if (!isOurs) throw new AppError('erasure.not_found')
  const shard = shardOf(id)
  const found = await checkErasure(cells.of(shard), blobs, { shard, org: organization.id, id })
  if (!found || (containerTag !== undefined && found.askedBy !== key.id))
    throw new AppError('erasure.not_found')
  return { ...found, checked: { ...found.checked, looseFiles: await isSwept(cells.directory, found) } }
}
