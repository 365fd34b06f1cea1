import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A source that a test scripts: a log of changes, contents, tokens, faults, and an authorization server. */

export type ScriptedItem = {
  text: string
  version?: string
  title?: string
  path?: string
  container?: string
  contentKey?: string
  /** Sent as a file of this type. */
  mimeType?: string
  failed?: string
  /** The resource that it is in. */
  in?: string
}

type Entry = { seq: number; id: string }
type Answer = { status?: number; headers?: Record<string, string>; body?: unknown }

export class ScriptedSource {
  readonly items = new Map<string, ScriptedItem & { version: string }>()
  /** Tokens that are accepted; undefined accepts everybody. */
  tokens: Set<string> | undefined
  /** Requests so far, as `METHOD /path`. */
  readonly requests: string[] = []
  /** Answers the next requests to a path, in turn, instead of the usual answer. */
  readonly #faults = new Map<string, Answer[]>()
  #log: Entry[] = []
  #seq = 0
  /** The log before this number is forgotten. */
  #oldest = 0
  readonly hooks = new Map<string, string>()
  readonly provider = new ScriptedProvider()
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  /** Called with each request, before it is answered. */
  onRequest: ((path: string) => void | Promise<void>) | undefined
  readonly hookSecret = 'hook-secret'

  async start(): Promise<this> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }

  put(id: string, item: ScriptedItem | string): void {
    const given = typeof item === 'string' ? { text: item } : item
    const version =
      given.version ?? createHash('sha256').update(JSON.stringify(given)).digest('hex').slice(0, 12)
    this.items.set(id, { ...given, version })
    this.#log.push({ seq: ++this.#seq, id })
  }

  remove(id: string): void {
    this.items.delete(id)
    this.#log.push({ seq: ++this.#seq, id })
  }

  /** Forgets the log, as a provider whose delta tokens expire. What is there is listed anew. */
  forgetLog(): void {
    this.#log = [...this.items.keys()].map(id => ({ seq: ++this.#seq, id }))
    this.#oldest = this.#log[0]?.seq ?? this.#seq
  }

  fail(path: string, ...answers: Answer[]): void {
    this.#faults.set(path, [...(this.#faults.get(path) ?? []), ...answers])
  }

  count(path: string): number {
    return this.requests.filter(each => each.includes(path)).length
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://source')
    this.requests.push(`${request.method} ${url.pathname}`)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    await this.onRequest?.(url.pathname)
    const { status = 200, headers = {}, body } = this.#reply(request, url, Buffer.concat(parts).toString())
    const isText = typeof body === 'string' || body instanceof Uint8Array
    response.writeHead(status, { ...(isText ? {} : { 'content-type': 'application/json' }), ...headers })
    response.end(isText ? body : JSON.stringify(body ?? null))
  }

  #reply(request: IncomingMessage, url: URL, body: string): Answer {
    const fault = this.#faults.get(url.pathname)?.shift()
    if (fault) return fault
    if (['/authorize', '/token', '/revoke'].includes(url.pathname)) return this.provider.answer(url, body)
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if (!this.#accepts(token)) return { status: 401, body: {} }
    const [, kind, name = ''] = url.pathname.split('/')
    const id = decodeURIComponent(name)
    if (kind === 'check') return { body: { account: 'ada@example.org' } }
    if (kind === 'changes') return this.#changes(url.searchParams)
    if (kind === 'ids') return { body: { ids: [...this.items.keys()] } }
    if (kind === 'items') return this.#content(id)
    if (kind === 'look') return this.items.has(id) ? { body: this.#listed(id) } : { status: 404 }
    if (kind === 'resources')
      return {
        body: {
          resources: [
            { id: 'a', name: 'Folder A' },
            { id: 'b', name: 'Folder B' },
          ],
          total: 2,
        },
      }
    if (kind === 'hooks') return this.#hook(request.method!, id, body)
    return { status: 404 }
  }

  #accepts(token: string): boolean {
    if (this.provider.isUsed) return this.provider.accepts(token)
    return this.tokens === undefined || this.tokens.has(token)
  }

  #hook(method: string, id: string, callback: string): Answer {
    if (method === 'DELETE') return { status: this.hooks.delete(id) ? 204 : 404, body: '' }
    this.hooks.set('hook-1', callback)
    return { body: { id: 'hook-1', secret: this.hookSecret } }
  }

  #changes(query: URLSearchParams): Answer {
    const since = Number(query.get('since'))
    if (since > 0 && since < this.#oldest - 1) return { status: 410, body: {} }
    const within = query.getAll('in')
    const after = this.#log.filter(({ seq }) => seq > since)
    const page = after.slice(0, Number(query.get('limit')))
    const isMeant = (id: string) =>
      within.length === 0 || within.includes(this.items.get(id)?.in ?? '') || !this.items.has(id)
    const changes = page.filter(({ id }) => isMeant(id)).map(({ id }) => this.#listed(id))
    return {
      body: {
        changes,
        next: page.at(-1)?.seq ?? since,
        more: after.length > page.length,
        total: this.items.size,
      },
    }
  }

  #listed(id: string) {
    const item = this.items.get(id)
    if (!item) return { id, deleted: true }
    const { version, title, path, container, contentKey, failed } = item
    return { id, version, title, path, container, contentKey, failed }
  }

  #content(id: string): Answer {
    const item = this.items.get(id)
    if (!item) return { status: 404 }
    return {
      headers: { 'content-type': item.mimeType ?? 'text/plain; charset=utf-8' },
      body: Buffer.from(item.text),
    }
  }

  /** The headers of an event, signed as the source signs. */
  sign(body: string, secret = this.hookSecret): Record<string, string> {
    return { 'x-signature': createHmac('sha256', secret).update(body).digest('hex') }
  }
}

