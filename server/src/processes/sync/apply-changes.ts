import {
  dropFailures,
  dropItems,
  findFailedInRun,
  findItems,
  type ItemRow,
  markSeen,
  noteIntents,
  type StoredItem,
  settleWanted,
  storeFailures,
  storeItems,
} from '../../features/connections/item-store.ts'
import { noCounts } from '../../features/connections/run-store.ts'
import type { Change, Item } from '../../platform/connectors/connector.ts'
import type { Db } from '../../platform/db/tx.ts'
import { deleteDocuments } from './delete-documents.ts'
import { DocumentRoom } from './document-room.ts'
import { followMoves } from './follow-moves.ts'
import { LeaseLost } from './lease-lost.ts'
import { leaveNames, type NamedItem } from './leave-names.ts'
import { isFitting, versionOf } from './names.ts'
import { type ReadItem, readItems } from './read-items.ts'
import { advanceRun, type RunProgress } from './store.ts'
import type { SyncStep } from './sync-app.ts'
import { takeOver } from './take-over.ts'
import { tagOf } from './to-document.ts'
import { writeDocuments } from './write-documents.ts'

/** Items that are read and written together. */
const itemsPerWrite = 50

type Failure = { externalId: string; code: string; message: string }

/** What to do with a batch, once the items that are known were looked up. */
type Plan = {
  toRead: Item[]
  unchanged: string[]
  deleted: string[]
  failed: Failure[]
  /** They failed in this run already, which tries each item once: else a step that they fill would never end. */
  failedBefore: string[]
  skipped: number
  /** What was stored of these items before. */
  known: Map<string, ItemRow>
  /** Items whose documents belong to renamed ones now. */
  takenOver: Set<string>
  /** Items whose documents were written, or were about to be. */
  named: NamedItem[]
}

export type ApplyOptions = RunProgress & {
  /** Written with what became of the batch, in the same transaction. */
  also?: ((db: Db) => Promise<void>) | undefined
  /** Items that were asked for by themselves. They are answered now, whatever came of them. */
  wanted?: readonly string[]
}

/**
 * Brings documents in step with a batch. First a row is noted for each document that is about to be written, then the documents
 * are written, each with a name that follows from its item, and last what became of them is stored together with the checkpoint.
 * A worker that dies in between repeats the batch: documents that are there already are found by their names.
 */
export async function applyChanges(
  step: SyncStep,
  changes: readonly Change[],
  { also, wanted = [], ...progress }: ApplyOptions = {},
): Promise<void> {
  const plan = await makePlan(step, lastOfEach(changes))
  try {
    const stored = await writeAll(step, plan)
    const deleted = await deleteDocuments(step, plan.deleted, plan.known)
    await storeAll(step, { ...plan, stored, wanted, deletedCount: deleted }, { also, ...progress })
  } catch (error) {
    if (isLost(step, error)) await leaveNames(step, plan.named)
    throw error
  }
}

const isLost = ({ signal }: SyncStep, error: unknown): boolean =>
  error instanceof LeaseLost || signal.reason instanceof LeaseLost

async function writeAll(step: SyncStep, plan: Plan): Promise<StoredItem[]> {
  const stored: StoredItem[] = []
  for (let at = 0; at < plan.toRead.length; at += itemsPerWrite) {
    const { read, failed } = await readItems(step, plan.toRead.slice(at, at + itemsPerWrite))
    plan.failed.push(...failed)
    stored.push(...(await write(step, read, plan)))
    step.signal.throwIfAborted()
  }
  return stored
}

type Outcome = Plan & { stored: StoredItem[]; wanted: readonly string[] }

/** Stores what became of the batch, or lets a batch that changed nothing wait for the next one. */
async function storeAll(
  step: SyncStep,
  outcome: Outcome & { deletedCount: number },
  { also, ...progress }: ApplyOptions,
): Promise<void> {
  const { stored, wanted, deletedCount, unchanged, deleted, failed, skipped } = outcome
  const counts = {
    ...noCounts(),
    itemsProcessed: stored.length,
    itemsUnchanged: unchanged.length,
    itemsDeleted: deletedCount,
    itemsFailed: failed.length,
    itemsSkipped: skipped,
  }
  const deletes = deleted.some(id => outcome.known.has(id))
  const isQuiet = !deletes && stored.length + failed.length + wanted.length === 0
  const figures = step.quiet.with({ counts, also, progress: progress.progress })
  const settled = [...unchanged, ...deleted]
  if (isQuiet && step.connection.fullRun === null && (await step.quiet.take(step, settled, figures))) return
  await step.save(async db => {
    await storeOutcome(db, step, outcome)
    await figures.also?.(db)
    await advanceRun(db, step.connection, step.run.id, {
      ...progress,
      progress: figures.progress,
      counts: figures.counts,
    })
  })
  step.quiet.clear()
}

