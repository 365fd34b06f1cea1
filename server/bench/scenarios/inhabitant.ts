import { setTimeout as sleep } from 'node:timers/promises'
import type { Addition, Client, MeasuredResponse } from '../client.ts'
import { shortText } from '../texts.ts'

export type Life = { answers: number; failures: string[]; ms: number[]; done: number }

/** An organization as its users see it: it adds, gets and searches, one request at a time. */
export class Inhabitant {
  readonly #client: Client
  #known = ''
  #added = 0

  constructor(client: Client) {
    this.#client = client
  }

  async settle(): Promise<void> {
    this.#known = (await this.addSome(5))[0]!
    await this.untilDone([this.#known])
  }

  /** Sends a mixed load for a time; every answer should be good. */
  async live(forMs: number): Promise<Life> {
    const life: Life = { answers: 0, failures: [], ms: [], done: 0 }
    const added: string[] = []
    await this.#requests(forMs, life, (answer, what) => {
      if (answer.status !== 200) return `${what} ${answer.status} ${JSON.stringify(answer.body)}`
      if (what === 'add') added.push(answer.body.id!)
    })
    for (const id of added) if ((await this.#client.get(id)).body.status === 'done') life.done++
    return life
  }

  /** Sends the same load to a cell that is down; every request should be refused in the documented way. */
  async knock(forMs: number): Promise<Life> {
    const life: Life = { answers: 0, failures: [], ms: [], done: 0 }
    await this.#requests(forMs, life, (answer, what) => {
      if (answer.status !== 503 || answer.body.code !== 'cell.unavailable')
        return `${what} ${answer.status} ${JSON.stringify(answer.body)}`
    })
    return life
  }

  async #requests(
    forMs: number,
    life: Life,
    judge: (answer: MeasuredResponse, what: string) => string | undefined,
  ): Promise<void> {
    for (const end = performance.now() + forMs; performance.now() < end; ) {
      for (const [what, ask] of Object.entries(this.#deeds)) {
        const answer = await ask()
        life.answers++
        life.ms.push(answer.ms)
        const failure = judge(answer, what)
        if (failure) life.failures.push(failure)
        await sleep(10)
      }
    }
  }

  readonly #deeds: Record<string, () => Promise<MeasuredResponse>> = {
    add: () => this.#client.add(this.#next()),
    get: () => this.#client.get(this.#known),
    search: () => this.#client.search('Who moved to Lisbon?', 'notes'),
  }

  #next(): Addition {
    return { content: shortText(this.#added++), containerTag: 'notes' }
  }

  addSome(count: number): Promise<string[]> {
    return Promise.all(Array.from({ length: count }, () => this.#client.mustAdd(this.#next())))
  }

  async untilAdded(): Promise<void> {
    while ((await this.#client.add(this.#next())).status !== 200) await sleep(50)
  }

  async untilDone(ids: string[]): Promise<void> {
    for (const id of ids) while ((await this.#client.get(id)).body.status !== 'done') await sleep(50)
  }
}
