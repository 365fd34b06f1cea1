import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Claims = Record<string, unknown>
type Grant = { challenge: string; redirectUri: string; nonce: string; claims: Claims }

/** How the provider misbehaves. Each function changes what an honest one would send. */
export type OidcFaults = {
  discovery?(document: Claims): Claims
  idToken?(claims: Claims): Claims
  header?(header: Claims): Claims
  /** Changes the whole token, after it was signed. */
  token?(token: string): string | undefined
  userinfo?(claims: Claims): Claims
  /** Sends the person back with this error. */
  denial?: string
}

export type OidcServer = {
  issuer: string
  /** The person who is signed in at the provider. */
  person: Claims
  /** Claims that only the userinfo endpoint has. */
  userinfoOnly: string[]
  faults: OidcFaults
  /** Authorization requests and token requests, the latest last. */
  authorizations: URLSearchParams[]
  tokenRequests: URLSearchParams[]
  /** Stops answering, or starts again. */
  isDown: boolean
  close(): Promise<void>
}

const client = { id: 'reverie', secret: 'a secret of & the+client' }
export const oidcClient = { OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret }

/**
 * An OpenID Connect provider on the loopback, as strict as the specifications ask: codes work once and only with the verifier of
 * their challenge, the redirect URI of their request, and the client's secret. Whoever comes is signed in as `person`.
 */
export async function startOidcServer(redirectUris: string[]): Promise<OidcServer> {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const grants = new Map<string, Grant>()
  const access = new Map<string, Claims>()
  const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void> | void> =
    {
      '/.well-known/openid-configuration': (_request, response) => json(response, 200, discover()),
      '/jwks': (_request, response) => json(response, 200, { keys: [publicKey(key.publicKey)] }),
      '/authorize': authorize,
      '/token': exchange,
      '/userinfo': (request, response) => {
        const claims = access.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
        if (!claims) return json(response, 401, { error: 'invalid_token' })
        json(response, 200, provider.faults.userinfo?.(claims) ?? claims)
      },
    }
  const server = createServer((request, response) => {
    if (provider.isDown) return void response.destroy()
    const handle = routes[new URL(request.url!, provider.issuer).pathname]
    if (!handle) return json(response, 404, {})
    void handle(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: OidcServer = {
    issuer,
    person: {},
    userinfoOnly: [],
    faults: {},
    authorizations: [],
    tokenRequests: [],
    isDown: false,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function discover(): Claims {
    const document = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
    }
    return provider.faults.discovery?.(document) ?? document
  }

  function authorize(request: IncomingMessage, response: ServerResponse): void {
    const query = new URL(request.url!, issuer).searchParams
    provider.authorizations.push(query)
    const redirectUri = query.get('redirect_uri') ?? ''
    const isRight =
      query.get('response_type') === 'code' &&
      query.get('client_id') === client.id &&
      query.get('code_challenge_method') === 'S256' &&
      query.get('scope')?.split(' ').includes('openid') &&
      redirectUris.includes(redirectUri)
    if (!isRight) {
      json(response, 400, { error: 'invalid_request' })
      return
    }
    const back = new URL(redirectUri)
    const { denial } = provider.faults
    const code = randomBytes(24).toString('base64url')
    const challenge = query.get('code_challenge')!
    grants.set(code, { challenge, redirectUri, nonce: query.get('nonce')!, claims: { ...provider.person } })
    back.search = new URLSearchParams({
      ...(denial ? { error: denial, error_description: 'no' } : { code }),
      state: query.get('state') ?? '',
      iss: issuer,
      session_state: 'ignored',
    }).toString()
    response.writeHead(302, { location: back.href }).end()
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    provider.tokenRequests.push(form)
    if (request.headers.authorization !== basic(client))
      return json(response, 401, { error: 'invalid_client' })
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (
      form.get('grant_type') !== 'authorization_code' ||
      grant?.challenge !== challenge ||
      grant.redirectUri !== form.get('redirect_uri')
    )
      return json(response, 400, { error: 'invalid_grant' })
    const accessToken = randomBytes(16).toString('base64url')
    access.set(accessToken, grant.claims)
    const token = idTokenOf(grant)
    json(response, 200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3600,
      ...(token && { id_token: token }),
    })
  }

  function idTokenOf({ nonce, claims }: Grant): string | undefined {
    const { faults, userinfoOnly } = provider
    const now = Math.floor(Date.now() / 1000)
    const own = Object.entries(claims).filter(([name]) => !userinfoOnly.includes(name))
    const honest = {
      iss: issuer,
      aud: client.id,
      iat: now,
      exp: now + 300,
      nonce,
      ...Object.fromEntries(own),
    }
    const header = { alg: 'RS256', typ: 'JWT', kid: keyId }
    const signed = signToken(
      faults.header?.(header) ?? header,
      faults.idToken?.(honest) ?? honest,
      key.privateKey,
    )
    return faults.token ? faults.token(signed) : signed
  }

  return provider
}

const keyId = 'first'

const basic = ({ id, secret }: typeof client) =>
  `Basic ${Buffer.from(`${formEncode(id)}:${formEncode(secret)}`).toString('base64')}`

/** RFC 6749 2.3.1: both are form-encoded first. */
const formEncode = (text: string) => new URLSearchParams({ x: text }).toString().slice(2)

const publicKey = (key: KeyObject) => ({
  ...key.export({ format: 'jwk' }),
  kid: keyId,
  use: 'sig',
  alg: 'RS256',
})

/** A JWT, signed with RS256 whatever its header says. */
export function signToken(header: Claims, claims: Claims, key: KeyObject): string {
  const encode = (part: Claims) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

function json(response: ServerResponse, status: number, body: Claims): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
