import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest time a calculation blocks its thread. */
const longestMs = 15

/** Pauses in a long calculation, so that other work on its thread gets a turn. */
export class Pauses {
  #since = performance.now()

  get isDue(): boolean {
    return performance.now() - this.#since > longestMs
  }

  async take(): Promise<void> {
    await nextTurn()
    this.#since = performance.now()
  }
}

/** Runs a calculation to its end and pauses at its yields. */
export async function withPauses<T>(steps: Generator<void, T>): Promise<T> {
  const pauses = new Pauses()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (pauses.isDue) await pauses.take()
  }
}
