import { Pool } from 'undici'
import { parseRetryAfter } from '../../../platform/providers/retry-after.ts'
import { FetchError } from './fetch-error.ts'
import type { FetchSettings } from './fetch-settings.ts'
import { findAddresses } from './find-addresses.ts'
import { readTarget } from './read-target.ts'
import { connectTo, maxHeaderBytes, toFetchError } from './safe-fetch.ts'

/** Answers are read to their end so that the connection can be used again, but no further than this. */
const maxAnswerBytes = 65_536

export type PostSettings = Pick<FetchSettings, 'resolve' | 'allow' | 'userAgent'> & { timeoutMs: number }

export type PostTarget = {
  /** Never follows a redirect. Throws `FetchError` when there is no answer. */
  post(
    headers: Record<string, string>,
    body: string,
  ): Promise<{ status: number; retryAfterMs: number | undefined }>
  close(): Promise<void>
}

/**
 * The only way to send to an address that a user names, with the rules of `safeFetch`. The name is resolved once, all its
 * addresses are checked, and all connections of this target go to them. Throws `FetchError`.
 */
export async function openPostTarget(
  address: string,
  settings: PostSettings,
  connections: number,
): Promise<PostTarget> {
  const url = readTarget(address)
  const addresses = await within(settings.timeoutMs, () => findAddresses(url, settings))
  const pool = new Pool(url.origin, {
    connect: connectTo(addresses, settings.timeoutMs),
    connections,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: settings.timeoutMs,
    bodyTimeout: settings.timeoutMs,
    allowH2: false,
  })
  return {
    post: (headers, body) => within(settings.timeoutMs, signal => send(pool, url, { headers, body, signal })),
    close: () => pool.destroy(),
  }

  async function send(
    from: Pool,
    { pathname, search }: URL,
    { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
  ) {
    const answer = await from.request({
      method: 'POST',
      path: `${pathname}${search}`,
      headers: { ...headers, 'user-agent': settings.userAgent },
      body,
      signal,
    })
    // A long answer is nobody's business: its connection is closed, and its status counts.
    await answer.body.dump({ limit: maxAnswerBytes, signal }).catch(() => undefined)
    const asked = [answer.headers['retry-after'] ?? ''].flat()[0]
    return { status: answer.statusCode, retryAfterMs: parseRetryAfter(asked || null) }
  }
}

async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = AbortSignal.timeout(ms)
  const late = Promise.withResolvers<never>()
  deadline.addEventListener('abort', () => late.reject(timedOut(ms)))
  try {
    return await Promise.race([work(deadline), late.promise])
  } catch (error) {
    throw deadline.aborted ? timedOut(ms) : toFetchError(error)
  }
}

const timedOut = (ms: number) =>
  new FetchError('fetch.timeout', `The server did not answer within ${ms} ms`, { isPassing: true })
