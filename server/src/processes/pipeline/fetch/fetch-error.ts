export type FetchErrorCode =
  | 'fetch.blocked_address'
  | 'fetch.disallowed'
  | 'fetch.not_found'
  | 'fetch.timeout'
  | 'fetch.too_large'
  | 'fetch.http_error'

export type FetchFault = {
  /** True when another attempt may succeed. */
  isPassing?: boolean
  /** The wait that the server asked for. */
  retryAfterMs?: number | undefined
  /** True when the server answered that the request is wrong. */
  isRefusal?: boolean
}

/** Why an address was not fetched. The message names no address that the user did not name. */
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
