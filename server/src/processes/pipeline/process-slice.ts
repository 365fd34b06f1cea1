import { checkErasure } from '../../features/erasures/check-erasure.ts'
import { noteRemoved } from '../../features/erasures/store.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { isPassing } from '../../platform/db/pool.ts'
import { inScope, inScopePrepared } from '../../platform/db/tx.ts'
import { rankOf } from '../../platform/lanes/fairness.ts'
import type { WakeQueue } from '../../platform/lanes/queue.ts'
import type { ClaimedDocument } from '../../platform/lanes/slice.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import type { Embedders } from '../../platform/providers/embedding/embedder.ts'
import { addTermCounts } from './chunking/chunk-store.ts'
import type { Draft, StageName } from './draft.ts'
import type { FetchSettings } from './fetch/fetch-settings.ts'
import { failed, type Outcome, retry, wait } from './outcome.ts'
import { listBlobKeys, purge } from './purge-store.ts'
import type { FileReader } from './reading/file-reader.ts'
import { type Stage, type StageContext, stages } from './stages.ts'
import { advance, closeSuperseded, type Ending, endAttempts } from './store.ts'

export type Pipeline = Embedders & {
  blobs: BlobStore
  reader: FileReader
  fetching: FetchSettings
  chunkSizeOf(org: string): Promise<number | undefined>
  maxAttempts: number
  /** Time that a container must be quiet before its memories are formed. */
  dreamQuietMs: number
  queueOf(cell: Cell): WakeQueue
  onStage(stage: string, seconds: number, documents: number): void
  onOutcome(outcome: string, documents: number): void
  /** Called once it is stored that a document failed or will be retried. */
  onEnding?(ending: Ending): void
  onError(error: unknown): void
}

/** Takes the documents of a slice, all of one container, through the stages. Deleted documents are purged instead. */
export async function processSlice(
  app: Pipeline,
  cell: Cell,
  slice: ClaimedDocument[],
  signal: AbortSignal,
): Promise<void> {
  const deleted = slice.filter(({ tombstonedAt }) => tombstonedAt !== null)
  if (deleted.length > 0) await purgeDocuments(app, cell, deleted)
  const live = slice.filter(({ tombstonedAt }) => tombstonedAt === null)
  let drafts: Draft[] = await giveUpOn(app, cell, live)
  for (const stage of stages) {
    if (drafts.length === 0) return
    if (isMarked(stage, drafts)) drafts = await keepHeld(cell, drafts, stage)
    if (drafts.length === 0) return
    const outcomes = await runStage(app, contextOf(app, cell, signal), stage, drafts)
    await settle(app, cell, stage.name, drafts, outcomes)
    drafts = outcomes.flatMap(outcome => (outcome.kind === 'next' ? [outcome.next] : []))
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
  return { cell, embedders: app, blobs, reader, fetching, chunkSizeOf, signal, queue, dreamQuietMs }
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
  try {
    return await stage.run(context, drafts)
  } catch (error) {
    if (context.signal.aborted) throw error
    return await runAlone(app, context, stage, drafts, error)
  } finally {
    app.onStage(stage.name, (performance.now() - started) / 1000, drafts.length)
  }
}

const databaseWaitMs = 5_000

/** A stage threw for the whole slice: each document is tried alone, so that one bad document affects only itself. */
async function runAlone(
  app: Pipeline,
  context: StageContext,
  stage: Stage,
  drafts: Draft[],
  error: unknown,
): Promise<Outcome<Draft>[]> {
  app.onError(error)
  // A slice that waited for a lock or a connection waits again, and has used up no attempt.
  if (isPassing(error)) return drafts.map(() => wait(databaseWaitMs, 'internal', 'The database was busy'))
  if (drafts.length === 1)
    return [retry(drafts[0]!.document.attempts, 'internal', `${stage.name} failed unexpectedly`)]
  const outcomes: Outcome<Draft>[] = []
  for (const draft of drafts) outcomes.push(...(await runStage(app, context, stage, [draft])))
  return outcomes
}

async function settle(
  app: Pipeline,
  cell: Cell,
  stage: StageName,
  drafts: Draft[],
  outcomes: Outcome<Draft>[],
): Promise<void> {
  const done = outcomes.filter(({ kind }) => kind === 'done').length
  if (done > 0) app.onOutcome('done', done)
  const lost = drafts.filter((_, i) => outcomes[i]!.kind === 'superseded').map(({ document }) => document)
  if (lost.length > 0) await inScope(cell, { org: lost[0]!.org }, db => closeSuperseded(db, lost))
  const endings = outcomes.flatMap((outcome, i) => toEnding(app, stage, drafts[i]!.document, outcome))
  if (endings.length === 0) return
  for (const { outcome } of endings) app.onOutcome(outcome, 1)
  const { shard, org, container, lane: kind } = drafts[0]!.document
  await inScope(cell, { org }, async db => {
    await endAttempts(db, endings)
    const waits = endings.filter(({ outcome }) => outcome === 'retry').map(({ afterMs }) => afterMs)
    if (waits.length === 0) return
    const notBefore = new Date(Date.now() + Math.min(...waits))
    await app
      .queueOf(cell)
      .wake(db, { shard, org, container, kind }, { rank: rankOf(notBefore, kind), notBefore })
  })
  for (const ending of endings) app.onEnding?.(ending)
}

function toEnding(
  app: Pipeline,
  stage: StageName,
  document: ClaimedDocument,
  outcome: Outcome<Draft>,
): Ending[] {
  if (outcome.kind !== 'retry' && outcome.kind !== 'failed') return []
  const { code, message } = outcome
  const ended = { document, stage, code, message }
  if (outcome.kind === 'failed')
    return [{ ...ended, outcome: 'failed', afterMs: 0, attempts: document.attempts }]
  const attempts = outcome.countsAsAttempt ? document.attempts : document.attempts - 1
  const exhausted = attempts >= app.maxAttempts
  return [{ ...ended, outcome: exhausted ? 'failed' : 'retry', afterMs: outcome.afterMs, attempts }]
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
