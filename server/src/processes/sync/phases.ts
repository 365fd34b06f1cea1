import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  dropFailures,
  dropItems,
  findFailed,
  type ItemRow,
  listItems,
  listUnseen,
  listUnsettled,
  listWanted,
  settleWanted,
  wantItems,
} from '../../features/connections/item-store.ts'
import { noCounts, type RunPhase } from '../../features/connections/run-store.ts'
import type { Batch, Change } from '../../platform/connectors/connector.ts'
import { applyChanges } from './apply-changes.ts'
import { deleteDocuments } from './delete-documents.ts'
import { advanceRun, forgetCheckpoint, storeCheckpoint } from './store.ts'
import type { SyncStep } from './sync-app.ts'

/** Whether the phase is through, or goes on in the next step. */
export type PhaseEnd = 'done' | 'again'

const wantedPerBatch = 100
const itemsPerPage = 1_000
const deletionsPerSave = 100

/** A run tries a failed item by itself until it has failed this often. */
const mostAttempts = 5
const mostRetried = 10_000

/** The phases of a run, in their order. */
export const phases: Record<Exclude<RunPhase, 'done'>, (step: SyncStep) => Promise<PhaseEnd>> = {
  fetch: fetchWanted,
  pull: pullChanges,
  prune: pruneGone,
}

/** Marks what failed before, so that the run reads it again. */
export async function wantFailed({ connection, save }: SyncStep): Promise<void> {
  await save(async db => {
    const failed = await findFailed(db, connection, { mostAttempts }, mostRetried)
    await wantItems(db, connection, connection.containerTag, failed)
  })
}

/** Reads single items: those that an event named, and those that failed before. */
async function fetchWanted(step: SyncStep): Promise<PhaseEnd> {
  const { connector, connection } = step
  for (;;) {
    const wanted = await step.read(db => listWanted(db, connection, wantedPerBatch))
    if (wanted.length === 0) return 'done'
    if (!connector.fetch) return readAllAgain(step, wanted)
    await fetchItems(step, wanted)
    if (step.isOver()) return 'again'
  }
}

async function fetchItems(step: SyncStep, wanted: readonly string[]): Promise<void> {
  const changes: Change[] = []
  for await (const change of step.connector.fetch!(step.source, [...wanted])) changes.push(change)
  await applyChanges(step, changes, { wanted })
}

/** A source that cannot read single items is read from its beginning. What has not changed costs nothing. */
async function readAllAgain(step: SyncStep, wanted: readonly string[]): Promise<PhaseEnd> {
  const { connection, run, save, read } = step
  for (
    let some = wanted;
    some.length > 0;
    some = await read(db => listWanted(db, connection, wantedPerBatch))
  )
    await save(db => settleWanted(db, connection, some))
  await save(async db => {
    await forgetCheckpoint(db, connection)
    await advanceRun(db, connection, run.id, { pulls: true })
  })
  Object.assign(connection, { checkpoint: null, fullRun: null })
  run.pulls = true
  return 'done'
}

/** Reads what has changed since the checkpoint. Each batch and the checkpoint after it are stored together. */
async function pullChanges(step: SyncStep): Promise<PhaseEnd> {
  const { connector, connection, source, run } = step
  if (!run.pulls) return 'done'
  const checkpoint = readCheckpoint(step)
  if (checkpoint === undefined && connection.fullRun === null) {
    await step.save(db => storeCheckpoint(db, connection, { fullRun: run.id }))
    connection.fullRun = run.id
  }
  const before = connection.checkpoint
  let stored: unknown
  for await (const batch of connector.pull(source, checkpoint)) {
    const { changes, checkpoint: next, progress } = batch
    await applyChanges(step, changes, {
      progress,
      ...(next !== stored && { also: db => storeCheckpoint(db, connection, { checkpoint: next }) }),
    })
    stored = connection.checkpoint = next
    // Leaving the loop ends the generator.
    if (step.isOver() && mayLeave(batch, before)) {
      await step.quiet.store(step)
      return 'again'
    }
  }
  await step.quiet.store(step)
  return settleUnsettled(step)
}

/**
 * Whether the next step would go on behind this batch. After the last one it would begin a run of its own, and after a batch that
 * brought nothing and moved nothing a step without time would never end.
 */
function mayLeave({ changes, checkpoint, isLast }: Batch<unknown>, before: unknown): boolean {
  if (isLast) return false
  if (changes.length > 0) return true
  return isLast === false && !isDeepStrictEqual(checkpoint, before)
}

