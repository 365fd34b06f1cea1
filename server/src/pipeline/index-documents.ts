import { reopenBuilds, type SharedSet, shareSets } from '../containers/set-store.ts'
import type { ContainerKey } from '../containers/store.ts'
import type { Db } from '../db/tx.ts'
import type { WakeQueue } from '../lanes/queue.ts'
import { wakeDreams } from '../lanes/wake-dreams.ts'
import { documentVector, toSparseLiteral } from '../lexical/term-vector.ts'
import { newId } from '../lib/ids.ts'
import {
  addTermCounts,
  type ChunkRow,
  deleteChunks,
  insertChunks,
  insertVectors,
  type VectorRow,
} from './chunk-store.ts'
import type { EmbeddedDraft } from './draft.ts'
import type { Outcome } from './outcome.ts'
import { placeOf } from './place-of.ts'
import { finishDocuments, lockHeld } from './store.ts'

/**
 * Puts new chunks in the place of the old ones, in one transaction: a search sees the one set or the other. Documents
 * that were updated, deleted or taken over meanwhile are no longer ours and are left alone.
 */
export async function indexDocuments(
  db: Db,
  drafts: EmbeddedDraft[],
  { queue, dreamQuietMs }: { queue: WakeQueue; dreamQuietMs: number },
): Promise<Outcome<never>[]> {
  const { shard, org, container } = drafts[0]!.document
  const key = { shard, org, container }
  const held = await lockHeld(
    db,
    drafts.map(draft => draft.document),
  )
  const ours = drafts.filter(draft => held.has(draft.document.id))
  // Before the container's counters, as a switch takes them.
  const sets = await shareSets(db, key)
  const counts = new Map<number, number>()
  const revised = ours
    .filter(({ document }) => document.revision > 1 || document.isIndexed)
    .map(({ document }) => document.id)
  for (const term of await deleteChunks(db, key, revised)) add(counts, term, -1)
  const rows = ours.flatMap(draft => draft.chunks.map((_, i) => toRow(shard, draft, i)))
  await insertChunks(db, key, rows)
  await indexVectors(db, key, sets, ours)
  for (const draft of ours)
    for (const chunk of draft.chunks) for (const term of chunk.terms.keys()) add(counts, term, 1)
  await addTermCounts(db, key, counts)
  const { toDream } = await finishDocuments(db, ours)
  if (toDream) await wakeDreams(db, queue, key, toDream === 'instant' ? 0 : dreamQuietMs)
  return drafts.map(({ document }) => ({ kind: held.has(document.id) ? 'done' : 'superseded' }))
}

/** A set that was dropped meanwhile gets nothing; one that is kept up and has less than all is left to its build. */
async function indexVectors(
  db: Db,
  key: ContainerKey,
  sets: readonly SharedSet[],
  drafts: EmbeddedDraft[],
): Promise<void> {
  const rows = drafts.flatMap(toVectors)
  await insertVectors(
    db,
    key,
    rows.filter(row => sets.some(({ id }) => id === row.embeddingSet)),
  )
  const chunks = drafts.reduce((sum, draft) => sum + draft.chunks.length, 0)
  const isWhole = (set: number) => rows.filter(row => row.embeddingSet === set).length === chunks
  const kept = sets.filter(({ isKept }) => isKept).map(({ id }) => id)
  const missing = kept.filter(set => !isWhole(set))
  if (kept.length > 1 && missing.length > 0) await reopenBuilds(db, key, missing)
}

function toVectors({ document, chunks, embeddings, embeddingSet, further = [] }: EmbeddedDraft): VectorRow[] {
  return [{ embeddingSet, embeddings }, ...further].flatMap(each =>
    each.embeddings.map((embedding, i) => ({
      ...embedding,
      embeddingSet: each.embeddingSet,
      document: document.id,
      position: chunks[i]!.position,
    })),
  )
}

function toRow(shard: number, { document, chunks, structure }: EmbeddedDraft, i: number): ChunkRow {
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

function add(counts: Map<number, number>, term: number, by: number): void {
  counts.set(term, (counts.get(term) ?? 0) + by)
}
