import type { BlobStore } from '../blobs/blob-store.ts'
import type { Cell } from '../db/cells.ts'
import { inScope } from '../db/tx.ts'
import type { ErasedFrom, ErasureRow } from './store.ts'
import * as store from './store.ts'

/** Looks for what was erased, in every table and among the files, and notes what there is. Undefined: no such receipt. */
export async function checkErasure(
  cell: Cell,
  blobs: BlobStore,
  which: Pick<ErasureRow, 'shard' | 'org' | 'id'>,
): Promise<ErasureRow | undefined> {
  const scope = { org: which.org }
  const erasure = await inScope(cell, scope, db => store.findErasure(db, which))
  if (!erasure) return undefined
  const files = await countBlobs(blobs, erasure.blobKeys)
  return inScope(cell, scope, async db => {
    // A step that is about to note what it removed comes first: the scan sees what it did.
    await store.lockErasures(db, which, [which.id])
    await store.finishErasures(db, which, [which.id])
    const rows = await store.scanErased(db, erasure)
    return store.keepFound(db, erasure, files > 0 ? { ...rows, blobs: files } : rows)
  })
}

/** The same for a container that has just been removed; nothing to do when it was not, or when it is done. */
export async function checkContainerErasure(cell: Cell, blobs: BlobStore, from: ErasedFrom): Promise<void> {
  const id = await inScope(cell, { org: from.org }, db => store.findUnchecked(db, from))
  if (id) await checkErasure(cell, blobs, { ...from, id })
}

async function countBlobs(blobs: BlobStore, keys: readonly string[]): Promise<number> {
  let found = 0
  for (const key of keys) {
    const blob = await blobs.get(key)
    blob?.body.destroy()
    if (blob) found++
  }
  return found
}
