import { tmpdir } from 'node:os'
import type { z } from 'zod'
import {
  type Connector,
  ItemError,
  type Source,
  SourceError,
  type SourceHttp,
  type SourceRequest,
  type SourceResponse,
} from '../../src/platform/connectors/connector.ts'

export type TestHttp = SourceHttp & {
  /** Each request that was sent, as `GET http://…`. */
  sent: string[]
  /** Seconds that a 429 or 503 asked to wait. They are not waited. */
  waits: number[]
}

const maxRedirects = 5
const maxAttempts = 4
const isPassing = (status: number) => status === 429 || status >= 500

/** Requests over the loopback with the promises of the port: repeats, redirects, limits, errors. It waits for nothing. */
export function testHttp(limits: { maxFileBytes: number }, signal: AbortSignal): TestHttp {
  const http: TestHttp = {
    sent: [],
    waits: [],
    resolve: host => Promise.resolve(host),
    async request(url, options = {}) {
      for (let attempt = 1; ; attempt++) {
        const response = await follow(http, url, options, signal)
        const isWanted =
          response.status < 300 || response.status === 304 || options.allow?.includes(response.status)
        if (isWanted) return await toResponse(response, options.maxBytes ?? limits.maxFileBytes)
        await response.body?.cancel()
        if (!isPassing(response.status)) throw refusal(response.status)
        http.waits.push(Number(response.headers.get('retry-after') ?? 0))
        if (attempt === maxAttempts) throw refusal(response.status)
      }
    },
  }
  return http
}

async function follow(
  http: TestHttp,
  url: string,
  options: SourceRequest,
  signal: AbortSignal,
): Promise<Response> {
  let address = url
  for (let hop = 0; hop <= maxRedirects; hop++) {
    http.sent.push(`${options.method ?? 'GET'} ${address}`)
    const response = await fetchOnce(address, options, signal)
    const location = response.headers.get('location')
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status) && location !== null
    if (!isRedirect) return response
    await response.body?.cancel()
    address = new URL(location, address).href
  }
  throw new SourceError('provider_unavailable', `The address redirects more than ${maxRedirects} times`)
}

async function fetchOnce(url: string, options: SourceRequest, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, {
      method: options.method ?? 'GET',
      headers: options.headers ?? {},
      redirect: 'manual',
      signal,
      ...(options.body !== undefined && { body: options.body as string }),
    })
  } catch (error) {
    signal.throwIfAborted()
    throw new SourceError('provider_unavailable', `${url} cannot be reached`, { cause: error })
  }
}

async function toResponse(response: Response, maxBytes: number): Promise<SourceResponse> {
  const bytes = await readAll(response)
  if (bytes.length > maxBytes) throw new ItemError('item_too_large', `Larger than ${maxBytes} bytes`)
  return {
    status: response.status,
    url: response.url,
    headers: response.headers,
    bytes: () => Promise.resolve(bytes),
    text: () => Promise.resolve(new TextDecoder().decode(bytes)),
    json: () => Promise.resolve(JSON.parse(new TextDecoder().decode(bytes))),
  }
}

async function readAll(response: Response): Promise<Uint8Array> {
  try {
    return new Uint8Array(await response.arrayBuffer())
  } catch (error) {
    throw new SourceError('provider_unavailable', 'The answer ended too early', { cause: error })
  }
}

function refusal(status: number): SourceError {
  const said = `The source answered ${status}`
  if (status === 401) return new SourceError('auth_expired', said)
  if (status === 404 || status === 410) return new SourceError('source_gone', said)
  if (status === 429) return new SourceError('rate_limited', said)
  return new SourceError(status >= 500 ? 'provider_unavailable' : 'settings_invalid', said)
}

export type TestSource<S, C> = Source<S, C> & { http: TestHttp; clock: { now: Date }; abort(): void }

/** A connection as the sync would hand it to the connector, with a clock that a test moves. */
export function testSource<S, C, K>(
  connector: Connector<S, C, K>,
  options: {
    settings: z.input<z.ZodType<S>>
    credentials?: C
    chosen?: string[]
    now?: string
    userAgent?: string
    maxFileBytes?: number
  },
): TestSource<S, C> {
  const controller = new AbortController()
  const clock = { now: new Date(options.now ?? '2026-11-18T12:00:00Z') }
  const limits = { maxFileBytes: options.maxFileBytes ?? 10_000_000, maxTextBytes: 5_000_000 }
  const source = {
    id: 'connection',
    settings: connector.describe.settings.parse(options.settings),
    credentials: options.credentials as C,
    chosen: options.chosen,
    signal: controller.signal,
    http: testHttp(limits, controller.signal),
    limits,
    allowedFolders: [],
    workFolder: tmpdir(),
    now: () => clock.now,
    userAgent: options.userAgent ?? 'Reverie/0.1',
    clock,
    abort: () => controller.abort(),
  }
  return source
}
