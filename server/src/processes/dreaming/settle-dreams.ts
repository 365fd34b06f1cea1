import type { ContainerKey } from '../../features/containers/store.ts'
import { noteRemovedOf } from '../../features/erasures/store.ts'
import type { Fact } from '../../language/english/fact.ts'
import type { Cell, Cells } from '../../platform/db/cells.ts'
import type { Db } from '../../platform/db/tx.ts'
import { msPerChunk } from '../../platform/lanes/fairness.ts'
import { chargeClock } from '../../platform/lanes/slice.ts'
import { newId } from '../../platform/lib/ids.ts'
import type { Embedders } from '../../platform/providers/embedding/embedder.ts'
import { advanceDreams, closeSuperseded, finishDreams } from './attempt-store.ts'
import { type Changed, lockStillChanged, settleChanged } from './changed-store.ts'
import { describeDocuments } from './extract/llm-store.ts'
import type { Read } from './extract/read-window.ts'
import {
  deleteFacts,
  insertFacts,
  listFactsOf,
  listFactsOfMemories,
  listTextsOf,
  type StoredFact,
} from './fact-store.ts'
import { premisesOf } from './form/derive.ts'
import { type Change, formRelated, takeTurn } from './form/form-related.ts'
import { readStated } from './form/read-stated.ts'
import { keysOf } from './form/reconcile.ts'
import { type VectorsOfFacts, withVectors } from './form/vectors.ts'
import { holdsContainer } from './lease-store.ts'
import * as store from './store.ts'

export type SettleApp = Embedders & {
  cells: Cells
  /** After how many days what happened is forgotten; 0: never. */
  episodicDays: number
}

export type Step<App extends SettleApp = SettleApp> = {
  app: App
  cell: Cell
  key: ContainerKey
  fence: number
  signal: AbortSignal
}

/** Another worker has taken over: what this one did is undone with its transaction. */
export class LostContainer extends Error {}

/** What a step settles: documents that were read, and memories that changed otherwise than by a document. */
export type Unsettled = { reads: readonly Read[]; changed: readonly Changed[]; entityContext: string | null }

/** A fact that was read, and the read it is of. */
type NewFact = { read: Read; fact: Fact }

/**
 * Facts that one transaction takes out or adds: with their memories about 0.25 s of Postgres' time.
 * Requests that add to the container wait for no longer. An ordinary step has fewer, and is one transaction.
 */
const factsPerTransaction = 50

/**
 * Embeds what is new and writes all of it, in several transactions where it is much; answers with the organization's clock
 * after that. Each leaves facts and memories in agreement, and the last says that the documents were read. After a crash
 * between them the step is done again: a text that is read from its first word loses what was written of it, and of others
 * the facts that are known already are not written twice.
 */
export async function settleDreams(step: Step, unsettled: Unsettled): Promise<Date> {
  const { reads } = unsettled
  const facts = reads.flatMap(read => read.facts.map(fact => ({ read, fact })))
  const isOne = facts.length <= factsPerTransaction
  await takeOutUntil(step, reads, isOne ? factsPerTransaction : 0)
  let done = 0
  for (; facts.length - done > factsPerTransaction; done += factsPerTransaction)
    await addSome(step, reads, facts.slice(done, done + factsPerTransaction))
  return finish(step, unsettled, facts.slice(done), isOne ? reads.filter(isRestart) : [])
}

const textsOf = (facts: readonly NewFact[]): string[] => facts.map(({ fact }) => fact.text)

const isRestart = ({ document }: Read): boolean => document.isDeleted || document.from === 0

/** Takes out the facts that documents had before, until the last transaction can take the `rest` with it. */
async function takeOutUntil(step: Step, reads: readonly Read[], rest: number): Promise<void> {
  const again = reads.filter(isRestart)
  if (again.length === 0) return
  for (;;) {
    const isMuch = await inTurn(step, again, [], async (db, ours, vectors) => {
      const gone = await listFactsOf(db, step.key, idsOf(ours), factsPerTransaction + 1)
      if (gone.length <= rest) return false
      await takeOut(db, step.key, ours, gone)
      await formRelated(db, step.key, vectors, { ...changeOf(step, ours), gone })
      return true
    })
    if (!isMuch) return
  }
}

