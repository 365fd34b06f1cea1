import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long a calculation keeps its thread from others. */
const longestMs = 15

/** Pauses of a long calculation: whoever else lives on its thread gets a turn. */
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

/** Runs a calculation to its end, with pauses at its yields. */
export async function withPauses<T>(steps: Generator<void, T>): Promise<T> {
  const pauses = new Pauses()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (pauses.isDue) await pauses.take()
  }
}
