import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from '../../platform/telemetry/logger.ts'

/** Work that may wait. More would fill the memory while a database is down. */
const mostWaiting = 500
const notRemembered = 'the router could not remember an exchange'
/** Works that run at once. They use the connections of requests, of which there are ten. */
const mostRunning = 3

/**
 * Runs work after its request was answered. Work that fails is lost: a chat is sent again, as a whole, with its next
 * message. The log says that it failed, and nothing of its content.
 */
export class Background {
  readonly #logger: Logger
  readonly #waiting: (() => Promise<void>)[] = []
  #running = 0
  #settled = Promise.withResolvers<void>()
  readonly #silentUntil = new Map<string, number>()

  constructor(logger: Logger) {
    this.#logger = logger
    this.#settled.resolve()
  }

  start(work: () => Promise<void>): void {
    if (this.#waiting.length >= mostWaiting) {
      this.report(new Error('too many exchanges wait'), notRemembered)
      return
    }
    if (this.#running === 0 && this.#waiting.length === 0) this.#settled = Promise.withResolvers()
    // The loop may have been started by a request of another key, whose limits must not apply to this work.
    const runInContext = AsyncLocalStorage.snapshot()
    this.#waiting.push(() => runInContext(work))
    void this.#runOn()
  }

  /** Resolves when everything that was started is done. */
  settle(): Promise<void> {
    return this.#settled.promise
  }

  async #runOn(): Promise<void> {
    if (this.#running >= mostRunning) return
    this.#running++
    for (let work = this.#waiting.shift(); work; work = this.#waiting.shift())
      await work().catch(error => this.report(error, notRemembered))
    if (--this.#running === 0) this.#settled.resolve()
  }

  /** A database that is down fails every exchange, but the log has one line a minute of each kind. */
  report(error: unknown, message: string): void {
    if (Date.now() < (this.#silentUntil.get(message) ?? 0)) return
    this.#silentUntil.set(message, Date.now() + 60_000)
    this.#logger.warn({ err: error }, message)
  }
}
