import { reopenBuilds, type SharedSet, shareSets } from '../../features/containers/set-store.ts'
import type { ContainerKey } from '../../features/containers/store.ts'
import { documentVector, toSparseLiteral } from '../../language/lexical/term-vector.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { WakeQueue } from '../../platform/lanes/queue.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import { EventLoopYield } from '../../platform/lib/event-loop-yield.ts'
import { newId } from '../../platform/lib/ids.ts'
import * as changes from './chunking/change-store.ts'
import {
  countTerms,
  insertChunks,
  insertTerms,
  insertVectors,
  type NewChunkRow,
  type VectorRow,
} from './chunking/chunk-store.ts'
import { compareChunks } from './chunking/compare-chunks.ts'
import { placeOf } from './chunking/place-of.ts'
import { addTermCounts } from './chunking/term-count-store.ts'
import type { EmbeddedDraft } from './draft.ts'
import type { Outcome } from './outcome.ts'
import { finishDocuments, lockHeld } from './store.ts'

/** Used to wake the lane that dreams. */
export type WakeOptions = { queue: WakeQueue; dreamQuietMs: number }

/**
 * Changes the index of documents to their new chunks in one transaction, so a search sees either all old or all new ones.
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

/** Some of a draft's chunks, by their index in the draft. */
export type ChunkRange = { draft: EmbeddedDraft; from: number; to: number }

/**
 * Writes the chunks that differ from the indexed ones at the same position, and no others. Of a chunk whose neighbours
 * changed, only the terms differ; of one that only moved in its text, only the offsets.
 */
export async function writeChunks(
  db: Db,
  key: ContainerKey,
  sets: readonly SharedSet[],
  parts: readonly ChunkRange[],
): Promise<void> {
  const rows = await toRows(key.shard, parts)
  const indexed = await readIndexed(db, key, parts)
  const { gone, vacant, moved, fresh, kept } = compareChunks(rows, indexed)
  await changes.deleteAt(db, key, gone)
  await changes.moveChunks(db, key, moved)
  if (fresh.length > 0) await insertChunks(db, key, fresh)
  await indexVectors(db, key, sets, parts)
  await writeTerms(db, key, { vacant, kept, rows })
}

async function toRows(shard: number, parts: readonly ChunkRange[]): Promise<NewChunkRow[]> {
  const pauses = new EventLoopYield()
  const rows: NewChunkRow[] = []
  for (const { draft, from, to } of parts)
    for (let i = from; i < to; i++) {
      rows.push(toRow(shard, draft, i))
      await pauses.yieldIfDue()
    }
  return rows
}

const endless = 2 ** 31 - 1

/**
 * Reads what is indexed of the documents that may have chunks. One that is indexed in parts may have some from a worker
 * that died between two parts, even if that attempt does not count.
 */
async function readIndexed(
  db: Db,
  key: ContainerKey,
  parts: readonly ChunkRange[],
): Promise<changes.IndexedChunk[]> {
  const ranges = parts
    .filter(({ draft: { document, chunks }, from, to }) => {
      const isPart = to - from < chunks.length
      return isPart || document.revision > 1 || document.isIndexed || document.attempts > 1
    })
    .map(({ draft: { document, chunks }, from, to }) => ({
      document: document.id,
      from: chunks[from]?.position ?? 0,
      to: to < chunks.length ? chunks[to]!.position : endless,
    }))
  return ranges.length > 0 ? changes.readIndexed(db, key, ranges) : []
}

/** Terms follow their own comparison: those of a chunk change with its neighbours. */
async function writeTerms(
  db: Db,
  key: ContainerKey,
  {
    vacant,
    kept,
    rows,
  }: { vacant: readonly changes.ChunkKey[]; kept: ReadonlySet<NewChunkRow>; rows: readonly NewChunkRow[] },
): Promise<void> {
  const added = rows.filter(row => !kept.has(row))
  const removed = await changes.deleteTermsAt(db, key, vacant)
  const changed = await changes.changeTerms(db, key, [...kept])
  if (added.length > 0) await insertTerms(db, key, added)
  const counts = await countTerms([...added, ...changed.map(({ after }) => ({ terms: after }))])
  for (const [term, chunks] of await countTerms([
    ...removed,
    ...changed.map(({ before }) => ({ terms: before })),
  ]))
    counts.set(term, (counts.get(term) ?? 0) - chunks)
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
  const isWhole = (set: number) => parts.every(({ draft }) => setsOf(draft).has(set))
  const kept = sets.filter(({ isKept }) => isKept).map(({ id }) => id)
  const missing = kept.filter(set => !isWhole(set))
  if (kept.length > 1 && missing.length > 0) await reopenBuilds(db, key, missing)
}

const setsOf = ({ embeddingSet, further = [] }: EmbeddedDraft): Set<number> =>
  new Set([embeddingSet, ...further.map(each => each.embeddingSet)])

function toVectors({ draft, from, to }: ChunkRange): VectorRow[] {
  const { document, chunks, embeddings, embeddingSet, further = [] } = draft
  return [{ embeddingSet, embeddings }, ...further].flatMap(each =>
    each.embeddings.slice(from, to).flatMap(({ isStored, vector, codes }, i) =>
      isStored
        ? []
        : {
            vector,
            codes,
            embeddingSet: each.embeddingSet,
            document: document.id,
            position: chunks[from + i]!.position,
          },
    ),
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
