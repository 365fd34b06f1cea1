import { checkErasure } from '../../features/erasures/check-erasure.ts'
import { noteRemoved } from '../../features/erasures/store.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { isPassing, isUnreachable } from '../../platform/db/pool.ts'
import { inScope, inScopePrepared } from '../../platform/db/tx.ts'
import { gateNames } from '../../platform/lanes/gate-names.ts'
import type { ClaimedDocument } from '../../platform/lanes/slice.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import { inSpan } from '../../platform/telemetry/work.ts'
import { addTermCounts } from './chunking/term-count-store.ts'
import type { Draft } from './draft.ts'
import { isDiskFull } from './is-disk-full.ts'
import { blocked, databaseLost, failed, noRoomMs, type Outcome, retry, wait } from './outcome.ts'
import type { Pipeline } from './pipeline.ts'
import { listBlobKeys, purge } from './purge-store.ts'
import { settle } from './settle-slice.ts'
import { type Stage, type StageContext, stages } from './stages.ts'
import { advance, closeSuperseded } from './store.ts'

/** Takes the documents of a slice, all of one container, through the stages. Deleted documents are purged instead. */
export async function processSlice(
  app: Pipeline,
  cell: Cell,
  slice: ClaimedDocument[],
  signal: AbortSignal,
): Promise<void> {
  const deleted = slice.filter(({ tombstonedAt }) => tombstonedAt !== null)
  if (deleted.length > 0) await purgeOrLeave(app, cell, deleted)
  const live = slice.filter(({ tombstonedAt }) => tombstonedAt === null)
  let drafts: Draft[] = await giveUpOn(app, cell, live)
  for (const stage of stages) {
    if (drafts.length === 0) return
    const { held, outcomes } = await runMarked(app, contextOf(app, cell, signal), stage, drafts)
    drafts = held
    if (drafts.length === 0) return
    await settle(app, cell, stage.name, drafts, outcomes)
    drafts = outcomes.flatMap(outcome => (outcome.kind === 'next' ? [outcome.next] : []))
  }
}

type StageRun = { held: Draft[]; outcomes: Outcome<Draft>[] }

/** Marks the stage on the documents that are still ours, and runs it. */
async function runMarked(
  app: Pipeline,
  context: StageContext,
  stage: Stage,
  drafts: Draft[],
): Promise<StageRun> {
  try {
    const held = isMarked(stage, drafts) ? await keepHeld(context.cell, drafts, stage) : drafts
    return { held, outcomes: held.length === 0 ? [] : await runStage(app, context, stage, held) }
  } catch (error) {
    if (context.signal.aborted || !isPassing(error)) throw error
    return { held: drafts, outcomes: waitForDatabase(drafts, error) }
  }
}

/**
 * Marking a stage writes each document's row and its index entries once more. The claim has already marked the first
 * stage. Marks of brief stages, which nobody sees, were a tenth of Postgres's work for a short text.
 */
function isMarked(stage: Stage, drafts: Draft[]): boolean {
  return stage !== stages[0] && !stage.isBrief?.(drafts)
}

function contextOf(app: Pipeline, cell: Cell, signal: AbortSignal): StageContext {
  const { blobs, reader, fetching, chunkSizeOf, dreamQuietMs, queueOf } = app
  const queue = queueOf(cell)
  const gates = app.gates?.ofStage(cell)
  return { cell, embedders: app, blobs, reader, fetching, chunkSizeOf, signal, queue, dreamQuietMs, gates }
}

/** Fails the documents on which too many workers have died, and returns the others. */
async function giveUpOn(app: Pipeline, cell: Cell, documents: ClaimedDocument[]): Promise<Draft[]> {
  const message = `Gave up after ${app.maxAttempts} attempts: the last one ended without an answer`
  const isHopeless = ({ attempts }: ClaimedDocument) => attempts > app.maxAttempts
  const hopeless = documents.filter(isHopeless).map(document => ({ document }))
  if (hopeless.length > 0) {
    const outcomes = hopeless.map(() => failed('internal', message))
    await settle(app, cell, stages[0]!.name, hopeless, outcomes)
  }
  return documents.filter(document => !isHopeless(document)).map(document => ({ document }))
}

