import { isPassing } from '../../platform/db/pool.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { BoundedMap } from '../../platform/lib/bounded-map.ts'
import { settingsCacheMs } from '../../platform/lib/settings-cache-ms.ts'
import { readSettings } from './store.ts'

const remembered = 10_000

type CachedChunkSize = { chunkSize: number | undefined; readAt: number }

/**
 * The chunk sizes of organizations. Every slice asks, so each is read at most once in ten seconds. While the directory is
 * away, the last known size serves: a setting changes rarely, and documents of healthy cells must not wait for it.
 */
export class ChunkSizes {
  readonly #directory: Source
  readonly #known = new BoundedMap<string, CachedChunkSize>(remembered)
  #failedAt = Number.NEGATIVE_INFINITY

  constructor(directory: Source) {
    this.#directory = directory
  }

  async of(org: string): Promise<number | undefined> {
    const known = this.#known.get(org)
    if (known && performance.now() - known.readAt < settingsCacheMs) return known.chunkSize
    // A directory that does not answer is asked once in ten seconds, not by each slice.
    if (known && performance.now() - this.#failedAt < settingsCacheMs) return known.chunkSize
    try {
      return await this.#read(org)
    } catch (error) {
      if (!known || !isPassing(error)) throw error
      this.#failedAt = performance.now()
      return known.chunkSize
    }
  }

  /** Whether `of` can answer without the directory. */
  has(org: string): boolean {
    return this.#known.get(org) !== undefined
  }

  async #read(org: string): Promise<number | undefined> {
    const { chunkSize } = await unscoped(this.#directory, db => readSettings(db, org))
    const read = typeof chunkSize === 'number' ? chunkSize : undefined
    this.#known.set(org, { chunkSize: read, readAt: performance.now() })
    return read
  }
}
