/**
 * A map of at most `max` entries: adding one more drops the entry that was set longest ago. Setting a key again makes it
 * the newest, so a cache that sets what it reads drops the least recently used. The package lru-cache was considered:
 * our caches need neither its ages nor its sizes.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number

  constructor(max: number) {
    super()
    this.#max = max
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    super.set(key, value)
    // A Map keeps insertion order, so the first key is the oldest.
    if (this.size > this.#max) this.delete(this.keys().next().value!)
    return this
  }
}
