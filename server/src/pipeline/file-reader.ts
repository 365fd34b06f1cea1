import type { Extraction } from '../extraction/extraction.ts'

export type FileToRead = {
  bytes: Uint8Array
  name: string
  /** As its sender calls it. */
  contentType: string
  /** Where it was fetched. */
  url?: string
}

export type ReadOptions = {
  /** Whose file it is: what has read one organization's files reads no other's. */
  owner?: string
  signal: AbortSignal
  onProgress(done: number, total: number): void
}

/** Makes text of files. Throws an `ExtractError` where that cannot be. */
export type FileReader = {
  read(file: FileToRead, options: ReadOptions): Promise<Extraction>
  close(): Promise<void>
}
