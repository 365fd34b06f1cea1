import { setTimeout as wait } from 'node:timers/promises'
import {
  ItemError,
  SourceError,
  type SourceHttp,
  type SourceRequest,
  type SourceResponse,
} from '../../src/platform/connectors/connector.ts'

/** Retry-After counts milliseconds here, so that no test waits. */
const attempts = 3

/** The network as the port describes it, without the checks of addresses: tests talk to 127.0.0.1. */
export function plainHttp(signal: AbortSignal): SourceHttp {
  return {
    resolve: async host => host.replace(/^localhost$/, '127.0.0.1'),
    async request(url, options = {}) {
      for (let attempt = 1; ; attempt++) {
        const answer = await send(url, options, signal)
        const { status } = answer
        if (status < 400 || options.allow?.includes(status)) return answer
        const isRetried = status === 429 || status >= 500
        if (!isRetried)
          throw new SourceError(status === 401 ? 'auth_expired' : 'source_gone', `${url}: ${status}`)
        if (attempt === attempts)
          throw new SourceError(status === 429 ? 'rate_limited' : 'provider_unavailable', `${url}: ${status}`)
        await wait(Number(answer.headers.get('retry-after') ?? 0))
      }
    },
  }
}

async function send(
  url: string,
  { method, headers, body, maxBytes }: SourceRequest,
  signal: AbortSignal,
): Promise<SourceResponse> {
  const response = await fetch(url, {
    signal,
    ...(method && { method }),
    ...(headers && { headers }),
    ...(body !== undefined && { body: typeof body === 'string' ? body : Buffer.from(body) }),
  }).catch(error => {
    throw new SourceError('provider_unavailable', `${url} did not answer`, { cause: error })
  })
  const bytes = new Uint8Array(
    await response.arrayBuffer().catch(error => {
      throw new SourceError('provider_unavailable', `${url} broke off`, { cause: error })
    }),
  )
  if (bytes.length > (maxBytes ?? 50_000_000)) throw new ItemError('item_too_large', `${url} is too large`)
  const text = async () => new TextDecoder().decode(bytes)
  return {
    status: response.status,
    url: response.url,
    headers: response.headers,
    bytes: async () => bytes,
    text,
    json: async () => JSON.parse(await text()),
  }
}
