import { BoundedMap } from '../lib/bounded-map.ts'
import { isAbsence, type Presence, presenceOf } from './presence.ts'
import { type Db, type Source, unscoped } from './tx.ts'

/** While the directory is away, what was read of it serves for this long, so that the cells stay usable. */
const usableWhileAwayMs = 15 * 60_000
const remembered = 10_000

type Entry<T> = { value: T; readAt: number }

/** Rows of the directory that requests need. A row that was read within `freshMs` is not read again. */
export class DirectoryCache<T> {
  readonly #directory: Source
  readonly #presence: Presence
  readonly #freshMs: number
  readonly #entries = new BoundedMap<string, Entry<T>>(remembered)
  readonly #readings = new Map<string, Promise<T>>()

  constructor(directory: Source, { freshMs }: { freshMs: number }) {
    this.#directory = directory
    this.#presence = presenceOf(directory)
    this.#freshMs = freshMs
  }

  async get(id: string, read: (db: Db) => Promise<T>): Promise<T> {
    return this.load(id, () => unscoped(this.#directory, read))
  }

  /** The same for rows that are read in several transactions. */
  async load(id: string, read: () => Promise<T>): Promise<T> {
    const entry = this.#entries.get(id)
    if (!entry) return this.#readOnce(id, read)
    const age = Date.now() - entry.readAt
    if (age < this.#freshMs) return entry.value
    if (age >= usableWhileAwayMs) return this.#readOnce(id, read)
    if (!this.#presence.mayAsk()) return entry.value
    try {
      return await this.#readOnce(id, read)
    } catch (error) {
      if (isAbsence(error)) return entry.value
      throw error
    }
  }

  /** After a change in this process. Others notice within `freshMs`. */
  forget(id: string): void {
    this.#entries.delete(id)
    this.#readings.delete(id)
  }

  clear(): void {
    this.#entries.clear()
    this.#readings.clear()
  }

  /** Requests that arrive together share one reading: 2,500 of them took all connections of the directory for seconds. */
  #readOnce(id: string, read: () => Promise<T>): Promise<T> {
    const known = this.#readings.get(id)
    // One that is never fresh must not come from before a change that the caller knows of.
    if (known && this.#freshMs > 0) return known
    const reading = this.#presence.note(read()).then(value => {
      // Forgotten meanwhile: it was changed, and this may be the row from before.
      if (this.#readings.get(id) === reading) this.#entries.set(id, { value, readAt: Date.now() })
      return value
    })
    this.#readings.set(id, reading)
    const end = () => {
      if (this.#readings.get(id) === reading) this.#readings.delete(id)
    }
    reading.then(end, end)
    return reading
  }
}

type ReadRow<T> = (db: Db, id: string) => Promise<T>

const recalled = new WeakMap<Source, Map<unknown, DirectoryCache<unknown>>>()

/** Reads a row each time it is needed. While the directory is away, the row that the same function read before serves. */
export function readOrRecall<T>(directory: Source, id: string, read: ReadRow<T>): Promise<T> {
  const caches = recalled.get(directory) ?? new Map<unknown, DirectoryCache<unknown>>()
  recalled.set(directory, caches)
  const cache = caches.get(read) ?? new DirectoryCache<unknown>(directory, { freshMs: 0 })
  caches.set(read, cache)
  return cache.get(id, db => read(db, id)) as Promise<T>
}
