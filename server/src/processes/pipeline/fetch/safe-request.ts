import { Agent, type buildConnector, type Dispatcher } from 'undici'
import type { Exchange } from '../../../platform/connectors/source-http.ts'
import { assertOutsideTransaction } from '../../../platform/db/tx.ts'
import { startDeadline } from '../../../platform/lib/deadline.ts'
import { orAbort } from '../../../platform/lib/or-abort.ts'
import { FetchError } from './fetch-error.ts'
import type { FetchSettings } from './fetch-settings.ts'
import { findAddresses } from './find-addresses.ts'
import { acceptedCodings, readBody, tooLarge } from './read-body.ts'
import { readTarget } from './read-target.ts'
import { mayCrawl } from './robots.ts'
import { connectTo, maxHeaderBytes, toFetchError } from './safe-fetch.ts'

const maxRedirects = 5
const maxRobotsBytes = 500_000
/** A file of a source may take longer than a page. Silence is bounded by FETCH_TIMEOUT_MS. */
const longestMs = 600_000
const idleMs = 10_000
/** A robots.txt is asked for again after an hour. RFC 9309 allows a day. */
const robotsMs = 3_600_000
const mostRobots = 500

export type Requester = {
  exchange: Exchange
  resolve(host: string): Promise<string>
  close(): Promise<void>
}

type Asked = Parameters<Exchange>[0]
type Rules = { text: string; until: number }

/**
 * Requests of connectors by the rules of safe fetch: each connection resolves the name once, checks every address and goes to
 * one of them, and no proxy of the environment is used. Connections are kept, because a source is asked thousands of times.
 */
export function openRequester(fetching: FetchSettings): Requester {
  const agent = new Agent({
    connect: checkedConnect(fetching),
    connections: 8,
    pipelining: 1,
    keepAliveTimeout: idleMs,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: fetching.timeoutMs,
    bodyTimeout: fetching.timeoutMs,
    allowH2: false,
  })
  const robots = new Map<string, Rules>()
  return {
    exchange: async asked => {
      assertOutsideTransaction('A source')
      const { signal, end } = startDeadline(longestMs, asked.signal)
      try {
        return await follow({ agent, fetching, robots }, { ...asked, signal })
      } catch (error) {
        asked.signal.throwIfAborted()
        if (signal.aborted)
          throw new FetchError(
            'fetch.timeout',
            `The source did not send its whole answer within ${longestMs} ms`,
            {
              isPassing: true,
            },
          )
        throw toFetchError(error)
      } finally {
        end()
      }
    },
    async resolve(host) {
      const [first] = await findAddresses({ hostname: host } as URL, fetching)
      return first!.address
    },
    close: () => agent.destroy(),
  }
}

function checkedConnect(fetching: FetchSettings): buildConnector.connector {
  return (options, done) => {
    findAddresses({ hostname: options.hostname } as URL, fetching).then(
      addresses => connectTo(addresses, fetching.connectTimeoutMs)(options, done),
      error => done(error, null),
    )
  }
}

type Parts = { agent: Agent; fetching: FetchSettings; robots: Map<string, Rules> }

async function follow(parts: Parts, asked: Asked): ReturnType<Exchange> {
  let request = { ...asked, target: readTarget(asked.url) }
  const seen = new Set<string>()
  for (let redirects = 0; ; redirects++) {
    const step = `${request.method} ${request.target.href}`
    if (seen.has(step)) throw new FetchError('fetch.http_error', 'The address redirects in a circle')
    seen.add(step)
    if (asked.isCrawl) await heedRobots(parts, request.target, asked.signal)
    const answer = await orAbort(visit(parts, request), asked.signal)
    if (answer.to === undefined) return answer
    if (redirects === maxRedirects)
      throw new FetchError('fetch.http_error', `The address redirects more than ${maxRedirects} times`)
    request = redirected(request, answer.to, answer.status)
  }
}

