/**
 * Every error a person can meet, in one table: its stable code, its status, and what it says.
 * Statuses live here and in route definitions, nowhere else.
 */
const catalogue = {
  'request.invalid': [400, 'The request is not valid'],
  'request.malformed': [400, 'The request body is not valid JSON'],
  'auth.missing_key': [
    401,
    'No API key was sent. Send it as "Authorization: Bearer <key>" or "x-api-key: <key>"',
  ],
  'auth.invalid_key': [401, 'The API key is not valid. Check that it was copied whole'],
  'auth.expired_key': [401, 'This API key has expired. Create a new one'],
  'auth.disabled_key': [401, 'This API key was disabled. Create a new one'],
  'auth.forbidden': [403, 'This API key may not do that'],
  'auth.container_mismatch': [403, 'This API key is limited to another container tag'],
  'document.not_found': [404, 'Document not found'],
  'memory.not_found': [404, 'Memory not found'],
  'memory.forgotten': [409, 'This memory is already forgotten'],
  'memory.nothing_to_undo': [409, 'There is nothing to undo about this memory'],
  'memory.not_reviewable': [409, 'This memory cannot be reviewed so'],
  'route.not_found': [404, 'There is no such route'],
  'route.method_not_allowed': [405, 'This route does not take this method'],
  'container.not_found': [404, 'There is no such container tag'],
  'merge.not_found': [404, 'There is no such merge'],
  'project.not_found': [404, 'There is no such project'],
  'connection.not_found': [404, 'There is no such connection'],
  'connection.provider_not_configured': [400, 'This server has no connector for this provider'],
  'quota.exceeded': [402, 'The organization keeps as many tokens of documents as it may'],
  'merge.busy': [409, 'One of these container tags is being merged. Wait until that is done'],
  'merge.across_cells': [409, 'Container tags that are kept in different databases cannot be merged'],
  'document.across_cells': [
    409,
    'A document cannot be moved to a container tag that is kept in another database',
  ],
  'request.conflict': [409, 'The request conflicts with the current state'],
  'request.too_large': [413, 'The request is too large'],
  'request.unsupported_type': [415, 'This content type is not supported'],
  'request.timeout': [408, 'The request took too long to arrive'],
  'request.headers_too_large': [431, 'The address or the headers of the request are too large'],
  'rate.limited': [429, 'Too many requests. Wait before trying again'],
  'key.not_found': [404, 'There is no such key'],
  'question.not_found': [404, 'There is no such golden question'],
  'erasure.not_found': [404, 'There is no such erasure'],
  'embed.unavailable': [503, 'The embedding model does not answer right now. Try again shortly'],
  'cell.unavailable': [503, 'The database that holds this data does not answer right now. Try again shortly'],
  'server.draining': [503, 'This server is shutting down. Try again: another one will answer'],
  internal: [500, 'Something went wrong on our side. The request id finds it in the logs'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof catalogue

export type AppErrorOptions = {
  /** Overrides the catalogue's sentence; shown to the caller. */
  message?: string
  /** Further lines for the caller, for example each bad field. */
  details?: string
  /** What really happened; goes to the log and never to the caller. */
  cause?: unknown
  retryAfterSeconds?: number
  /** The methods that a path takes, for the `Allow` header. */
  allow?: readonly string[]
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly allow: readonly string[] | undefined

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const [status, sentence] = catalogue[code]
    super(options.message ?? sentence, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.allow = options.allow
  }
}

/** The statuses errors can have, for the API description. */
export const errorStatuses: readonly number[] = [
  ...new Set(Object.values(catalogue).map(([status]) => status)),
]
