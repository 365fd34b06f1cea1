import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, MeasuredResponse } from '../client.ts'
import { filledTag } from './fill.ts'

const tag = 'lively'

/** A document as its writer knows it. */
export type WrittenDocument = { id: string; content: string; isDeleted: boolean; revision: number }

/** Clients that add, read, update, delete, list and search for as long as a shard moves. None of them repeats a request. */
export class Traffic {
  readonly #client: Client
  readonly #writers: number
  readonly known: WrittenDocument[] = []
  readonly failures: string[] = []
  readonly writeMs: number[] = []
  readonly searchMs: number[] = []
  #running: Promise<void>[] = []
  #isOver = false

  constructor(client: Client, writers: number) {
    this.#client = client
    this.#writers = writers
  }

  get acknowledged(): number {
    return this.known.length
  }

  get searches(): number {
    return this.searchMs.length
  }

  start(): void {
    this.#running = [
      ...Array.from({ length: this.#writers }, (_, writer) => this.#write(writer)),
      this.#search(),
      this.#list(),
    ]
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#running)
  }

  async #ask(
    what: string,
    request: Promise<MeasuredResponse>,
    expected = [200],
  ): Promise<MeasuredResponse | undefined> {
    const response = await request
    if (expected.includes(response.status)) return response
    this.failures.push(`${what}: ${response.status} ${JSON.stringify(response.body).slice(0, 200)}`)
    return undefined
  }

  /** Each writer reads what it has just written: a request must never see an older state than the last answer. */
  async #write(writer: number): Promise<void> {
    for (let n = 0; !this.#isOver; n++) {
      const content = `Writer ${writer} notes tide ${n} of the harbour.`
      const added = await this.#ask('add', this.#client.add({ content, containerTag: tag, taskType: 'rag' }))
      if (added) {
        this.writeMs.push(added.ms)
        const known = { id: added.body.id!, content, isDeleted: false, revision: 1 }
        this.known.push(known)
        await this.#ask('read of an add', this.#client.get(known.id))
        if (n % 5 === 1) await this.#change(known)
        if (n % 7 === 2) await this.#delete(known)
      }
      await sleep(60)
    }
  }

  async #change(known: WrittenDocument): Promise<void> {
    const content = `${known.content} Corrected.`
    const changed = await this.#ask(
      'update',
      this.#client.request('PATCH', `/v3/documents/${known.id}`, { content }),
    )
    if (!changed) return
    this.writeMs.push(changed.ms)
    known.content = content
    known.revision++
  }

  async #delete(known: WrittenDocument): Promise<void> {
    const deleted = await this.#ask(
      'delete',
      this.#client.request('DELETE', `/v3/documents/${known.id}`),
      [200, 204],
    )
    if (!deleted) return
    this.writeMs.push(deleted.ms)
    known.isDeleted = true
    await this.#ask('read of a deleted document', this.#client.get(known.id), [404])
  }

  async #search(): Promise<void> {
    while (!this.#isOver) {
      const found = await this.#ask('search', this.#client.search('ledger of lanterns', filledTag(0)))
      if (found) this.searchMs.push(found.ms)
      if (found && !found.body.results?.length) this.failures.push('a search found nothing')
      await sleep(50)
    }
  }

  async #list(): Promise<void> {
    let before = 0
    while (!this.#isOver) {
      const alive = this.known.filter(({ isDeleted }) => !isDeleted).length
      const listed = await this.#ask(
        'list',
        this.#client.request('POST', '/v3/documents/list', { containerTags: [tag], limit: 10 }),
      )
      const total = (listed?.body as { pagination?: { totalItems: number } })?.pagination?.totalItems
      // Others delete and add meanwhile, so only a list that shows far fewer than were there is a fault.
      if (total !== undefined && total < Math.min(before, alive) - 2 * this.#writers)
        this.failures.push(`a list showed ${total} of ${alive} documents`)
      before = alive
      await sleep(200)
    }
  }
}
