import {
  type AddOptions,
  type Api,
  answerOf,
  type CallOptions,
  type DocumentOptions,
  named,
  once,
} from './call.ts'
import { everyPage } from './every-page.ts'
import { pause } from './pause.ts'
import { backOff } from './send.ts'
import { readEvents } from './server-sent-events.ts'
import { nameOf, toBlob, toForm, type Uploadable } from './to-form.ts'
import type * as Types from './types.ts'
import { untilDone, type WaitOptions } from './until-done.ts'

/**
 * Texts, links and files. Wherever a method takes an id, a customId works too. With an organization key, also give the
 * `containerTag` when several containers have a document with this customId.
 */
export class Documents {
  readonly #api: Api
  readonly #maxRetries: number

  constructor(api: Api, { maxRetries }: { maxRetries: number }) {
    this.#api = api
    this.#maxRetries = maxRetries
  }

  /** Adds a text or a link. Returns before the document is processed: see `waitUntilDone`. */
  async add(document: Types.NewDocument, options: AddOptions = {}): Promise<Types.DocumentReceipt> {
    return answerOf(await this.#api.POST('/v3/documents', { body: document, ...once(options) }))
  }

  /**
   * Adds up to 600 documents. `results` reports a refused item, which does not stop the others. An item whose database did
   * not respond is retried with the same idempotency key, so no document is added twice.
   */
  async addBatch(batch: Types.NewBatch, options: AddOptions = {}): Promise<Types.BatchResult> {
    const keyed = once(options)
    for (let attempt = 0; ; attempt++) {
      const answer = answerOf(await this.#api.POST('/v3/documents/batch', { body: batch, ...keyed }))
      const isWhole = !answer.results.some(({ retryable }) => retryable)
      if (isWhole || attempt >= this.#maxRetries) return answer
      await pause(backOff(attempt), options.signal)
    }
  }

  /** Adds a file: a File or Blob, bytes, a stream, or in Node a `{ path }`. */
  async upload(
    file: Uploadable,
    { name, ...fields }: Types.UploadFields = {},
    options: AddOptions = {},
  ): Promise<Types.DocumentReceipt> {
    const form = toForm(await toBlob(file), name ?? nameOf(file), fields)
    return answerOf(
      await this.#api.POST('/v3/documents/file', { body: form as unknown as object, ...once(options) }),
    )
  }

  /** Gets a document with its status, its text and the memories extracted from it. */
  async get(id: string, options: DocumentOptions = {}): Promise<Types.Document> {
    return answerOf(await this.#api.GET('/v3/documents/{id}', named(id, options)))
  }

  /** Gets up to 500 documents with their memories, by id or customId. `notFound` has the ids that name no document. */
  async getMany(query: Types.DocumentIds, options: CallOptions = {}): Promise<Types.DocumentsById> {
    return answerOf(await this.#api.POST('/v3/documents/documents/by-ids', { body: query, ...options }))
  }

  /** Counts documents by type, status, source and container. */
  async facets(query: Types.FacetQuery = {}, options: CallOptions = {}): Promise<Types.Facets> {
    return answerOf(await this.#api.POST('/v3/documents/documents/facets', { body: query, ...options }))
  }

  /** Changes a document. New content is processed again; new metadata takes effect at once. */
  async update(
    id: string,
    changes: Types.DocumentChanges,
    options: DocumentOptions = {},
  ): Promise<Types.DocumentReceipt> {
    return answerOf(await this.#api.PATCH('/v3/documents/{id}', { ...named(id, options), body: changes }))
  }

  /** Deletes a document, and forgets the memories that cite only this document. */
  async delete(id: string, options: DocumentOptions = {}): Promise<void> {
    answerOf(await this.#api.DELETE('/v3/documents/{id}', named(id, options)))
  }

  /** Deletes up to 100 documents by id, or all under a container tag or a path. */
  async deleteMany(
    selection: Types.DocumentSelection,
    options: CallOptions = {},
  ): Promise<Types.DeletedDocuments> {
    return answerOf(await this.#api.DELETE('/v3/documents/bulk', { body: selection, ...options }))
  }

  /** Iterates over the documents that match, oldest first by default. Fetches pages as needed. */
  list(
    query: Types.DocumentQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<Types.DocumentListItem, void> {
    return everyPage(async page => {
      const body = { limit: 100, order: 'asc' as const, ...query, page }
      const { memories, pagination } = answerOf(
        await this.#api.POST('/v3/documents/list', { body, ...options }),
      )
      return { items: memories, totalPages: pagination.totalPages }
    })
  }

  /** Retries a failed document, or only its dreaming if that failed. */
  async retry(id: string, options: DocumentOptions = {}): Promise<Types.DocumentReceipt> {
    return answerOf(await this.#api.POST('/v3/documents/{id}/retry', named(id, options)))
  }

  /** Retries failed documents by the code and time of their failure: of the organization, or of containers. Returns their number. */
  async retryFailed(selection: Types.RetrySelection = {}, options: CallOptions = {}): Promise<number> {
    let [total, after]: [number, string | undefined] = [0, undefined]
    do {
      const body: Types.RetrySelection = { ...selection, ...(after && { after }) }
      const answer: Types.RetryReceipt = answerOf(
        await this.#api.POST('/v3/documents/retry', { body, ...options }),
      )
      total += answer.count
      after = answer.after ?? undefined
    } while (after)
    return total
  }

  /** Processes documents again after a change of settings. `from: 'dreaming'` only extracts memories again. Returns their number. */
  async reprocess(selection: Types.ReprocessSelection, options: CallOptions = {}): Promise<number> {
    let [total, after]: [number, string | undefined] = [0, undefined]
    do {
      const body: Types.ReprocessSelection = { ...selection, ...(after && { after }) }
      const answer: Types.ReprocessReceipt = answerOf(
        await this.#api.POST('/v3/documents/reprocess', { body, ...options }),
      )
      total += answer.count
      after = answer.after ?? undefined
    } while (after)
    return total
  }

  /**
   * Watches a document being processed: its current state at once, then every change. Ends when dreaming is finished, or
   * when the document failed or is deleted.
   */
  async *watch(id: string, options: DocumentOptions = {}): AsyncGenerator<Types.DocumentEvent, void> {
    const result = await this.#api.GET('/v3/documents/{id}/events', {
      ...named(id, options),
      parseAs: 'stream',
    })
    const body = answerOf(result as { data?: ReadableStream<Uint8Array>; response: Response })
    yield* readEvents<Types.DocumentEvent>(body)
  }

  /** Polls until the document is `done`. Throws DocumentFailedError when it ends `failed`. */
  waitUntilDone(id: string, options: WaitOptions & DocumentOptions = {}): Promise<Types.Document> {
    const { signal, containerTag } = options
    const call: DocumentOptions = { ...(signal && { signal }), ...(containerTag && { containerTag }) }
    const getAttempts = async () =>
      answerOf(await this.#api.GET('/v3/documents/{id}/attempts', named(id, call))).attempts
    return untilDone(id, () => this.get(id, call), getAttempts, options)
  }
}
