import createClient from 'openapi-fetch'
import { Analytics } from './analytics.ts'
import { Apps } from './apps.ts'
import { type AddOptions, type Api, answerOf, type CallOptions, type DocumentOptions } from './call.ts'
import { Connections } from './connections.ts'
import { ContainerTags } from './container-tags.ts'
import { Conversations } from './conversations.ts'
import { Documents } from './documents.ts'
import { DocumentFailedError, type ErrorCode, ReverieError } from './errors.ts'
import { Exports } from './exports.ts'
import type { paths } from './generated/api.ts'
import { GoldenQuestions } from './golden-questions.ts'
import { Imports } from './imports.ts'
import type { JobWait } from './jobs.ts'
import { Keys } from './keys.ts'
import { Members } from './members.ts'
import { Memories } from './memories.ts'
import { OutgoingRequest } from './outgoing-request.ts'
import { type RoutedProvider, type RouterOptions, routerOptions } from './router.ts'
import { searchDocuments, searchHits } from './search.ts'
import { type Fetch, send } from './send.ts'
import { readEvents } from './server-sent-events.ts'
import { Settings } from './settings.ts'
import type { Uploadable } from './to-form.ts'
import type * as Types from './types.ts'
import type { WaitOptions } from './until-done.ts'
import { Webhooks } from './webhooks.ts'

export type * from './types.ts'
export type {
  AddOptions,
  CallOptions,
  DocumentOptions,
  ErrorCode,
  JobWait,
  RoutedProvider,
  RouterOptions,
  Uploadable,
  WaitOptions,
}
export { answerOf, DocumentFailedError, ReverieError }

export type ReverieOptions = {
  /** The server's address, for example `http://127.0.0.1:8787`. */
  baseUrl: string
  /** Without it, a page that the server itself serves sends the session cookie of the person who has signed in. */
  apiKey?: string
  /** Headers of every request. */
  headers?: Record<string, string>
  /** Maximum number of retries of a request that is safe to retry. Default: 3. */
  maxRetries?: number
  /** Timeout of one attempt in milliseconds. Default: one minute. */
  timeoutMs?: number
  /** Replaces the platform's `fetch`. */
  fetch?: Fetch
}

/** A client for one organization or, with a scoped key, for one container tag. */
export class Reverie {
  readonly documents: Documents
  readonly memories: Memories
  readonly conversations: Conversations
  readonly containerTags: ContainerTags
  readonly keys: Keys
  readonly settings: Settings
  readonly members: Members
  readonly analytics: Analytics
  readonly apps: Apps
  readonly goldenQuestions: GoldenQuestions
  readonly exports: Exports
  readonly imports: Imports
  readonly webhooks: Webhooks
  readonly connections: Connections
  /** Every operation of the API, typed, with retries. It returns errors instead of throwing them, like openapi-fetch. */
  readonly api: Api
  readonly #address: { baseUrl: string; apiKey: string | undefined }

