import type { ContainerKey } from '../../features/containers/store.ts'
import { readSettings } from '../../features/settings/store.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { readOrRecall } from '../../platform/db/directory-cache.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { untilStored } from '../../platform/db/until-stored.ts'
import type { Gates } from '../../platform/lanes/gates.ts'
import type { Lane } from '../../platform/lanes/lane.ts'
import type { NextStep } from '../../platform/lanes/run-lanes.ts'
import { type LeaseHandle, startRenewal } from '../../platform/lanes/start-renewal.ts'
import { beginAttempts, endAttempts, type FailedAttempt } from './attempt-store.ts'
import { type ChangedMemory, hasChangedMemories, listChangedMemories } from './changed-memory-store.ts'
import { type DreamFailure, failureOf } from './dream-failure.ts'
import { describeReads } from './extract/describe-reads.ts'
import type { FactExtractor, FilterSetting } from './extract/fact-extractor.ts'
import type { LlmSummarizer } from './extract/llm-summarizer.ts'
import { memoryFiltersOf } from './extract/memory-filters.ts'
import { acceptFacts, beginWindowRead, type WindowRead } from './extract/window-read.ts'
import { groupPassages } from './form/group-passages.ts'
import { gateOfFailure } from './gate-of-failure.ts'
import {
  claimDreamLease,
  type DreamLease,
  extendDreamLease,
  holdsDreamLease,
  releaseDreamLease,
} from './lease-store.ts'
import { DreamLeaseLostError, type SettleApp, type SettleStep, settleDreams } from './settle-dreams.ts'
import * as store from './store.ts'

export type DreamApp = SettleApp & {
  extractor: FactExtractor
  /** Without a summarizer, documents keep the summary made of their own sentences. */
  summarizer?: LlmSummarizer | undefined
  pace: store.Pace
  leaseMs: number
  maxAttempts: number
  /** Without it, an outage uses up attempts. */
  gates?: Gates | undefined
  /** Aborted when the worker stops. */
  stopping?: AbortSignal | undefined
  /** The worker name under which attempts are recorded. */
  worker: string
  onError(error: unknown): void
  onFacts?(facts: number, seconds: number): void
  /** Called once the failure or the retry of a document has been committed. */
  onEnding?(ending: DreamEnding): void
  /** Called when another worker has taken the container over during a step. */
  onLeaseLost?(): void
}

export type DreamEnding = {
  org: string
  id: string
  outcome: 'retry' | 'failed'
  code: string
  attempts: number
  afterMs: number
}

/** Limits of one step, with one window per document: about one second of the local extractor. */
const batch: store.BatchSize = { documents: 32, characters: 60_000 }

type DreamStep = SettleStep<DreamApp>

/**
 * Runs one dreaming step of a container. It reads the oldest waiting documents (the next window of a long one) and
 * reconciles the memories with all facts of the container. Facts are written together with their memories, in
 * several transactions if there are many. A worker that dies loses what it was reading and the rest of its lease:
 * the next worker repeats the step with the same result.
 */
export async function dreamContainer(app: DreamApp, cell: Cell, lane: Lane): Promise<NextStep> {
  const { shard, org, container } = lane
  const key = { shard, org, container }
  const claimed = await claim(app, cell, key)
  if (!('dreamLease' in claimed)) return claimed.next
  const { dreamLease, documents, gaveUp, changed } = claimed
  for (const end of gaveUp) reportEnding(app, org, end)
  const lease = renewDreamLease(app, cell, key, dreamLease.fence)
  const step = { app, cell, key, fence: dreamLease.fence, signal: lease.signal }
  try {
    const reads = await read(step, dreamLease, documents)
    return await settleDreams(step, { reads, changed, entityContext: dreamLease.entityContext })
  } catch (error) {
    return await endFailedStep(step, documents, error)
  } finally {
    lease.release()
    if (lease.signal.aborted) app.onLeaseLost?.()
    await release(step)
  }
}

/**
 * Runs after the step's transactions, so none of them ever locks the lease row. A lease that cannot be released
 * expires.
 */
async function release({ cell, key, fence }: DreamStep): Promise<void> {
  await inScope(cell.leases, { org: key.org }, db => releaseDreamLease(db, key, fence)).catch(() => undefined)
}

/** Changed memories per step. Each also brings in its related memories. */
const changedPerStep = 100

type ClaimedDocuments = { documents: store.WaitingDocument[]; gaveUp: FailedAttempt[] }
type ClaimedStep =
  | ({ dreamLease: DreamLease; changed: ChangedMemory[] } & ClaimedDocuments)
  | { next: NextStep }

async function claim(app: DreamApp, cell: Cell, key: ContainerKey): Promise<ClaimedStep> {
  return inScope(cell, { org: key.org }, async db => {
    const due = await store.findDue(db, key, app.pace)
    const isChanged = await hasChangedMemories(db, key)
    if (!due && !isChanged) return { next: 'done' }
    const isDue = due !== undefined && due.inMs <= 0
    if (!isDue && !isChanged) return { next: { notBefore: new Date(Date.now() + due!.inMs) } }
    const dreamLease = await claimDreamLease(db, key, app.leaseMs)
    if (!dreamLease) return { next: 'later' }
    const claimed = isDue ? await claimDocuments(app, db, key, due.atOnce) : { documents: [], gaveUp: [] }
    return { dreamLease, ...claimed, changed: await listChangedMemories(db, key, changedPerStep) }
  })
}

