import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, concurrently } from '../client.ts'
import { longText, shortText } from '../texts.ts'
import type { Sent } from './recount.ts'

/** One container is large, the others are small. */
const tags = ['inbox', 'inbox', 'inbox', 'notes', 'diary', 'letters']

/** The documents of two organizations, and their progress according to the API. */
export class Submission {
  readonly accepted = new Map<string, Sent>()
  readonly #clients: [Client, Client]
  readonly #startedAt = performance.now()
  #done = 0

  constructor(clients: [Client, Client]) {
    this.#clients = clients
  }

  /** Sends the documents with these numbers. One in twenty is long; one in fifty is changed after it was accepted. */
  async send(from: number, to: number, concurrency: number): Promise<void> {
    await concurrently(to - from, concurrency, async index => {
      const n = from + index
      const client = this.#clients[n % 2]!
      const containerTag = tags[Math.floor(n / 2) % tags.length]!
      const customId = `document-${n}`
      const content = n % 20 === 7 ? longText(n) : shortText(n)
      const id = await client.addUntilAccepted({ content, containerTag, customId })
      this.accepted.set(customId, { id, revision: 1 })
      if (n % 50 !== 3) return
      await client.addUntilAccepted({ content: `${content} Later it was sold.`, containerTag, customId })
      this.accepted.set(customId, { id, revision: 2 })
    })
  }

  async untilAccepted(documents: number): Promise<void> {
    while (this.accepted.size < documents) await sleep(10)
  }

  async untilDone(documents: number): Promise<void> {
    while ((await this.#countDone()) < documents) await sleep(100)
  }

  async #countDone(): Promise<number> {
    const accepted = this.accepted.size
    const pending = await Promise.all(this.#clients.map(client => client.countPending()))
    // While the database is down nothing is known, and nothing gets done.
    if (!pending.includes(undefined)) this.#done = accepted - (pending[0]! + pending[1]!)
    return this.#done
  }

  get answers(): Record<string, number> {
    const sum: Record<string, number> = {}
    for (const { answers } of this.#clients)
      for (const [label, count] of Object.entries(answers)) sum[label] = (sum[label] ?? 0) + count
    return sum
  }

  toString(): string {
    const rate = this.#done / ((performance.now() - this.#startedAt) / 1000)
    return `${this.#done} done, ${this.accepted.size} accepted, ${rate.toFixed(0)} done/s`
  }
}
