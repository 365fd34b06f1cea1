import { z } from 'zod'
import { ItemError, type Source, SourceError, type SourceRequest, type SourceResponse } from '../connector.ts'

/** What the connectors of Google need of a connection to reach it. */
export type GoogleAccess = Pick<Source<unknown, unknown>, 'http' | 'accessToken'>

export type Asking = {
  method?: 'GET' | 'POST'
  query?: Record<string, string | number | boolean | readonly string[] | undefined>
  body?: object
  maxBytes?: number
}

/** A page of 100 files with their permissions reaches a megabyte. */
const maxPageBytes = 16_000_000

/** One of Google's REST interfaces, with Google's ways to say no. */
export class GoogleApi {
  readonly #source: GoogleAccess
  readonly #base: string

  constructor(source: GoogleAccess, base: string) {
    this.#source = source
    this.#base = base
  }

  async json<T>(path: string, schema: z.ZodType<T>, asking: Asking = {}): Promise<T> {
    const answer = await this.#send(path, { maxBytes: maxPageBytes, ...asking })
    return parse(schema, answer.status === 204 ? {} : await answer.json())
  }

  async bytes(path: string, asking: Asking & { maxBytes: number }): Promise<Uint8Array> {
    return (await this.#send(path, asking)).bytes()
  }

  async #send(path: string, asking: Asking): Promise<SourceResponse> {
    const answer = await this.#request(path, asking, await this.#token())
    if (answer.status >= 400) throw explain(await readRefusal(answer))
    return answer
  }

  #request(path: string, asking: Asking, token: string): Promise<SourceResponse> {
    const { method, query = {}, body, maxBytes } = asking
    const request: SourceRequest = {
      ...(method && { method }),
      headers: {
        authorization: `Bearer ${token}`,
        // Google compresses answers for agents that say so here.
        'user-agent': 'reverie (gzip)',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(maxBytes !== undefined && { maxBytes }),
      allow: [400, 401, 403, 404, 410],
    }
    return this.#source.http.request(`${this.#base}${path}${toSearch(query)}`, request)
  }

  async #token(): Promise<string> {
    if (this.#source.accessToken) return this.#source.accessToken()
    throw new SourceError('auth_expired', 'The connection is not authorized yet.')
  }
}

function toSearch(query: NonNullable<Asking['query']>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) for (const one of [value].flat()) search.append(name, String(one))
  return search.size === 0 ? '' : `?${search}`
}

/** A request that Google does not understand, such as one with a page token that has expired. */
export class BadRequest extends SourceError {
  constructor(message: string) {
    super('provider_unavailable', message)
  }
}

type Refusal = { status: number; reason: string; message: string; retryAfter: number }

const reasonJson = z.object({ reason: z.string().catch('') })
const errorJson = z.object({
  error: z.object({
    message: z.string().catch(''),
    errors: z.array(reasonJson).catch([]),
    details: z.array(reasonJson).catch([]),
  }),
})

const mostMessageChars = 300

async function readRefusal(answer: SourceResponse): Promise<Refusal> {
  const { error } = readError(await answer.text())
  return {
    status: answer.status,
    reason: error.errors[0]?.reason || error.details.find(({ reason }) => reason !== '')?.reason || '',
    message: error.message.slice(0, mostMessageChars) || `status ${answer.status}`,
    retryAfter: Number(answer.headers.get('retry-after') ?? Number.NaN),
  }
}

function readError(text: string): z.infer<typeof errorJson> {
  try {
    return errorJson.parse(JSON.parse(text))
  } catch {
    return { error: { message: '', errors: [], details: [] } }
  }
}

const shortLimits =
  /^(rateLimitExceeded|userRateLimitExceeded|RATE_LIMIT_EXCEEDED|sharingRateLimitExceeded|quotaExceeded)$/
const missingScopes = /^(insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT)$/
const switchedOff = /^(accessNotConfigured|SERVICE_DISABLED|domainPolicy|failedPrecondition)$/
const tooLarge = /^(exportSizeLimitExceeded|fileTooLarge)$/

/** Google says most things with 403; only the reason tells them apart. */
function explain({ status, reason, message, retryAfter }: Refusal): SourceError | ItemError {
  const said = `Google says: ${message}`
  // The address for events is not public: that says nothing of the token.
  if (reason.startsWith('push.')) return new BadRequest(said)
  if (status === 401 || missingScopes.test(reason))
    return new SourceError(
      'auth_expired',
      `${said}. Authorize the connection again, and allow all that it asks for`,
    )
  if (shortLimits.test(reason))
    return new SourceError('rate_limited', said, { retryAfterMs: (retryAfter || 60) * 1_000 })
  // The quota of the operator's project begins anew at midnight, Pacific time.
  if (reason === 'dailyLimitExceeded')
    return new SourceError('rate_limited', said, { retryAfterMs: 3_600_000 })
  if (switchedOff.test(reason))
    return new SourceError(
      'settings_invalid',
      `${said}. Enable the interface in the Google Cloud project of your application, or ask the administrator of the domain`,
    )
  if (status === 404) return new ItemError('item_gone', said)
  if (tooLarge.test(reason)) return new ItemError('item_too_large', said)
  if (status === 403) return new ItemError('item_forbidden', said)
  return new BadRequest(said)
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new SourceError(
    'provider_unavailable',
    `Google sent something unexpected: ${z.prettifyError(read.error).slice(0, 500)}`,
  )
}

/** The operator's own application, but for the scopes. `prompt` makes Google send a refresh token each time. */
export const googleOAuth = {
  kind: 'oauth' as const,
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revokeUrl: 'https://oauth2.googleapis.com/revoke',
  extra: { access_type: 'offline', prompt: 'consent' },
}

/** Page tokens are opaque, and go back to Google as they came. */
export const pageTokenJson = z.string().min(1).max(10_000)
