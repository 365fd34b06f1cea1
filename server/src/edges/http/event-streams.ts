import { AppError } from '../../platform/errors.ts'

/** Maximum number of open event streams per key. With 4,000 streams of one key, the searches of all clients took seconds. */
export const streamsPerKey = 20

/** Retry-After: a client that watches many documents gets a free stream when one of them is done. */
const retryAfterSeconds = 5

/** Counts the event streams of each key on this process. */
export class EventStreams {
  readonly #open = new Map<string, number>()

  /** Returns the function to call at the end of the stream. */
  begin(keyId: string): () => void {
    const open = this.#open.get(keyId) ?? 0
    if (open >= streamsPerKey) throw new AppError('stream.limited', { retryAfterSeconds })
    this.#open.set(keyId, open + 1)
    return () => this.#end(keyId)
  }

  #end(keyId: string): void {
    const left = (this.#open.get(keyId) ?? 1) - 1
    if (left === 0) this.#open.delete(keyId)
    else this.#open.set(keyId, left)
  }
}
