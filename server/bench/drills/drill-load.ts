import { setTimeout as sleep } from 'node:timers/promises'
import { uniqueWord } from '../texts.ts'
import { type Attempt, Ledger, type LedgerDocument } from './ledger.ts'

/** The part of an answer that the load reads. */
type Answer = {
  status: number
  body: { id?: string; erasureId?: string; erasureIds?: string[]; memories?: { id: string }[] }
  receipt: string | null
}

const writers = 3
const pauseMs = 60
const adds = { text: 0.45, file: 0.6, memory: 0.66 }
const changes = { update: 0.76, removeOne: 0.88, removeSome: 0.94, forget: 0.98 }

/**
 * Adds, uploads, updates, deletes, forgets and deletes whole container tags, at random and by several writers. No writer
 * touches the data of another one, so each knows what must be there.
 */
export class DrillLoad {
  readonly ledger = new Ledger()
  readonly url: string
  readonly key: string
  #isStopped = false
  #next = 0
  readonly #running: Promise<unknown>

  constructor(url: string, key: string) {
    this.url = url
    this.key = key
    this.#running = Promise.all(Array.from({ length: writers }, (_, writer) => this.#work(writer)))
    this.#running.catch(() => undefined)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #work(writer: number): Promise<void> {
    while (!this.#isStopped) {
      const tag = `writer-${writer}-${this.#tagOf(writer)}`
      await this.#act(writer, tag, Math.random())
      await sleep(pauseMs)
    }
  }

  readonly #tags = new Map<number, number>()
  readonly #tagOf = (writer: number) => this.#tags.get(writer) ?? 0

  async #act(writer: number, tag: string, chance: number): Promise<void> {
    const live = this.ledger.documents.filter(each => each.tag === tag && each.id !== null && !each.removed)
    if (chance < adds.text || live.length < 3) return this.#add(tag)
    if (chance < adds.file) return this.#upload(tag)
    if (chance < adds.memory) return this.#addMemory(tag)
    if (chance < changes.update) return this.#update(pick(live.filter(each => !each.isFile)))
    if (chance < changes.removeOne) return this.#removeOne(pick(live))
    if (chance < changes.removeSome) return this.#removeSome(live.slice(0, 3))
    if (chance < changes.forget) return this.#forget(tag)
    this.#tags.set(writer, this.#tagOf(writer) + 1)
    return this.#removeTag(tag)
  }

  async #add(tag: string): Promise<void> {
    const document = this.#note(tag, false)
    const body = {
      content: document.texts[0]!.text,
      customId: document.customId,
      containerTag: tag,
      taskType: 'rag',
    }
    await this.#added(document, await this.#send('POST', '/v3/documents', body))
  }

  async #upload(tag: string): Promise<void> {
    const document = this.#note(tag, true)
    const form = new FormData()
    form.set('file', new Blob([document.texts[0]!.text], { type: 'text/plain' }), 'note.txt')
    for (const [name, value] of Object.entries({
      customId: document.customId,
      containerTag: tag,
      taskType: 'rag',
    }))
      form.set(name, value)
    await this.#added(document, await this.#send('POST', '/v3/documents/file', form))
  }

  #note(tag: string, isFile: boolean): LedgerDocument {
    const n = this.#next++
    const added: Attempt = { sentAt: Date.now(), acknowledgedAt: null }
    const text = `Note ${n} about ${uniqueWord(n)}, a word of its own.`
    const document = {
      customId: `drill-${n}`,
      tag,
      isFile,
      id: null,
      added,
      texts: [{ text, ...added }],
      removed: null,
    }
    this.ledger.documents.push(document)
    return document
  }

  async #added(document: LedgerDocument, { status, body }: Answer): Promise<void> {
    if (status !== 200) return
    document.id = body.id!
    document.added.acknowledgedAt = Date.now()
    document.texts[0]!.acknowledgedAt = document.added.acknowledgedAt
  }

  async #update(document: LedgerDocument | undefined): Promise<void> {
    if (!document) return
    const version = {
      text: `Version ${document.texts.length + 1} of it. ${document.texts[0]!.text}`,
      ...begin(),
    }
    document.texts.push(version)
    const { status } = await this.#send('PATCH', `/v3/documents/${document.id}`, { content: version.text })
    if (status === 200) version.acknowledgedAt = Date.now()
  }

  async #removeOne(document: LedgerDocument | undefined): Promise<void> {
    if (!document) return
    document.removed = begin()
    this.#removed([document], await this.#send('DELETE', `/v3/documents/${document.id}`))
  }

  async #removeSome(documents: readonly LedgerDocument[]): Promise<void> {
    for (const document of documents) document.removed = begin()
    this.#removed(
      documents,
      await this.#send('DELETE', '/v3/documents/bulk', { ids: documents.map(each => each.id) }),
    )
  }

  async #removeTag(tag: string): Promise<void> {
    const documents = this.ledger.documents.filter(each => each.tag === tag && !each.removed)
    const memories = this.ledger.memories.filter(each => each.tag === tag && !each.forgotten)
    for (const document of documents) document.removed = begin()
    for (const memory of memories) memory.forgotten = begin()
    const answer = await this.#send('DELETE', `/v3/container-tags/${tag}`)
    this.#removed(documents, answer)
    if (answer.status < 300) for (const memory of memories) memory.forgotten!.acknowledgedAt = Date.now()
  }

  #removed(documents: readonly LedgerDocument[], { status, body, receipt }: Answer): void {
    if (status < 200 || status >= 300) return
    for (const document of documents) document.removed!.acknowledgedAt = Date.now()
    const [own] = [body.erasureId ?? receipt]
    this.ledger.receipts.push(...(body.erasureIds ?? (own ? [own] : [])))
  }

  async #addMemory(tag: string): Promise<void> {
    const added = begin()
    const content = `The owner of ${uniqueWord(this.#next)} is number ${this.#next++}.`
    const { status, body } = await this.#send('POST', '/v4/memories', {
      containerTag: tag,
      memories: [{ content }],
    })
    if (status >= 300 || !body.memories) return
    added.acknowledgedAt = Date.now()
    this.ledger.memories.push({ id: body.memories[0]!.id, tag, added, forgotten: null })
  }

  async #forget(tag: string): Promise<void> {
    const memory = pick(this.ledger.memories.filter(each => each.tag === tag && !each.forgotten))
    if (!memory) return
    memory.forgotten = begin()
    const { status, receipt } = await this.#send('DELETE', '/v4/memories', {
      containerTag: tag,
      id: memory.id,
    })
    if (status !== 200) return
    memory.forgotten.acknowledgedAt = Date.now()
    if (receipt) this.ledger.receipts.push(receipt)
  }

  async #send(method: string, path: string, body?: unknown): Promise<Answer> {
    try {
      const isForm = body instanceof FormData
      const response = await fetch(this.url + path, {
        method,
        headers: {
          authorization: `Bearer ${this.key}`,
          ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      })
      const text = await response.text()
      return {
        status: response.status,
        body: text ? JSON.parse(text) : {},
        receipt: response.headers.get('x-erasure-id'),
      }
    } catch {
      return { status: 0, body: {}, receipt: null }
    }
  }
}

const begin = (): Attempt => ({ sentAt: Date.now(), acknowledgedAt: null })

const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]
