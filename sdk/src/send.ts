import { ReverieError, retryAfterOf } from './errors.ts'
import { pause } from './pause.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The parts of a request. Every attempt is created from them, because a body can be read only once. */
export type Outgoing = {
  url: string
  init: RequestInit & { method: string; headers: Headers; signal?: AbortSignal | null }
}

export type SendOptions = {
  fetch: Fetch
  /** Maximum number of retries. */
  maxRetries: number
  /** Timeout of one attempt in milliseconds. */
  timeoutMs: number
}

const firstPauseMs = 250
const longestPauseMs = 8_000
/** For a longer Retry-After, the error is thrown at once, so the caller need not wait. */
const longestRetryAfterSeconds = 60

/** POST requests that are safe to repeat: queries, pieces of imports, and conversations, whose known messages the server skips. */
const repeatable = /\/(list|search|profile|buckets|documents\/documents|conversations|parts)$/

/** Codes of 503 that say that the server did not begin to work on the request. */
const notBegun = new Set(['server.overloaded', 'server.draining'])

/**
 * Sends a request and retries it if that is safe: always after 429, and after 503 if the server did not begin with it. If the request may arrive twice, also when its outcome is
 * unknown (no answer, 408, 5xx) or its first copy is still in progress (409 with Retry-After).
 */
export async function send(outgoing: Outgoing, options: SendOptions): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const answer = await tryOnce(outgoing, options)
    const isLast = attempt >= options.maxRetries
    const isSafe = mayArriveTwice(outgoing) || (await wasNotBegun(answer))
    const delayMs = isLast ? undefined : delayBefore(attempt, answer, isSafe)
    if (delayMs !== undefined) {
      if (answer instanceof Response) await answer.body?.cancel()
      await pause(delayMs, outgoing.init.signal)
    } else if (answer instanceof Response) return answer
    else throw answer
  }
}

/** The response, or the reason why there is none. Throws when the caller has cancelled the request. */
async function tryOnce(
  { url, init }: Outgoing,
  { fetch, timeoutMs }: SendOptions,
): Promise<Response | ReverieError> {
  // Not AbortSignal.any: its signals may be garbage-collected before they are aborted.
  const attempt = new AbortController()
  const stop = () => attempt.abort()
  init.signal?.throwIfAborted()
  const timer = setTimeout(stop, timeoutMs)
  init.signal?.addEventListener('abort', stop)
  try {
    return await fetch(url, { ...init, signal: attempt.signal })
  } catch (cause) {
    init.signal?.throwIfAborted()
    return noAnswer(url, attempt.signal.aborted ? timeoutMs : undefined, cause)
  } finally {
    clearTimeout(timer)
    init.signal?.removeEventListener('abort', stop)
  }
}

function noAnswer(url: string, afterMs: number | undefined, cause: unknown): ReverieError {
  const { origin } = new URL(url)
  return afterMs === undefined
    ? new ReverieError(`No server answers at ${origin}. Check baseUrl, and that the server runs`, {
        code: 'client.no_answer',
        cause,
      })
    : new ReverieError(
        `The server at ${origin} did not respond within ${afterMs} ms. Try again, or raise timeoutMs`,
        { code: 'client.timeout', cause },
      )
}

function mayArriveTwice({ url, init: { method, headers } }: Outgoing): boolean {
  if (method === 'GET' || method === 'PUT' || method === 'DELETE') return true
  return headers.has('idempotency-key') || repeatable.test(new URL(url).pathname)
}

async function wasNotBegun(answer: Response | ReverieError): Promise<boolean> {
  if (!(answer instanceof Response) || answer.status !== 503) return false
  // The caller still needs the body if there is no retry.
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body !== null && 'code' in body && notBegun.has(String(body.code))
}

/** Milliseconds to wait before the retry. Undefined when a retry is useless or not safe. */
function delayBefore(attempt: number, answer: Response | ReverieError, isSafe: boolean): number | undefined {
  const isWorthIt = answer instanceof Response ? isPassing(answer, isSafe) : isSafe
  if (!isWorthIt) return undefined
  const asked = answer instanceof Response ? retryAfterOf(answer) : undefined
  if (asked !== undefined) return asked <= longestRetryAfterSeconds ? asked * 1000 : undefined
  return backOff(attempt)
}

/** Exponential backoff with full jitter, so clients that failed together do not retry together. */
export function backOff(attempt: number): number {
  return Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** attempt)
}

function isPassing(response: Response, isSafe: boolean): boolean {
  const { status } = response
  if (status === 429) return true
  if (!isSafe) return false
  return status === 408 || status >= 500 || (status === 409 && retryAfterOf(response) !== undefined)
}
