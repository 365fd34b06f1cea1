import { isDeepStrictEqual } from 'node:util'
import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { type Db, inScopePrepared, sendTogether } from '../../platform/db/tx.ts'
import { isUniqueViolation } from '../../platform/db/unique-violation.ts'
import { AppError } from '../../platform/errors.ts'
import type { LaneKind } from '../../platform/lanes/lane.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import { newId } from '../../platform/lib/ids.ts'
import { estimateTokens } from '../../platform/lib/tokens.ts'
import type { Turn } from '../../platform/lib/turn.ts'
import { currentOrigin, inSpan } from '../../platform/telemetry/work.ts'
import { type ContainerKey, storeEntityContext } from '../containers/store.ts'
import { answerOnce, findEarlierAnswers, withBoundKey } from '../idempotency/answer-once.ts'
import { type IdempotentRequest, wholeRequest } from '../idempotency/store.ts'
import type { AddCollector } from './collect-adds.ts'
import { type ExistingDocument, lockByCustomId, readStoredContent, type StoredContent } from './lock-store.ts'
import { addStatements } from './new-documents.ts'
import {
  checkLength,
  hashOf,
  type IngestBody,
  type IngestOptions,
  type ReceivingApp,
  receiveDocument,
  shardFor,
} from './receive-document.ts'
import { refetchDocument, reviseDocument } from './revise-store.ts'
import type { AddDocumentBody } from './schema.ts'
import { type DocumentStatus, isFinished } from './status.ts'
import type { AppendedContent, NewDocument } from './store.ts'
import { wakeLane } from './wake-lane.ts'

export type DocumentsApp = ReceivingApp & {
  cells: Cells
  wakes: Wakes
  /** Without it, each document is written by itself. */
  adds?: AddCollector
}

/**
 * `isUnchanged`: the document already had this very content. `isRepeated`: the same request was answered before. `isEdited`: a
 * person has edited it, and the import of a connection leaves it. In all cases nothing was stored.
 */
export type AcceptedDocument = {
  id: string
  status: DocumentStatus
  isUnchanged?: true
  isRepeated?: true
  isEdited?: true
}

/** `item` is the number of the document in a batch. */
export type IdempotentItem = { idempotent?: IdempotentRequest | undefined; item?: number }

/** Files that were looked up in the blob store, and whether they exist. */
export type FilePresence = ReadonlyMap<string, boolean>

/**
 * An existing document names this file for the same content. The caller has to look it up in the blob store, which is
 * not allowed inside a transaction, and repeat the write.
 */
export class FilePresenceUnknown extends Error {
  readonly blobKey: string

  constructor(blobKey: string) {
    super('It is not known whether the file of an existing document is in the blob store')
    this.blobKey = blobKey
  }
}

/** Combines the stored content and turns of an existing document with the new ones. */
export type MergeContent = (stored: { content: string; turns: Turn[] | null }) => {
  content: string
  turns: Turn[]
}

type AddOptions = IngestOptions &
  IdempotentItem & {
    merge?: MergeContent
    filePresence?: FilePresence
    /** Leaves a document as it is whose newest content a request has written. */
    keepsEdits?: boolean
  }

/**
 * Accepts a document: its row, its content and the wake of its lane commit together or not at all. A customId that the
 * container already has means the same document, with new content or the same.
 */
export async function addDocument(
  app: DocumentsApp,
  principal: Principal,
  body: IngestBody,
  options: AddOptions,
): Promise<AcceptedDocument> {
  const write = () => receiveAndWrite(app, principal, body, options)
  const writeToOpenContainer = () => app.containers.retryIfClosed(write)
  try {
    return await withinQuota(app, principal, [body], writeToOpenContainer)
  } catch (error) {
    const earlier = isOverQuota(error) && (await findEarlierAnswer(app, principal, body, options))
    if (!earlier) throw error
    return earlier
  }
}

export const isOverQuota = (error: unknown) => error instanceof AppError && error.code === 'quota.exceeded'

/** Refuses a write that would exceed the organization's token quota. */
export function withinQuota<T>(
  { quotas }: DocumentsApp,
  { organization }: Principal,
  bodies: readonly AddDocumentBody[],
  write: () => Promise<T>,
): Promise<T> {
  if (!quotas) return write()
  const tokens = bodies.reduce((sum, { content }) => sum + estimateTokens(content), 0)
  return quotas.within(organization, tokens, write)
}

/** The stored answer to the same request, from before the quota was used up. */
async function findEarlierAnswer(
  { cells }: DocumentsApp,
  principal: Principal,
  body: AddDocumentBody,
  { idempotent, item = wholeRequest }: IdempotentItem,
): Promise<AcceptedDocument | undefined> {
  if (!idempotent) return undefined
  const [known] = await findEarlierAnswers(cells, idempotent, shardFor(principal, body), [item])
  return known && { ...(known.response as AcceptedDocument), isRepeated: true }
}

