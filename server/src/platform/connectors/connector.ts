import type { Readable } from 'node:stream'
import type { z } from 'zod'

/**
 * The port of a source that stays in step. A connector knows one provider's protocol and nothing of Postgres, lanes or
 * documents: it says what changed, and the sync stores that together with the checkpoint. So a connector may be killed
 * anywhere and continues from the last checkpoint, and may report the same change twice.
 */
export type Connector<Settings = unknown, Credentials = unknown, Checkpoint = unknown> = {
  readonly describe: Description<Settings, Credentials, Checkpoint>
  /** Reaches the source once, before a connection is stored. Throws `SourceError`. */
  check(source: Source<Settings, Credentials>): Promise<Checked>
  /** What a person may choose from, a page at a time: folders, repositories, mailboxes. */
  resources?(source: Source<Settings, Credentials>, page: ResourcePage): Promise<Resources>
  /**
   * Yields what has changed since the checkpoint, in batches of at most 250 changes. Without a checkpoint: everything. The
   * generator ends when it is up to date. Throws `SourceError` when the source fails as a whole; a fault of one item is a
   * change of the kind `failed`. Items are read before the next batch is asked for: temporary files may be gone then. After
   * `checkpoint_expired` the sync starts without a checkpoint, and then removes what is gone. A run is pulled in steps of some
   * seconds, each from the last checkpoint.
   */
  pull(
    source: Source<Settings, Credentials>,
    checkpoint: Checkpoint | undefined,
  ): AsyncGenerator<Batch<Checkpoint>>
  /** Reads single items again: failed ones, and those that a webhook names. Their content is read after the generator has ended. */
  fetch?(source: Source<Settings, Credentials>, externalIds: string[]): AsyncGenerator<Change>
  /**
   * All ids that `pull` would yield from the beginning, a page at a time, to find what is gone. Asked for after each run. Absent if
   * `pull` reports deletions itself: then only a run from the beginning removes what it did not meet.
   */
  ids?(source: Source<Settings, Credentials>): AsyncGenerator<string[]>
  /**
   * Whether an item may be in a part of the source that cannot be read for now, such as a folder that is forbidden. A run from the
   * beginning keeps such an item although it did not meet it, and later runs compare again. Undefined: every part was read.
   * `checkpoint` is where the run ended. For connectors without `ids`.
   */
  mayHide?(
    source: Source<Settings, Credentials>,
    checkpoint: Checkpoint,
  ): ((externalId: string) => boolean) | undefined
  /** Verifies the signature of an event of the provider. Throws `SourceError` with `webhook_refused`. */
  webhook?(source: Source<Settings, Credentials>, event: WebhookEvent): Promise<WebhookAnswer>
  /** Registers webhooks at the provider, or renews them before they expire. Called after each complete run. */
  subscribe?(source: Source<Settings, Credentials>, callback: string): Promise<Subscription | undefined>
  /** Removes at the provider what `subscribe` registered, and revokes the credentials. */
  close?(source: Source<Settings, Credentials>): Promise<void>
}

export type Description<Settings, Credentials, Checkpoint> = {
  /** Name in addresses and rows, such as `web-crawler`. */
  provider: string
  /** Name for people. */
  title: string
  /** One sentence for the gallery: what it brings in. */
  summary: string
  /** What a person fills in. The console makes a form of it: each field has a description and, where it helps, an example. */
  settings: z.ZodType<Settings>
  credentials: CredentialKind<Credentials>
  checkpoint: z.ZodType<Checkpoint>
  /** How long after a complete run the next one starts, unless the connection says otherwise. */
  everyMinutes: number
  /** At most this many requests a second to one account of an organization, over all processes. */
  requestsPerSecond?: number
  /** The account is a public site. All organizations together keep the pace, however many of them read it. */
  sharesPace?: boolean
  /**
   * Whether `fetch` of one id is cheap. If so, it tells whether a stored item with the `contentKey` of a new one is gone. Else only
   * an item that is deleted in the same batch counts as gone.
   */
  hasCheapFetch?: boolean
  /**
   * The source shows only a part of what it once showed, such as the newest entries of a feed. So an item that a run from the
   * beginning does not meet is not gone: only a `deleted` change removes it.
   */
  keepsUnseen?: boolean
  /** What is read while nothing is chosen among the resources. Default: everything that the account may read. */
  withoutChoice?: WithoutChoice
}

/** `usual`: all but what hardly anybody wants, such as junk mail. `nothing`: only what the settings name. */
export const withoutChoices = ['everything', 'usual', 'nothing'] as const
export type WithoutChoice = (typeof withoutChoices)[number]

export type CredentialKind<Credentials> =
  | { kind: 'none' }
  /** Keys and passwords that a person enters. They are stored sealed. */
  | { kind: 'secret'; fields: z.ZodType<Credentials> }
  /** The operator's own application at the provider. */
  | {
      kind: 'oauth'
      authorizeUrl: string
      tokenUrl: string
      revokeUrl?: string
      scopes: string[]
      /** Further parameters of the authorization request. */
      extra?: Record<string, string>
      /** What depends on the settings, which are checked by then: the addresses of a tenant, the scopes of an account. */
      forSettings?(settings: unknown): { authorizeUrl: string; tokenUrl: string; scopes?: string[] }
      /** How the token endpoint takes the id and secret of the application. Default: `body`. */
      tokenAuth?: 'body' | 'basic'
    }

