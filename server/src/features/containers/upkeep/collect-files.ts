import type { BlobStore, ListedBlob } from '../../../platform/blobs/blob-store.ts'
import type { CellShards, Cells } from '../../../platform/db/cells.ts'
import { inScope, unscoped } from '../../../platform/db/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { nilUuid, SHARD_COUNT } from '../../../platform/lib/ids.ts'
import * as store from './unreferenced-file-store.ts'

export type CollectFilesOptions = {
  cells: Cells
  blobs: BlobStore
  /** A younger file may still be waiting for its row. Longer than any request and any transaction. */
  graceMs: number
  /** Names this process, because only one collects at a time. */
  holder: string
  signal: AbortSignal
}

/** `skipped`: organizations whose rows could not all be read. */
export type CollectFilesResult = { orphans: number; drafts: number; skipped: number }

/** Listing millions of files is expensive, and orphans are rare. */
const gracesPerRound = 6

/** Longer than a page of files takes, and than the organizations between two pages. */
const turnMs = 10 * 60_000
const ownersPerPage = 500

/** Receipts of deletions read how far this has come. */
const turn = 'loose files'

/**
 * Removes files that no row names. They are left by processes that died between storing a file and its row, and by lost
 * commits. A file is removed only after every cell whose rows may name it was asked: if one does not respond, the
 * organization keeps all its files. Returns undefined when it is not our turn.
 */
export async function collectFiles(collecting: CollectFilesOptions): Promise<CollectFilesResult | undefined> {
  const { cells, blobs, graceMs, holder } = collecting
  const directory = cells.directory
  const held = { name: turn, holder, forMs: turnMs }
  if (!(await unscoped(directory, db => store.takeTurn(db, held)))) return undefined
  const before = new Date(Date.now() - graceMs)
  const collected: CollectFilesResult = { orphans: 0, drafts: await blobs.sweep(before), skipped: 0 }
  for await (const owner of owners(cells)) {
    if (collecting.signal.aborted) break
    const removed = await collectOf(collecting, owner, before)
    if (removed === undefined) collected.skipped++
    else collected.orphans += removed
  }
  const isWhole = collected.skipped === 0 && !collecting.signal.aborted
  const ended = {
    ...held,
    dueInMs: isWhole ? graceMs * gracesPerRound : graceMs,
    covers: isWhole ? before : null,
  }
  await unscoped(directory, db => store.endTurn(db, ended))
  return collected
}

/** After a restore, which brings deleted files back: searches all files again, and until then no receipt says that it was done. */
export async function restartCollecting(cells: Cells): Promise<void> {
  await unscoped(cells.directory, db => store.restartTurn(db, turn))
}

async function* owners(cells: Cells): AsyncGenerator<store.FileOwner, void> {
  for (let after = nilUuid; ; ) {
    const page = await unscoped(cells.directory, db =>
      store.listFileOwners(db, { after, most: ownersPerPage }),
    )
    yield* page
    if (page.length < ownersPerPage) return
    after = page.at(-1)!.id
  }
}

/** Returns the number of files removed for an organization; undefined when not all could be checked. */
async function collectOf(
  { cells, blobs, signal, holder }: CollectFilesOptions,
  owner: store.FileOwner,
  before: Date,
): Promise<number | undefined> {
  let removed = 0
  for await (const page of blobs.list(owner.id)) {
    const isOurs = await unscoped(cells.directory, db =>
      store.renewTurn(db, { name: turn, holder, forMs: turnMs }),
    )
    if (signal.aborted || !isOurs) return undefined
    const unreferenced = await findUnreferenced(cells, owner, page, before)
    if (unreferenced === undefined) return undefined
    for (const key of unreferenced) await blobs.delete(key)
    removed += unreferenced.length
  }
  return removed
}

async function findUnreferenced(
  cells: Cells,
  owner: store.FileOwner,
  page: readonly ListedBlob[],
  before: Date,
): Promise<string[] | undefined> {
  const unreferenced = new Set(page.filter(({ putAt }) => putAt < before).map(({ key }) => key))
  if (unreferenced.size === 0) return []
  try {
    const reach = reachWhole(cells, owner)
    for (const { cell, shards } of reach) {
      const of = { org: owner.id, shards }
      for (const key of await inScope(cell, { org: owner.id }, db =>
        store.findReferenced(db, of, [...unreferenced]),
      ))
        unreferenced.delete(key)
    }
    if (unreferenced.size === 0) return []
    // With a map that was old, rows were looked for in a cell that they have left, and their files would be lost for good.
    await cells.refresh()
    return isSame(reach, reachWhole(cells, owner)) ? [...unreferenced] : undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'cell.unavailable') return undefined
    throw error
  }
}

const isSame = (a: readonly CellShards[], b: readonly CellShards[]): boolean =>
  a.length === b.length &&
  a.every(({ cell, shards }, i) => cell === b[i]!.cell && shards.join() === b[i]!.shards.join())

/** A process that does not know every cell must not remove a file that another cell names. */
function reachWhole(cells: Cells, owner: store.FileOwner) {
  const reach = cells.reach(owner)
  const shards = reach.reduce((sum, part) => sum + part.shards.length, 0)
  if (owner.spread && shards < SHARD_COUNT)
    throw new AppError('cell.unavailable', {
      details: 'A cell that holds shards is not configured. Add it to CELL_URLS',
    })
  return reach
}
