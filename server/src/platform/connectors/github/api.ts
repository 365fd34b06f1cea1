import { z } from 'zod'
import { ItemError, SourceError, type SourceRequest } from '../connector.ts'
import type { GithubSource } from './settings.ts'

/** Pages of 100 issues with long texts reach some megabytes, and a tree of 100,000 files seven. */
const maxPageBytes = 32_000_000

export type Answer = { status: number; headers: Headers; body: unknown; next: string | undefined }
export type Asking = Pick<SourceRequest, 'method' | 'maxBytes'> & {
  etag?: string | undefined
  body?: object
  /** Statuses that the caller handles. */
  allow?: readonly number[]
}

/** GitHub's REST and GraphQL, with its ways to say no. */
export class GithubApi {
  readonly #source: GithubSource
  readonly #base: string

  constructor(source: GithubSource) {
    this.#source = source
    this.#base = source.settings.apiUrl.replace(/\/+$/, '')
  }

  /** Asks for a path, or for the address of a further page. Throws `SourceError`. */
  async ask(path: string, asking: Asking = {}): Promise<Answer> {
    const answer = await this.#send(path, 'application/vnd.github+json', asking)
    const body = answer.status === 304 || answer.status === 204 ? undefined : await readJson(answer)
    if (answer.status >= 400 && !asking.allow?.includes(answer.status))
      throw explain(answer.status, path, body)
    return { status: answer.status, headers: answer.headers, body, next: this.#nextOf(answer.headers) }
  }

  /** Reads the bytes of a file, or the id of a commit. Undefined: there is none. */
  async raw(path: string, kind: 'raw' | 'sha', maxBytes: number): Promise<Uint8Array | undefined> {
    const { status, bytes } = await this.#send(path, `application/vnd.github.${kind}`, { maxBytes })
    if (status === 404 || status === 409 || status === 422) return undefined
    if (status >= 400) throw explain(status, path, undefined)
    return bytes()
  }

  /** All pages of a list. */
  async *pages(path: string, asking: Asking = {}): AsyncGenerator<unknown[]> {
    for (let next: string | undefined = path; next !== undefined; ) {
      const answer: Answer = await this.ask(next, asking)
      if (answer.status >= 400) return
      yield asList(answer.body)
      next = answer.next
    }
  }

  async graphql<Data>(query: string, variables: object, schema: z.ZodType<Data>): Promise<Data> {
    const url = this.#base.replace(/\/api\/v3$/, '/api').concat('/graphql')
    const { body } = await this.ask(url, { method: 'POST', body: { query, variables } })
    const { data, errors } = parse(graphqlAnswer, body)
    const [error] = errors ?? []
    if (error?.type === 'RATE_LIMITED')
      throw new SourceError('rate_limited', error.message, { retryAfterMs: 60_000 })
    if (error) throw new GraphqlError(error.type ?? '', error.message)
    return parse(schema, data)
  }

  async #send(path: string, accept: string, { etag, body, method, maxBytes = maxPageBytes }: Asking) {
    const source = this.#source
    const token = source.accessToken ? await source.accessToken() : source.credentials?.token
    const answer = await source.http.request(this.#addressOf(path), {
      ...(method && { method }),
      headers: {
        accept,
        authorization: `Bearer ${token}`,
        'x-github-api-version': '2022-11-28',
        ...(etag && { 'if-none-match': etag }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      allow: [401, 403, 404, 409, 410, 422, 451],
      maxBytes,
    })
    if (answer.status === 401)
      throw new SourceError('auth_expired', 'GitHub refuses the token. Connect again or enter a new one.')
    if (answer.status === 403) await this.#throwIfLimited(answer.headers, () => answer.text())
    return answer
  }

  /** The token goes to the API only, whatever address a page names as the next. */
  #addressOf(path: string): string {
    if (path.startsWith('/')) return `${this.#base}${path}`
    if (new URL(path).origin !== new URL(this.#base).origin)
      throw new SourceError('provider_unavailable', 'GitHub named a page at another address.')
    return path
  }

  #nextOf(headers: Headers): string | undefined {
    return /<([^<>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }

  /** Both limits answer with 403: the hourly one says when it ends, the secondary one how long to wait. */
  async #throwIfLimited(headers: Headers, text: () => Promise<string>): Promise<void> {
    const wait = Number(headers.get('retry-after') ?? Number.NaN)
    const isUsedUp = headers.get('x-ratelimit-remaining') === '0'
    if (Number.isNaN(wait) && !isUsedUp && !/secondary rate limit|abuse detection/i.test(await text())) return
    throw new SourceError('rate_limited', 'GitHub asks to wait before further requests.', {
      retryAfterMs: Number.isNaN(wait) ? this.#untilReset(headers) : wait * 1_000,
    })
  }

  /** By GitHub's clock: ours may differ. */
  #untilReset(headers: Headers): number {
    const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * 1_000
    const now = Date.parse(headers.get('date') ?? '') || this.#source.now().getTime()
    return Number.isNaN(reset) ? 60_000 : Math.min(Math.max(reset - now, 1_000), 3_600_000)
  }
}

export class GraphqlError extends SourceError {
  readonly type: string

  constructor(type: string, message: string) {
    const isRefused = /^(FORBIDDEN|INSUFFICIENT_SCOPES)$/.test(type)
    super(isRefused ? 'settings_invalid' : 'provider_unavailable', `GitHub: ${message}`)
    this.type = type
  }
}

const graphqlAnswer = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ type: z.string().optional(), message: z.string() })).optional(),
})

function explain(status: number, path: string, body: unknown): SourceError | ItemError {
  const reason = (body as { message?: string } | undefined)?.message ?? `status ${status}`
  if (status === 404 || status === 410 || status === 451)
    return new ItemError('item_gone', `GitHub no longer has it: ${path}`)
  if (status === 403)
    return new SourceError(
      'settings_invalid',
      `The token may not read ${path}: ${reason}. Give it the permission, or leave that content out.`,
    )
  return new SourceError('provider_unavailable', `GitHub answered ${path} with ${reason}`)
}

async function readJson({ json }: { json(): Promise<unknown> }): Promise<unknown> {
  try {
    return await json()
  } catch (error) {
    if (error instanceof SourceError || error instanceof ItemError) throw error
    throw new SourceError('provider_unavailable', 'GitHub sent an answer that breaks off.', { cause: error })
  }
}

export function asList(body: unknown): unknown[] {
  if (Array.isArray(body)) return body
  throw new SourceError('provider_unavailable', 'GitHub sent something other than a list.')
}

export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new SourceError(
    'provider_unavailable',
    `GitHub sent something unexpected: ${z.prettifyError(read.error)}`,
  )
}
