import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import type { Db } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import { newId } from '../../platform/lib/ids.ts'
import type { ContainerKey } from '../containers/store.ts'
import { type JournalApp, journalErasures } from '../erasures/journal-erasures.ts'
import { type ErasureKind, openErasure } from '../erasures/store.ts'
import { releaseSources } from '../memories/source-store.ts'
import type { DocumentName } from './get-document.ts'
import { lockById } from './lock-store.ts'
import { type DocumentWithContent, tombstoneDocuments } from './store.ts'
import { withLockedDocument } from './with-document.ts'

/**
 * Deletes a document. No reader sees it once this returns; its lane purges its chunks, vectors and text later. Returns
 * the receipt.
 */
export async function deleteDocument(
  app: JournalApp & { wakes: Wakes },
  principal: Principal,
  name: DocumentName,
): Promise<string> {
  const receipt = await removeDocument(app, principal, name)
  await journalErasures(app, principal.organization.id, [receipt])
  return receipt
}

/** A document is kept, because a request has written its newest content. */
export class DocumentEdited extends Error {
  constructor() {
    super('A request has written the newest content of the document')
  }
}

/**
 * Deletes one of several documents, whose receipt may be shared with other documents of the container. The caller appends the
 * receipts to the journal, or leaves that to a worker. `keepsEdits`: throws `DocumentEdited` for a document whose newest content a
 * request has written.
 */
export async function removeDocument(
  app: { cells: Cells; wakes: Wakes },
  principal: Principal,
  name: DocumentName,
  { receipts, isSelected, keepsEdits = false }: RemoveOptions = {},
): Promise<string> {
  const receipt = await withLockedDocument(app.cells, principal, name, async (db, document) => {
    if (isSelected?.(document) === false) throw new AppError('document.not_found')
    const { shard, org, container, id } = document
    const key = { shard, org, container }
    if (keepsEdits && (await lockById(db, key, id))?.isOfRequest) throw new DocumentEdited()
    const own = { id: newId(shard), kind: 'document', target: id, askedBy: principal.key.id } as const
    const receipt = receipts?.of(key) ?? own
    if ((await eraseDocuments(db, key, [id], receipt)) === 0) return undefined
    await app.wakes.of(shard).wake(db, { ...key, kind: lanes.interactive })
    return receipt
  })
  receipts?.note(receipt)
  return receipt.id
}

type RemoveOptions = {
  receipts?: Receipts
  isSelected?: (document: DocumentWithContent) => boolean
  keepsEdits?: boolean
}

export type Receipt = { id: string; kind: ErasureKind; target: string | null; askedBy: string }

/** One receipt per container with deleted documents. No row leaves its cell, and so no receipt spans cells. */
export class Receipts {
  readonly #askedBy: string
  readonly #byContainer = new Map<string, Receipt>()
  readonly #used = new Set<string>()

  constructor({ key }: Principal) {
    this.#askedBy = key.id
  }

  of({ shard, container }: ContainerKey): Receipt {
    const known = this.#byContainer.get(container)
    const receipt = known ?? { id: newId(shard), kind: 'documents', target: null, askedBy: this.#askedBy }
    this.#byContainer.set(container, receipt)
    return receipt
  }

  /** Marks a receipt as used, once a deletion has committed under it. */
  note({ id }: Receipt): void {
    this.#used.add(id)
  }

  get ids(): string[] {
    return [...this.#used]
  }
}

/** The immediate part of a deletion, with its receipt. Returns how many of the documents were still live. */
export async function eraseDocuments(
  db: Db,
  key: ContainerKey,
  ids: readonly string[],
  receipt: Receipt,
): Promise<number> {
  const { documents, attributes } = await tombstoneDocuments(db, key, ids, receipt.id)
  if (documents === 0) return 0
  const { sources, forgotten } = await releaseSources(db, key, ids)
  const removed = { document_attributes: attributes, memory_sources: sources }
  await openErasure(db, key, { ...receipt, requested: documents, forgotten, removed })
  return documents
}
