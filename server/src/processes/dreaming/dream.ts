import type { ContainerKey } from '../../features/containers/store.ts'
import { readSettings } from '../../features/settings/store.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { type Db, inScope, unscoped } from '../../platform/db/tx.ts'
import type { Lane } from '../../platform/lanes/lane.ts'
import type { NextStep } from '../../platform/lanes/run-lanes.ts'
import { type LeaseHandle, startRenewal } from '../../platform/lanes/start-renewal.ts'
import { beginAttempts, endAttempts, type FailedAttempt } from './attempt-store.ts'
import { type Changed, hasChanged, listChanged } from './changed-store.ts'
import { describeReads } from './extract/describe-reads.ts'
import type { Extractor, FilterSetting } from './extract/extractor.ts'
import type { LlmSummarizer } from './extract/llm-summarizer.ts'
import { beginRead, type Read, takeFacts } from './extract/read-window.ts'
import { wishesOf } from './extract/wishes.ts'
import { type DreamFailure, failureOf } from './failure.ts'
import { groupPassages } from './form/group.ts'
import { claimContainer, type Held, holdsContainer, releaseContainer, renewContainer } from './lease-store.ts'
import { LostContainer, type SettleApp, type Step, settleDreams } from './settle-dreams.ts'
import * as store from './store.ts'

export type DreamApp = SettleApp & {
  extractor: Extractor
  /** None: documents keep the summary of their own sentences. */
  summarizer?: LlmSummarizer | undefined
  pace: store.Pace
  leaseMs: number
  maxAttempts: number
  /** The name its attempts are under. */
  worker: string
  onError(error: unknown): void
  onFacts?(facts: number, seconds: number): void
  /** Told when it is written that the memories of a document cannot be formed, or not now. */
  onEnding?(ending: DreamEnding): void
}

export type DreamEnding = {
  org: string
  id: string
  outcome: 'retry' | 'failed'
  code: string
  attempts: number
  afterMs: number
}

/** Size of one step, with a window of each document: about a second of the local reader. */
const batch: store.BatchSize = { documents: 32, characters: 60_000 }

type DreamStep = Step<DreamApp>

/**
 * One step of a container's dreams: some documents that wait, oldest first, are read, of a long one the next window, and the
 * memories are made what all facts of the container say. Facts are written with their memories, in several transactions if
 * there are many. A worker that dies costs what it was reading and the rest of its lease: the next one does the step again,
 * with the same result.
 */
export async function dreamContainer(app: DreamApp, cell: Cell, lane: Lane): Promise<NextStep> {
  const { shard, org, container } = lane
  const key = { shard, org, container }
  const claimed = await claim(app, cell, key)
  if (!('held' in claimed)) return claimed.next
  const { held, documents, gaveUp, changed } = claimed
  for (const end of gaveUp) reportEnding(app, org, end)
  const lease = keepContainer(app, cell, key, held.fence)
  const step = { app, cell, key, fence: held.fence, signal: lease.signal }
  try {
    const reads = await read(step, held, documents)
    return await settleDreams(step, { reads, changed, entityContext: held.entityContext })
  } catch (error) {
    return await giveBack(step, documents, error)
  } finally {
    lease.release()
    await release(step)
  }
}

/** After the step's transactions, so that none of them ever holds the lease. One that cannot be given back runs out. */
async function release({ cell, key, fence }: DreamStep): Promise<void> {
  await inScope(cell.leases, { org: key.org }, db => releaseContainer(db, key, fence)).catch(() => undefined)
}

/** Memories a step looks at again: what relates to them comes along. */
const changedPerStep = 100

type ClaimedDocuments = { documents: store.Dreamable[]; gaveUp: FailedAttempt[] }
type Claimed = ({ held: Held; changed: Changed[] } & ClaimedDocuments) | { next: NextStep }

async function claim(app: DreamApp, cell: Cell, key: ContainerKey): Promise<Claimed> {
  return inScope(cell, { org: key.org }, async db => {
    const due = await store.findDue(db, key, app.pace)
    const isChanged = await hasChanged(db, key)
    if (!due && !isChanged) return { next: 'done' }
    const isDue = due !== undefined && due.inMs <= 0
    if (!isDue && !isChanged) return { next: { notBefore: new Date(Date.now() + due!.inMs) } }
    const held = await claimContainer(db, key, app.leaseMs)
    if (!held) return { next: 'later' }
    const claimed = isDue ? await claimDocuments(app, db, key, due.atOnce) : { documents: [], gaveUp: [] }
    return { held, ...claimed, changed: await listChanged(db, key, changedPerStep) }
  })
}