async function addSome(step: Step, reads: readonly Read[], facts: readonly NewFact[]): Promise<void> {
  await inTurn(step, reads, textsOf(facts), async (db, ours, vectors) => {
    const seeds = await add(db, step.key, ours, facts, vectors)
    await formRelated(db, step.key, vectors, { ...changeOf(step, ours), seeds })
  })
}

/** The last transaction of a step: the rest of its facts, the memories that changed otherwise, and that it is done. */
async function finish(
  step: Step,
  unsettled: Unsettled,
  facts: readonly NewFact[],
  again: readonly Read[],
): Promise<Date> {
  const { key } = step
  const { reads } = unsettled
  return inTurn(step, reads, textsOf(facts), async (db, ours, vectors) => {
    const changed = await lockStillChanged(db, key, unsettled.changed)
    const restarted = ours.filter(read => again.includes(read))
    const replaced = await listFactsOf(db, key, idsOf(restarted), factsPerTransaction)
    await takeOut(db, key, ours, replaced)
    const added = await add(db, key, ours, facts, vectors)
    const other = await lookAgain(db, key, { ...unsettled, changed })
    const seeds = [...added, ...other.seeds]
    const gone = [...replaced, ...other.gone]
    await formRelated(db, key, vectors, { ...changeOf(step, ours), seeds, gone })
    await endReads(db, key, reads, ours)
    await settleChanged(db, key, changed)
    return chargeClock(db, key, costOf(reads, other.seeds.length))
  })
}

/** One transaction of a step, in which nobody else forms memories in the container. `ours` are still as they were claimed. */
function inTurn<T>(
  { app, key, fence, signal }: Step,
  reads: readonly Read[],
  texts: readonly string[],
  work: (db: Db, ours: readonly Read[], vectors: VectorsOfFacts) => Promise<T>,
): Promise<T> {
  return withVectors(app, key, texts, signal, async (db, vectors) => {
    signal.throwIfAborted()
    const documents = reads.map(({ document }) => document)
    const still = await store.lockUnchanged(db, key, documents)
    await takeTurn(db, key)
    // Whoever claims the container from now on raises the fences of its documents first, and so waits for this transaction.
    if (!(await holdsContainer(db, key, fence))) throw new LostContainer()
    return work(
      db,
      reads.filter(({ document }) => still.has(document.id)),
      vectors,
    )
  })
}

const changeOf = ({ app }: Step, ours: readonly Read[]): Change => ({
  seeds: [],
  gone: [],
  mayRelate: togetherWith(ours),
  episodicDays: app.episodicDays,
})

/** Documents that were read to their end are done; others wait for their next step, and those that changed for another read. */
async function endReads(
  db: Db,
  key: ContainerKey,
  reads: readonly Read[],
  ours: readonly Read[],
): Promise<void> {
  const progressOf = ({ document, to, leftOutBy }: Read) => ({
    ...to,
    id: document.id,
    leftOutBy: leftOutBy ?? null,
  })
  const isDone = ({ document, isDone }: Read) => document.isDeleted || isDone
  await finishDreams(db, key, ours.filter(isDone).map(progressOf))
  await advanceDreams(db, key, ours.filter(read => !isDone(read)).map(progressOf))
  const superseded = reads.filter(read => !ours.includes(read)).map(({ document }) => document)
  await closeSuperseded(db, key, superseded)
  const described = ours.flatMap(({ described }) => described ?? [])
  await describeDocuments(db, key, described)
}

/** A chunk's worth of text costs as much on the clock as a fact, even if it has none. */
const charactersPerFact = 1_200

function costOf(reads: readonly Read[], others: number): number {
  const work = reads.reduce(
    (sum, { facts, window }) => sum + Math.max(facts.length, Math.ceil(window.length / charactersPerFact)),
    others,
  )
  return Math.max(1, work) * msPerChunk
}

const idsOf = (reads: readonly Read[]): string[] => reads.map(({ document }) => document.id)

