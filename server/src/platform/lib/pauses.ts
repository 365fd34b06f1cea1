import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long work may go on before others have their turn: far less than anybody notices. */
const turnMs = 10

/** Lets long work in this thread be done in short turns, between which requests are answered. */
export class Pauses {
  #since = performance.now()

  /** To be awaited after each small piece: returns at once until a turn is over. */
  async afterPiece(): Promise<void> {
    if (performance.now() - this.#since < turnMs) return
    await nextTurn()
    this.#since = performance.now()
  }
}
