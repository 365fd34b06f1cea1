import { buffer } from 'node:stream/consumers'
import type { BlobMeta, BlobStore } from './blob-store.ts'

export type BlobContract = {
  open(): Promise<BlobStore>
  /** Data of unfinished puts that is still stored. Read from the disk or bucket itself, because a BlobStore does not show it. */
  leftovers(): Promise<string[]>
  /** Number of blobs for the test of `deletePrefix`. */
  manyKeys: number
}

export const megabyte = 1024 * 1024
export const text: BlobMeta = { contentType: 'text/plain', maxBytes: 20 * megabyte }

/** A store under test, with short methods for the tests. */
export class Trial {
  readonly store: BlobStore
  #keys = 0

  constructor(store: BlobStore) {
    this.store = store
  }

  newKey(): string {
    return `org/container/doc-${this.#keys++}/1`
  }

  put(key: string, content: string | Buffer, meta = text) {
    return this.store.put(key, inChunks(Buffer.from(content)), meta)
  }

  async read(key: string): Promise<Buffer | undefined> {
    const found = await this.store.get(key)
    return found && buffer(found.body)
  }

  /** Size and type of a blob, without reading it. */
  async look(key: string): Promise<{ bytes: number; contentType: string } | undefined> {
    const found = await this.store.get(key)
    found?.body.on('error', () => 'S3 calls it an error to be destroyed early').destroy()
    return found && { bytes: found.bytes, contentType: found.contentType }
  }
}

/** A socket delivers this much at a time. */
const chunkBytes = 64 * 1024

export async function* inChunks(content: Uint8Array): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes)
}

export async function* endless(): AsyncGenerator<Uint8Array, void> {
  while (true) yield Buffer.alloc(chunkBytes, 'endless ')
}

/** Allocates each chunk, as a socket does, so that a store that keeps chunks shows in memory. */
export async function* fresh(bytes: number, onChunk: () => void): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes; at += chunkBytes) {
    onChunk()
    yield Buffer.alloc(chunkBytes, at % 251)
  }
}
