import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Browser, signUpMember, signUpOwner } from '../../../test/browser.ts'
import { type ApiResponse, startTestServer, type TestServer, until } from '../../../test/harness.ts'

/**
 * The authorization server as a hostile client, page or person meets it. Requests go to the port of the test, while all
 * addresses in them have the public name: the server takes its own from PUBLIC_URL only.
 */
const publicUrl = 'https://memory.example.org'
const callback = 'https://client.example/callback'

let server: TestServer
let owner: Browser
let viewer: Browser

beforeAll(async () => {
  server = await startTestServer({ worker: false, config: { PUBLIC_URL: publicUrl, TRUSTED_PROXIES: 1 } })
  owner = await signUpOwner(server)
  viewer = await signUpMember(server, owner, 'viewer')
})
afterAll(() => server.close())
// Every test of this file but one comes from one address.
beforeEach(async () => {
  await server.databases[0]!.admin.query('delete from directory.rate_limits')
})

type Options = { form?: Record<string, string>; json?: unknown; headers?: Record<string, string> }

async function send(
  method: string,
  path: string,
  { form, json, headers }: Options = {},
): Promise<ApiResponse> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(form && { body: new URLSearchParams(form).toString() }),
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : asJson(text) }
}

function asJson(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const metadata = {
  client_name: 'Test client',
  redirect_uris: [callback],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}
const register = (changes: object = {}, headers: Record<string, string> = {}) =>
  send('POST', '/oauth2/register', { json: { ...metadata, ...changes }, headers })
const newClient = async (changes: object = {}) => (await register(changes)).body

const verifier = 'a-verifier-of-at-least-forty-three-characters-1234'
const challenge = createHash('sha256').update(verifier).digest('base64url')

type Query = Record<string, string | undefined>

const queryOf = (clientId: string, changes: Query = {}) => {
  const all: Query = {
    ...{ response_type: 'code', client_id: clientId, redirect_uri: callback, state: 'a state' },
    ...{ scope: 'memory:read memory:write offline_access', resource: `${publicUrl}/mcp` },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    ...changes,
  }
  return new URLSearchParams(
    Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

const authorize = (clientId: string, changes?: Query, headers = {}) =>
  send('GET', `/oauth2/authorize?${queryOf(clientId, changes)}`, { headers })

/** The signed query that the consent page gets. */
function signedIn(answer: ApiResponse): string {
  const request = new URL(answer.headers.get('location')!).searchParams.get('request')
  return Buffer.from(request ?? '', 'base64url').toString()
}

const consent = (person: Browser, body: object) =>
  person.request('POST', '/v3/oauth/consent', { accept: true, ...body }, { origin: publicUrl })

type Grant = { code: string; id: string; clientId: string; redirectTo: URL }

async function agree({
  clientId,
  changes,
  terms,
  person = owner,
}: {
  clientId?: string
  changes?: Query
  terms?: object
  person?: Browser
} = {}): Promise<Grant> {
  const client = clientId ?? (await newClient()).client_id
  const query = signedIn(await authorize(client, changes))
  const { status, body } = await consent(person, { query, ...terms })
  if (status !== 200) throw new Error(`consent answered ${status}: ${JSON.stringify(body)}`)
  const redirectTo = new URL(body.redirectTo)
  return { code: redirectTo.searchParams.get('code')!, id: body.id, clientId: client, redirectTo }
}

const exchange = (form: Record<string, string>, headers = {}) =>
  send('POST', '/oauth2/token', {
    form: { grant_type: 'authorization_code', redirect_uri: callback, code_verifier: verifier, ...form },
    headers,
  })

async function signIn(options: Parameters<typeof agree>[0] = {}) {
  const { code, clientId, id } = await agree(options)
  const { status, body } = await exchange({ code, client_id: clientId })
  if (status !== 200) throw new Error(`token answered ${status}: ${JSON.stringify(body)}`)
  return {
    access: body.access_token as string,
    refresh: body.refresh_token as string,
    clientId,
    grant: id,
    scope: body.scope,
  }
}

const refresh = (clientId: string, token: string, changes: Record<string, string> = {}) =>
  send('POST', '/oauth2/token', {
    form: { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...changes },
  })

const call = (token: string, name = 'whoAmI', args: object = {}, path = '/mcp') =>
  send('POST', path, {
    json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    headers: { authorization: `Bearer ${token}` },
  })

/** `status error`, or where a redirect leads. */
function outcome({ status, headers, body }: ApiResponse): string {
  const location = headers.get('location')
  if (!location) return `${status} ${body?.error ?? ''}`.trim()
  const { origin, pathname, searchParams } = new URL(location)
  const what =
    searchParams.get('error') ??
    (searchParams.has('code') ? 'code' : searchParams.has('request') ? 'asks' : '')
  return `${origin}${pathname} ${what}`.trim()
}

const page = `${publicUrl}/auth/consent`

describe('a client that behaves', () => {
  test('finds out how to sign in from the refusal', async () => {
    const refused = await send('POST', '/mcp', { json: {} })
    expect(refused.status).toBe(401)
    const header = refused.headers.get('www-authenticate')!
    expect(header).toBe(
      `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp", scope="memory:read memory:write"`,
    )
    for (const end of ['', '/mcp']) {
      const resource = await send('GET', `/.well-known/oauth-protected-resource${end}`)
      expect(resource.body).toMatchObject({
        resource: `${publicUrl}/mcp`,
        authorization_servers: [publicUrl],
      })
      expect(resource.headers.get('access-control-allow-origin')).toBe('*')
      const { body } = await send('GET', `/.well-known/oauth-authorization-server${end}`)
      expect(body).toMatchObject({
        issuer: publicUrl,
        authorization_endpoint: `${publicUrl}/oauth2/authorize`,
        registration_endpoint: `${publicUrl}/oauth2/register`,
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      })
      expect(body.token_endpoint_auth_methods_supported).toEqual(
        expect.arrayContaining(['none', 'client_secret_basic']),
      )
      expect(body).not.toHaveProperty('introspection_endpoint')
    }
  })

  test('gets access that the person sees and limits', async () => {
    const { access, grant, clientId } = await signIn({ terms: { containerTag: 'trip', expiresInDays: 7 } })
    const { body } = await call(access)
    expect(body.result.structuredContent).toMatchObject({ role: 'member', assignedSpaces: ['trip'] })
    const { grants } = (await owner.request('GET', '/v3/oauth/grants')).body
    expect(grants.find(({ id }: { id: string }) => id === grant)).toMatchObject({
      ...{ clientId, name: 'Test client', containerTag: 'trip', scopes: ['read', 'write'] },
      expiresAt: expect.any(String),
    })
    const added = await call(access, 'add_memory', { content: 'Ada packs light.' })
    expect(added.body.result.structuredContent).toMatchObject({ success: true, containerTag: 'trip' })
  })

  test('only reads if the person, the client or the role says so', async () => {
    const mayRead = async (options: Parameters<typeof signIn>[0]) => {
      const { access, scope } = await signIn(options)
      const { body } = await call(access, 'add_memory', { content: 'No.' })
      expect(body.result).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('auth.role_required') }],
      })
      return scope
    }
    expect(await mayRead({ terms: { permission: 'read' } })).not.toContain('memory:write')
    expect(await mayRead({ changes: { scope: 'memory:read offline_access' } })).not.toContain('memory:write')
    await mayRead({ person: viewer })
  })

  test('sees the issuer in the redirect, and refreshes after the person has signed out', async () => {
    const { redirectTo } = await agree()
    expect([redirectTo.searchParams.get('iss'), redirectTo.searchParams.get('state')]).toEqual([
      publicUrl,
      'a state',
    ])
    const member = await signUpMember(server, owner, 'member')
    const { clientId, refresh: token, access } = await signIn({ person: member })
    await member.request('POST', '/v3/auth/sign-out', undefined, { origin: publicUrl })
    const again = await refresh(clientId, token)
    expect(again.status).toBe(200)
    expect((await call(again.body.access_token)).status).toBe(200)
    expect((await call(access)).status).toBe(200)
  })

  test('with a secret proves itself by Basic', async () => {
    const { client_id: clientId, client_secret: secret } = await newClient({
      token_endpoint_auth_method: 'client_secret_basic',
    })
    const { code } = await agree({ clientId })
    const basic = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
    expect((await exchange({ code }, { authorization: basic })).status).toBe(200)
  })

  test('that an admin has made signs in, and ends with its deletion', async () => {
    const body = { name: 'claude.ai', redirectUris: [callback] }
    const made = await owner.request('POST', '/v3/oauth/clients', body, { origin: publicUrl })
    expect(made.body).toMatchObject({ name: 'claude.ai', clientSecret: expect.stringMatching(/^rvs_/) })
    const { clientId, clientSecret } = made.body
    const { code } = await agree({ clientId })
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const { access_token: access } = (await exchange({ code }, { authorization: basic })).body
    expect((await call(access)).status).toBe(200)
    const { clients } = (await owner.request('GET', '/v3/oauth/clients')).body
    expect(clients).toMatchObject([{ clientId, isMadeByHand: true }])
    await owner.request('DELETE', `/v3/oauth/clients/${clientId}`, undefined, { origin: publicUrl })
    await until(
      () => call(access),
      ({ status }) => status === 401,
      2_500,
    )
  })

  test.each([['http://localhost:33418/callback'], ['http://127.0.0.1:6274/oauth/callback']])(
    'on the own machine may have the redirect %s',
    async redirect => {
      const { status, body } = await register({ redirect_uris: [redirect] })
      expect([status, body.redirect_uris]).toEqual([201, [redirect]])
    },
  )
})

