import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../client.ts'
import type { Sent } from '../scenarios/recount.ts'
import { shortText } from '../texts.ts'

const writers = 4
const pauseMs = 250
const retryMs = 100

/** Adds at a steady pace, and what was acknowledged of them. An add without an acknowledgement is sent again. */
export class PacedAdds {
  readonly accepted = new Map<string, Sent>()
  /** Milliseconds of `performance.now()`. */
  #newestAcknowledged = { sentAt: 0, at: 0 }
  #isStopped = false
  #next = 0
  readonly #client: Client
  readonly #prefix: string
  readonly #sending: Promise<unknown>

  constructor(client: Client, prefix: string) {
    this.#client = client
    this.#prefix = prefix
    this.#sending = Promise.all(Array.from({ length: writers }, () => this.#send()))
    this.#sending.catch(() => undefined)
  }

  /** Resolves with the moment of the first acknowledgement of an add that was sent after this moment. */
  async untilAcknowledged(after: number): Promise<number> {
    while (this.#newestAcknowledged.sentAt < after) {
      if (this.#isStopped) await this.#sending
      await sleep(5)
    }
    return this.#newestAcknowledged.at
  }

  /** Sends no further adds, and waits until those under way are acknowledged. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#sending
  }

  async #send(): Promise<void> {
    while (!this.#isStopped) {
      await this.#add(this.#next++)
      await sleep(pauseMs)
    }
  }

  /** One in fifty is changed after it was accepted. */
  async #add(n: number): Promise<void> {
    const customId = `${this.#prefix}-${n}`
    const content = shortText(n)
    const id = await this.#untilAccepted(customId, content)
    this.accepted.set(customId, { id, revision: 1 })
    if (n % 50 !== 3) return
    await this.#untilAccepted(customId, `${content} Later it was sold.`)
    this.accepted.set(customId, { id, revision: 2 })
  }

  async #untilAccepted(customId: string, content: string): Promise<string> {
    for (;;) {
      const sentAt = performance.now()
      const { status, body } = await this.#client.add({
        content,
        customId,
        containerTag: 'drill',
        taskType: 'rag',
      })
      if (status === 200) {
        if (sentAt > this.#newestAcknowledged.sentAt)
          this.#newestAcknowledged = { sentAt, at: performance.now() }
        return body.id!
      }
      if (status >= 400 && status < 500 && status !== 429)
        throw new Error(`an add was refused: ${status} ${JSON.stringify(body)}`)
      await sleep(retryMs)
    }
  }
}
