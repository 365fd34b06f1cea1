import { Pool } from 'undici'
import { parseRetryAfter } from '../../../platform/providers/retry-after.ts'
import { FetchError } from './fetch-error.ts'
import type { FetchSettings } from './fetch-settings.ts'
import { findAddresses } from './find-addresses.ts'
import { readTarget } from './read-target.ts'
import { connectTo, maxHeaderBytes, toFetchError } from './safe-fetch.ts'

/** Answers are read to their end so that the connection can be used again, but no further than this. */
const maxAnswerBytes = 65_536
/** The status is known by then. A body that trickles would hold its connection, and must not make a success a timeout. */
const maxAnswerMs = 500

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
  const path = `${url.pathname}${url.search}`
  return {
    async post(given, body) {
      const headers = { ...given, 'user-agent': settings.userAgent }
      const answer = await within(settings.timeoutMs, signal =>
        pool.request({ method: 'POST', path, headers, body, signal }),
      )
      // A long or slow answer is nobody's business: its connection is closed, and its status counts.
      const ending = AbortSignal.timeout(maxAnswerMs)
      await answer.body.dump({ limit: maxAnswerBytes, signal: ending }).catch(() => undefined)
      const asked = [answer.headers['retry-after'] ?? ''].flat()[0]
      return { status: answer.statusCode, retryAfterMs: parseRetryAfter(asked || null) }
    },
    close: () => pool.destroy(),
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
