import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { type Db, inScope, type Source, unscoped } from '../../platform/db/tx.ts'
import type { Counts, ErasureContainer, ErasureRow } from './store.ts'
import * as store from './store.ts'

/** Documents looked up by one query, which takes a few milliseconds, and by one check, which takes about a second. */
const perScan = 1_000
const mostScanned = 100_000

/** The number of targets and blobs that a check looked for. It is bounded, so a very large deletion is checked in part. */
export type CheckCounts = { targets: number; blobs: number }

export type CheckedErasure = ErasureRow & { checked: CheckCounts }

/**
 * Whether files without a document that existed at the deletion are gone. An interrupted upload may contain the same
 * text.
 */
export async function isSwept(directory: Source, { createdAt }: ErasureRow): Promise<boolean> {
  const collected = await unscoped(directory, store.findCollectedUntil)
  return collected !== null && collected >= createdAt
}

/**
 * Looks for erased data in every table and among the files, and stores the result. Undefined when there is no such
 * receipt.
 */
export async function checkErasure(
  cell: Cell,
  blobs: BlobStore,
  which: Pick<ErasureRow, 'shard' | 'org' | 'id'>,
): Promise<CheckedErasure | undefined> {
  const scope = { org: which.org }
  const erasure = await inScope(cell, scope, db => store.findErasure(db, which))
  if (!erasure) return undefined
  // The cell that a moved shard has left still has its rows for a while, so nothing is certified before they are gone.
  if (cell.moveCheck) return { ...erasure, found: null, verifiedAt: null, checked: { targets: 0, blobs: 0 } }
  const files = await countBlobs(blobs, erasure.blobKeys)
  return inScope(cell, scope, async db => {
    // A step that is about to record its removals goes first, so the scan sees its result.
    await store.lockErasures(db, which, [which.id])
    await store.finishErasures(db, which, [which.id])
    const { counts, targets } = await scanAll(db, erasure)
    const kept = await store.storeScanResult(db, erasure, files > 0 ? { ...counts, blobs: files } : counts)
    return { ...kept, checked: { targets, blobs: erasure.blobKeys.length } }
  })
}

async function scanAll(db: Db, erasure: ErasureRow): Promise<{ counts: Counts; targets: number }> {
  if (erasure.target || erasure.kind === 'memory') {
    const ids = erasure.target ? [erasure.target] : await store.listForgotten(db, erasure)
    return { counts: await store.scanFor(db, erasure, ids), targets: ids.length }
  }
  const counts: Counts = {}
  let targets = 0
  for (let after: string | undefined; targets < mostScanned; ) {
    const ids = await store.listErased(db, erasure, { after, most: perScan })
    for (const [table, rows] of Object.entries(await store.scanFor(db, erasure, ids)))
      counts[table] = (counts[table] ?? 0) + rows
    targets += ids.length
    after = ids.at(-1)
    if (ids.length < perScan) break
  }
  return { counts, targets }
}

/** The same for a container that has just been removed. Does nothing when it was not removed, or was checked already. */
export async function checkContainerErasure(
  cell: Cell,
  blobs: BlobStore,
  from: ErasureContainer,
): Promise<void> {
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
