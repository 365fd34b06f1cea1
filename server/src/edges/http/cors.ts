import type { IncomingHttpHeaders } from 'node:http'

/** Answers to pages of other origins: which may read them, and whether the request only asks for permission. */
export type Cors = (
  method: string,
  headers: IncomingHttpHeaders,
) => { headers: Record<string, string>; isPreflight: boolean } | undefined

const exposed = [
  ...[
    'www-authenticate',
    'retry-after',
    'x-request-id',
    'x-should-retry',
    'server-timing',
    'content-disposition',
  ],
  ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
].join(', ')
const permitted = {
  'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
  'access-control-allow-headers':
    'authorization, x-api-key, content-type, idempotency-key, x-sm-source, x-request-id, traceparent, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id',
  'access-control-max-age': '600',
}

/**
 * Lets pages of the origins in CORS_ORIGINS read answers. They need a key: `Access-Control-Allow-Credentials` is never sent,
 * so no page of another origin acts with the session of the person who looks at it.
 */
export function createCors(origins: string): Cors {
  const allowed = new Set(
    origins
      .split(',')
      .map(origin => origin.trim().toLowerCase())
      .filter(origin => origin !== ''),
  )
  return (method, { origin, 'access-control-request-method': asked }) => {
    if (origin === undefined || !(allowed.has('*') || allowed.has(origin.toLowerCase()))) return undefined
    const isPreflight = method === 'OPTIONS' && asked !== undefined
    const headers = { 'access-control-allow-origin': allowed.has('*') ? '*' : origin, vary: 'origin' }
    return {
      headers: { ...headers, ...(isPreflight ? permitted : { 'access-control-expose-headers': exposed }) },
      isPreflight,
    }
  }
}
