import { setImmediate as nextTurn } from 'node:timers/promises'

/** The longest time that work may block the event loop. Nobody notices so short a delay. */
const turnMs = 10

/** Splits long work on this thread into short turns, so that requests are answered in between. */
export class EventLoopYield {
  #since = performance.now()

  /** Call it after every small step. It yields to the event loop if the turn is over, and otherwise returns at once. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#since < turnMs) return
    await nextTurn()
    this.#since = performance.now()
  }
}
