import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What a caller's own id may look like: it is echoed in a header and written to the log. */
const acceptable = /^[\w.-]{1,64}$/

/** The id a request is known by: the caller's, when it sends a harmless one, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && acceptable.test(given) ? given : newRequestId()
}

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`
}
