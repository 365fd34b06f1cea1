import type { IncomingHttpHeaders } from 'node:http'

/** Pages may read these headers of an answer, beyond the few that browsers always show. */
const exposed = [
  ...['www-authenticate', 'retry-after', 'x-request-id', 'x-should-retry', 'server-timing'],
  ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
].join(', ')

const methods = 'GET, POST, PATCH, PUT, DELETE'
/** Browsers keep the answer to a preflight for at most this long: two hours in Chromium. */
const maxAgeSeconds = '7200'
/** A browser lists the headers that a page set itself. A longer list is no browser's. */
const longestHeaders = 1_000

/** What is said to the page that sent a request: headers of the answer, and whether they are the whole answer. */
export type CorsAnswer = { headers: Record<string, string>; isPreflight: boolean }
export type AnswerOrigin = (method: string, headers: IncomingHttpHeaders) => CorsAnswer

/**
 * Lets pages of the listed origins call the API. A page sends its own key: no answer allows credentials, so a browser
 * never adds the cookie of a person who has signed in to the console. Undefined when no origin is listed.
 */
export function createAnswerOrigin(setting: string): AnswerOrigin | undefined {
  const origins = parseOrigins(setting)
  if (origins.size === 0) return undefined
  const isOpen = origins.has('*')
  return (method, { origin, ...headers }) => {
    // A shared cache must not give one origin the answer for another.
    const vary = { vary: 'Origin' }
    if (origin === undefined || !(isOpen || origins.has(origin.toLowerCase())))
      return { headers: vary, isPreflight: false }
    const allowed = {
      ...vary,
      'access-control-allow-origin': isOpen ? '*' : origin,
      'access-control-expose-headers': exposed,
    }
    if (method !== 'OPTIONS' || !headers['access-control-request-method'])
      return { headers: allowed, isPreflight: false }
    return { headers: { ...allowed, ...preflightHeaders(headers) }, isPreflight: true }
  }
}

function preflightHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const wanted = headers['access-control-request-headers'] ?? ''
  return {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': wanted.length > longestHeaders ? '' : wanted,
    'access-control-max-age': maxAgeSeconds,
  }
}

function parseOrigins(text: string): Set<string> {
  const origins = text.split(',').map(origin => origin.trim().toLowerCase().replace(/\/+$/, ''))
  return new Set(origins.filter(origin => origin !== ''))
}
