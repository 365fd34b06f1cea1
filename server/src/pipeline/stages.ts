import type { BlobStore } from '../blobs/blob-store.ts'
import type { Cell } from '../db/cells.ts'
import type { WakeQueue } from '../lanes/queue.ts'
import type { Embedders } from '../providers/embedder.ts'
import { chunkDocuments } from './chunk-documents.ts'
import type { ChunkedDraft, Draft, EmbeddedDraft, ExtractedDraft, StageName } from './draft.ts'
import { embedChunks } from './embed-chunks.ts'
import { extractDocuments } from './extract-documents.ts'
import type { Fetching } from './fetch/fetching.ts'
import type { FileReader } from './file-reader.ts'
import { indexSlice } from './index-slice.ts'
import type { Outcome } from './outcome.ts'

export type StageContext = {
  cell: Cell
  embedders: Embedders
  blobs: BlobStore
  reader: FileReader
  fetching: Fetching
  chunkSizeOf(org: string): Promise<number | undefined>
  signal: AbortSignal
  queue: WakeQueue
  dreamQuietMs: number
}

/** A stage works on a whole slice and answers for each of its documents, in order. */
export type Stage = {
  name: StageName
  /** Over before anybody could see it. */
  isBrief?(drafts: Draft[]): boolean
  run(context: StageContext, drafts: Draft[]): Promise<Outcome<Draft>[]>
}

/** So much text is cut in ten milliseconds and indexed in a hundred. */
const briefChars = 60_000

const isShort = (drafts: Draft[]) =>
  (drafts as ExtractedDraft[]).reduce((sum, { text }) => sum + text.length, 0) <= briefChars

/**
 * The pipeline, in order. Each stage's draft is what the one before it made; the list is the only place that
 * knows the order, so the casts are here and nowhere else.
 */
export const stages: readonly Stage[] = [
  { name: 'extracting', run: extractDocuments },
  {
    name: 'chunking',
    isBrief: isShort,
    run: async ({ cell, chunkSizeOf, signal }, drafts) => {
      const targetChars = await chunkSizeOf(drafts[0]!.document.org)
      return chunkDocuments(cell, drafts as ExtractedDraft[], { targetChars, signal })
    },
  },
  {
    name: 'embedding',
    run: ({ cell, embedders, signal }, drafts) =>
      embedChunks(cell, embedders, drafts as ChunkedDraft[], signal),
  },
  {
    name: 'indexing',
    isBrief: isShort,
    run: ({ cell, queue, dreamQuietMs, signal }, drafts) =>
      indexSlice(cell, drafts as EmbeddedDraft[], { queue, dreamQuietMs, signal }),
  },
]
