import { BlobUnavailable } from '../../platform/blobs/blob-store.ts'
import type { Cell, Cells } from '../../platform/db/cells.ts'
import { inScope, unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { shardOf } from '../../platform/lib/ids.ts'
import { documentsPerPart, type ErasureJournal, type JournalEntry } from './journal.ts'
import {
  findUnjournaled,
  listEmptied,
  listForgottenAndRoots,
  markJournaled,
  type ReceiptKey,
} from './journal-store.ts'
import { type ErasureRow, findErasure, listErased } from './store.ts'

export type JournalApp = { cells: Cells; journal: ErasureJournal }

/** The documents of a container when it was deleted. Only its request knows them: a worker finds them purged. */
export type DocumentsHeld = readonly string[]

/**
 * Appends receipts to the journal, after their deletions have committed and before they are answered. Fails when the
 * journal cannot be written: then the data is deleted, but the deletion is not confirmed, and a worker appends it later.
 */
export async function journalErasures(
  { cells, journal }: JournalApp,
  org: string,
  receipts: readonly string[],
  held?: DocumentsHeld,
): Promise<void> {
  for (const id of receipts) {
    const shard = shardOf(id)
    await journalErasure(cells.of(shard), journal, { shard, org, id }, held).catch(asUnavailable)
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
  const receipts = await unscoped(cell.maintenance, db => findUnjournaled(db, most))
  for (const receipt of receipts) {
    if (signal.aborted) break
    await journalErasure(cell, journal, receipt)
  }
  return receipts.length
}

async function journalErasure(
  cell: Cell,
  journal: ErasureJournal,
  key: ReceiptKey,
  held?: DocumentsHeld,
): Promise<void> {
  const scope = { org: key.org }
  const receipt = await inScope(cell, scope, db => findErasure(db, key))
  if (!receipt) return
  const merged = receipt.kind === 'container' ? await mergedInto(cell, receipt) : []
  const memories =
    receipt.kind === 'memory' ? await inScope(cell, scope, db => listForgottenAndRoots(db, receipt)) : []
  const append = (documents: readonly string[], part: number | 'whole') =>
    journal.append(
      toEntry(receipt, { documents: [...documents], merged, memories, isWhole: part === 'whole' }),
      part,
    )
  let part = 0
  if (held) await append(held, 'whole')
  else for await (const documents of pagesOfDocuments(cell, receipt)) await append(documents, ++part)
  await inScope(cell, scope, db => markJournaled(db, receipt))
}

/** At least one page, which is empty for memories and containers. */
async function* pagesOfDocuments(cell: Cell, receipt: ErasureRow): AsyncGenerator<string[], void> {
  const { kind, target, org } = receipt
  if (kind !== 'documents') return yield kind === 'document' && target ? [target] : []
  for (let after: string | undefined; ; ) {
    const most = documentsPerPart
    const page = await inScope(cell, { org }, db => listErased(db, receipt, { after, most }))
    yield page
    if (page.length < most) return
    after = page.at(-1)
  }
}

/** The containers that were merged into the deleted one, those that had been merged into them, and so on. */
async function mergedInto(cell: Cell, { org, container }: ErasureRow): Promise<string[]> {
  const found = new Set([container])
  // A set that grows is walked to its end.
  for (const id of found) {
    const key = { shard: shardOf(id), org, container: id }
    for (const source of await inScope(cell, { org }, db => listEmptied(db, key))) found.add(source)
  }
  return [...found].slice(1)
}

type Named = Pick<JournalEntry, 'documents' | 'merged' | 'memories' | 'isWhole'>

function toEntry(receipt: ErasureRow, named: Named): JournalEntry {
  const { id, shard, org, container, kind, target, askedBy, requested, forgotten, createdAt } = receipt
  return {
    version: 1,
    ...{ id, shard, org, container, kind, target, askedBy, requested, forgotten },
    ...named,
    createdAt: createdAt.toISOString(),
  }
}
