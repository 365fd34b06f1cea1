import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { type Db, inScopePrepared } from '../../platform/db/tx.ts'
import { isUniqueViolation } from '../../platform/db/unique-violation.ts'
import { AppError } from '../../platform/errors.ts'
import { type Clocks, clockOf, rankOf } from '../../platform/lanes/fairness.ts'
import type { Lane, LaneKind } from '../../platform/lanes/lane.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import { newId } from '../../platform/lib/ids.ts'
import { estimateTokens } from '../../platform/lib/tokens.ts'
import type { Turn } from '../../platform/lib/turn.ts'
import { type ContainerKey, keepEntityContext } from '../containers/store.ts'
import { answerOnce, boundTo, recallAnswers } from '../idempotency/answer-once.ts'
import { type Keyed, whole } from '../idempotency/store.ts'
import {
  checkLength,
  type From,
  hashOf,
  type Receiving,
  receiveDocument,
  shardFor,
} from './receive-document.ts'
import type { AddDocumentBody } from './schema.ts'
import { type DocumentStatus, isFinished } from './status.ts'
import {
  type ExistingDocument,
  insertDocuments,
  lockByCustomId,
  type NewDocument,
  readStored,
  refetchDocument,
  reviseDocument,
} from './store.ts'

export type AddDocuments = Receiving & { cells: Cells; wakes: Wakes }

/**
 * `isUnchanged` when the document was known with this very content, `isRepeated` when the request was done before: nothing
 * of this one was kept.
 */
export type Accepted = { id: string; status: DocumentStatus; isUnchanged?: true; isRepeated?: true }

/** `item` is the document's number in a request of many. */
export type Once = { keyed?: Keyed | undefined; item?: number }

/** Files in the blob store that were looked for, and whether they are there. */
export type SeenFiles = ReadonlyMap<string, boolean>

/** A known document names this file for the same content: somebody has to look whether it is there, outside a transaction. */
export class UnseenFile extends Error {
  readonly blobKey: string

  constructor(blobKey: string) {
    super('The file of a known document was not looked for')
    this.blobKey = blobKey
  }
}

/**
 * Accepts a document: its row, its content and the wake of its lane commit together or not at all.
 * A customId the container knows means the same document again, with new content or the same.
 */
export async function addDocument(
  app: AddDocuments,
  principal: Principal,
  body: AddDocumentBody,
  from: From & Once & { merge?: Merge; seen?: SeenFiles },
): Promise<Accepted> {
  const { keyed, item = whole, merge, seen } = from
  const write = () =>
    app.containers.inLiving(async () => {
      const { key, document } = await receiveDocument(app, principal, body, from)
      const add = (db: Db) => writeDocument(db, app, key, document, { merge, seen })
      return boundTo(app.cells, item === whole ? keyed : undefined, key.shard, () =>
        onceMoreIfTaken(() =>
          inScopePrepared(app.cells.of(key.shard), key, db =>
            answerOnce(db, keyed, key.shard, () => add(db), item),
          ),
        ),
      )
    })
  return withinQuota(app, principal, [body], write).catch(async error => {
    const known = keyed && isOverQuota(error) && (await recall(app, principal, body, keyed, item))
    if (!known) throw error
    return known
  })
}

export const isOverQuota = (error: unknown) => error instanceof AppError && error.code === 'quota.exceeded'

/** The answer from when there was room. */
async function recall(
  { cells }: AddDocuments,
  principal: Principal,
  body: AddDocumentBody,
  keyed: Keyed,
  item: number,
): Promise<Accepted | undefined> {
  const [known] = await recallAnswers(cells, keyed, shardFor(principal, body), [item])
  return known && { ...(known.response as Accepted), isRepeated: true }
}

/** Refuses what would take the organization over its tokens. */
export function withinQuota<T>(
  { quotas }: AddDocuments,
  { organization }: Principal,
  bodies: readonly AddDocumentBody[],
  write: () => Promise<T>,
): Promise<T> {
  if (!quotas) return write()
  const tokens = bodies.reduce((sum, { content }) => sum + estimateTokens(content), 0)
  return quotas.within(organization, tokens, write)
}

/** The new content and turns of a known document, given the stored ones. */
export type Merge = (stored: { content: string; turns: Turn[] | null }) => { content: string; turns: Turn[] }

async function writeDocument(
  db: Db,
  app: Pick<AddDocuments, 'wakes' | 'maxTextBytes'>,
  key: ContainerKey,
  given: NewDocument,
  { merge, seen }: { merge: Merge | undefined; seen: SeenFiles | undefined },
): Promise<Accepted> {
  const existing = given.customId === null ? undefined : await lockByCustomId(db, key, given.customId)
  const document = existing && merge ? await mergeInto(db, app, existing, key, given, merge) : given
  if (document.entityContext !== null) await keepEntityContext(db, key, document.entityContext)
  if (existing?.contentHash.equals(document.contentHash)) {
    const { url, lane } = document
    if (url !== null && isFinished(existing.status))
      return lookAgain(db, app.wakes, key, existing, { url, lane })
    if (isWhole(existing, document, seen))
      return { id: existing.id, status: existing.status, isUnchanged: true }
  }
  let clocks: Clocks | undefined
  if (existing) {
    const revision = existing.latestRevision + 1
    await reviseDocument(db, key, { ...document, id: existing.id, revision, updateId: newId(key.shard) })
  } else {
    clocks = await insertDocuments(db, key, [document])
  }
  await wakeLane(db, app.wakes, { ...key, kind: document.lane }, clocks)
  return { id: existing?.id ?? document.id, status: 'queued' }
}

/** The same content again is no work. A file that could not be read, or that is lost, is whole again by what is sent now. */
function isWhole(existing: ExistingDocument, given: NewDocument, seen: SeenFiles | undefined): boolean {
  const { blobKey, status } = existing
  if (given.file === null || blobKey === null) return true
  if (status === 'failed') return false
  const isThere = seen?.get(blobKey)
  if (isThere === undefined) throw new UnseenFile(blobKey)
  return isThere
}

/** What an address leads to may have changed, which is seen in the background. */
export async function lookAgain(
  db: Db,
  wakes: Wakes,
  key: ContainerKey,
  { id, latestRevision: revision }: ExistingDocument,
  { url, lane }: { url: string; lane: LaneKind },
): Promise<Accepted> {
  await refetchDocument(db, key, { id, revision, url, lane })
  await wakeLane(db, wakes, { ...key, kind: lane })
  return { id, status: 'queued' }
}

async function mergeInto(
  db: Db,
  { maxTextBytes }: Pick<AddDocuments, 'maxTextBytes'>,
  existing: ExistingDocument,
  key: ContainerKey,
  given: NewDocument,
  merge: Merge,
): Promise<NewDocument> {
  const { content, turns } = merge(await readStored(db, key, existing))
  checkLength(content, maxTextBytes)
  return { ...given, content, turns, contentHash: hashOf(content), size: content.length, url: null }
}

/** Ranked by the organization's clock, which is ahead of now when it has used more than its share. */
export async function wakeLane(
  db: Db,
  wakes: Wakes,
  lane: Lane,
  clocks: Clocks = { virtualAt: null, readingAt: null },
): Promise<void> {
  const rank = rankOf(clockOf(clocks, lane.kind), lane.kind)
  await wakes.of(lane.shard).wake(db, lane, { rank })
}

/** Two adds under one new customId: the second meets the first one's row and, tried again, revises it. */
async function onceMoreIfTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return write()
  }
}
