import type { Extraction } from '../../../platform/extraction/extraction.ts'

export type FileToRead = {
  bytes: Uint8Array
  name: string
  /** As the sender gives it. */
  contentType: string
  /** The address it was fetched from. */
  url?: string
}

export type ReadOptions = {
  /** The organization of the file. A process that has read files of one organization reads no other's. */
  owner?: string
  signal: AbortSignal
  onProgress(done: number, total: number): void
}

/** Extracts text from files. Throws an `ExtractError` when it cannot. */
export type FileReader = {
  read(file: FileToRead, options: ReadOptions): Promise<Extraction>
  close(): Promise<void>
}
