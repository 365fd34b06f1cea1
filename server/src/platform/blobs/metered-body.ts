import { createHash } from 'node:crypto'
import { BlobTooLarge, type StoredBlob } from './blob-store.ts'

/** A body on its way to a store: counted, hashed, and cut off above the limit. Can be read once. */
export class MeteredBody implements AsyncIterable<Uint8Array> {
  /** Why the body ended early. The store's own error may only be a consequence of it. */
  failure: unknown
  readonly #source: AsyncIterable<Uint8Array>
  readonly #maxBytes: number
  readonly #hash = createHash('sha256')
  #bytes = 0

  constructor(source: AsyncIterable<Uint8Array>, maxBytes: number) {
    this.#source = source
    this.#maxBytes = maxBytes
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    // A consumer that fails throws its error in at `yield`, which is not a failure of the body.
    let lent = false
    try {
      for await (const chunk of this.#source) {
        this.#bytes += chunk.byteLength
        if (this.#bytes > this.#maxBytes) throw new BlobTooLarge(this.#maxBytes)
        this.#hash.update(chunk)
        lent = true
        yield chunk
        lent = false
      }
    } catch (error) {
      if (!lent) this.failure = error
      throw error
    }
  }

  /** Valid once the body was read to its end. */
  measured(): StoredBlob {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}
