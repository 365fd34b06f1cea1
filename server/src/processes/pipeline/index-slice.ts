import { shareSets } from '../../features/containers/set-store.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { inScope, inScopePrepared } from '../../platform/db/tx.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import type { EmbeddedDraft } from './draft.ts'
import { type ChunkRange, indexDocuments, type WakeOptions, writeChunks } from './index-documents.ts'
import type { Outcome } from './outcome.ts'
import { finishDocuments, forgetChunking, lockHeld } from './store.ts'

/**
 * Up to this many chunks are replaced in one transaction: a second or two. Adds to the container go on meanwhile. Other
 * index runs of it wait for its term counts.
 */
const atOnceChunks = 2_000
const partChunks = 1_000

/** Indexes the documents of a slice: all at once, or long ones one by one and in parts. */
export async function indexSlice(
  cell: Cell,
  drafts: EmbeddedDraft[],
  { signal, ...waking }: WakeOptions & { signal: AbortSignal },
): Promise<Outcome<never>[]> {
  const chunks = drafts.reduce((sum, draft) => sum + draft.chunks.length, 0)
  if (chunks <= atOnceChunks) return indexAtOnce(cell, drafts, waking)
  const outcomes: Outcome<never>[] = []
  for (const draft of drafts)
    outcomes.push(
      ...(draft.chunks.length <= atOnceChunks
        ? await indexAtOnce(cell, [draft], waking)
        : [await indexInParts(cell, draft, waking, signal)]),
    )
  return outcomes
}

function indexAtOnce(cell: Cell, drafts: EmbeddedDraft[], waking: WakeOptions): Promise<Outcome<never>[]> {
  return inScopePrepared(cell, { org: drafts[0]!.document.org }, db => indexDocuments(db, drafts, waking))
}

/**
 * Uses a transaction for every thousand chunks: a single one for a whole book held the container's term counts for half a
 * minute. Each replaces the chunks at the same positions, of an older revision or of a worker that died, so a search
 * finds the one or the other. The document is not done until the last part is written.
 */
async function indexInParts(
  cell: Cell,
  draft: EmbeddedDraft,
  waking: WakeOptions,
  signal: AbortSignal,
): Promise<Outcome<never>> {
  const { length } = draft.chunks
  for (let from = 0; from < length; from += partChunks) {
    signal.throwIfAborted()
    const to = Math.min(length, from + partChunks)
    if (!(await indexPart(cell, { draft, from, to }, waking))) return { kind: 'superseded' }
  }
  return { kind: 'done' }
}

/** Returns false when the document is no longer ours. */
function indexPart(cell: Cell, part: ChunkRange, { queue, dreamQuietMs }: WakeOptions): Promise<boolean> {
  const { draft, from, to } = part
  const { shard, org, container } = draft.document
  const key = { shard, org, container }
  return inScope(cell, { org }, async db => {
    if ((await lockHeld(db, [draft.document])).size === 0) return false
    const sets = await shareSets(db, key)
    if (from === 0) await forgetChunking(db, draft.document)
    await writeChunks(db, key, sets, [part])
    if (to < draft.chunks.length) return true
    const { toDream } = await finishDocuments(db, [draft])
    if (toDream) await wakeDreams(db, queue, key, toDream === 'instant' ? 0 : dreamQuietMs)
    return true
  })
}
