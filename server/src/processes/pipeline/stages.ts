import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { isPassing } from '../../platform/db/pool.ts'
import { gateNames, type StageGates } from '../../platform/lanes/gate-names.ts'
import type { WakeQueue } from '../../platform/lanes/queue.ts'
import type { Embedders } from '../../platform/providers/embedding/embedder.ts'
import { chunkDocuments } from './chunking/chunk-documents.ts'
import type { Draft, ExtractedDraft, StageName } from './draft.ts'
import { embedChunks } from './embed-chunks.ts'
import type { FetchSettings } from './fetch/fetch-settings.ts'
import { indexSlice } from './index-slice.ts'
import { blocked, type Outcome } from './outcome.ts'
import { extractDocuments } from './reading/extract-documents.ts'
import type { FileReader } from './reading/file-reader.ts'

export type StageContext = {
  cell: Cell
  embedders: Embedders
  blobs: BlobStore
  reader: FileReader
  fetching: FetchSettings
  chunkSizeOf(org: string): Promise<number | undefined>
  signal: AbortSignal
  queue: WakeQueue
  dreamQuietMs: number
  gates?: StageGates | undefined
}

/** A stage works on a whole slice and returns one outcome for each document, in the same order. */
export type Stage<In extends Draft = Draft, Out extends Draft = Draft> = {
  name: StageName
  /** True when the stage will end before anybody could see it in a document's status. */
  isBrief?: (drafts: In[]) => boolean
  // A property, not a method: TypeScript checks the parameters of methods in both directions.
  run: (context: StageContext, drafts: In[]) => Promise<Outcome<Out>[]>
}

/** Stages in order. `add` accepts only a stage that takes the drafts which the last one makes. */
export type StageList<Last extends Draft> = {
  stages: readonly Stage[]
  add<Next extends Draft>(stage: Stage<Last, Next>): StageList<Next>
}

/** The list forgets what each stage takes; `add` has checked it, so the cast is here and nowhere else. */
export function listStages<Last extends Draft = Draft>(stages: readonly Stage[] = []): StageList<Last> {
  return { stages, add: stage => listStages([...stages, stage as unknown as Stage]) }
}

/** Text of this length is chunked in 10 ms and indexed in 100 ms. */
const briefChars = 60_000

/** Of a conversation that was continued, only the end is processed. */
const isShort = (drafts: ExtractedDraft[]) =>
  drafts.reduce((sum, { text, document }) => sum + (document.isAppended ? 0 : text.length), 0) <= briefChars

/** The pipeline, in order. */
export const { stages } = listStages()
  .add({ name: 'extracting', run: extractDocuments })
  .add({
    name: 'chunking',
    isBrief: isShort,
    run: async (context, drafts) => {
      const chunkSize = await findChunkSize(context, drafts[0]!.document.org)
      if (chunkSize === 'unknown')
        return drafts.map(() => blocked(gateNames.directory, 'internal', 'The directory does not respond'))
      return chunkDocuments(context.cell, drafts, { targetChars: chunkSize, signal: context.signal })
    },
  })
  .add({
    name: 'embedding',
    run: ({ cell, embedders, signal, gates }, drafts) => embedChunks(cell, embedders, drafts, signal, gates),
  })
  .add({
    name: 'indexing',
    isBrief: isShort,
    run: ({ cell, queue, dreamQuietMs, signal }, drafts) =>
      indexSlice(cell, drafts, { queue, dreamQuietMs, signal }),
  })

/** The directory may be on another server than the cell, whose documents must not fail because of it. */
async function findChunkSize(
  { chunkSizeOf, gates }: StageContext,
  org: string,
): Promise<number | undefined | 'unknown'> {
  try {
    return await chunkSizeOf(org)
  } catch (error) {
    if (isPassing(error) && (await gates?.isDown(gateNames.directory))) return 'unknown'
    throw error
  }
}