/** What a fact is found by: by others that have to do with it, and by what it may be a premise of. */
const foundBy = (fact: Fact): string[] => [...keysOf(fact), ...premisesOf(fact)]

/** Takes out facts of documents; the receipts of those that were deleted count them. */
async function takeOut(
  db: Db,
  key: ContainerKey,
  reads: readonly Read[],
  facts: readonly StoredFact[],
): Promise<void> {
  const taken = await deleteFacts(
    db,
    key,
    facts.map(({ id }) => id),
  )
  const deleted = idsOf(reads.filter(({ document }) => document.isDeleted))
  await noteRemovedOf(db, key, deleted, taken)
}

/** Adds the facts that were read. A document that was read in part before keeps the facts it has. */
async function add(
  db: Db,
  key: ContainerKey,
  ours: readonly Read[],
  facts: readonly NewFact[],
  vectors: VectorsOfFacts,
): Promise<StoredFact[]> {
  const current = facts.filter(({ read }) => ours.includes(read))
  const later = current.filter(({ read }) => !isRestart(read))
  const known = await listTextsOf(
    db,
    key,
    [...new Set(later.map(({ read }) => read.document.id))],
    textsOf(later),
  )
  const isKnown = ({ read, fact }: NewFact) => known.get(read.document.id)?.has(fact.text) ?? false
  const seeds = current
    .filter(each => !isKnown(each))
    .map(({ read, fact }) => toStored(key.shard, read.document, fact, vectors))
  await insertFacts(db, key, seeds, foundBy)
  return seeds
}

/** The facts of what changed; those of what was written are read now. What a document left behind that went elsewhere is gone. */
async function lookAgain(
  db: Db,
  key: ContainerKey,
  { changed, entityContext }: Unsettled,
): Promise<{ seeds: StoredFact[]; gone: StoredFact[] }> {
  if (changed.length === 0) return { seeds: [], gone: [] }
  const unread = changed.flatMap(memory => asFact(memory, entityContext ?? undefined) ?? [])
  await insertFacts(db, key, unread, foundBy)
  const ids = changed.filter(({ isUnread }) => !isUnread).map(({ id }) => id)
  const facts = await listFactsOfMemories(db, key, ids)
  const gone = facts.filter(({ isLeft }) => isLeft)
  await deleteFacts(
    db,
    key,
    gone.map(({ id }) => id),
  )
  return { seeds: [...unread, ...facts.filter(({ isLeft }) => !isLeft)], gone }
}

function asFact({ embedding, embeddingSet, ...memory }: Changed, entityContext: string | undefined) {
  if (!memory.isUnread || embedding === null || embeddingSet === null) return undefined
  const vector = Float32Array.from(JSON.parse(embedding) as number[])
  const { id, saidAt, metadata } = memory
  const place = { id, saidAt, metadata, document: null, revision: 0, memory: id, isLeft: false }
  return { ...readStated(memory, entityContext), ...place, vector, embedding, embeddingSet }
}

function toStored(
  shard: number,
  { id, revision, saidAt, metadata }: store.Dreamable,
  fact: Fact,
  vectors: VectorsOfFacts,
): StoredFact {
  const place = { id: newId(shard), document: id, revision, saidAt, metadata, memory: null, isLeft: false }
  return { ...fact, ...place, ...vectors.ofText(fact.text) }
}

/** A document may say by metadata which others it wants to be understood with. */
function togetherWith(reads: readonly Read[]): (a: StoredFact, b: StoredFact) => boolean {
  const filters = new Map(reads.map(({ document }) => [document.id, document.filterByMetadata]))
  const filterOf = ({ document }: StoredFact) => (document === null ? undefined : filters.get(document))
  return (a, b) => meets(filterOf(a), b) && meets(filterOf(b), a)
}

/** Of several values any will do. */
function meets(filter: Record<string, unknown> | null | undefined, { metadata }: StoredFact): boolean {
  return Object.entries(filter ?? {}).every(([name, wanted]) =>
    Array.isArray(wanted) ? wanted.includes(metadata?.[name]) : metadata?.[name] === wanted,
  )
}
