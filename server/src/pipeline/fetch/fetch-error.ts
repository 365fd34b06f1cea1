export type FetchErrorCode =
  | 'fetch.blocked_address'
  | 'fetch.disallowed'
  | 'fetch.not_found'
  | 'fetch.timeout'
  | 'fetch.too_large'
  | 'fetch.http_error'

export type FetchFault = {
  /** Another try may go better. */
  isPassing?: boolean
  /** When, as the other side says. */
  retryAfterMs?: number | undefined
  /** The server answered, and said that the fault is in the question. */
  isRefusal?: boolean
}

/** Why an address was not fetched, in words for whoever asked: they name no address that the asker did not. */
export class FetchError extends Error {
  readonly code: FetchErrorCode
  readonly isPassing: boolean
  readonly retryAfterMs: number | undefined
  readonly isRefusal: boolean

  constructor(code: FetchErrorCode, message: string, fault: FetchFault & ErrorOptions = {}) {
    super(message, fault)
    this.name = 'FetchError'
    this.code = code
    this.isPassing = fault.isPassing ?? false
    this.retryAfterMs = fault.retryAfterMs
    this.isRefusal = fault.isRefusal ?? false
  }
}