/** Marks the stage on every document that is still ours, and drops the others. */
async function keepHeld(cell: Cell, drafts: Draft[], stage: Stage): Promise<Draft[]> {
  const documents = drafts.map(draft => draft.document)
  const { org } = documents[0]!
  const still = await inScopePrepared(cell, { org }, async db => {
    const still = await advance(db, documents, stage.name)
    const lost = documents.filter(({ id }) => !still.has(id))
    if (lost.length > 0) await closeSuperseded(db, lost)
    return still
  })
  return drafts.filter(({ document }) => still.has(document.id))
}

async function runStage(
  app: Pipeline,
  context: StageContext,
  stage: Stage,
  drafts: Draft[],
): Promise<Outcome<Draft>[]> {
  const started = performance.now()
  const attributes = { 'reverie.documents': drafts.length }
  try {
    return await inSpan(stage.name, { attributes }, () => stage.run(context, drafts))
  } catch (error) {
    if (context.signal.aborted) throw error
    return await runAlone(app, context, stage, drafts, error)
  } finally {
    const documents = drafts.map(({ document }) => document)
    app.onStage(stage.name, (performance.now() - started) / 1000, documents)
  }
}

const databaseWaitMs = 5_000

/** A slice that waited for a lock or a connection, or lost its database, waits again and has used up no attempt. */
const waitForDatabase = (drafts: readonly Draft[], error: unknown): Outcome<never>[] =>
  drafts.map(() =>
    wait(databaseWaitMs, 'internal', isUnreachable(error) ? databaseLost : 'The database was busy'),
  )

const diskFull = 'The disk of the worker is full'

/** A stage threw for the whole slice: each document is tried alone, so that one bad document affects only itself. */
async function runAlone(
  app: Pipeline,
  context: StageContext,
  stage: Stage,
  drafts: Draft[],
  error: unknown,
): Promise<Outcome<Draft>[]> {
  app.onError(error)
  if (isPassing(error)) return waitForDatabase(drafts, error)
  const isFull = isDiskFull(error)
  if (isFull && (await context.gates?.isDown(gateNames.disk)))
    return drafts.map(() => blocked(gateNames.disk, 'internal', diskFull))
  if (drafts.length === 1 && isFull) return [wait(noRoomMs, 'internal', diskFull)]
  if (drafts.length === 1)
    return [retry(drafts[0]!.document.attempts, 'internal', `${stage.name} failed unexpectedly`)]
  const outcomes: Outcome<Draft>[] = []
  for (const draft of drafts) outcomes.push(...(await runStage(app, context, stage, [draft])))
  return outcomes
}

/** A purge that fails must not stop the live documents of the slice. The deleted ones are due again when their lease ends. */
async function purgeOrLeave(app: Pipeline, cell: Cell, documents: ClaimedDocument[]): Promise<void> {
  try {
    await purgeDocuments(app, cell, documents)
  } catch (error) {
    app.onError(error)
  }
}

async function purgeDocuments(app: Pipeline, cell: Cell, documents: ClaimedDocument[]): Promise<void> {
  const { shard, org, container } = documents[0]!
  const key = { shard, org, container }
  // Before the rows with their keys, so that an interrupted purge finds the keys again.
  const keys = await inScope(cell, { org }, db => listBlobKeys(db, key, documents))
  for (const blobKey of keys) await app.blobs.delete(blobKey)
  const finished = await inScope(cell, { org }, async db => {
    const { terms, isDreamedOf, removed } = await purge(db, key, documents)
    await addTermCounts(db, key, new Map([...terms].map(([term, chunks]) => [term, -chunks])))
    if (isDreamedOf) await wakeDreams(db, app.queueOf(cell), key, 0)
    return noteRemoved(db, key, removed)
  })
  for (const id of finished) await checkErasure(cell, app.blobs, { shard, org, id }).catch(app.onError)
}
