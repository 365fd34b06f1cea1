import { type buildConnector, Pool } from 'undici'
import type { Forwarder, ProviderRequest, ProviderResponse } from '../../../features/router/forward.ts'
import { AppError } from '../../../platform/errors.ts'
import { FetchError } from './fetch-error.ts'
import type { FetchSettings } from './fetch-settings.ts'
import { findAddresses } from './find-addresses.ts'
import { readTarget } from './read-target.ts'
import { connectTo } from './safe-fetch.ts'

const maxHeaderBytes = 65_536
/** An idle connection is closed soon, because a request that meets the provider's own close would fail. */
const idleMs = 10_000

export type ForwardLimits = {
  /** Hosts that may be in a private network. */
  hosts: readonly string[]
  /** Longest silence of a provider, before its first byte and between two. */
  timeoutMs: number
}

/**
 * Sends requests to model providers by the rules of safe fetch: each connection resolves the name once, checks every address
 * and goes to one of them; no proxy of the environment and no redirect is followed. Connections are used again, because a new
 * one with TLS takes two or three round trips to the provider.
 */
export function openForwarder(fetching: FetchSettings, { hosts, timeoutMs }: ForwardLimits): Forwarder {
  const allow = { hosts: new Set(hosts), domains: [], ranges: [] }
  const pools = new Map<string, Pool>()
  const poolOf = (url: URL): Pool => {
    const pool = pools.get(url.origin) ?? openPool(url, { ...fetching, allow }, timeoutMs)
    pools.set(url.origin, pool)
    return pool
  }
  return {
    forward: request => send(() => poolOf(readTarget(request.url.href)), request),
    close: async () => void (await Promise.all([...pools.values()].map(pool => pool.destroy()))),
  }
}

function openPool(url: URL, fetching: FetchSettings, timeoutMs: number): Pool {
  const connect: buildConnector.connector = (options, done) => {
    findAddresses(url, fetching).then(
      addresses => connectTo(addresses, fetching.connectTimeoutMs)(options, done),
      error => done(error, null),
    )
  }
  return new Pool(url.origin, {
    connect,
    connections: null,
    pipelining: 1,
    keepAliveTimeout: idleMs,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    allowH2: false,
  })
}

async function send(
  poolFor: () => Pool,
  { url, headers, body, signal }: ProviderRequest,
): Promise<ProviderResponse> {
  try {
    const path = `${url.pathname}${url.search}`
    const answer = await poolFor().request({ method: 'POST', path, headers, body, signal })
    return { status: answer.statusCode, headers: answer.headers, body: answer.body }
  } catch (error) {
    signal.throwIfAborted()
    throw explain(error)
  }
}

const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT'])

/** The cause goes to no log: an error of the network could name the request, and that has the provider's key. */
function explain(error: unknown): unknown {
  if (error instanceof FetchError && error.code === 'fetch.blocked_address')
    return new AppError('router.provider_not_allowed', {
      message: error.message.replace('FETCH_ALLOW', 'ROUTER_PROVIDERS'),
    })
  const code = (error as { code?: unknown }).code
  if (error instanceof FetchError)
    return new AppError('router.provider_unavailable', { message: error.message })
  if (typeof code !== 'string') return error
  if (timeouts.has(code)) return new AppError('router.provider_timeout')
  return new AppError('router.provider_unavailable', { message: `The provider cannot be reached (${code})` })
}
