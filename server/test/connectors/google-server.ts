import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createSourceHttp, type Exchange } from '../../src/platform/connectors/source-http.ts'
import { DriveDouble } from './drive-double.ts'
import { GmailDouble } from './gmail-double.ts'
import { type GoogleAnswer, type GoogleAsked, refusal } from './google-answer.ts'

/** An answer in place of the usual one; `cut`: half of the usual one; `dropped`: the connection ends within it. */
export type GoogleFault = GoogleAnswer | 'cut' | 'dropped' | undefined

/** A server that speaks the parts of Drive, Gmail and Google's authorization that the connectors use. */
export class GoogleServer {
  readonly drive = new DriveDouble()
  readonly mail = new GmailDouble()
  /** Requests so far, as `GET /drive/v3/files`. */
  readonly requests: string[] = []
  /** The one that is accepted. */
  token = 'token-1'
  /** Tokens that were revoked. */
  readonly revoked: string[] = []
  /** Seconds that a token lives. */
  lifetime = 3_599
  /** False: the person has withdrawn the authorization. */
  isAuthorized = true
  fault: ((asked: GoogleAsked) => GoogleFault) | undefined
  /** Called with each request, before it is answered. */
  onRequest: ((asked: GoogleAsked) => void) | undefined
  url = ''
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** How often a path was asked for. */
  count(path: string): number {
    return this.requests.filter(one => one.endsWith(` ${path}`)).length
  }

  /** Google's addresses lead here. Everything else is as in production, except for the checks of addresses. */
  readonly exchange: Exchange = async ({ url, method, headers, body, maxBytes, signal }) => {
    const { hostname, pathname, search } = new URL(url)
    if (!/\.googleapis\.com$/.test(hostname)) throw new Error(`A request to ${hostname}`)
    try {
      const answer = await fetch(`${this.url}${pathname}${search}`, {
        method,
        headers,
        signal,
        ...(body !== undefined && { body: body as string }),
      })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      if (bytes.length > maxBytes)
        throw Object.assign(new Error('Too large'), { code: 'fetch.too_large', isPassing: false })
      return { status: answer.status, url, headers: answer.headers, body: bytes }
    } catch (error) {
      signal.throwIfAborted()
      if ((error as { code?: string }).code === 'fetch.too_large') throw error
      throw Object.assign(new Error('The connection broke off'), { code: 'fetch.failed', isPassing: true })
    }
  }

  /** What a connection has of the network and of its authorization. */
  sourceParts(signal: AbortSignal = new AbortController().signal, maxFileBytes = 5_000_000) {
    return {
      http: createSourceHttp({
        exchange: this.exchange,
        resolve: host => Promise.resolve(host),
        pace: () => Promise.resolve(),
        signal,
        maxBytes: maxFileBytes,
        firstPauseMs: 1,
        renewToken: async refused => (this.isAuthorized && refused !== this.token ? this.token : undefined),
      }),
      accessToken: () => Promise.resolve(this.token),
      limits: { maxFileBytes, maxTextBytes: 1_000_000 },
      signal,
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.url)
    const sent = await text(request)
    const method = request.method ?? 'GET'
    const asked = { method, path: url.pathname, query: url.searchParams, body: readBody(sent) }
    this.requests.push(`${method} ${url.pathname}`)
    this.onRequest?.(asked)
    const fault = this.fault?.(asked)
    const answer = typeof fault === 'object' ? fault : this.#answer(asked, request.headers.authorization)
    const isBytes = answer.body instanceof Uint8Array
    const written = Buffer.from(isBytes ? (answer.body as Uint8Array) : JSON.stringify(answer.body ?? {}))
    const bytes = fault === 'cut' ? written.subarray(0, written.length / 2) : written
    response.writeHead(answer.status, {
      'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      'content-length': fault === 'dropped' ? bytes.length + 1 : bytes.length,
      ...answer.headers,
    })
    response.end(answer.status === 204 ? undefined : bytes)
    if (fault === 'dropped') request.socket.destroySoon()
  }

  #answer(asked: GoogleAsked, authorization: string | undefined): GoogleAnswer {
    if (asked.path === '/token') return this.#renew(asked.body as URLSearchParams)
    if (asked.path === '/revoke') {
      this.revoked.push((asked.body as URLSearchParams).get('token') ?? '')
      return { status: 200 }
    }
    if (authorization !== `Bearer ${this.token}`) return refusal(401, 'authError')
    const [, api, rest = ''] = /^\/(drive\/v3|gmail\/v1\/users\/me)(\/.*)$/.exec(asked.path) ?? []
    if (api === undefined) return refusal(404, 'notFound')
    return (api === 'drive/v3' ? this.drive : this.mail).answer({ ...asked, path: rest })
  }

  #renew(form: URLSearchParams): GoogleAnswer {
    if (!this.isAuthorized) return { status: 400, body: { error: 'invalid_grant' } }
    const isFirst = form.get('grant_type') === 'authorization_code'
    this.token = `token-${Number(this.token.split('-')[1]) + 1}`
    return {
      status: 200,
      body: {
        access_token: this.token,
        expires_in: this.lifetime,
        token_type: 'Bearer',
        ...(isFirst && { refresh_token: 'refresh-1' }),
      },
    }
  }
}

function readBody(sent: string): unknown {
  if (sent === '') return undefined
  return sent.startsWith('{') ? JSON.parse(sent) : new URLSearchParams(sent)
}