/** Counts an attempt for each document, and gives up on documents on which workers have died too often. */
async function claimDocuments(
  { maxAttempts, worker, extractor }: DreamApp,
  db: Db,
  key: ContainerKey,
  atOnce: boolean,
): Promise<ClaimedDocuments> {
  const waiting = await store.listWaitingDocuments(db, key, atOnce, batch)
  const taken = extractor.seesMemories ? takeFirstGroup(waiting) : waiting
  const claimed = await beginAttempts(db, key, taken, worker)
  const isHopeless = ({ isDeleted, attempts }: store.WaitingDocument) => !isDeleted && attempts > maxAttempts
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

/** The documents of the first group of passages, and those with nothing to read. */
function takeFirstGroup(documents: readonly store.WaitingDocument[]): store.WaitingDocument[] {
  const unread = documents.map(beginWindowRead).filter(isUnread)
  const later = new Set(
    groupPassages(unread, null)
      .slice(1)
      .flatMap(({ reads }) => reads.map(({ document }) => document)),
  )
  return documents.filter(document => !later.has(document))
}

const isUnread = ({ document, window }: WindowRead): boolean => !document.isDeleted && window.length > 0

/**
 * Extracts facts from the new text of documents. A text that continues the previous revision is read from where
 * that one ended.
 */
async function read(
  { app, cell, key, signal }: DreamStep,
  { entityContext }: DreamLease,
  documents: readonly store.WaitingDocument[],
): Promise<WindowRead[]> {
  const started = performance.now()
  const settings = await readOrRecall(app.cells.directory, key.org, readSettings)
  const isLastAttempt = documents.some(({ attempts }) => attempts >= app.maxAttempts)
  const reads = documents.map(beginWindowRead)
  const onLeftOut = (id: string, setting: FilterSetting) => {
    const read = reads.find(({ document }) => document.id === id)
    if (read) read.leftOutBy ??= setting
  }
  const options = { key, filters: memoryFiltersOf(settings), isLastAttempt, signal, onLeftOut }
  const unread = reads.filter(isUnread)
  for (const { reads, passages } of groupPassages(unread, entityContext)) {
    const ids = reads.map(({ document }) => document.id)
    const offsets = reads.map(({ window }) => window.offset)
    const facts = await app.extractor.extract(passages, { ...options, documents: ids, offsets })
    for (const [i, read] of reads.entries()) acceptFacts(read, passages[i]!, facts[i]!, app.extractor)
  }
  if (app.summarizer) await describeReads(app.summarizer, cell, key, unread, signal)
  const count = reads.reduce((sum, { facts }) => sum + facts.length, 0)
  app.onFacts?.(count, (performance.now() - started) / 1000)
  return reads
}

/** Schedules a retry for the documents of a failed step, or marks them as failed with the reason. */
async function endFailedStep(
  { cell, key, fence, signal, app }: DreamStep,
  documents: readonly store.WaitingDocument[],
  error: unknown,
): Promise<NextStep> {
  // Another worker holds the container now and is responsible for its documents.
  if (error instanceof DreamLeaseLostError || signal.aborted) return 'later'
  const gate = await gateOfFailure(app, error)
  const failure = { ...failureOf(error, documents), ...(gate && { countsAsAttempt: false, afterMs: 0 }) }
  if (failure.code === 'dream.crashed') app.onError(error)
  const ends = documents.map(document => toFailedAttempt(app, document, failure))
  const isOurs = await untilStored(app.stopping, () =>
    inScope(cell, { org: key.org }, async db => {
      if (!(await holdsDreamLease(db, key, fence))) return false
      await endAttempts(db, key, ends)
      const { code, message: reason } = failure
      if (gate) await app.gates?.shut(db, { name: gate, code, reason })
      return true
    }),
  )
  if (!isOurs) return 'later'
  for (const end of ends) reportEnding(app, key.org, end)
  app.gates?.forget(cell)
  return { notBefore: new Date(Date.now() + failure.afterMs), ...(gate && { gate }) }
}

/** Skips documents that were only in the same batch as the one to blame. */
function reportEnding(app: DreamApp, org: string, end: FailedAttempt): void {
  const { document, outcome, code, afterMs, countsAsAttempt } = end
  if (countsAsAttempt)
    app.onEnding?.({ org, id: document.id, outcome, code, attempts: document.attempts, afterMs })
}

function toFailedAttempt(
  { maxAttempts }: DreamApp,
  document: store.WaitingDocument,
  failure: DreamFailure,
): FailedAttempt {
  const countsAsAttempt = failure.countsAsAttempt && failure.blamed.includes(document)
  const isLast = countsAsAttempt && document.attempts >= maxAttempts
  return { ...failure, document, outcome: isLast ? 'failed' : 'retry', countsAsAttempt }
}

/** Renews the lease while facts are read, and aborts the reading when the lease is lost. */
function renewDreamLease({ leaseMs }: DreamApp, cell: Cell, key: ContainerKey, fence: number): LeaseHandle {
  return startRenewal(
    leaseMs / 3,
    () => inScope(cell.leases, { org: key.org }, db => extendDreamLease(db, key, fence, leaseMs)),
    () => new DreamLeaseLostError(),
  )
}
