import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Cell } from '../../platform/db/cells.ts'
import type { Gates } from '../../platform/lanes/gates.ts'
import type { WakeQueue } from '../../platform/lanes/queue.ts'
import type { ClaimedDocument } from '../../platform/lanes/slice.ts'
import type { Embedders } from '../../platform/providers/embedding/embedder.ts'
import type { FetchSettings } from './fetch/fetch-settings.ts'
import type { FileReader } from './reading/file-reader.ts'
import type { Ending } from './store.ts'

/** What the pipeline works with. */
export type Pipeline = Embedders & {
  blobs: BlobStore
  reader: FileReader
  fetching: FetchSettings
  chunkSizeOf(org: string): Promise<number | undefined>
  maxAttempts: number
  /** Time that a container must be quiet before its memories are formed. */
  dreamQuietMs: number
  queueOf(cell: Cell): WakeQueue
  /** Without it, documents that meet an outage are retried at intervals. */
  gates?: Gates | undefined
  /** Aborted when the worker stops: endings that a lost database could not store are then given up. */
  stopping?: AbortSignal | undefined
  onStage(stage: string, seconds: number, documents: readonly ClaimedDocument[]): void
  onOutcome(outcome: string, documents: number): void
  /** Called with the documents that search serves from now on. */
  onDone?(documents: readonly ClaimedDocument[]): void
  /** Called once it is stored that a document failed or will be retried. */
  onEnding?(ending: Ending): void
  onError(error: unknown): void
}
