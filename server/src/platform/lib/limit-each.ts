/**
 * At most `most` places for each name. Others of that name wait in order for a place; other names are not affected.
 */
export class LimitEach {
  readonly #most: number
  readonly #running = new Map<string, { count: number; waiting: (() => void)[] }>()

  constructor(most: number) {
    this.#most = most
  }

  /** Returns nothing if a place was free, else a promise of one. Each has to be given back with `release`. */
  take(name: string): Promise<void> | undefined {
    const place = this.#running.get(name) ?? { count: 0, waiting: [] }
    this.#running.set(name, place)
    if (place.count < this.#most) {
      place.count++
      return undefined
    }
    return new Promise<void>(resolve => place.waiting.push(resolve))
  }

  /** The place passes to the next in line, or becomes free. */
  release(name: string): void {
    const place = this.#running.get(name)!
    const next = place.waiting.shift()
    if (next) next()
    else if (--place.count === 0) this.#running.delete(name)
  }
}
