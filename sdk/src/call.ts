import type { Client } from 'openapi-fetch'
import { toError } from './errors.ts'
import type { paths } from './generated/api.ts'

/** Every operation of the API, typed. */
export type Api = Client<paths>

export type CallOptions = {
  /** Cancels the call and its retries. */
  signal?: AbortSignal
}

export type AddOptions = CallOptions & {
  /** Sent as `Idempotency-Key`: a request with the same key and body is done once. Default: random. */
  idempotencyKey?: string
}

export type DocumentOptions = CallOptions & {
  /** Container tag of the document, when several containers have this customId. A scoped key uses its own container. */
  containerTag?: string
}

/** A document in the path of a call. */
export function named(id: string, { containerTag, ...options }: DocumentOptions) {
  return { params: { path: { id }, query: containerTag === undefined ? {} : { containerTag } }, ...options }
}

/** The body of a successful response. Any other response is thrown as a ReverieError. */
export function answerOf<T>(result: { data?: T; error?: unknown; response: Response }): T {
  if (!result.response.ok) throw toError(result.response, result.error)
  return result.data as T
}

/** Marks a request with an `Idempotency-Key`, which makes it safe to retry. */
export function once({ idempotencyKey = newKey(), ...options }: AddOptions) {
  return { ...options, headers: { 'idempotency-key': idempotencyKey } }
}

/** `crypto.randomUUID` is missing on pages served without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
