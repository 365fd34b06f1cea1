import { setImmediate as nextTick } from 'node:timers/promises'
import type { ContainerKey } from '../containers/store.ts'
import type { Cell } from '../db/cells.ts'
import { inScope, unscoped } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import type { Lane } from '../lanes/lane.ts'
import type { NextStep } from '../lanes/run-lanes.ts'
import { readSettings } from '../settings/store.ts'
import { type Changed, hasChanged, listChanged } from './changed-store.ts'
import { ExtractError, type Extractor } from './extractor.ts'
import { groupPassages } from './group.ts'
import type { LlmSummarizer } from './llm-summarizer.ts'
import { LostContainer, type Read, type SettleApp, type Step, settleDreams } from './settle-dreams.ts'
import * as store from './store.ts'
import { wishesOf } from './wishes.ts'

export type DreamApp = SettleApp & {
  extractor: Extractor
  /** None: documents keep the summary of their own sentences. */
  summarizer?: LlmSummarizer | undefined
  pace: store.Pace
  leaseMs: number
  maxAttempts: number
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

/** What one step reads: half a second or so of the local reader, and of other people's patience. */
const batch: store.BatchSize = { documents: 32, characters: 60_000 }

/** When a model is away and nobody said for how long; of a document that fails again and again, twice as long each time. */
const waitMs = 5_000

type DreamStep = Step<DreamApp>

/**
 * One step of a container's dreams: some documents that wait, oldest first, are read, and the memories are made what all
 * facts of the container say. The facts and the memories are written in one transaction, so a worker that dies costs what
 * it was reading and the rest of its lease.
 */
export async function dreamContainer(app: DreamApp, cell: Cell, lane: Lane): Promise<NextStep> {
  const { shard, org, container } = lane
  const key = { shard, org, container }
  const claimed = await claim(app, cell, key)
  if (!('held' in claimed)) return claimed.next
  const { held, documents, changed } = claimed
  const lease = keepContainer(app, cell, key, held.fence)
  const step = { app, cell, key, fence: held.fence, signal: lease.signal }
  try {
    const reads = await read(step, held, documents)
    return await settleDreams(step, { reads, changed, entityContext: held.entityContext })
  } catch (error) {
    return await giveBack(step, documents, error)
  } finally {
    lease.release()
  }
}

/** Memories a step looks at again: what relates to them comes along. */
const changedPerStep = 100

type Claimed = { held: store.Held; documents: store.Dreamable[]; changed: Changed[] } | { next: NextStep }

async function claim(app: DreamApp, cell: Cell, key: ContainerKey): Promise<Claimed> {
  return inScope(cell, { org: key.org }, async db => {
    const due = await store.findDue(db, key, app.pace)
    const isChanged = await hasChanged(db, key)
    if (!due && !isChanged) return { next: 'done' }
    const isDue = due !== undefined && due.inMs <= 0
    if (!isDue && !isChanged) return { next: { notBefore: new Date(Date.now() + due!.inMs) } }
    const held = await store.claimContainer(db, key, app.leaseMs)
    if (!held) return { next: 'later' }
    const documents = isDue ? await store.listDreamable(db, key, due.atOnce, batch) : []
    return { held, documents, changed: await listChanged(db, key, changedPerStep) }
  })
}

/** Facts of what is new in the documents. A text that goes on where the last one ended is read from there. */
async function read(
  { app, key, signal }: DreamStep,
  { entityContext }: store.Held,
  documents: readonly store.Dreamable[],
): Promise<Read[]> {
  const started = performance.now()
  const settings = await unscoped(app.cells.directory, db => readSettings(db, key.org))
  const isLastAttempt = documents.some(({ attempts }) => attempts + 1 >= app.maxAttempts)
  const options = { key, wishes: wishesOf(settings), isLastAttempt, signal }
  const reads = documents.map((document): Read => ({ document, from: startOf(document), facts: [] }))
  const unread = reads.filter(({ document, from }) => !document.isDeleted && from < document.text.length)
  for (const group of groupPassages(unread, entityContext)) {
    const ids = group.reads.map(({ document }) => document.id)
    const facts = await app.extractor.extract(group.passages, { ...options, documents: ids })
    for (const [i, read] of group.reads.entries()) read.facts = facts[i]!
    // The reader keeps this thread busy: whoever else lives on it gets a turn.
    await nextTick()
  }
  if (app.summarizer) await describe(app.summarizer, key, unread, signal)
  const count = reads.reduce((sum, { facts }) => sum + facts.length, 0)
  app.onFacts?.(count, (performance.now() - started) / 1000)
  return reads
}

async function describe(
  summarizer: LlmSummarizer,
  key: ContainerKey,
  reads: readonly Read[],
  signal: AbortSignal,
): Promise<void> {
  const shown = reads.map(({ document: { id, text }, from }) => ({ id, text, from }))
  const described = new Map((await summarizer.summarize(shown, key, signal)).map(each => [each.id, each]))
  for (const read of reads) read.described = described.get(read.document.id)
}

function startOf({ text, dreamedText }: store.Dreamable): number {
  return dreamedText !== null && text.startsWith(dreamedText) ? dreamedText.length : 0
}

/** What could not be dreamed of waits, or has failed: its document says why. */
async function giveBack(
  step: DreamStep,
  documents: readonly store.Dreamable[],
  error: unknown,
): Promise<NextStep> {
  const { cell, key, fence, app } = step
  const failure = failureOf(error, documents)
  if (!failure) throw error
  const { afterMs, countsAsAttempt, code } = failure
  const hopeless = failure.blamed.filter(({ attempts }) => countsAsAttempt && attempts + 1 >= app.maxAttempts)
  const tried = failure.blamed.filter(document => countsAsAttempt && !hopeless.includes(document))
  const others = documents.filter(document => !hopeless.includes(document) && !tried.includes(document))
  await inScope(cell, { org: key.org }, async db => {
    await store.failDreams(
      db,
      key,
      hopeless.map(({ id }) => id),
      { code, message: (error as Error).message },
    )
    for (const [these, isAttempt] of [[tried, true] as const, [others, false] as const]) {
      const ids = these.map(({ id }) => id)
      await store.postponeDreams(db, key, ids, { afterMs, countsAsAttempt: isAttempt })
    }
    await store.releaseContainer(db, key, fence)
  })
  const { org } = key
  for (const { id, attempts } of hopeless)
    app.onEnding?.({ org, id, outcome: 'failed', code, attempts: attempts + 1, afterMs })
  for (const { id, attempts } of tried)
    app.onEnding?.({ org, id, outcome: 'retry', code, attempts: attempts + 1, afterMs })
  return { notBefore: new Date(Date.now() + afterMs) }
}

/** Undefined: nobody's doing but ours, or the cell's. `blamed` are those it may be an attempt of. */
function failureOf(error: unknown, documents: readonly store.Dreamable[]) {
  if (error instanceof ExtractError) {
    const { code, retryAfterMs } = error
    const blamed = documents.filter(({ id }) => error.documents?.includes(id) ?? true)
    const afterMs = retryAfterMs ?? longerEachTime(blamed)
    return { code, afterMs, blamed, countsAsAttempt: retryAfterMs === undefined }
  }
  if (error instanceof AppError && error.code === 'embed.unavailable')
    return {
      code: 'embed.provider_unavailable',
      afterMs: waitMs,
      blamed: documents,
      countsAsAttempt: false,
    } as const
  return undefined
}

/** Eight attempts last some ten minutes: a model that is started anew is back by then. */
function longerEachTime(documents: readonly store.Dreamable[]): number {
  return waitMs * 2 ** Math.max(0, ...documents.map(({ attempts }) => attempts))
}

/** Keeps the container ours while facts are read, and stops the reading when it no longer is. */
function keepContainer(
  { leaseMs }: DreamApp,
  cell: Cell,
  key: ContainerKey,
  fence: number,
): { signal: AbortSignal; release(): void } {
  const aborter = new AbortController()
  const timer = setInterval(async () => {
    try {
      const isOurs = await inScope(cell, { org: key.org }, db =>
        store.renewContainer(db, key, fence, leaseMs),
      )
      if (!isOurs) aborter.abort(new LostContainer())
    } catch {
      // The cell is away: the next beat tries again, and a lease that runs out meanwhile is what leases are for.
    }
  }, leaseMs / 3)
  return { signal: aborter.signal, release: () => clearInterval(timer) }
}
