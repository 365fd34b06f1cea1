/**
 * Runs at most `most` pieces of work at a time for each name. Others of that name wait in order; other names are not
 * affected.
 */
export class LimitEach {
  readonly #most: number
  readonly #running = new Map<string, { count: number; waiting: (() => void)[] }>()

  constructor(most: number) {
    this.#most = most
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const place = this.#running.get(name) ?? { count: 0, waiting: [] }
    this.#running.set(name, place)
    if (place.count < this.#most) place.count++
    else await new Promise<void>(resolve => place.waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place passes to the next in line, or becomes free.
      const next = place.waiting.shift()
      if (next) next()
      else if (--place.count === 0) this.#running.delete(name)
    }
  }
}
