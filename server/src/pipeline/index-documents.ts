import type { Db } from '../db/tx.ts'
import { documentVector, toSparseLiteral } from '../lexical/term-vector.ts'
import { newId } from '../lib/ids.ts'
import type { EmbeddedDraft } from './draft.ts'
import type { Outcome } from './outcome.ts'
import {
  addTermCounts,
  type ChunkRow,
  deleteChunks,
  finishDocuments,
  insertChunks,
  lockHeld,
} from './store.ts'

/**
 * Puts new chunks in the place of the old ones, in one transaction: a search sees the one set or the other. Documents
 * that were updated, deleted or taken over meanwhile are no longer ours and are left alone.
 */
export async function indexDocuments(db: Db, drafts: EmbeddedDraft[]): Promise<Outcome<never>[]> {
  const { shard, org, container } = drafts[0]!.document
  const key = { shard, org, container }
  const held = await lockHeld(
    db,
    key,
    drafts.map(draft => draft.document),
  )
  const ours = drafts.filter(draft => held.has(draft.document.id))
  const counts = new Map<number, number>()
  const revised = ours.filter(draft => draft.document.revision > 1).map(draft => draft.document.id)
  for (const term of await deleteChunks(db, key, revised)) add(counts, term, -1)
  const rows = ours.flatMap(draft => draft.chunks.map((_, i) => toRow(shard, draft, i)))
  await insertChunks(db, key, rows)
  for (const draft of ours)
    for (const chunk of draft.chunks) for (const term of chunk.terms.keys()) add(counts, term, 1)
  await addTermCounts(db, key, counts)
  await finishDocuments(db, key, ours)
  return drafts.map(() => ({ kind: 'done' }))
}

function toRow(
  shard: number,
  { document, chunks, embeddings, embeddingSet }: EmbeddedDraft,
  i: number,
): ChunkRow {
  const chunk = chunks[i]!
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
    embeddingSet,
    ...embeddings[i]!,
    terms: toSparseLiteral(documentVector(chunk.terms)),
  }
}

function add(counts: Map<number, number>, term: number, by: number): void {
  counts.set(term, (counts.get(term) ?? 0) + by)
}
