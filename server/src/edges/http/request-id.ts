import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Allowed form of a caller's own id, which we echo in a header and write to the log. */
const acceptable = /^[\w.-]{1,64}$/

/** The id of a request: the caller's `x-request-id` if it has the allowed form, else a new id. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && acceptable.test(given) ? given : newRequestId()
}

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`
}