  constructor({ baseUrl, apiKey, headers, maxRetries = 3, timeoutMs = 60_000, fetch }: ReverieOptions) {
    const options = { fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)), maxRetries, timeoutMs }
    this.api = createClient<paths>({
      baseUrl: baseUrl.replace(/\/+$/, ''),
      headers: { ...headers, ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
      Request: OutgoingRequest,
      fetch: request => send((request as OutgoingRequest).outgoing, options),
    })
    this.#address = { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey }
    this.documents = new Documents(this.api, { maxRetries })
    this.memories = new Memories(this.api)
    this.conversations = new Conversations(this.api)
    this.containerTags = new ContainerTags(this.api)
    this.keys = new Keys(this.api)
    this.settings = new Settings(this.api)
    this.members = new Members(this.api)
    this.analytics = new Analytics(this.api)
    this.apps = new Apps(this.api)
    this.goldenQuestions = new GoldenQuestions(this.api)
    this.exports = new Exports(this.api)
    this.imports = new Imports(this.api)
    this.webhooks = new Webhooks(this.api)
    this.connections = new Connections(this.api)
  }

  /** Searches documents by vectors and keywords (hybrid search). Each result has its matching passages. */
  search(query: Types.SearchQuery, options: CallOptions = {}): Promise<Types.SearchResults> {
    return searchDocuments(this.api, query, options)
  }

  /** Searches memories. */
  searchMemories(
    query: Types.HitQuery,
    options: CallOptions = {},
  ): Promise<Types.HitResults<Types.MemoryHit>> {
    return searchHits(this.api, { ...query, searchMode: 'memories' }, options)
  }

  /** Searches passages of all documents, best first. */
  searchChunks(query: Types.HitQuery, options: CallOptions = {}): Promise<Types.HitResults<Types.ChunkHit>> {
    return searchHits(this.api, { ...query, searchMode: 'documents' }, options)
  }

  /** Searches memories and passages in one list. A result has either `memory` or `chunk`. */
  searchHybrid(query: Types.HitQuery, options: CallOptions = {}): Promise<Types.HitResults> {
    return searchHits(this.api, { ...query, searchMode: 'hybrid' }, options)
  }

  /** Gets the profile of a container tag: lasting facts and current ones. With `q`, also memories that match it. */
  async profile(query: Types.ProfileQuery, options: CallOptions = {}): Promise<Types.Profile> {
    return answerOf(await this.api.POST('/v4/profile', { body: query, ...options }))
  }

  /** Lists the buckets of the profile of a container tag. */
  async profileBuckets(containerTag: string, options: CallOptions = {}): Promise<Types.ProfileBuckets> {
    return answerOf(await this.api.POST('/v4/profile/buckets', { body: { containerTag }, ...options }))
      .buckets
  }

  /** Gets the organization of the key, and its container tag if it is limited to one. */
  async session(options: CallOptions = {}): Promise<Types.Session> {
    return answerOf(await this.api.GET('/v3/session', options))
  }

  /** Gets a page of the audit log, the latest entries first. */
  async audit(query: Types.AuditQuery = {}, options: CallOptions = {}): Promise<Types.AuditPage> {
    return answerOf(await this.api.GET('/v3/audit', { params: { query }, ...options }))
  }

  /** Gets how many documents and memories there are, what waits or failed, and what was learned last. */
  async overview(options: CallOptions = {}): Promise<Types.Overview> {
    return answerOf(await this.api.GET('/v3/overview', options))
  }

  /** Gets memories, documents and entities as nodes and edges: around one of them, or an overview of a container. */
  async graph(query: Types.GraphQuery, options: CallOptions = {}): Promise<Types.Graph> {
    return answerOf(await this.api.POST('/v3/graph', { body: query, ...options }))
  }

  /** Watches the overview: at once, then whenever one of its counts changes. Ends after an hour at most. */
  async *watchOverview(options: CallOptions = {}): AsyncGenerator<Types.Overview, void> {
    const result = await this.api.GET('/v3/overview/events', { ...options, parseAs: 'stream' })
    const body = answerOf(result as { data?: ReadableStream<Uint8Array>; response: Response })
    yield* readEvents<Types.Overview>(body)
  }

  /**
   * Makes options for the client of a model provider, so that its chats go through the memory router:
   * `new OpenAI({ apiKey, ...reverie.router({ provider: 'https://api.openai.com/v1', userId: 'ada' }) })`.
   */
  router(provider: RoutedProvider): RouterOptions {
    return routerOptions(this.#address, provider)
  }

  // Most calls are about documents, so their methods also work without `documents`.

  /** Short for `documents.add`. */
  add(document: Types.NewDocument, options?: AddOptions): Promise<Types.DocumentReceipt> {
    return this.documents.add(document, options)
  }

  /** Short for `documents.addBatch`. */
  addBatch(batch: Types.NewBatch, options?: AddOptions): Promise<Types.BatchResult> {
    return this.documents.addBatch(batch, options)
  }

  /** Short for `documents.upload`. */
  upload(
    file: Uploadable,
    fields?: Types.UploadFields,
    options?: AddOptions,
  ): Promise<Types.DocumentReceipt> {
    return this.documents.upload(file, fields, options)
  }

  /** Short for `documents.get`. */
  get(id: string, options?: CallOptions): Promise<Types.Document> {
    return this.documents.get(id, options)
  }

  /** Short for `documents.update`. */
  update(id: string, changes: Types.DocumentChanges, options?: CallOptions): Promise<Types.DocumentReceipt> {
    return this.documents.update(id, changes, options)
  }

  /** Short for `documents.delete`. */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.documents.delete(id, options)
  }

  /** Short for `documents.waitUntilDone`. */
  waitUntilDone(id: string, options?: WaitOptions): Promise<Types.Document> {
    return this.documents.waitUntilDone(id, options)
  }
}