type Visit = Asked & { target: URL }

/** Another origin gets no credentials. After 303, and after 301 or 302 to a POST, the target is read with GET. */
function redirected(request: Visit, to: URL, status: number): Visit {
  const isOther = to.origin !== request.target.origin
  const secret = /^(authorization|cookie|proxy-authorization|x-.*(token|key|secret).*)$/i
  const headers = isOther
    ? Object.fromEntries(Object.entries(request.headers).filter(([name]) => !secret.test(name)))
    : request.headers
  const becomesGet = status === 303 || ((status === 301 || status === 302) && request.method === 'POST')
  return {
    ...request,
    target: to,
    headers,
    ...(becomesGet && request.method !== 'HEAD' && { method: 'GET', body: undefined }),
  }
}

const movedStatus = new Set([301, 302, 303, 307, 308])

async function visit({ agent, fetching }: Parts, { target, ...asked }: Visit) {
  const answer = await agent.request({
    origin: target.origin,
    path: `${target.pathname}${target.search}`,
    // Sources speak more methods than undici names, such as PROPFIND.
    method: asked.method as Dispatcher.HttpMethod,
    headers: { 'accept-encoding': acceptedCodings, ...named(asked.headers, fetching) },
    body: (asked.body as string | Buffer | undefined) ?? null,
    signal: asked.signal,
  })
  const headers = toHeaders(answer.headers)
  const status = answer.statusCode
  answer.body.on('error', () => undefined)
  const location = headers.get('location')
  if (movedStatus.has(status) && location) {
    await answer.body.dump({ limit: 65_536 }).catch(() => undefined)
    return { status, url: target.href, headers, body: new Uint8Array(), to: readTarget(location, target) }
  }
  if (Number(headers.get('content-length')) > asked.maxBytes && asked.method !== 'HEAD') {
    answer.body.destroy()
    throw tooLarge(asked.maxBytes)
  }
  const encoding = headers.get('content-encoding') ?? ''
  const body =
    asked.method === 'HEAD'
      ? new Uint8Array()
      : await readBody(answer.body, { encoding, maxBytes: asked.maxBytes })
  return { status, url: target.href, headers, body, to: undefined }
}

/** Every request says who asks, whatever a library of a connector would send: robots.txt was read for this name. */
function named(headers: Record<string, string>, { userAgent }: FetchSettings): Record<string, string> {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'user-agent')
  return { ...Object.fromEntries(others), 'user-agent': userAgent }
}

function toHeaders(given: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given))
    for (const each of [value ?? []].flat()) headers.append(name, each)
  return headers
}

/** Follows RFC 9309: without a robots.txt everything is allowed, and nothing while its server fails. */
async function heedRobots(parts: Parts, url: URL, signal: AbortSignal): Promise<void> {
  const address = new URL('/robots.txt', url)
  const known = parts.robots.get(url.origin)
  const rules = known && known.until > Date.now() ? known : await readRobots(parts, address, signal)
  if (!mayCrawl({ url: address.href, text: rules.text }, url.href, parts.fetching.userAgent))
    throw new FetchError('fetch.disallowed', 'The robots.txt of this host forbids fetching this page')
}

async function readRobots(parts: Parts, address: URL, signal: AbortSignal): Promise<Rules> {
  const asked = {
    url: address.href,
    method: 'GET',
    headers: {},
    maxBytes: maxRobotsBytes,
    isCrawl: false,
    signal,
  }
  const { status, body } = await follow(parts, asked)
  if (status >= 500 || status === 429)
    throw new FetchError('fetch.http_error', `The server answered ${status} for its robots.txt`, {
      isPassing: true,
    })
  const rules = { text: status < 300 ? Buffer.from(body).toString('utf8') : '', until: Date.now() + robotsMs }
  if (parts.robots.size >= mostRobots) parts.robots.delete(parts.robots.keys().next().value!)
  parts.robots.set(address.origin, rules)
  return rules
}