describe('revoked means refused within two seconds:', () => {
  const refusedSoon = (token: string) =>
    until(
      () => call(token),
      ({ status }) => status === 401,
      2_500,
    )

  test('by the person', async () => {
    const { access, refresh: token, grant, clientId } = await signIn()
    expect((await call(access)).status).toBe(200)
    await owner.request('DELETE', `/v3/oauth/grants/${grant}`, undefined, { origin: publicUrl })
    await refusedSoon(access)
    expect(outcome(await refresh(clientId, token))).toBe('400 invalid_grant')
  })

  test('by the client', async () => {
    const { access, refresh: token, grant, clientId } = await signIn()
    expect((await call(access)).status).toBe(200)
    expect((await send('POST', '/oauth2/revoke', { form: { token, client_id: clientId } })).status).toBe(200)
    await refusedSoon(access)
    expect(outcome(await refresh(clientId, token))).toBe('400 invalid_grant')
    const { grants } = (await owner.request('GET', '/v3/oauth/grants')).body
    expect(grants.map(({ id }: { id: string }) => id)).not.toContain(grant)
  })

  test('by leaving the organization, and by the end that was agreed', async () => {
    const member = await signUpMember(server, owner, 'member')
    const left = await signIn({ person: member })
    const expired = await signIn({ terms: { expiresInDays: 1 } })
    expect([(await call(left.access)).status, (await call(expired.access)).status]).toEqual([200, 200])
    const { admin } = server.databases[0]!
    await admin.query(
      'delete from directory.members where person = (select person from directory.keys where id = $1)',
      [left.grant],
    )
    await admin.query("update directory.keys set expires_at = now() - interval '1 minute' where id = $1", [
      expired.grant,
    ])
    for (const { access, refresh: token, clientId } of [left, expired]) {
      await refusedSoon(access)
      expect(outcome(await refresh(clientId, token))).toBe('400 invalid_grant')
    }
  })
})

