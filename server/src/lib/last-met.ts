/** Where a search looks, and how what is there is read. */
export type Met = { containers: readonly string[]; readings: readonly string[] }

/** Some hundred bytes each. */
const most = 10_000

/**
 * What a query's words are worth can be counted only where it is known in which containers and languages. Nearly always these
 * are what they were the last time: so it is counted there at once, in the round trip that finds them, and again if it was
 * elsewhere. Nothing is answered from memory.
 */
export class LastMet {
  readonly #met = new Map<string, Met>()

  async count<M extends Met, T>(
    name: string,
    meet: () => Promise<M>,
    count: (met: Met) => Promise<T>,
  ): Promise<{ met: M; counted: T }> {
    const before = this.#met.get(name)
    const meeting = meet()
    const guessed = before && count(before)
    guessed?.catch(() => undefined)
    const met = await meeting
    if (guessed && isSame(before, met)) return { met, counted: await guessed }
    this.#remember(name, met)
    return { met, counted: await count(met) }
  }

  #remember(name: string, { containers, readings }: Met): void {
    this.#met.delete(name)
    if (this.#met.size >= most) this.#met.delete(this.#met.keys().next().value!)
    this.#met.set(name, { containers, readings })
  }
}

function isSame(a: Met, b: Met): boolean {
  return isSameList(a.containers, b.containers) && isSameList(a.readings, b.readings)
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i])
}
