import type { ContainerKey } from '../containers/store.ts'
import type { Cell, Cells } from '../db/cells.ts'
import type { Db } from '../db/tx.ts'
import { noteRemovedOf } from '../erasures/store.ts'
import { msPerChunk } from '../lanes/fairness.ts'
import { chargeClock } from '../lanes/slice.ts'
import { newId } from '../lib/ids.ts'
import type { Embedders } from '../providers/embedder.ts'
import { closeSuperseded, finishDreams } from './attempt-store.ts'
import { type Changed, settleChanged } from './changed-store.ts'
import { premisesOf } from './derive.ts'
import type { FilterSetting } from './extractor.ts'
import type { Fact } from './fact.ts'
import {
  deleteFactsOf,
  insertFacts,
  listFactsOf,
  listFactsOfMemories,
  type StoredFact,
} from './fact-store.ts'
import { formRelated, takeTurn } from './form-related.ts'
import { type Described, describeDocuments } from './llm-store.ts'
import { readStated } from './read-stated.ts'
import { keysOf } from './reconcile.ts'
import * as store from './store.ts'
import { type VectorsOfFacts, withVectors } from './vectors.ts'

export type SettleApp = Embedders & {
  cells: Cells
  /** After how many days what happened is forgotten; 0: never. */
  episodicDays: number
}

/** A document and the facts that were read from what is new in it; perhaps what it is about. */
export type Read = {
  document: store.Dreamable
  from: number
  facts: Fact[]
  described?: Described | undefined
  /** The setting that left a fact of it out, if one did. */
  leftOutBy?: FilterSetting | undefined
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

/** Embeds what is new and writes all of it; answers with the organization's clock after that. */
export async function settleDreams(step: Step, unsettled: Unsettled): Promise<Date> {
  const { app, key, signal } = step
  const { reads } = unsettled
  const texts = reads.flatMap(({ facts }) => facts.map(({ text }) => text))
  return withVectors(app, key, texts, signal, (db, vectors) => write(db, step, unsettled, vectors))
}

async function write(db: Db, step: Step, unsettled: Unsettled, vectors: VectorsOfFacts): Promise<Date> {
  const { app, key, fence } = step
  const { reads, changed } = unsettled
  const documents = reads.map(({ document }) => document)
  const still = await store.lockUnchanged(db, key, documents)
  await takeTurn(db, key)
  const ours = reads.filter(({ document }) => still.has(document.id))
  const read = await replaceFacts(db, key, ours, vectors)
  const again = await lookAgain(db, key, unsettled)
  const seeds = [...read.seeds, ...again.seeds]
  const gone = [...read.gone, ...again.gone]
  await formRelated(db, key, vectors, {
    seeds,
    gone,
    mayRelate: togetherWith(ours),
    episodicDays: app.episodicDays,
  })
  const ends = ours.map(({ document, leftOutBy = null }) => ({ id: document.id, leftOutBy }))
  await finishDreams(db, key, ends)
  await closeSuperseded(
    db,
    key,
    documents.filter(({ id }) => !still.has(id)),
  )
  await settleChanged(db, key, changed)
  await describeDocuments(
    db,
    key,
    ours.flatMap(({ described, document }) => (described ? { ...described, text: document.text } : [])),
  )
  const clock = await chargeClock(db, key, Math.max(1, seeds.length) * msPerChunk)
  if (!(await store.releaseContainer(db, key, fence))) throw new LostContainer()
  return clock
}

const idsOf = (reads: readonly Read[]): string[] => reads.map(({ document }) => document.id)

/** What a fact is found by: by others that have to do with it, and by what it may be a premise of. */
const foundBy = (fact: Fact): string[] => [...keysOf(fact), ...premisesOf(fact)]

/** New facts in. What was read from the beginning, or is gone, takes its old ones out. */
async function replaceFacts(
  db: Db,
  key: ContainerKey,
  reads: readonly Read[],
  vectors: VectorsOfFacts,
): Promise<{ seeds: StoredFact[]; gone: StoredFact[] }> {
  const again = idsOf(reads.filter(({ document, from }) => document.isDeleted || from === 0))
  const gone = await listFactsOf(db, key, again)
  const taken = await deleteFactsOf(db, key, again)
  const deleted = idsOf(reads.filter(({ document }) => document.isDeleted))
  await noteRemovedOf(db, key, deleted, taken)
  const seeds = reads.flatMap(read => toStored(key.shard, read, vectors))
  await insertFacts(db, key, seeds, foundBy)
  return { seeds, gone }
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
  await deleteFactsOf(
    db,
    key,
    gone.flatMap(({ document }) => document ?? []),
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

function toStored(shard: number, { document, facts }: Read, vectors: VectorsOfFacts): StoredFact[] {
  const { id, revision, saidAt, metadata } = document
  return facts.map(fact => ({
    ...fact,
    id: newId(shard),
    document: id,
    revision,
    saidAt,
    metadata,
    memory: null,
    isLeft: false,
    ...vectors.ofText(fact.text),
  }))
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