/** One connection, as a connector sees it. */
export type Source<Settings, Credentials> = {
  /** Id of the connection. */
  id: string
  settings: Settings
  credentials: Credentials
  /** Ids that a person has chosen among the resources. Undefined: nothing was chosen, and everything is meant. */
  chosen: readonly string[] | undefined
  /** Ends every request of the connector. */
  signal: AbortSignal
  /**
   * The only way to the network. It refuses private addresses unless the operator allows them, waits for the rate limit, and repeats after
   * 429 and 5xx with Retry-After. With OAuth, a request whose bearer token is refused (401) is sent once more with a renewed one.
   */
  http: SourceHttp
  /** Limits that the operator sets. */
  limits: { maxFileBytes: number; maxTextBytes: number }
  /** Folders of the server that connectors may read. */
  allowedFolders: readonly string[]
  /** A folder below the server's data directory for temporary files. It may be empty at the next run. */
  workFolder: string
  now(): Date
  /** The `User-Agent` of every request. A robots.txt addresses the server by its first word. */
  userAgent: string
  /** For OAuth: throws `auth_expired` when the provider no longer renews it. */
  accessToken?(): Promise<string>
  /** What `subscribe` returned last. */
  subscription?: Subscription | undefined
}

export type SourceHttp = {
  request(url: string, options?: SourceRequest): Promise<SourceResponse>
  /** Resolves a host and checks its addresses, for protocols other than HTTP. Returns the address to connect to. */
  resolve(host: string): Promise<string>
}

export type SourceRequest = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Ends the request after this many bytes with `item_too_large`. Default: `limits.maxFileBytes`. */
  maxBytes?: number
  /** Statuses that are no error to the caller. 2xx and 304 never are. */
  allow?: readonly number[]
  /** robots.txt applies. */
  isCrawl?: boolean
  /** A POST that changes nothing, such as a search: it is repeated as a GET is. */
  isRead?: boolean
}

export type SourceResponse = {
  status: number
  /** The address after redirects. */
  url: string
  headers: Headers
  bytes(): Promise<Uint8Array>
  text(): Promise<string>
  json(): Promise<unknown>
}

export type Checked = {
  /** The account or place, for people: an email, a host, a folder. */
  account?: string
}

export type ResourcePage = { page: number; perPage: number; parent?: string | undefined }
export type Resource = {
  id: string
  name: string
  /** Whether it has resources of its own, listed by `parent`. */
  hasChildren?: boolean
  details?: Record<string, string | boolean | null>
}
export type Resources = { resources: Resource[]; total?: number }

/** Changes that are stored in one transaction with the checkpoint after them. */
export type Batch<Checkpoint> = {
  changes: Change[]
  /**
   * Where the source is after these changes. The same object as in the batch before is not written again: a large checkpoint may
   * move every few batches. So make a new object when it moves, and never change one that was yielded.
   */
  checkpoint: Checkpoint
  /** How far the run is, for people: items seen, and how many there are if the source tells. */
  progress?: { seen: number; total?: number }
  /**
   * Whether the source is up to date with this batch. A step that is over goes on to the end after `true`, because another one would
   * begin again; after `false` it also ends behind a batch without changes. Left out: a step ends behind a batch with changes.
   */
  isLast?: boolean
}

export type Change =
  | { kind: 'upsert'; item: Item }
  | { kind: 'deleted'; externalId: string }
  /** An item that cannot be read. It is kept for a retry and does not end the run. */
  | { kind: 'failed'; externalId: string; code: ItemErrorCode; message: string }

export type Item = {
  /** The item's id in the source: it outlives a change of name or place where the source has such ids. */
  externalId: string
  /** Changes when the content or the metadata change: an etag, a hash, a time. An item with a known version is not read. */
  version: string
  title?: string
  url?: string
  createdAt?: Date
  updatedAt?: Date
  /** Path, author, labels, permissions: what people filter by. */
  metadata: Metadata
  /**
   * The same for the same content under another id. A new item takes over the document of a stored one with this key whose
   * own id is gone: a renamed file stays one document, and is not read again.
   */
  contentKey?: string
  /** Overrides the container of the connection. */
  containerTag?: string
  /** Reads the content. Throws `ItemError`, which becomes a `failed` change. */
  read(): Promise<Content>
}

export type Metadata = Record<string, string | number | boolean | string[]>

export type Content = (
  | { kind: 'text'; text: string }
  | { kind: 'file'; bytes: Uint8Array | Readable; fileName: string; mimeType?: string }
) & {
  /** Replaces the title of the item. */
  title?: string
  /** Metadata that only reading reveals, such as front matter. It joins the item's, whose keys win. */
  metadata?: Metadata
}

export type WebhookEvent = { headers: Headers; body: Uint8Array; query: URLSearchParams }
export type WebhookAnswer = {
  /** Items to read again; `everything` starts a run from the checkpoint. */
  changed: string[] | 'everything'
  /** What the provider expects as the answer, such as an echoed challenge. Default: 204. */
  response?: { status: number; headers?: Record<string, string>; body?: string }
}
export type Subscription = { id: string; secret?: string; expiresAt?: Date; details?: Record<string, string> }

/** Why a run ended. The first four are the contract's; a person can do something about each. */
export const sourceErrorCodes = [
  'auth_expired',
  'rate_limited',
  'plan_required',
  'provider_unavailable',
  'source_gone',
  'settings_invalid',
  'checkpoint_expired',
  'webhook_refused',
  'internal',
] as const
export type SourceErrorCode = (typeof sourceErrorCodes)[number]

export class SourceError extends Error {
  readonly code: SourceErrorCode
  readonly retryAfterMs: number | undefined

  constructor(
    code: SourceErrorCode,
    message: string,
    options: { cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.retryAfterMs = options.retryAfterMs
  }
}

export const itemErrorCodes = [
  'item_too_large',
  'item_unreadable',
  'item_forbidden',
  'item_gone',
  'item_unsupported',
] as const
export type ItemErrorCode = (typeof itemErrorCodes)[number]

export class ItemError extends Error {
  readonly code: ItemErrorCode

  constructor(code: ItemErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