/** Resolves the container, binds the idempotency key, then writes the document in one transaction. */
async function receiveAndWrite(
  app: DocumentsApp,
  principal: Principal,
  body: IngestBody,
  options: AddOptions,
): Promise<AcceptedDocument> {
  const { idempotent, item = wholeRequest } = options
  const { key, document } = await receiveDocument(app, principal, body, options)
  if (app.adds && idempotent === undefined && isAlone(document)) {
    const { adds } = app
    const isApart = principal.containerTag !== undefined
    await inSpan('add transaction', {}, () => adds.add({ key, document }, { isApart }))
    return { id: document.id, status: 'queued' }
  }
  const transact = () =>
    inScopePrepared(app.cells.of(key.shard), key, db =>
      answerOnce(db, idempotent, key.shard, () => writeDocument(db, app, key, document, options), item),
    )
  const write = () => (app.adds ? app.adds.alone(key, transact) : transact())
  // A batch binds the key of the whole request by itself.
  const binding = item === wholeRequest ? idempotent : undefined
  const writeInSpan = () => inSpan('add transaction', {}, write)
  return withBoundKey(app.cells, binding, key.shard, () => retryIfTaken(writeInSpan))
}

/** Whether the document touches no other row than its own: it has no customId and does not describe its container. */
const isAlone = ({ customId, entityContext }: NewDocument): boolean =>
  customId === null && entityContext === null

async function writeDocument(
  db: Db,
  app: Pick<DocumentsApp, 'wakes' | 'maxTextBytes' | 'revisionTails'>,
  key: ContainerKey,
  given: NewDocument,
  options: Pick<AddOptions, 'merge' | 'filePresence' | 'keepsEdits'>,
): Promise<AcceptedDocument> {
  const accepted = await writeContent(db, app, key, given, options)
  // Last, because the commit of every other add locks the container after its wake. In the opposite order, the two would
  // deadlock.
  if (given.entityContext !== null) await storeEntityContext(db, key, given.entityContext)
  return accepted
}

async function writeContent(
  db: Db,
  app: Pick<DocumentsApp, 'wakes' | 'maxTextBytes' | 'revisionTails'>,
  key: ContainerKey,
  given: NewDocument,
  { merge, filePresence, keepsEdits }: Pick<AddOptions, 'merge' | 'filePresence' | 'keepsEdits'>,
): Promise<AcceptedDocument> {
  const existing = given.customId === null ? undefined : await lockByCustomId(db, key, given.customId)
  if (!existing) {
    await sendTogether(db, addStatements([{ key, document: given }]))
    return { id: given.id, status: 'queued' }
  }
  const document = merge ? await mergeInto(db, app, existing, key, given, merge) : given
  if (existing.contentHash.equals(document.contentHash)) {
    const { url, lane } = document
    if (url !== null && isFinished(existing.status))
      return refetchLink(db, app.wakes, key, existing, { url, lane })
    if (isIntact(existing, document, filePresence))
      return { id: existing.id, status: existing.status, isUnchanged: true }
  }
  if (keepsEdits && existing.isOfRequest) return { id: existing.id, status: existing.status, isEdited: true }
  const revision = existing.latestRevision + 1
  await reviseDocument(db, key, { ...document, id: existing.id, revision, updateId: newId(key.shard) })
  await wakeLane(db, app.wakes, { ...key, kind: document.lane })
  return { id: existing.id, status: 'queued' }
}

/**
 * Whether the existing document needs no work, because it has the same content. If its file could not be processed, or
 * is missing from the blob store, the new upload replaces it.
 */
function isIntact(
  existing: ExistingDocument,
  given: NewDocument,
  filePresence: FilePresence | undefined,
): boolean {
  const { blobKey, status } = existing
  if (given.file === null || blobKey === null) return true
  if (status === 'failed') return false
  const isStored = filePresence?.get(blobKey)
  if (isStored === undefined) throw new FilePresenceUnknown(blobKey)
  return isStored
}

/** Queues the address for another fetch: its page may have changed since. */
export async function refetchLink(
  db: Db,
  wakes: Wakes,
  key: ContainerKey,
  { id, latestRevision: revision }: ExistingDocument,
  { url, lane }: { url: string; lane: LaneKind },
): Promise<AcceptedDocument> {
  await refetchDocument(db, key, { id, revision, url, lane, origin: currentOrigin() })
  await wakeLane(db, wakes, { ...key, kind: lane })
  return { id, status: 'queued' }
}

async function mergeInto(
  db: Db,
  { maxTextBytes, revisionTails = true }: Pick<DocumentsApp, 'maxTextBytes' | 'revisionTails'>,
  existing: ExistingDocument,
  key: ContainerKey,
  given: NewDocument,
  merge: MergeContent,
): Promise<NewDocument> {
  const stored = await readStoredContent(db, key, existing)
  const merged = merge(stored)
  const { content, turns } = merged
  checkLength(content, maxTextBytes)
  const append = revisionTails ? appendedTo(stored, merged) : undefined
  return {
    ...given,
    content,
    turns,
    contentHash: hashOf(content),
    size: content.length,
    url: null,
    ...(append && { append }),
  }
}

/** The part of the merged content that is new, if the rest is stored exactly like that, turns included. */
function appendedTo(
  stored: StoredContent,
  { content, turns }: ReturnType<MergeContent>,
): AppendedContent | undefined {
  const { root, turns: before } = stored
  if (root === null || before === null || !content.startsWith(stored.content)) return undefined
  if (!isDeepStrictEqual(turns.slice(0, before.length), before)) return undefined
  return { root, content: content.slice(stored.content.length), turns: turns.slice(before.length) }
}

/**
 * The second of two concurrent adds with one new customId fails on the unique index. Its retry revises the first one's
 * row.
 */
async function retryIfTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return write()
  }
}