/** Counts an attempt at each, and gives up on those that workers have died on too often. */
async function claimDocuments(
  { maxAttempts, worker }: DreamApp,
  db: Db,
  key: ContainerKey,
  atOnce: boolean,
): Promise<ClaimedDocuments> {
  const waiting = await store.listDreamable(db, key, atOnce, batch)
  const claimed = await beginAttempts(db, key, waiting, worker)
  const isHopeless = ({ isDeleted, attempts }: store.Dreamable) => !isDeleted && attempts > maxAttempts
  const failed = {
    outcome: 'failed',
    code: 'dream.crashed',
    message: `Gave up after ${maxAttempts} attempts: the last one ended without an answer`,
    afterMs: 0,
    countsAsAttempt: true,
  } as const
  const gaveUp = claimed.filter(isHopeless).map(document => ({ document, ...failed }))
  await endAttempts(db, key, gaveUp)
  return { documents: claimed.filter(document => !isHopeless(document)), gaveUp }
}

/** Facts of what is new in the documents. A text that goes on where the last one ended is read from there. */
async function read(
  { app, cell, key, signal }: DreamStep,
  { entityContext }: Held,
  documents: readonly store.Dreamable[],
): Promise<Read[]> {
  const started = performance.now()
  const settings = await unscoped(app.cells.directory, db => readSettings(db, key.org))
  const isLastAttempt = documents.some(({ attempts }) => attempts >= app.maxAttempts)
  const reads = documents.map(beginRead)
  const onLeftOut = (id: string, setting: FilterSetting) => {
    const read = reads.find(({ document }) => document.id === id)
    if (read) read.leftOutBy ??= setting
  }
  const options = { key, wishes: wishesOf(settings), isLastAttempt, signal, onLeftOut }
  const unread = reads.filter(({ document, window }) => !document.isDeleted && window.length > 0)
  for (const { reads, passages } of groupPassages(unread, entityContext)) {
    const ids = reads.map(({ document }) => document.id)
    const facts = await app.extractor.extract(passages, { ...options, documents: ids })
    for (const [i, read] of reads.entries()) takeFacts(read, passages[i]!, facts[i]!, app.extractor)
  }
  if (app.summarizer) await describeReads(app.summarizer, cell, key, unread, signal)
  const count = reads.reduce((sum, { facts }) => sum + facts.length, 0)
  app.onFacts?.(count, (performance.now() - started) / 1000)
  return reads
}

/** What could not be dreamed of waits, or has failed: its document says why. */
async function giveBack(
  { cell, key, fence, signal, app }: DreamStep,
  documents: readonly store.Dreamable[],
  error: unknown,
): Promise<NextStep> {
  // Another worker has the container, and answers for what is in it.
  if (error instanceof LostContainer || signal.aborted) return 'later'
  const failure = failureOf(error, documents)
  if (failure.code === 'dream.crashed') app.onError(error)
  const ends = documents.map(document => toEnd(app, document, failure))
  const isOurs = await inScope(cell, { org: key.org }, async db => {
    if (!(await holdsContainer(db, key, fence))) return false
    await endAttempts(db, key, ends)
    return true
  })
  if (!isOurs) return 'later'
  for (const end of ends) reportEnding(app, key.org, end)
  return { notBefore: new Date(Date.now() + failure.afterMs) }
}

/** A document that merely stood beside the one to blame is not told of. */
function reportEnding(app: DreamApp, org: string, end: FailedAttempt): void {
  const { document, outcome, code, afterMs, countsAsAttempt } = end
  if (countsAsAttempt)
    app.onEnding?.({ org, id: document.id, outcome, code, attempts: document.attempts, afterMs })
}

function toEnd({ maxAttempts }: DreamApp, document: store.Dreamable, failure: DreamFailure): FailedAttempt {
  const countsAsAttempt = failure.countsAsAttempt && failure.blamed.includes(document)
  const isLast = countsAsAttempt && document.attempts >= maxAttempts
  return { ...failure, document, outcome: isLast ? 'failed' : 'retry', countsAsAttempt }
}

/** Keeps the container ours while facts are read, and stops the reading when it no longer is. */
function keepContainer({ leaseMs }: DreamApp, cell: Cell, key: ContainerKey, fence: number): LeaseHandle {
  return startRenewal(
    leaseMs / 3,
    () => inScope(cell.leases, { org: key.org }, db => renewContainer(db, key, fence, leaseMs)),
    () => new LostContainer(),
  )
}
