import { reopenBuilds, type SharedSet, shareSets } from '../../features/containers/set-store.ts'
import type { ContainerKey } from '../../features/containers/store.ts'
import { documentVector, toSparseLiteral } from '../../language/lexical/term-vector.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { WakeQueue } from '../../platform/lanes/queue.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import { EventLoopYield } from '../../platform/lib/event-loop-yield.ts'
import { newId } from '../../platform/lib/ids.ts'
import {
  addTermCounts,
  deleteChunks,
  insertChunks,
  insertVectors,
  type NewChunkRow,
  type Positions,
  type VectorRow,
} from './chunking/chunk-store.ts'
import { placeOf } from './chunking/place-of.ts'
import type { EmbeddedDraft } from './draft.ts'
import type { Outcome } from './outcome.ts'
import { finishDocuments, lockHeld } from './store.ts'

/** Used to wake the lane that dreams. */
export type WakeOptions = { queue: WakeQueue; dreamQuietMs: number }

/**
 * Replaces the old chunks with the new ones in one transaction, so a search sees either all old or all new ones.
 * Documents that were updated, deleted or taken over meanwhile are no longer ours and are left alone.
 */
export async function indexDocuments(
  db: Db,
  drafts: EmbeddedDraft[],
  { queue, dreamQuietMs }: WakeOptions,
): Promise<Outcome<never>[]> {
  const { shard, org, container } = drafts[0]!.document
  const key = { shard, org, container }
  const held = await lockHeld(
    db,
    drafts.map(draft => draft.document),
  )
  const ours = drafts.filter(draft => held.has(draft.document.id))
  // Locked before the container's counters, in the same order as a switch of sets.
  const sets = await shareSets(db, key)
  await removeChunks(db, key, ours)
  await writeChunks(
    db,
    key,
    sets,
    ours.map(draft => ({ draft, from: 0, to: draft.chunks.length })),
  )
  const { toDream } = await finishDocuments(db, ours)
  if (toDream) await wakeDreams(db, queue, key, toDream === 'instant' ? 0 : dreamQuietMs)
  return drafts.map(({ document }) => ({ kind: held.has(document.id) ? 'done' : 'superseded' }))
}

/** Removes the chunks of each document that may have some, also of a document whose worker died between two parts. */
export async function removeChunks(
  db: Db,
  key: ContainerKey,
  drafts: readonly EmbeddedDraft[],
  positions?: Positions,
): Promise<void> {
  const revised = drafts.filter(
    ({ document }) => document.revision > 1 || document.isIndexed || document.attempts > 1,
  )
  const ids = revised.map(({ document }) => document.id)
  const counts = await deleteChunks(db, key, ids, { positions })
  await addTermCounts(db, key, new Map([...counts].map(([term, chunks]) => [term, -chunks])))
}

/** A range of a document's chunks. */
export type ChunkRange = { draft: EmbeddedDraft; from: number; to: number }

export async function writeChunks(
  db: Db,
  key: ContainerKey,
  sets: readonly SharedSet[],
  parts: readonly ChunkRange[],
): Promise<void> {
  const pauses = new EventLoopYield()
  const rows: NewChunkRow[] = []
  const counts = new Map<number, number>()
  for (const { draft, from, to } of parts)
    for (let i = from; i < to; i++) {
      rows.push(toRow(key.shard, draft, i))
      for (const term of draft.chunks[i]!.terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1)
      await pauses.yieldIfDue()
    }
  await insertChunks(db, key, rows)
  await indexVectors(db, key, sets, parts)
  await addTermCounts(db, key, counts)
}

/**
 * A set that was dropped meanwhile gets nothing. Missing vectors of a set that is kept up to date are left to its
 * build.
 */
async function indexVectors(
  db: Db,
  key: ContainerKey,
  sets: readonly SharedSet[],
  parts: readonly ChunkRange[],
): Promise<void> {
  const rows = parts.flatMap(toVectors)
  await insertVectors(
    db,
    key,
    rows.filter(row => sets.some(({ id }) => id === row.embeddingSet)),
  )
  const chunks = parts.reduce((sum, { from, to }) => sum + to - from, 0)
  const isWhole = (set: number) => rows.filter(row => row.embeddingSet === set).length === chunks
  const kept = sets.filter(({ isKept }) => isKept).map(({ id }) => id)
  const missing = kept.filter(set => !isWhole(set))
  if (kept.length > 1 && missing.length > 0) await reopenBuilds(db, key, missing)
}

function toVectors({ draft, from, to }: ChunkRange): VectorRow[] {
  const { document, chunks, embeddings, embeddingSet, further = [] } = draft
  return [{ embeddingSet, embeddings }, ...further].flatMap(each =>
    each.embeddings.slice(from, to).map((embedding, i) => ({
      ...embedding,
      embeddingSet: each.embeddingSet,
      document: document.id,
      position: chunks[from + i]!.position,
    })),
  )
}

function toRow(shard: number, { document, chunks, structure }: EmbeddedDraft, i: number): NewChunkRow {
  const chunk = chunks[i]!
  const { type, place } = structure ? placeOf(structure.blocks, chunk) : { type: 'text', place: null }
  return {
    document: document.id,
    position: chunk.position,
    id: newId(shard),
    revision: document.revision,
    start: chunk.start,
    end: chunk.end,
    content: chunk.content,
    headings: chunk.headings,
    hash: chunk.hash,
    terms: toSparseLiteral(documentVector(chunk.terms)),
    type,
    metadata: place && JSON.stringify(place),
  }
}
