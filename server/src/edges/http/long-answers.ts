import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Places } from '../../platform/lib/places.ts'
import { type Admission, refuse } from './admission.ts'
import type { Call } from './call.ts'
import { BegunList } from './send-answer.ts'

/** A client that reads slowly makes the server hold half a megabyte, so a key may have this many long answers open. */
const longAnswersPerKey = 20

/** While other requests are worked on, a long answer rests this many times as long as its last part took. */
const restFactor = 3

/**
 * Long lists are read from the database while they are sent. Four clients that listed content in a loop made the
 * searches of everybody 25 times as slow (p95 35 → 885 ms). So one part is read at a time, keys take turns, and other requests go first. No
 * turn is held while the client reads.
 */
export class LongAnswers {
  readonly #admission: Admission
  readonly #turns = new Places({ places: 1, burst: 0, line: 0, shortLine: 0 })
  readonly #open = new Map<string, number>()

  constructor(admission: Admission) {
    this.#admission = admission
  }

  /** The same list, whose parts take turns. Throws if the key has too many long answers open. */
  begin({ start, rest }: BegunList, { principal }: Call, reply: ServerResponse): BegunList {
    if (!rest) return new BegunList(start, rest)
    const key = principal.key.id
    const open = this.#open.get(key) ?? 0
    if (open >= longAnswersPerKey) throw refuse('concurrency.limited')
    this.#open.set(key, open + 1)
    reply.once('close', () => this.#end(key))
    return new BegunList(start, this.#inTurn(key, rest))
  }

  #end(key: string): void {
    const left = (this.#open.get(key) ?? 1) - 1
    if (left === 0) this.#open.delete(key)
    else this.#open.set(key, left)
  }

  async *#inTurn(key: string, texts: AsyncGenerator<string>): AsyncGenerator<string> {
    try {
      for (;;) {
        const turn = await this.#turns.takeAgain(key)
        const { done, value } = await turn.run(() => this.#read(texts))
        if (done) return
        yield value
      }
    } finally {
      await texts.return(undefined)
    }
  }

  /** The rest is part of the turn, so that many long answers together take no more of the CPU than one. */
  async #read(texts: AsyncGenerator<string>): Promise<IteratorResult<string>> {
    const started = performance.now()
    const part = await texts.next()
    const tookMs = performance.now() - started
    // At least the end of this turn of the event loop: a fast client takes every part at once.
    await pause(this.#admission.isBusy ? restFactor * tookMs : 0)
    return part
  }
}
