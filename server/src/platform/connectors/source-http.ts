import { setTimeout as sleep } from 'node:timers/promises'
import { parseRetryAfter } from '../providers/retry-after.ts'
import {
  ItemError,
  SourceError,
  type SourceHttp,
  type SourceRequest,
  type SourceResponse,
} from './connector.ts'

/** One request with its redirects, by the rules for foreign addresses. Throws an error with a stable `code`. */
export type Exchange = (request: {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | Uint8Array | undefined
  maxBytes: number
  isCrawl: boolean
  signal: AbortSignal
}) => Promise<{ status: number; url: string; headers: Headers; body: Uint8Array }>

export type SourceHttpParts = {
  exchange: Exchange
  resolve(host: string): Promise<string>
  /** Waits until the account may be asked again. */
  pace(): Promise<void>
  signal: AbortSignal
  maxBytes: number
  /** Another token instead of one that the source refused. Undefined: there is none, and the refusal stands. */
  renewToken?(refused: string): Promise<string | undefined>
  /** The pause before the first repetition. It doubles each time. */
  firstPauseMs?: number
}

/** A request is sent this often at most. */
const mostTries = 5
/** A source that wants a longer pause than this ends the run, which continues later. */
const longestPauseMs = 30_000

const repeatedStatuses = new Set([408, 425, 429, 500, 502, 503, 504])
/** A POST may have done its work before a server failed. These statuses say that it has not. */
const refusedStatuses = new Set([425, 429, 503])

/** The way of a connector to the network: paced, and patient with sources that are busy or fail. */
export function createSourceHttp(parts: SourceHttpParts): SourceHttp {
  return {
    request: (url, options = {}) => sendAuthorized(parts, url, options),
    async resolve(host) {
      try {
        return await parts.resolve(host)
      } catch (error) {
        throw toSourceError(error)
      }
    },
  }
}

/** A token may be refused before its time. Then the request is sent once more with a renewed one. */
async function sendAuthorized(
  parts: SourceHttpParts,
  url: string,
  options: SourceRequest,
): Promise<SourceResponse> {
  const answer = await send(parts, url, options)
  const refused = refusedToken(answer, url, options)
  const renewed = refused && (await parts.renewToken?.(refused.token))
  if (!refused || !renewed) return finish(answer, options)
  const headers = { ...options.headers, [refused.header]: `Bearer ${renewed}` }
  return finish(await send(parts, url, { ...options, headers }), options)
}

/** Undefined unless the host that was sent the token answered 401: after a redirect, another host never saw it. */
function refusedToken(
  answer: Answer,
  url: string,
  { headers = {} }: SourceRequest,
): { header: string; token: string } | undefined {
  if ('fault' in answer || answer.status !== 401) return undefined
  if (URL.parse(answer.url)?.origin !== URL.parse(url)?.origin) return undefined
  const header = Object.keys(headers).find(name => name.toLowerCase() === 'authorization')
  const token = header && /^Bearer (.+)$/i.exec(headers[header]!)?.[1]
  return token ? { header, token } : undefined
}

async function send(parts: SourceHttpParts, url: string, options: SourceRequest): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await attempt(parts, url, options)
    const pauseMs = pauseAfter(answer, tries, parts.firstPauseMs ?? 500)
    if (!mayRepeat(answer, options) || tries === mostTries || pauseMs > longestPauseMs) return answer
    await sleep(pauseMs, undefined, { signal: parts.signal })
  }
}

type Answer = Awaited<ReturnType<Exchange>> | Fault
type Fault = { fault: unknown; isPassing: boolean; retryAfterMs: number | undefined }

async function attempt(parts: SourceHttpParts, url: string, options: SourceRequest): Promise<Answer> {
  const { method = 'GET', headers = {}, body, maxBytes = parts.maxBytes, isCrawl = false } = options
  const { signal } = parts
  await parts.pace()
  signal.throwIfAborted()
  try {
    return await parts.exchange({ url, method, headers, body, maxBytes, isCrawl, signal })
  } catch (fault) {
    signal.throwIfAborted()
    const { isPassing = false, retryAfterMs } = fault as { isPassing?: boolean; retryAfterMs?: number }
    return { fault, isPassing, retryAfterMs }
  }
}

function mayRepeat(answer: Answer, { method = 'GET', allow = [], isRead = false }: SourceRequest): boolean {
  const isSafe = isRead || (method !== 'POST' && method !== 'PATCH')
  if ('fault' in answer) return answer.isPassing && isSafe
  if (allow.includes(answer.status)) return false
  return (isSafe ? repeatedStatuses : refusedStatuses).has(answer.status)
}

/** What the source asks for, or a pause that doubles. Up to a fifth of it is chance, so that two workers do not meet again. */
function pauseAfter(answer: Answer, tries: number, firstMs: number): number {
  const asked = retryAfterOf(answer)
  return asked ?? firstMs * 2 ** (tries - 1) * (1 + Math.random() / 5)
}

const retryAfterOf = (answer: Answer): number | undefined =>
  'fault' in answer ? answer.retryAfterMs : parseRetryAfter(answer.headers.get('retry-after'))

function finish(answer: Answer, { allow = [] }: SourceRequest): SourceResponse {
  if ('fault' in answer) throw toSourceError(answer.fault)
  const { status, url, headers, body } = answer
  const isFine = (status >= 200 && status < 300) || status === 304 || allow.includes(status)
  if (!isFine) throw refusal(status, retryAfterOf(answer))
  const text = async () => new TextDecoder().decode(body)
  return { status, url, headers, bytes: async () => body, text, json: async () => parseJson(await text()) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SourceError('provider_unavailable', 'The source sent an answer that is no JSON', { cause })
  }
}

function refusal(status: number, retryAfterMs: number | undefined): SourceError {
  const said = `The source answered ${status}`
  const options = retryAfterMs === undefined ? {} : { retryAfterMs }
  if (status === 401) return new SourceError('auth_expired', `${said}: it no longer accepts the credentials`)
  if (status === 402) return new SourceError('plan_required', `${said}: the account needs another plan`)
  if (status === 404 || status === 410)
    return new SourceError('source_gone', `${said}: it is not there any more`)
  if (status === 429) return new SourceError('rate_limited', `${said}: it was asked too often`, options)
  if (status >= 500 || status === 408 || status === 425)
    return new SourceError('provider_unavailable', said, options)
  return new SourceError(
    'settings_invalid',
    status === 403 ? `${said}: the credentials may not read this` : said,
  )
}

/** Faults of safe fetch, by their codes. Anything without a code is a fault of ours. */
function toSourceError(error: unknown): unknown {
  if (error instanceof SourceError || error instanceof ItemError) return error
  const { code, message, isPassing } = error as { code?: unknown; message?: string; isPassing?: boolean }
  if (typeof code !== 'string') return error
  const says = message ?? code
  if (code === 'fetch.too_large') return new ItemError('item_too_large', says, { cause: error })
  if (code === 'fetch.disallowed') return new ItemError('item_forbidden', says, { cause: error })
  const isWrong = code === 'fetch.blocked_address' || (code === 'fetch.not_found' && isPassing !== true)
  if (isWrong) return new SourceError('settings_invalid', says, { cause: error })
  return new SourceError('provider_unavailable', says, { cause: error })
}
