/** Codes that callers handle most. The server has more. */
export type KnownErrorCode =
  | 'auth.container_mismatch'
  | 'auth.forbidden'
  | 'auth.invalid_key'
  | 'auth.missing_key'
  | 'container.not_found'
  | 'document.not_found'
  | 'memory.forgotten'
  | 'memory.not_found'
  | 'memory.nothing_to_undo'
  | 'quota.exceeded'
  | 'rate.limited'
  | 'request.conflict'
  | 'request.invalid'
  | 'request.too_large'
  | 'request.unsupported_type'
  /** Codes of this client: the server could not be reached, or did not respond in time. */
  | 'client.no_answer'
  | 'client.timeout'

/** Any code. The intersection makes editors complete the known ones. */
export type ErrorCode = KnownErrorCode | (string & {})

/** Every failure: an error response, no response, or a document that could not be processed. */
export class ReverieError extends Error {
  /** HTTP status; undefined when there was no response. */
  readonly status: number | undefined
  /** Stable, for programs to compare. */
  readonly code: ErrorCode
  /** For an invalid request, each invalid field as `path: message`. */
  readonly details: string | undefined
  /** Finds the request in the server's logs. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, facts: ErrorFacts) {
    super(message, { cause: facts.cause })
    this.name = 'ReverieError'
    this.status = facts.status
    this.code = facts.code
    this.details = facts.details
    this.requestId = facts.requestId
    this.retryAfterSeconds = facts.retryAfterSeconds
  }
}

export type ErrorFacts = {
  code: ErrorCode
  status?: number | undefined
  details?: string | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** A document that ended `failed`. `code` is its `errorCode`, such as `extract.encrypted`. */
export class DocumentFailedError extends ReverieError {
  readonly documentId: string

  constructor(documentId: string, errorCode: string, errorMessage: string) {
    super(`Document ${documentId} could not be processed: ${errorMessage}`, { code: errorCode })
    this.name = 'DocumentFailedError'
    this.documentId = documentId
  }

  get errorCode(): ErrorCode {
    return this.code
  }
}

/** Reads an error response. It may come from a proxy and have any format. */
export function toError(response: Response, body: unknown): ReverieError {
  const said = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const text = (name: string) => (typeof said[name] === 'string' ? said[name] : undefined)
  return new ReverieError(text('error') ?? `The server responded with status ${response.status}`, {
    status: response.status,
    code: text('code') ?? `http.${response.status}`,
    details: text('details'),
    requestId: text('requestId') ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterOf(response),
  })
}

/** HTTP allows seconds or a date. */
export function retryAfterOf(response: Response): number | undefined {
  const header = response.headers.get('retry-after')
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000)
}
