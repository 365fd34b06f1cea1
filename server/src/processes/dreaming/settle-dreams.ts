import type { ContainerKey } from '../../features/containers/store.ts'
import { noteRemovedOf } from '../../features/erasures/store.ts'
import type { Cell, Cells } from '../../platform/db/cells.ts'
import type { Db } from '../../platform/db/tx.ts'
import { msPerChunk } from '../../platform/lanes/fairness.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { chargeClock } from '../../platform/lanes/slice.ts'
import type { Embedders } from '../../platform/providers/embedding/embedder.ts'
import { advanceDreams, closeSuperseded, finishDreams } from './attempt-store.ts'
import { type ChangedMemory, lockChangedMemories, settleChangedMemories } from './changed-memory-store.ts'
import { describeDocuments, markAnswersUsed } from './extract/llm-store.ts'
import type { WindowRead } from './extract/window-read.ts'
import { listFactsOfDocuments } from './fact-store.ts'
import { type FactVectors, withVectors } from './form/fact-vectors.ts'
import { type FactChange, formRelated, lockDreamTurn } from './form/form-related.ts'
import { holdsDreamLease } from './lease-store.ts'
import type { VerdictBook } from './relate/verdicts.ts'
import * as store from './store.ts'
import {
  addFacts,
  type FormerMemories,
  formerOf,
  idsOf,
  isRestart,
  loadChangedFacts,
  type NewFact,
  removeFacts,
  textsOf,
} from './write-facts.ts'

export type SettleApp = Embedders & {
  cells: Cells
  /** Verdicts of the judge on pairs of facts. Without it, rules alone decide what supersedes what. */
  verdicts?: VerdictBook | undefined
  /** Days after which events and plans are forgotten; 0 means never. */
  episodicDays: number
}

export type SettleStep<App extends SettleApp = SettleApp> = {
  app: App
  cell: Cell
  key: ContainerKey
  fence: number
  signal: AbortSignal
}

/** Another worker has taken the lease over. The transaction of this one is rolled back. */
export class DreamLeaseLostError extends Error {}

/** Input of a settling step: documents that were read, and memories that changed without a document. */
export type SettleInput = {
  reads: readonly WindowRead[]
  changed: readonly ChangedMemory[]
  entityContext: string | null
}

/**
 * Facts that one transaction deletes or adds: with their memories about 0.25 s of Postgres time, and requests that
 * add to the container wait no longer than that. An ordinary step has fewer facts and is one transaction.
 */
const factsPerTransaction = 50

/**
 * Embeds the new facts and writes them, in several transactions if there are many. Returns the organization's clock
 * afterwards. Each transaction leaves facts and memories consistent, and the last one marks the documents as read.
 * After a crash in between, the step is repeated: a text that is read from its beginning first loses the facts
 * already written, and for other texts known facts are not written twice.
 */
export async function settleDreams(step: SettleStep, input: SettleInput): Promise<Date> {
  const { reads } = input
  const facts = reads.flatMap(read => read.facts.map(fact => ({ read, fact })))
  const isOne = facts.length <= factsPerTransaction
  const former = await removeOldFacts(step, reads, isOne ? factsPerTransaction : 0)
  let done = 0
  for (; facts.length - done > factsPerTransaction; done += factsPerTransaction)
    await addFactBatch(step, reads, facts.slice(done, done + factsPerTransaction), former)
  return finish(step, input, facts.slice(done), { again: isOne ? reads.filter(isRestart) : [], former })
}

/** Deletes the previous facts of documents until at most `rest` of them are left for the last transaction. */
async function removeOldFacts(
  step: SettleStep,
  reads: readonly WindowRead[],
  rest: number,
): Promise<FormerMemories> {
  const former = new Map<string, string>()
  const again = reads.filter(isRestart)
  if (again.length === 0) return former
  for (;;) {
    const removed = await inDreamTransaction(step, again, [], async (db, ours, vectors) => {
      const gone = await listFactsOfDocuments(db, step.key, idsOf(ours), factsPerTransaction + 1)
      if (gone.length <= rest) return []
      await removeFacts(db, step.key, ours, gone)
      await formRelated(db, step.key, vectors, { ...changeOf(step), gone })
      return gone
    })
    if (removed.length === 0) return former
    for (const [name, memory] of formerOf(removed)) former.set(name, memory)
  }
}

