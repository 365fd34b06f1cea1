import { type Source, unscoped } from '../../platform/db/tx.ts'
import { BoundedMap } from '../../platform/lib/bounded-map.ts'
import { settingsFreshMs } from '../../platform/lib/settings-age.ts'
import { readSettings } from './store.ts'

const remembered = 10_000

type CachedChunkSize = { chunkSize: number | undefined; readAt: number }

/** The chunk sizes of organizations. Every slice asks, so each is read at most once in ten seconds. */
export class ChunkSizes {
  readonly #directory: Source
  readonly #known = new BoundedMap<string, CachedChunkSize>(remembered)

  constructor(directory: Source) {
    this.#directory = directory
  }

  async of(org: string): Promise<number | undefined> {
    const known = this.#known.get(org)
    if (known && performance.now() - known.readAt < settingsFreshMs) return known.chunkSize
    const { chunkSize } = await unscoped(this.#directory, db => readSettings(db, org))
    const read = typeof chunkSize === 'number' ? chunkSize : undefined
    this.#known.set(org, { chunkSize: read, readAt: performance.now() })
    return read
  }
}