/**
 * A worker that died may have written documents of items that the source has removed since. A source that tells only what has
 * changed does not name them again, so they are asked for.
 */
async function settleUnsettled(step: SyncStep): Promise<PhaseEnd> {
  const { connector, connection } = step
  const isFull = connection.fullRun !== null
  if (connector.ids || (isFull && hiddenItems(step) === undefined)) return 'done'
  const unsettled = await step.read(db => listUnsettled(db, connection, itemsPerPage))
  if (unsettled.length === 0) return 'done'
  if (!connector.fetch) {
    if (isFull) return 'done'
    await readAllAgain(step, [])
    return pullChanges(step)
  }
  for (let at = 0; at < unsettled.length; at += wantedPerBatch)
    await fetchItems(step, unsettled.slice(at, at + wantedPerBatch))
  return 'done'
}

/** A checkpoint of another version of the connector counts as none. */
function readCheckpoint({ connector, connection }: Pick<SyncStep, 'connector' | 'connection'>): unknown {
  if (connection.checkpoint === null || connection.checkpoint === undefined) return undefined
  const parsed = connector.describe.checkpoint.safeParse(connection.checkpoint)
  return parsed.success ? parsed.data : undefined
}

/** Deletes what is gone from the source. */
async function pruneGone(step: SyncStep): Promise<PhaseEnd> {
  const { connector, connection, run } = step
  if (!run.pulls) return 'done'
  if (connector.ids) return pruneByIds(step)
  if (connection.fullRun === null || connector.describe.keepsUnseen) return 'done'
  return pruneUnseen(step, connection.fullRun)
}

/** After everything was read, what was not met is gone, unless it may be in a part that could not be read. */
async function pruneUnseen(step: SyncStep, fullRun: string): Promise<PhaseEnd> {
  const isHidden = hiddenItems(step)
  for (let after: string | undefined; ; ) {
    const page = { after, most: deletionsPerSave }
    const unseen = await step.read(db => listUnseen(db, step.connection, fullRun, page))
    if (unseen.length === 0) return 'done'
    const gone = unseen.filter(({ externalId }) => !isHidden?.(externalId))
    if (gone.length > 0) await remove(step, gone)
    after = unseen.at(-1)!.externalId
    // The next step begins with the first one that was kept, so a page of those alone is no place to end.
    if (gone.length > 0 && step.isOver()) return 'again'
  }
}

/** Which items a run from the beginning could not see. Undefined: it saw everything. */
export function hiddenItems(
  step: Pick<SyncStep, 'connector' | 'connection' | 'source'>,
): ((externalId: string) => boolean) | undefined {
  const checkpoint = readCheckpoint(step)
  return checkpoint === undefined ? undefined : step.connector.mayHide?.(step.source, checkpoint)
}

/**
 * Compares the ids of the source with those that are stored. 48 bits of a hash are kept of each, about 32 MB for a million. Two
 * ids that share them mean a document that is deleted too late, and never one that is deleted wrongly.
 */
async function pruneByIds(step: SyncStep): Promise<PhaseEnd> {
  const { connector, connection, source, signal } = step
  const there = new Set<number>()
  for await (const page of connector.ids!(source)) {
    for (const id of page) there.add(fingerprint(id))
    signal.throwIfAborted()
  }
  for (let after: string | undefined; ; ) {
    const page = await step.read(db => listItems(db, connection, { after, most: itemsPerPage }))
    const gone = page.filter(({ externalId }) => !there.has(fingerprint(externalId)))
    for (let at = 0; at < gone.length; at += deletionsPerSave)
      await remove(step, gone.slice(at, at + deletionsPerSave))
    if (page.length < itemsPerPage) return 'done'
    after = page.at(-1)!.externalId
    signal.throwIfAborted()
  }
}

const fingerprint = (id: string): number => hash('sha256', id, 'buffer').readUIntBE(0, 6)

async function remove(step: SyncStep, gone: readonly ItemRow[]): Promise<void> {
  const { connection, run } = step
  const ids = gone.map(({ externalId }) => externalId)
  const itemsDeleted = await deleteDocuments(step, ids, new Map(gone.map(row => [row.externalId, row])))
  await step.save(async db => {
    await dropItems(db, connection, ids)
    // What this run could not read is there, even if the list of what can be read does not have it: a link out of a folder.
    await dropFailures(db, connection, ids, { exceptOf: run.id })
    await advanceRun(db, connection, run.id, { counts: { ...noCounts(), itemsDeleted } })
  })
}
