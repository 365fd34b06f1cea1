import { createAuthenticate } from '../src/edges/http/authenticate.ts'
import type { ServerOptions } from '../src/edges/http/edge.ts'
import { type RunningServer, startServer } from '../src/edges/http/server.ts'
import type { Principal } from '../src/platform/access/principal.ts'
import type { Route } from '../src/platform/routing/route.ts'
import { createLogger } from '../src/platform/telemetry/logger.ts'
import { createMetrics } from '../src/platform/telemetry/metrics.ts'

const organization = { id: 'org_1', slug: 'acme', name: 'Acme', homeShard: 0, spread: false }

/** The API keys that the test server accepts. */
export const principals: Record<string, Principal> = {
  sm_organization: { organization, key: { id: 'key_1', name: 'whole' }, containerTag: undefined },
  sm_scoped: { organization, key: { id: 'key_2', name: 'one tag' }, containerTag: 'user_1' },
}

export type LogLine = Record<string, unknown> & { msg: string }
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type RouteResponse = { status: number; headers: Headers; text: string; json: any }

export type ServedRoutes = RunningServer & {
  log: LogLines
  /** Sends a request with the organization's key. `key: null` sends none. */
  send(method: string, path: string, options?: SendOptions): Promise<RouteResponse>
}

type SendOptions = {
  key?: string | null
  headers?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
}

/** Starts a real server on a free loopback port, with these routes and the keys above. */
export async function serveRoutes(
  routes: Route[],
  options: Partial<ServerOptions> = {},
): Promise<ServedRoutes> {
  const log = new LogLines()
  const server = await startServer({
    routes,
    authenticate: createAuthenticate(async key => principals[key]),
    logger: createLogger('info', log),
    metrics: createMetrics(),
    readiness: async () => ({ database: 'ok' }),
    config: { HOST: '127.0.0.1', PORT: 0, MAX_TEXT_BYTES: 1000 },
    ...options,
  })
  const send = (method: string, path: string, given?: SendOptions) => request(server.url, method, path, given)
  return { ...server, log, send }
}

async function request(
  url: string,
  method: string,
  path: string,
  options: SendOptions = {},
): Promise<RouteResponse> {
  const { key = 'sm_organization', body, signal } = options
  const headers = new Headers(key === null ? {} : { authorization: `Bearer ${key}` })
  if (body !== undefined) headers.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  const response = await fetch(url + path, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  }
}

/** Collects log lines. A line is written when the connection closes, often after the client has its answer. */
export class LogLines {
  readonly lines: LogLine[] = []
  #waiting: { matches(line: LogLine): boolean; found(line: LogLine): void }[] = []

  write(text: string): void {
    const line: LogLine = JSON.parse(text)
    this.lines.push(line)
    for (const waiter of this.#waiting.filter(each => each.matches(line))) waiter.found(line)
  }

  /** The first matching line. Waits for it if necessary. */
  find(matches: (line: LogLine) => boolean): Promise<LogLine> {
    const line = this.lines.find(matches)
    if (line) return Promise.resolve(line)
    return new Promise(found => this.#waiting.push({ matches, found }))
  }

  /** The line of the request with this id. */
  request(requestId: string | null): Promise<LogLine> {
    return this.find(line => line.msg === 'request' && line.requestId === requestId)
  }
}