/** An authorization server: codes with PKCE, tokens that expire, refresh tokens that work once. */
class ScriptedProvider {
  isUsed = false
  readonly client = { id: 'client-1', secret: 'secret-1' }
  /** Seconds that an access token lives. */
  lifetime = 3_600
  refreshes = 0
  /** Refuses refresh tokens: the person has withdrawn the authorization. */
  isWithdrawn = false
  /** Refuses every access token, also those that it has just given out. */
  refusesAccess = false
  readonly revoked: string[] = []
  readonly #codes = new Map<string, { challenge: string; redirectUri: string }>()
  readonly #access = new Set<string>()
  readonly #refresh = new Set<string>()

  accepts(token: string): boolean {
    return !this.refusesAccess && this.#access.has(token)
  }

  /** Takes back the access tokens before their time. */
  revokeAccess(): void {
    this.#access.clear()
  }

  /** The person agrees at the authorization link. Returns the address to which the browser is sent. */
  agree(link: string): URL {
    const asked = new URL(link).searchParams
    const code = randomBytes(8).toString('hex')
    this.#codes.set(code, {
      challenge: asked.get('code_challenge')!,
      redirectUri: asked.get('redirect_uri')!,
    })
    const back = new URL(asked.get('redirect_uri')!)
    back.searchParams.set('code', code)
    back.searchParams.set('state', asked.get('state')!)
    return back
  }

  answer(url: URL, body: string): Answer {
    const form = new URLSearchParams(body)
    const isClient =
      form.get('client_id') === this.client.id && form.get('client_secret') === this.client.secret
    if (!isClient) return { status: 401, body: { error: 'invalid_client' } }
    if (url.pathname === '/revoke') {
      this.revoked.push(form.get('token')!)
      this.#access.clear()
      return { body: {} }
    }
    return form.get('grant_type') === 'refresh_token' ? this.#renew(form) : this.#redeem(form)
  }

  #redeem(form: URLSearchParams): Answer {
    const code = this.#codes.get(form.get('code')!)
    this.#codes.delete(form.get('code')!)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!code || code.challenge !== challenge || code.redirectUri !== form.get('redirect_uri'))
      return { status: 400, body: { error: 'invalid_grant' } }
    return this.#issue()
  }

  #renew(form: URLSearchParams): Answer {
    // A refresh token works once: a second use withdraws everything, as providers with rotation do.
    if (this.isWithdrawn || !this.#refresh.delete(form.get('refresh_token')!))
      return { status: 400, body: { error: 'invalid_grant' } }
    this.refreshes++
    return this.#issue()
  }

  #issue(): Answer {
    const accessToken = `access-${randomBytes(6).toString('hex')}`
    const refreshToken = `refresh-${randomBytes(6).toString('hex')}`
    this.#access.clear()
    this.#access.add(accessToken)
    this.#refresh.add(refreshToken)
    return { body: { access_token: accessToken, refresh_token: refreshToken, expires_in: this.lifetime } }
  }
}
