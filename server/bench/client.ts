import { setTimeout as sleep } from 'node:timers/promises'

/** The fields of an answer that this client reads. */
export type AnswerBody = {
  id: string
  status: string
  dreamingStatus: string
  errorCode: string | null
  code?: string
  totalCount: number
  results: { documentId: string }[]
}

/** Status 0 means no answer at all. */
export type MeasuredResponse = { status: number; body: Partial<AnswerBody>; ms: number }

export type Addition = {
  content: string
  containerTag: string
  customId?: string
  documentDate?: string
  /** `rag`: indexed but not dreamed of, where only search is measured. */
  taskType?: 'rag'
  /** `instant`: dreamed of as soon as it is indexed. */
  dreaming?: 'instant'
}

const patienceMs = 20_000

/** A client as users write them: HTTP and a key. It counts the answers it gets. */
export class Client {
  readonly url: string
  readonly key: string
  readonly answers: Record<string, number> = {}
  readonly #timeoutMs: number

  constructor(url: string, key: string, timeoutMs = patienceMs) {
    this.url = url
    this.key = key
    this.#timeoutMs = timeoutMs
  }

  async request(method: string, path: string, body?: unknown): Promise<MeasuredResponse> {
    const started = performance.now()
    const answer = await this.#ask(method, path, body)
    const label = answer.status === 0 ? 'none' : [answer.status, answer.body.code].join(' ').trim()
    this.answers[label] = (this.answers[label] ?? 0) + 1
    return { ...answer, ms: performance.now() - started }
  }

  /** Sends a form as multipart with its files, any other body as JSON. */
  async #ask(method: string, path: string, body: unknown): Promise<Omit<MeasuredResponse, 'ms'>> {
    const isForm = body instanceof FormData
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: {
          authorization: `Bearer ${this.key}`,
          ...(!isForm && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(this.#timeoutMs),
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as AnswerBody) }
    } catch {
      return { status: 0, body: {} }
    }
  }

  add(addition: Addition): Promise<MeasuredResponse> {
    return this.request('POST', '/v3/documents', addition)
  }

  /** Adds a document and returns its id; throws when the add fails. */
  async mustAdd(addition: Addition): Promise<string> {
    const { status, body } = await this.add(addition)
    if (status !== 200) throw new Error(`an add answered ${status}: ${JSON.stringify(body)}`)
    return body.id!
  }

  get(id: string): Promise<MeasuredResponse> {
    return this.request('GET', `/v3/documents/${id}`)
  }

  search(q: string, containerTag: string): Promise<MeasuredResponse> {
    return this.request('POST', '/v3/search', { q, containerTag })
  }

  /** Retries until the add is accepted: the customId makes it idempotent. */
  addUntilAccepted(addition: Addition & { customId: string }): Promise<string> {
    return this.#untilAccepted(() => this.add(addition))
  }

  uploadUntilAccepted(
    file: { name: string; bytes: Uint8Array },
    fields: Record<string, string> & { customId: string },
  ): Promise<string> {
    return this.#untilAccepted(() => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      form.set('file', new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name)
      return this.request('POST', '/v3/documents/file', form)
    })
  }

  async #untilAccepted(attempt: () => Promise<MeasuredResponse>): Promise<string> {
    for (let pauseMs = 100; ; pauseMs = Math.min(1_000, pauseMs * 2)) {
      const { status, body } = await attempt()
      if (status === 200) return body.id!
      if (status >= 400 && status < 500 && status !== 429)
        throw new Error(`an add was refused: ${status} ${JSON.stringify(body)}`)
      await sleep(pauseMs)
    }
  }

  /** Documents that are neither done nor failed, from the counters; undefined while those cannot be read. */
  async countPending(containerTag?: string): Promise<number | undefined> {
    const only = containerTag ? `&containerTag=${containerTag}` : ''
    const { status, body } = await this.request('GET', `/v3/documents/processing?view=pending&limit=1${only}`)
    return status === 200 ? body.totalCount : undefined
  }

  /** Milliseconds from the add to `done`, polled every `pollMs`. */
  async timeToDone(addition: Addition, pollMs = 20): Promise<number> {
    const started = performance.now()
    const id = await this.mustAdd(addition)
    for (;;) {
      const { body } = await this.get(id)
      if (body.status === 'done') return performance.now() - started
      if (body.status === 'failed') throw new Error(`document ${id} failed`)
      await sleep(pollMs)
    }
  }
}

/** Calls `work` for `count` numbers, `width` at a time. */
export async function concurrently(
  count: number,
  width: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const hands = Array.from({ length: Math.min(width, count) }, async () => {
    while (next < count) await work(next++)
  })
  await Promise.all(hands)
}
