import createClient, { type Client } from 'openapi-fetch'
import { DocumentFailedError, ReverieError, toError } from './errors.ts'
import { everyPage } from './every-page.ts'
import type { paths } from './generated/api.ts'
import { OutgoingRequest } from './outgoing-request.ts'
import { type Fetch, type SendOptions, send } from './send.ts'
import { nameOf, toBlob, toForm, type Uploadable } from './to-form.ts'
import type * as Types from './types.ts'
import { untilDone, type WaitOptions } from './until-done.ts'

export type * from './types.ts'
export type { Uploadable, WaitOptions }
export { DocumentFailedError, ReverieError }

export type ReverieOptions = {
  /** Where the server is, for example `http://127.0.0.1:8787`. */
  baseUrl: string
  apiKey: string
  /** How often a request is sent again where that is safe; 3 unless said. */
  maxRetries?: number
  /** Limit of one attempt; a minute unless said. */
  timeoutMs?: number
  /** Instead of the platform's own. */
  fetch?: Fetch
}

export type CallOptions = { signal?: AbortSignal }
export type AddOptions = CallOptions & {
  /** Names this request, so that sending it again adds nothing. Made when absent. */
  idempotencyKey?: string
}

/** A client of one organization, or of one container tag where the key is scoped. */
export class Reverie {
  /** Every operation of the API, typed, with retries; errors are returned as openapi-fetch has it. */
  readonly api: Client<paths>
  readonly #baseUrl: string
  readonly #headers: Record<string, string>
  readonly #sending: SendOptions

  constructor({ baseUrl, apiKey, maxRetries = 3, timeoutMs = 60_000, fetch }: ReverieOptions) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '')
    this.#headers = { authorization: `Bearer ${apiKey}` }
    this.#sending = {
      fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
      maxRetries,
      timeoutMs,
    }
    this.api = createClient<paths>({
      baseUrl: this.#baseUrl,
      headers: this.#headers,
      Request: OutgoingRequest,
      fetch: request => send((request as OutgoingRequest).outgoing, this.#sending),
    })
  }

  /** Adds a text, and answers before it is processed: see `waitUntilDone`. */
  async add(document: Types.AddDocument, options: AddOptions = {}): Promise<Types.Accepted> {
    return answerOf(await this.api.POST('/v3/documents', { body: document, ...once(options) }))
  }

  /** Adds up to 600 documents. Items that are refused are among the results; the others are added all the same. */
  async addBatch(batch: Types.AddBatch, options: AddOptions = {}): Promise<Types.AddedBatch> {
    return answerOf(await this.api.POST('/v3/documents/batch', { body: batch, ...once(options) }))
  }

  /** Adds a file: a File or Blob, bytes, a stream, or in Node a `{ path }`. */
  async upload(
    file: Uploadable,
    { name, ...fields }: Types.UploadFields = {},
    options: AddOptions = {},
  ): Promise<Types.Accepted> {
    const form = toForm(await toBlob(file), name ?? nameOf(file), fields)
    const { headers, ...init } = once(options)
    const outgoing = {
      url: `${this.#baseUrl}/v3/documents/file`,
      init: { ...init, method: 'POST', headers: new Headers({ ...this.#headers, ...headers }), body: form },
    }
    const response = await send(outgoing, this.#sending)
    const body = await response.json().catch(() => undefined)
    if (!response.ok) throw toError(response, body)
    return body as Types.Accepted
  }

  /** By id or customId, as everywhere. */
  async get(id: string, options: CallOptions = {}): Promise<Types.Document> {
    return answerOf(await this.api.GET('/v3/documents/{id}', { params: { path: { id } }, ...options }))
  }

  async update(
    id: string,
    changes: Types.UpdateDocument,
    options: CallOptions = {},
  ): Promise<Types.Accepted> {
    const params = { path: { id } }
    return answerOf(await this.api.PATCH('/v3/documents/{id}', { params, body: changes, ...options }))
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    answerOf(await this.api.DELETE('/v3/documents/{id}', { params: { path: { id } }, ...options }))
  }

  /** Asks until the document is `done`. Throws DocumentFailedError when it ends `failed`. */
  waitUntilDone(id: string, options: WaitOptions = {}): Promise<Types.Document> {
    const getAttempts = async () => {
      const params = { path: { id } }
      return answerOf(await this.api.GET('/v3/documents/{id}/attempts', { params })).attempts
    }
    return untilDone(id, () => this.get(id, signalOf(options)), getAttempts, options)
  }

  /** Every document that matches, page by page. Oldest first unless said: what is added meanwhile comes last. */
  documents(
    query: Types.ListDocuments = {},
    options: CallOptions = {},
  ): AsyncGenerator<Types.ListedDocument> {
    return everyPage(async page => {
      const body = { limit: 100, order: 'asc' as const, ...query, page }
      const { memories, pagination } = answerOf(
        await this.api.POST('/v3/documents/list', { body, ...options }),
      )
      return { items: memories, totalPages: pagination.totalPages }
    })
  }

  /** Every memory of the containers, in its latest version. */
  memories(query: Types.ListMemories, options: CallOptions = {}): AsyncGenerator<Types.ListedMemory> {
    return everyPage(async page => {
      const body = { limit: 100, order: 'asc' as const, ...query, page }
      const { memoryEntries, pagination } = answerOf(
        await this.api.POST('/v4/memories/list', { body, ...options }),
      )
      return { items: memoryEntries, totalPages: pagination.totalPages }
    })
  }

  /** Finds documents, with the passages that match. */
  async search(query: Types.Search, options: CallOptions = {}): Promise<Types.SearchResults> {
    return answerOf(await this.api.POST('/v3/search', { body: query, ...options }))
  }

  /** Finds memories, or passages and memories together. */
  async searchMemories(query: Types.SearchMemories, options: CallOptions = {}): Promise<Types.FoundMemories> {
    return answerOf(await this.api.POST('/v4/search', { body: query, ...options }))
  }

  /** Who a container is about: what lasts and what is going on. */
  async profile(query: Types.ReadProfile, options: CallOptions = {}): Promise<Types.Profile> {
    return answerOf(await this.api.POST('/v4/profile', { body: query, ...options }))
  }
}

function answerOf<T>(result: { data?: T; error?: unknown; response: Response }): T {
  if (!result.response.ok) throw toError(result.response, result.error)
  return result.data as T
}

/** With a key of its own, a request may be sent again without being done again. */
function once({ idempotencyKey = newKey(), ...options }: AddOptions) {
  return { ...options, headers: { 'idempotency-key': idempotencyKey } }
}

function signalOf({ signal }: WaitOptions): CallOptions {
  return signal ? { signal } : {}
}

/** `crypto.randomUUID` is missing on pages served without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
