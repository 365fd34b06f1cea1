import type { Source } from '../../platform/db/tx.ts'
import { type AuthSettings, authOptions } from '../people/auth-options.ts'

export type OAuthSettings = Omit<AuthSettings, 'isSecure'> & { publicUrl: string; mayRegister: boolean }

/** Endpoints of better-auth that are served. All others stay closed. */
export type OAuthPath =
  | '/oauth2/authorize'
  | '/oauth2/token'
  | '/oauth2/register'
  | '/oauth2/revoke'
  | '/.well-known/oauth-authorization-server'

export type OAuthRequest = {
  method: 'GET' | 'POST'
  path: OAuthPath
  query?: string
  headers?: Record<string, string>
  body?: string
}

/** What the server answers, for our edge to send. */
export type OAuthAnswer = { status: number; headers: Headers; text: string }

/**
 * The authorization server of MCP clients, by better-auth. It is opened at the first use, like the identity of people, and
 * shares their tables and session cookie. Its address is PUBLIC_URL and nothing that a request says.
 */
export class OAuthServer {
  readonly publicUrl: string
  readonly mayRegister: boolean
  readonly directory: Source
  readonly #settings: OAuthSettings
  #opening: ReturnType<typeof open> | undefined

  constructor(settings: OAuthSettings) {
    this.#settings = settings
    this.publicUrl = settings.publicUrl
    this.mayRegister = settings.mayRegister
    this.directory = settings.directory
  }

  get resource(): string {
    return `${this.publicUrl}/mcp`
  }

  async handle({ method, path, query = '', headers = {}, body }: OAuthRequest): Promise<OAuthAnswer> {
    const address = addressOf(this.publicUrl, path, query)
    const request = new Request(address, { method, headers, ...(body !== undefined && { body }) })
    return this.#use(async ({ handler }) => read(await handler(request)))
  }

  /**
   * The decision of the person whose session the cookie names. `query` is that of the consent page, which the server has
   * signed. Returns where the browser goes next: back to the client, with a code or a refusal.
   */
  async decide(
    decision: { query: string; accept: boolean; scope?: string; grant?: string },
    cookie: string,
  ): Promise<OAuthAnswer> {
    const { query, accept, scope, grant } = decision
    const request = new Request(`${this.publicUrl}/oauth2/consent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: new URL(this.publicUrl).origin },
      body: JSON.stringify({ accept, oauth_query: query, ...(scope && { scope }) }),
    })
    return this.#use(({ handler, givenGrant }) => {
      const send = async () => read(await handler(request))
      return grant === undefined ? send() : givenGrant.run(grant, send)
    })
  }

  /** Makes a client by hand, in the name of the admin whose session the cookie names. */
  async makeClient(
    { name, redirectUris, org }: { name: string; redirectUris: string[]; org: string },
    cookie: string,
  ): Promise<{ clientId: string; secret: string }> {
    const body = {
      client_name: name,
      redirect_uris: redirectUris,
      application_type: applicationTypeOf(redirectUris),
      token_endpoint_auth_method: 'client_secret_basic' as const,
      grant_types: ['authorization_code' as const, 'refresh_token' as const],
      response_types: ['code' as const],
    }
    const made = await this.#use(({ create, makingFor }) =>
      makingFor.run(org, () => create({ body, headers: new Headers({ cookie }) })),
    )
    return { clientId: made.client_id, secret: made.client_secret }
  }

  /** The library reads the directory when it is opened. If that fails, the next use opens it again. */
  async #use<T>(work: (opened: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
    this.#opening ??= open(this.#settings)
    try {
      return await work(await this.#opening)
    } catch (error) {
      this.#opening = undefined
      throw error
    }
  }
}

/** The part of the library's API that has no route. */
type CreateClient = (given: {
  body: object
  headers: Headers
}) => Promise<{ client_id: string; client_secret: string }>

async function open(settings: OAuthSettings) {
  const [{ betterAuth }, { createProvider, givenGrant, makingFor }] = await Promise.all([
    import('better-auth'),
    import('./provider.ts'),
  ])
  const isSecure = settings.publicUrl.startsWith('https:')
  const { handler, api } = betterAuth({
    ...(await authOptions({ ...settings, isSecure })),
    baseURL: settings.publicUrl,
    basePath: '/',
    plugins: [createProvider(settings)],
  })
  const { adminCreateOAuthClient: create } = api as unknown as { adminCreateOAuthClient: CreateClient }
  return { handler, create, givenGrant, makingFor }
}

async function read(response: Response): Promise<OAuthAnswer> {
  const { status, headers } = response
  const text = await response.text()
  // Our edge has an answer of its own for faults, and a line in the log.
  if (Math.floor(status / 100) === 5) throw new Error(`the authorization server answered ${status}: ${text}`)
  return { status, headers, text }
}

/** Metadata of an issuer with a path is below that path, as better-auth sees it. */
function addressOf(publicUrl: string, path: OAuthPath, query: string): string {
  return `${publicUrl}${path}${query === '' ? '' : `?${query}`}`
}

/**
 * Programs on a person's machine have redirects to that machine, which `web` clients may not have. Most do not say that they
 * are `native`.
 */
export function applicationTypeOf(redirectUris: readonly unknown[]): 'web' | 'native' {
  return redirectUris.every(uri => typeof uri === 'string' && uri.startsWith('https:')) ? 'web' : 'native'
}

/** Clients send tokens to this address, so it must be encrypted, or on the same machine. */
export function canAuthorize(publicUrl: string): boolean {
  if (!URL.canParse(publicUrl)) return false
  const { protocol, hostname } = new URL(publicUrl)
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback)
}