/** A source may name an item twice in a batch: only the last change counts. */
function lastOfEach(changes: readonly Change[]): Change[] {
  const named = (change: Change) => (change.kind === 'upsert' ? change.item.externalId : change.externalId)
  return [...new Map(changes.map(change => [named(change), change])).values()]
}

async function makePlan(step: SyncStep, changes: readonly Change[]): Promise<Plan> {
  const { connection, run, read } = step
  const items = changes.flatMap(change => (change.kind === 'upsert' ? [change.item] : []))
  const fitting = items.filter(({ externalId }) => isFitting(externalId))
  const deleted = changes
    .flatMap(each => (each.kind === 'deleted' ? [each.externalId] : []))
    .filter(isFitting)
  const known = await read(db => findItems(db, connection, [...fitting.map(idOf), ...deleted]))
  const isKnown = (item: Item) => {
    const row = known.get(item.externalId)
    return row?.version === versionOf(item) && row.containerTag === tagOf(item, connection)
  }
  const changed = fitting.filter(item => !isKnown(item))
  const failed = changes
    .flatMap(change => (change.kind === 'failed' ? [fitted(change)] : []))
    .concat(items.filter(item => !fitting.includes(item)).map(tooLong))
  const tried = [...changed, ...failed].map(idOf)
  const failedBefore =
    tried.length > 0 ? await read(db => findFailedInRun(db, connection, run.id, tried)) : new Set<string>()
  const isFresh = ({ externalId }: { externalId: string }) => !failedBefore.has(externalId)
  const hasDocument = (externalId: string) => known.get(externalId)?.document != null
  const room = await DocumentRoom.of(step, deleted.filter(hasDocument).length)
  const wanted = changed.filter(isFresh)
  const toRead = wanted.filter(({ externalId }) => room.take(hasDocument(externalId)))
  return {
    toRead,
    deleted,
    known,
    unchanged: fitting.filter(isKnown).map(idOf),
    failed: failed.filter(isFresh),
    failedBefore: [...failedBefore],
    takenOver: new Set(),
    named: [],
    skipped: wanted.length - toRead.length,
  }
}

const idOf = ({ externalId }: { externalId: string }): string => externalId

const mostMessageChars = 1_000
const mostIdChars = 300

/** What a source says may be long, and hold what Postgres cannot store. */
const fitted = ({ externalId, code, message }: Failure): Failure => ({
  externalId: isFitting(externalId) ? externalId : externalId.replaceAll('\0', '').slice(0, mostIdChars),
  code,
  message: message.replaceAll('\0', '').slice(0, mostMessageChars),
})

const tooLong = ({ externalId }: Item): Failure =>
  fitted({
    externalId,
    code: 'item_unsupported',
    message: 'The id of the item has more than 1,000 bytes, or a character that cannot be stored',
  })

/** Writes the documents of items that were read. What cannot be written is added to the failures. */
async function write(step: SyncStep, read: readonly ReadItem[], plan: Plan): Promise<StoredItem[]> {
  if (read.length === 0) return []
  const { connection } = step
  const named = read.map(({ item }) => ({
    externalId: item.externalId,
    containerTag: tagOf(item, connection),
  }))
  const known = await step.read(db => findItems(db, connection, named.map(idOf)))
  await followMoves(step, named, known)
  const items = read.map(({ item }) => item)
  for (const [id, row] of await takeOver(step, items, { ...plan, known })) known.set(id, row)
  await step.save(db => noteIntents(db, connection, named))
  plan.named.push(...named)
  const { stored, failed } = await writeDocuments(step, read, known)
  plan.failed.push(...failed.map(fitted))
  return stored
}

async function storeOutcome(
  db: Db,
  { connection, connector, run }: SyncStep,
  outcome: Outcome,
): Promise<void> {
  const { stored, deleted, failed, failedBefore, takenOver, unchanged, wanted } = outcome
  const { fullRun } = connection
  // Without a reading of everything none counts as seen: an item that is read by itself before one begins may not be part of it.
  await storeItems(db, connection, stored, fullRun)
  await dropItems(db, connection, [...deleted, ...takenOver])
  await storeFailures(db, connection, run.id, failed)
  const fine = [...stored.map(idOf), ...unchanged, ...deleted]
  await dropFailures(db, connection, fine)
  await settleWanted(db, connection, wanted)
  // An item that cannot be read is still there.
  if (fullRun && !connector.ids && !connector.describe.keepsUnseen)
    await markSeen(db, connection, [...unchanged, ...failed.map(idOf), ...failedBefore], fullRun)
}
