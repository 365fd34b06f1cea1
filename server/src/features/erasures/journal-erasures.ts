import { BlobUnavailable } from '../../platform/blobs/blob-store.ts'
import type { Cell, Cells } from '../../platform/db/cells.ts'
import { type Db, inScope, unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { shardOf } from '../../platform/lib/ids.ts'
import { documentsPerPart, type ErasureJournal, type JournalEntry } from './journal.ts'
import * as store from './journal-store.ts'
import { listErased } from './store.ts'

export type JournalApp = { cells: Cells; journal: ErasureJournal }

/**
 * Appends receipts to the journal, after their deletions have committed and before they are answered. Fails when the
 * journal cannot be written: then the data is deleted, but the deletion is not confirmed, and a worker appends it later.
 */
export async function journalErasures(
  { cells, journal }: JournalApp,
  org: string,
  receipts: readonly string[],
): Promise<void> {
  for (const id of receipts) {
    const shard = shardOf(id)
    await journalErasure(cells.of(shard), journal, { shard, org, id }).catch(asUnavailable)
  }
}

function asUnavailable(error: unknown): never {
  throw error instanceof BlobUnavailable
    ? new AppError('storage.unavailable', { cause: error, retryAfterSeconds: 5 })
    : error
}

/** Appends those of a cell that the journal lacks, up to `most` of them. Returns how many there were. */
export async function journalUnnoted(
  cell: Cell,
  journal: ErasureJournal,
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<number> {
  const receipts = await unscoped(cell.maintenance, db => store.listUnjournaled(db, most))
  for (const receipt of receipts) {
    if (signal.aborted) break
    await journalErasure(cell, journal, receipt)
  }
  return receipts.length
}

/** Does nothing for a receipt that somebody else has appended meanwhile. */
async function journalErasure(cell: Cell, journal: ErasureJournal, key: store.ReceiptKey): Promise<void> {
  const inOrg = <T>(work: (db: Db) => Promise<T>) => inScope(cell, { org: key.org }, work)
  const receipt = await inOrg(db => store.findUnjournaled(db, key))
  if (!receipt) return
  const memories =
    receipt.kind === 'memory' ? await inOrg(db => store.listForgottenAndRoots(db, receipt)) : []
  let part = 0
  for await (const documents of pagesOfDocuments(cell, receipt))
    await journal.append(toEntry(receipt, documents, memories), ++part)
  await inOrg(db => store.markJournaled(db, receipt))
}

/** At least one page, which is empty for memories, and for containers with too many documents. */
async function* pagesOfDocuments(
  cell: Cell,
  receipt: store.UnjournaledReceipt,
): AsyncGenerator<string[], void> {
  const { kind, target, org } = receipt
  if (kind === 'container') return yield receipt.heldDocuments ?? []
  if (kind !== 'documents') return yield kind === 'document' && target ? [target] : []
  for (let after: string | undefined; ; ) {
    const most = documentsPerPart
    const page = await inScope(cell, { org }, db => listErased(db, receipt, { after, most }))
    yield page
    if (page.length < most) return
    after = page.at(-1)
  }
}

function toEntry(receipt: store.UnjournaledReceipt, documents: string[], memories: string[]): JournalEntry {
  const { id, shard, org, container, kind, target, askedBy, requested, forgotten, createdAt } = receipt
  return {
    version: 1,
    ...{ id, shard, org, container, kind, target, askedBy, requested, forgotten, documents, memories },
    isWhole: receipt.heldDocuments !== null,
    merged: receipt.heldContainers ?? [],
    createdAt: createdAt.toISOString(),
  }
}
