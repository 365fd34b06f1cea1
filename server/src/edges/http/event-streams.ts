import { AppError } from '../../platform/errors.ts'

/** Maximum number of open event streams per key. With 4,000 streams of one key, the searches of all clients took seconds. */
export const streamsPerKey = 20
/** Maximum number of requests of a key that wait for a provider. Each holds two connections and does little else. */
export const forwardsPerKey = 200

/** Retry-After: a client that watches many documents gets a free stream when one of them is done. */
const retryAfterSeconds = 5

/** Counts the streams of each key on this process. */
export class EventStreams {
  readonly #open = new Map<string, number>()
  readonly #most: number
  readonly #code: 'stream.limited' | 'concurrency.limited'

  constructor(most = streamsPerKey, code: 'stream.limited' | 'concurrency.limited' = 'stream.limited') {
    this.#most = most
    this.#code = code
  }

  /** Returns the function to call at the end of the stream. */
  begin(keyId: string): () => void {
    const open = this.#open.get(keyId) ?? 0
    if (open >= this.#most) throw new AppError(this.#code, { retryAfterSeconds })
    this.#open.set(keyId, open + 1)
    return () => this.#end(keyId)
  }

  #end(keyId: string): void {
    const left = (this.#open.get(keyId) ?? 1) - 1
    if (left === 0) this.#open.delete(keyId)
    else this.#open.set(keyId, left)
  }
}