describe('hostile:', () => {
  const stranger = 'https://evil.example/callback'

  const registrations: [string, object][] = [
    ['a redirect without TLS to another machine', { redirect_uris: ['http://client.example/callback'] }],
    ['a redirect that runs a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['a redirect that is data', { redirect_uris: ['data:text/html,x'] }],
    ['a redirect with credentials', { redirect_uris: ['https://a:b@client.example/'] }],
    ['a redirect with a fragment', { redirect_uris: [`${callback}#x`] }],
    ['a redirect that is no address', { redirect_uris: ['callback'] }],
    ['no redirect', { redirect_uris: [] }],
    ['redirects that are no list', { redirect_uris: callback }],
    ['the implicit flow', { grant_types: ['implicit'], response_types: ['token'] }],
    ['client credentials', { grant_types: ['client_credentials'], response_types: [] }],
    ['a password grant', { grant_types: ['password'], response_types: [] }],
    ['another resource', { resources: ['https://elsewhere.example/mcp'] }],
    ['an unknown scope', { scope: 'admin' }],
  ]
  test.each(registrations)('registration with %s is refused', async (_what, changes) => {
    const { status, body } = await register(changes)
    expect([status, body.client_id]).toEqual([400, undefined])
  })

  test('registration cannot skip the consent page', async () => {
    const client = await newClient({
      skip_consent: true,
      require_pkce: false,
      reference_id: 'x',
      disabled: false,
    })
    if (client.client_id) {
      expect(outcome(await authorize(client.client_id, {}, { cookie: owner.cookie }))).toBe(`${page} asks`)
      expect(outcome(await authorize(client.client_id, { code_challenge: undefined }))).not.toMatch(
        /code|asks/,
      )
    }
  })

  test('a flood of registrations is stopped', async () => {
    // From an address of its own: a refusal is repeated for a second without a look at the limits.
    const flooder = { 'x-forwarded-for': '203.0.113.9' }
    const answers = await Promise.all(Array.from({ length: 30 }, () => register({}, flooder)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 201).length).toBeLessThanOrEqual(20)
    expect(statuses).toContain(429)
  })

  test('a client that nobody agreed to is dropped after a day', async () => {
    const { client_id: clientId } = await newClient()
    const { admin } = server.databases[0]!
    await admin.query(
      "update directory.oauth_clients set created_at = now() - interval '25 hours' where client_id = $1",
      [clientId],
    )
    await register()
    const { rows } = await admin.query('select 1 from directory.oauth_clients where client_id = $1', [
      clientId,
    ])
    expect(rows).toEqual([])
  })

  const requests: [string, Query, string][] = [
    ['an unregistered redirect', { redirect_uri: stranger }, `${page} invalid_redirect`],
    ['a redirect with another path', { redirect_uri: `${callback}/../evil` }, `${page} invalid_redirect`],
    ['a redirect with a query', { redirect_uri: `${callback}?next=${stranger}` }, `${page} invalid_redirect`],
    [
      'a redirect to a subdomain',
      { redirect_uri: 'https://client.example.evil.example/callback' },
      `${page} invalid_redirect`,
    ],
    ['an unknown client', { client_id: 'nobody' }, `${page} invalid_client`],
    ['no client', { client_id: undefined }, page],
    [
      'no PKCE',
      { code_challenge: undefined, code_challenge_method: undefined },
      `${callback} invalid_request`,
    ],
    ['plain PKCE', { code_challenge_method: 'plain' }, `${callback} invalid_request`],
    ['a challenge without a method', { code_challenge_method: undefined }, `${callback} invalid_request`],
    ['the implicit flow', { response_type: 'token' }, `${callback} unsupported_response_type`],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, `${callback} invalid_target`],
    ['the resource with a slash', { resource: `${publicUrl}/mcp/` }, `${callback} invalid_target`],
    ['an unknown scope', { scope: 'memory:read admin' }, `${callback} invalid_scope`],
    ['a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, `${callback} request_not_supported`],
  ]
  test.each(requests)(
    'a request with %s never leads to a code or a stranger',
    async (_what, changes, expected) => {
      const { client_id: clientId } = await newClient()
      const answer = await authorize(clientId, changes, { cookie: owner.cookie })
      const found = outcome(answer)
      expect(found).not.toContain('evil.example')
      expect(found).not.toMatch(/ (code|asks)$/)
      expect(found.startsWith(expected.split(' ')[0]!) || answer.status >= 400, found).toBe(true)
    },
  )

  test.each(['client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'response_type'])(
    'a request with two values of %s asks nobody: the page could show one and the server use the other',
    async name => {
      const query = queryOf((await newClient()).client_id)
      query.append(name, name === 'redirect_uri' ? stranger : (await newClient()).client_id)
      for (const order of [query, new URLSearchParams([...query].toReversed())]) {
        const found = outcome(await send('GET', `/oauth2/authorize?${order}`))
        expect(found).not.toMatch(/evil\.example| (code|asks)$/)
      }
    },
  )

  test('a request with a session still asks the person', async () => {
    const { clientId } = await signIn()
    expect(outcome(await authorize(clientId, {}, { cookie: owner.cookie }))).toBe(`${page} asks`)
    expect(outcome(await authorize(clientId, { prompt: 'none' }, { cookie: owner.cookie }))).not.toMatch(
      / code$/,
    )
  })

  test('a consent whose query was changed, forged or is stale gives nothing', async () => {
    const { client_id: clientId } = await newClient()
    const query = signedIn(await authorize(clientId))
    const changed = [
      query.replace(encodeURIComponent(callback), encodeURIComponent(stranger)),
      query.replace(/state=[^&]*/, 'state=other'),
      query.replace('memory%3Aread+', ''),
      query.replace(/sig=[^&]*/, 'sig=AAAA'),
      query.replace(/&sig=[^&]*/, ''),
      query.replace(/exp=\d+/, 'exp=9999999999'),
      queryOf(clientId).toString(),
    ]
    for (const each of changed) {
      const { status, body } = await consent(owner, { query: each })
      expect([status, body.code], each).toEqual([400, 'oauth.refused'])
    }
    const { grants } = (await owner.request('GET', '/v3/oauth/grants')).body
    expect(grants.map((grant: { clientId: string }) => grant.clientId)).not.toContain(clientId)
  })

  test('a consent needs a person on a page of this server', async () => {
    const query = signedIn(await authorize((await newClient()).client_id))
    const elsewhere = await owner.request(
      'POST',
      '/v3/oauth/consent',
      { query, accept: true },
      { origin: 'https://evil.example' },
    )
    expect(elsewhere.body.code).toBe('auth.other_site')
    const withKey = await server.client.request('POST', '/v3/oauth/consent', { query, accept: true })
    expect(withKey.body.code).toBe('auth.person_required')
    const refused = await consent(owner, { query, accept: false })
    expect(
      outcome({ status: 302, headers: new Headers({ location: refused.body.redirectTo }), body: {} }),
    ).toBe(`${callback} access_denied`)
  })

  const exchanges: [string, (grant: Grant) => Promise<Record<string, string>>][] = [
    ['no verifier', async () => ({ code_verifier: '' })],
    ['another verifier', async () => ({ code_verifier: 'b'.repeat(50) })],
    ['the challenge as its verifier', async () => ({ code_verifier: challenge })],
    ['another redirect', async () => ({ redirect_uri: stranger })],
    ['another client', async () => ({ client_id: (await newClient()).client_id })],
    ['another resource', async () => ({ resource: 'https://elsewhere.example/mcp' })],
    ['a code that was made up', async () => ({ code: randomBytes(24).toString('hex') })],
    ['a password', async () => ({ grant_type: 'password', username: 'a', password: 'b' })],
    ['client credentials', async () => ({ grant_type: 'client_credentials' })],
  ]
  test.each(exchanges)('an exchange with %s gives no token', async (_what, change) => {
    const grant = await agree()
    const { status, body } = await exchange({
      code: grant.code,
      client_id: grant.clientId,
      ...(await change(grant)),
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.access_token).toBeUndefined()
  })

  test('a code works once, and its replay ends what it gave', async () => {
    const { code, clientId } = await agree()
    const first = await exchange({ code, client_id: clientId })
    expect(first.status).toBe(200)
    expect(outcome(await exchange({ code, client_id: clientId }))).toBe('400 invalid_grant')
    expect(outcome(await refresh(clientId, first.body.refresh_token))).toBe('400 invalid_grant')
    await until(
      () => call(first.body.access_token),
      ({ status }) => status === 401,
      2_500,
    )
  })

  test('a code that has expired gives no token', async () => {
    const { code, clientId } = await agree()
    await server.databases[0]!.admin.query(
      "update directory.verifications set expires_at = now() - interval '1 minute'",
    )
    expect(outcome(await exchange({ code, client_id: clientId }))).toBe('400 invalid_grant')
  })

  test('a client with a secret cannot do without it, nor with a wrong one', async () => {
    const client = await newClient({ token_endpoint_auth_method: 'client_secret_basic' })
    const wrong = `Basic ${Buffer.from(`${client.client_id}:wrong`).toString('base64')}`
    for (const headers of [{}, { authorization: wrong }]) {
      const { code } = await agree({ clientId: client.client_id })
      const { status, body } = await exchange({ code, client_id: client.client_id }, headers)
      expect([status >= 400, body.access_token]).toEqual([true, undefined])
    }
  })

  test('a refresh token of another client, or with more scopes, gives nothing', async () => {
    const { clientId, refresh: token } = await signIn({ changes: { scope: 'memory:read offline_access' } })
    expect((await refresh((await newClient()).client_id, token)).body.access_token).toBeUndefined()
    expect(
      (await refresh(clientId, token, { scope: 'memory:read memory:write' })).body.access_token,
    ).toBeUndefined()
    expect(
      (await refresh(clientId, token, { resource: 'https://elsewhere.example/' })).body.access_token,
    ).toBeUndefined()
  })

  test('a refresh token that is used again gives the same for some seconds, and then ends everything', async () => {
    const { clientId, refresh: token } = await signIn()
    const first = (await refresh(clientId, token)).body
    // The answer may have been lost on its way.
    expect((await refresh(clientId, token)).body.refresh_token).toBe(first.refresh_token)
    await server.databases[0]!.admin.query(
      "update directory.oauth_refresh_tokens set rotation_replay_expires_at = now() - interval '1 second'",
    )
    expect(outcome(await refresh(clientId, token))).toBe('400 invalid_grant')
    expect(outcome(await refresh(clientId, first.refresh_token))).toBe('400 invalid_grant')
  })

  test('an access token works at /mcp and nowhere else', async () => {
    const { access } = await signIn()
    const bearer = { authorization: `Bearer ${access}` }
    for (const path of ['/v3/session', '/v3/auth/keys', '/v3/container-tags/list', '/v3/oauth/grants'])
      expect((await send('GET', path, { headers: bearer })).body.code, path).toBe('auth.invalid_key')
    expect((await call(access, 'whoAmI', {}, '/mcp/other')).body.code).toBe('auth.invalid_key')
    expect((await send('POST', `/mcp?access_token=${access}`, { json: {} })).body.code).toBe(
      'auth.missing_key',
    )
    expect(
      (await send('POST', '/mcp', { json: {}, headers: { 'x-api-key': access.slice(4) } })).body.code,
    ).toBe('auth.invalid_key')
  })

  test('a token for another resource, of a disabled client, or expired is refused', async () => {
    const { admin } = server.databases[0]!
    const harms = [
      `update directory.oauth_access_tokens set resources = '["https://elsewhere.example/mcp"]' where reference_id = $1`,
      `update directory.oauth_access_tokens set resources = null where reference_id = $1`,
      `update directory.oauth_access_tokens set expires_at = now() - interval '1 second' where reference_id = $1`,
      `update directory.oauth_clients set disabled = true where client_id =
         (select client_id from directory.oauth_access_tokens where reference_id = $1)`,
      `update directory.oauth_access_tokens set reference_id = null where reference_id = $1`,
    ]
    for (const harm of harms) {
      const { access, grant } = await signIn()
      await admin.query(harm, [grant])
      expect((await call(access)).status, harm).toBe(401)
    }
  })

  test('made-up tokens are refused and say how to sign in', async () => {
    for (const token of ['rva_', `rva_${'a'.repeat(32)}`, 'eyJhbGciOiJub25lIn0.e30.', 'null']) {
      const { status, headers } = await call(token)
      expect([status, headers.get('www-authenticate')?.startsWith('Bearer resource_metadata=')]).toEqual([
        401,
        true,
      ])
    }
  })

  test('the issuer is PUBLIC_URL whatever the request says', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      origin: 'https://evil.example',
    }
    const { body } = await send('GET', '/.well-known/oauth-authorization-server', { headers })
    expect(JSON.stringify(body)).not.toContain('evil')
    const { client_id: clientId } = await newClient()
    const { headers: answered } = await authorize(clientId, {}, headers)
    expect(answered.get('location')).toMatch(new RegExp(`^${page}\\?`))
  })

  test.each([
    ['GET', '/oauth2/userinfo'],
    ['POST', '/oauth2/introspect'],
    ['GET', '/oauth2/get-clients'],
    ['POST', '/oauth2/create-client'],
    ['POST', '/oauth2/consent'],
    ['POST', '/admin/oauth2/create-client'],
    ['GET', '/get-session'],
    ['POST', '/sign-up/email'],
    ['POST', '/api/auth/sign-up/email'],
  ])('%s %s of the library is not served', async (method, path) => {
    const { status } = await send(method, path, method === 'POST' ? { json: {} } : {})
    expect(status).toBe(404)
  })

  test('a person of another organization can neither see nor revoke the grant', async () => {
    const { access, grant } = await signIn()
    const stranger = await server.newClient()
    expect((await stranger.request('DELETE', `/v3/oauth/grants/${grant}`)).status).toBe(404)
    expect((await stranger.request('GET', '/v3/oauth/grants')).body.grants).toEqual([])
    expect((await call(access)).status).toBe(200)
  })
})
