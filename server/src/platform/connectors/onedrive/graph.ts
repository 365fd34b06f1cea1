import { z } from 'zod'
import { parseRetryAfter } from '../../providers/retry-after.ts'
import {
  ItemError,
  SourceError,
  type SourceErrorCode,
  type SourceRequest,
  type SourceResponse,
} from '../connector.ts'
import type { OneDriveSource } from './settings.ts'

/** A page of 200 items with all their fields has about 400 KB. */
const maxPageBytes = 32_000_000
/** Statuses that are explained here. Pauses and faults of the server are the client's. */
const explained = [400, 401, 403, 404, 405, 409, 410, 423, 501, 509]

export type Asking = Pick<SourceRequest, 'method'> & {
  body?: object
  /** Statuses that the caller handles. */
  allow?: readonly number[]
}
export type Answer = { status: number; headers: Headers; body: unknown }

/** An answer of Graph that is no success. */
export class GraphError extends SourceError {
  readonly status: number
  /** Graph's own code, such as `resyncChangesApplyDifferences`. */
  readonly reason: string

  constructor(
    { status, reason }: { status: number; reason: string },
    code: SourceErrorCode,
    message: string,
    options: ConstructorParameters<typeof SourceError>[2] = {},
  ) {
    super(code, message, options)
    this.status = status
    this.reason = reason
  }
}

/** Whether something is not there, or hidden from this account: Graph answers either with 403 or 404. */
export const isHidden = (error: unknown): boolean =>
  error instanceof GraphError && [403, 404, 410, 423].includes(error.status)

/** Microsoft Graph, with its ways to page and to say no. The token goes to Graph only. */
export class GraphApi {
  readonly #source: OneDriveSource
  readonly #origin: string

  constructor(source: OneDriveSource, origin: string) {
    this.#source = source
    this.#origin = origin
  }

  /** Asks for a path, or for the link of a further page. Throws `GraphError`. */
  async ask(path: string, { method, body, allow = [] }: Asking = {}): Promise<Answer> {
    const answer = await this.#send(path, {
      ...(method && { method }),
      ...(body && { body: JSON.stringify(body) }),
      maxBytes: maxPageBytes,
    })
    const { status, headers } = answer
    if (allow.includes(status)) return { status, headers, body: undefined }
    if (status >= 400) throw explain(answer, await answer.text())
    return { status, headers, body: status === 204 ? undefined : await readJson(answer) }
  }

  /** The entries of a list, page by page. */
  async *list<T>(path: string, entry: z.ZodType<T>): AsyncGenerator<T[]> {
    const schema = z.object({ value: z.array(entry), '@odata.nextLink': z.string().optional() })
    const asked = new Set<string>()
    for (let next: string | undefined = path; next !== undefined; ) {
      if (asked.has(next)) throw new SourceError('provider_unavailable', 'Graph pages in a circle.')
      asked.add(next)
      const { body } = await this.ask(next)
      const page: z.infer<typeof schema> = parse(schema, body)
      yield page.value
      next = page['@odata.nextLink']
    }
  }

  /** Downloads a file. Graph redirects to an address that needs no token and gets none: the client drops it. */
  async download(path: string): Promise<SourceResponse> {
    const answer = await this.#send(path, { maxBytes: this.#source.limits.maxFileBytes })
    if (answer.status < 300) return answer
    const isOfGraph = new URL(answer.url).origin === new URL(this.#origin).origin
    if (answer.status === 401 && isOfGraph) throw explain(answer, '')
    throw refusedDownload(answer.status, isOfGraph)
  }

  /** The address of a path. A link to another host would hand the token to it. */
  addressOf(path: string): string {
    if (path.startsWith('/')) return `${this.#origin}/v1.0${path}`
    if (URL.parse(path)?.origin !== new URL(this.#origin).origin)
      throw new SourceError('provider_unavailable', 'Graph named a page at another address.')
    return path
  }

  async #send(
    path: string,
    options: Pick<SourceRequest, 'method' | 'body' | 'maxBytes'>,
  ): Promise<SourceResponse> {
    const { http, accessToken } = this.#source
    const url = this.addressOf(path)
    return http.request(url, {
      ...options,
      headers: {
        authorization: `Bearer ${await accessToken?.()}`,
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
      },
      allow: explained,
    })
  }
}

function refusedDownload(status: number, isOfGraph: boolean): ItemError {
  if (status === 423)
    return new ItemError('item_unreadable', 'The file is locked. It is read again at the next run.')
  if (!isOfGraph)
    return new ItemError('item_unreadable', `The address of the download answers with status ${status}.`)
  if (status === 403) return new ItemError('item_forbidden', 'This account may not download the file.')
  if (status === 404 || status === 410) return new ItemError('item_gone', 'The file is gone.')
  return new ItemError('item_unreadable', `Graph refuses the download with status ${status}.`)
}

const errorJson = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

function explain({ status, url, headers }: SourceResponse, text: string): GraphError {
  const { code: reason, message } = readError(text)
  const why = [reason, message].filter(part => part !== '').join(': ') || `status ${status}`
  const said = `Graph answered ${new URL(url).pathname} with ${why}`
  const fault = { status, reason }
  if (status === 401) return new GraphError(fault, 'auth_expired', `${said}. Authorize the connection again.`)
  if (status === 403)
    return new GraphError(
      fault,
      'settings_invalid',
      `${said}. The account or the application may not read it.`,
    )
  if (status === 404 || status === 410) return new GraphError(fault, 'source_gone', said)
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'))
  const options = retryAfterMs === undefined ? {} : { retryAfterMs }
  return new GraphError(fault, status === 509 ? 'rate_limited' : 'provider_unavailable', said, options)
}

function readError(text: string): { code: string; message: string } {
  try {
    return errorJson.parse(JSON.parse(text)).error
  } catch {
    return { code: '', message: '' }
  }
}

async function readJson({ json }: Pick<SourceResponse, 'json'>): Promise<unknown> {
  try {
    return await json()
  } catch (cause) {
    if (cause instanceof SourceError || cause instanceof ItemError) throw cause
    throw new SourceError('provider_unavailable', 'Graph sent an answer that breaks off.', { cause })
  }
}

export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new SourceError(
    'provider_unavailable',
    `Graph sent something unexpected: ${z.prettifyError(read.error)}`,
  )
}