async function addFactBatch(
  step: SettleStep,
  reads: readonly WindowRead[],
  facts: readonly NewFact[],
  former: FormerMemories,
): Promise<void> {
  await inDreamTransaction(step, reads, textsOf(facts), async (db, ours, vectors) => {
    const seeds = await addFacts(db, step.key, ours, facts, { vectors, former })
    await formRelated(db, step.key, vectors, { ...changeOf(step), seeds })
  })
}

/**
 * The last transaction of a step: writes the remaining facts, reconciles the changed memories, and marks the step
 * as done.
 */
async function finish(
  step: SettleStep,
  input: SettleInput,
  facts: readonly NewFact[],
  { again, former }: { again: readonly WindowRead[]; former: FormerMemories },
): Promise<Date> {
  const { key } = step
  const { reads } = input
  return inDreamTransaction(step, reads, textsOf(facts), async (db, ours, vectors) => {
    const changed = await lockChangedMemories(db, key, input.changed)
    const restarted = ours.filter(read => again.includes(read))
    const replaced = await listFactsOfDocuments(db, key, idsOf(restarted), factsPerTransaction)
    await removeFacts(db, key, ours, replaced)
    const kept = new Map([...former, ...formerOf(replaced)])
    const added = await addFacts(db, key, ours, facts, { vectors, former: kept })
    const other = await loadChangedFacts(db, key, { ...input, changed })
    const seeds = [...added, ...other.seeds]
    const gone = [...replaced, ...other.gone]
    await formRelated(db, key, vectors, { ...changeOf(step), seeds, gone })
    await endReads(db, key, reads, ours)
    await settleChangedMemories(db, key, changed)
    // Only now has dreaming withdrawn the deleted documents, so that their receipts may end.
    await noteRemovedOf(db, key, idsOf(ours.filter(({ document }) => document.isDeleted)), new Map())
    return chargeClock(db, { ...key, kind: lanes.dream }, costOf(reads, other.seeds.length))
  })
}

/**
 * One transaction of a step, during which nobody else forms memories in the container. `ours` are the reads whose
 * documents are unchanged since they were claimed.
 */
function inDreamTransaction<T>(
  { app, key, fence, signal }: SettleStep,
  reads: readonly WindowRead[],
  texts: readonly string[],
  work: (db: Db, ours: readonly WindowRead[], vectors: FactVectors) => Promise<T>,
): Promise<T> {
  return withVectors(app, key, texts, signal, async (db, vectors) => {
    signal.throwIfAborted()
    const documents = reads.map(({ document }) => document)
    const still = await store.lockUnchanged(db, key, documents)
    await lockDreamTurn(db, key)
    // Another worker that claims the container from now on first raises the fences of its documents, and so waits
    // for this transaction.
    if (!(await holdsDreamLease(db, key, fence))) throw new DreamLeaseLostError()
    return work(
      db,
      reads.filter(({ document }) => still.has(document.id)),
      vectors,
    )
  })
}

const changeOf = ({ app }: SettleStep): FactChange => ({
  seeds: [],
  gone: [],
  episodicDays: app.episodicDays,
})

/**
 * Finishes documents that were read to their end. Others wait for their next step, and changed ones for another
 * read.
 */
async function endReads(
  db: Db,
  key: ContainerKey,
  reads: readonly WindowRead[],
  ours: readonly WindowRead[],
): Promise<void> {
  const progressOf = ({ document, to, leftOutBy }: WindowRead) => ({
    ...to,
    id: document.id,
    leftOutBy: leftOutBy ?? null,
  })
  const isDone = ({ document, isDone }: WindowRead) => document.isDeleted || isDone
  await finishDreams(db, key, ours.filter(isDone).map(progressOf))
  await advanceDreams(db, key, ours.filter(read => !isDone(read)).map(progressOf))
  const superseded = reads.filter(read => !ours.includes(read)).map(({ document }) => document)
  await closeSuperseded(db, key, superseded)
  if (ours.length > 0) await markAnswersUsed(db, key, idsOf(ours))
  const described = ours.flatMap(({ described }) => described ?? [])
  await describeDocuments(db, key, described)
}

/** Text without facts costs as much on the clock as one fact per chunk. */
const charactersPerFact = 1_200

function costOf(reads: readonly WindowRead[], others: number): number {
  const work = reads.reduce(
    (sum, { facts, window }) => sum + Math.max(facts.length, Math.ceil(window.length / charactersPerFact)),
    others,
  )
  return Math.max(1, work) * msPerChunk
}
