import type { FastifyInstance } from 'fastify'

/** Pages may read these headers of an answer, beyond the few that browsers always show. */
const exposed = [
  ...['www-authenticate', 'retry-after', 'x-request-id', 'x-should-retry', 'server-timing'],
  ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
].join(', ')

const methods = 'GET, POST, PATCH, PUT, DELETE'
/** Browsers keep the answer to a preflight for at most this long: two hours in Chromium. */
const maxAgeSeconds = 7_200
/** A browser lists the headers that a page set itself. A longer list is no browser's. */
const longestHeaders = 1_000

/** The origins of CORS_ORIGINS. */
export function parseOrigins(text: string): Set<string> {
  const origins = text.split(',').map(origin => origin.trim().toLowerCase().replace(/\/+$/, ''))
  return new Set(origins.filter(origin => origin !== ''))
}

/**
 * Lets pages of the listed origins call the API. A page sends its own key: no answer allows credentials, so a browser
 * never adds the cookie of a person who has signed in to the console.
 */
export function allowOrigins(app: FastifyInstance, setting: string): void {
  const origins = parseOrigins(setting)
  if (origins.size === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    // A shared cache must not give one origin the answer for another.
    reply.header('vary', 'Origin')
    if (origin === undefined || !(origins.has('*') || origins.has(origin.toLowerCase()))) return done()
    reply.header('access-control-allow-origin', origins.has('*') ? '*' : origin)
    reply.header('access-control-expose-headers', exposed)
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return done()
    const wanted = request.headers['access-control-request-headers'] ?? ''
    reply
      .code(204)
      .header('access-control-allow-methods', methods)
      .header('access-control-allow-headers', wanted.length > longestHeaders ? '' : wanted)
      .header('access-control-max-age', maxAgeSeconds)
      .send()
  })
}
