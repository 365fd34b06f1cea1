import type { LookupFunction } from 'node:net'
import { buildConnector, Client } from 'undici'
import { orAbort } from '../../../platform/lib/or-abort.ts'
import { FetchError } from './fetch-error.ts'
import type { FetchSettings } from './fetch-settings.ts'
import { type Address, findAddresses } from './find-addresses.ts'
import { acceptedCodings } from './read-body.ts'
import { type FetchedContent, type FetchResult, readResponse } from './read-response.ts'
import { readTarget } from './read-target.ts'
import { mayCrawl } from './robots.ts'

/** Browsers allow 20. A page that needs more than a few is tracking visits, or us. */
const maxRedirects = 5
export const maxHeaderBytes = 32_768
const maxRobotsBytes = 500_000

export type FetchOptions = {
  /** From the last fetch: content that has not changed is not sent again. */
  etag?: string | null
  lastModified?: string | null
  /** True when a crawler asks rather than a user: then robots.txt applies. */
  isCrawl?: boolean
  signal?: AbortSignal
}

/**
 * The only way to fetch an address that a user names. At every hop the name is resolved once, all its addresses are
 * checked, and the connection goes to one of them. Nothing of the environment, such as a proxy, is used. Throws
 * `FetchError`.
 */
export async function safeFetch(
  address: string,
  fetching: FetchSettings,
  asked: FetchOptions = {},
): Promise<FetchedContent | 'unchanged'> {
  const deadline = AbortSignal.timeout(fetching.timeoutMs)
  const signal = AbortSignal.any([deadline, ...(asked.signal ? [asked.signal] : [])])
  try {
    return await follow(readTarget(address), fetching, { ...asked, signal })
  } catch (error) {
    asked.signal?.throwIfAborted()
    if (deadline.aborted)
      throw new FetchError(
        'fetch.timeout',
        `The server did not send its whole answer within ${fetching.timeoutMs} ms`,
        {
          isPassing: true,
        },
      )
    throw toFetchError(error)
  }
}

type FetchRequest = FetchOptions & { signal: AbortSignal }

async function follow(
  target: URL,
  fetching: FetchSettings,
  asked: FetchRequest,
): Promise<FetchedContent | 'unchanged'> {
  const seen = new Set<string>()
  for (let url = target; ; ) {
    if (seen.has(url.href)) throw new FetchError('fetch.http_error', 'The address redirects in a circle')
    seen.add(url.href)
    if (seen.size > maxRedirects + 1)
      throw new FetchError('fetch.http_error', `The address redirects more than ${maxRedirects} times`)
    if (asked.isCrawl) await heedRobots(url, fetching, asked.signal)
    const read = await visit(url, fetching, asked)
    if (read.kind === 'found') return read.found
    if (read.kind === 'unchanged') return 'unchanged'
    url = read.to
  }
}

/** Makes one request, on its own connection. */
async function visit(url: URL, fetching: FetchSettings, asked: FetchRequest): Promise<FetchResult> {
  const addresses = await orAbort(findAddresses(url, fetching), asked.signal)
  const { etag, lastModified, signal } = asked
  const client = new Client(url.origin, {
    connect: connectTo(addresses, fetching.connectTimeoutMs),
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: fetching.timeoutMs,
    bodyTimeout: fetching.timeoutMs,
    allowH2: false,
  })
  try {
    const answer = await client.request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: {
        'user-agent': fetching.userAgent,
        accept: 'text/html, application/xhtml+xml, */*;q=0.8',
        'accept-encoding': acceptedCodings,
        ...(etag && { 'if-none-match': etag }),
        ...(lastModified && { 'if-modified-since': lastModified }),
      },
      signal,
    })
    answer.body.on('error', nobodysFault)
    const isConditional = Boolean(etag || lastModified)
    return await readResponse(answer, { url, maxBytes: fetching.maxBytes, isConditional })
  } finally {
    await client.destroy()
  }
}

function nobodysFault(): void {
  // The unread rest of a response ends with its connection, and its reader gets the error.
}

/** Connects to the addresses that were checked, whatever the name resolves to by now. */
export function connectTo(addresses: readonly Address[], timeout: number): buildConnector.connector {
  const lookup: LookupFunction = (_host, options, answer) => {
    if (options.all) answer(null, [...addresses])
    else answer(null, addresses[0]!.address, addresses[0]!.family)
  }
  return buildConnector({ lookup, timeout, allowH2: false, autoSelectFamily: true, port: 0 })
}

/** Follows RFC 9309: without a robots.txt everything is allowed, and nothing while its server fails. */
async function heedRobots(url: URL, fetching: FetchSettings, signal: AbortSignal): Promise<void> {
  const address = new URL('/robots.txt', url)
  try {
    const limited = { ...fetching, maxBytes: maxRobotsBytes }
    const robots = await follow(address, limited, { signal })
    const text = robots === 'unchanged' ? '' : robots.body.toString('utf8')
    if (!mayCrawl({ url: address.href, text }, url.href, fetching.userAgent))
      throw new FetchError('fetch.disallowed', 'The robots.txt of this host forbids fetching this page')
  } catch (error) {
    if (!(error instanceof FetchError && error.isRefusal)) throw error
  }
}

const timeouts = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])
/** Faults of the server's certificate, protocol or compression, which will be the same tomorrow. */
const lasting = /CERT|SELF_SIGNED|SIGNATURE|ALTNAME|EPROTO|^ERR_(SSL|TLS|_ERROR)|^HPE_|^Z_DATA|^ZSTD_/

export function toFetchError(error: unknown): unknown {
  const code = (error as { code?: unknown }).code
  // An error without a code is our own fault and not the network's.
  if (error instanceof FetchError || typeof code !== 'string') return error
  if (timeouts.has(code))
    return new FetchError('fetch.timeout', 'The server does not answer', { isPassing: true, cause: error })
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new FetchError('fetch.too_large', `The answer has more than ${maxHeaderBytes} bytes of headers`)
  const isPassing = !lasting.test(code)
  return new FetchError('fetch.http_error', `The answer could not be read (${code})`, {
    isPassing,
    cause: error,
  })
}
