import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, signUpMember, signUpOwner } from '../../../test/browser.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { isLoopbackCallback, withKey } from './clients.ts'

let server: TestServer
let owner: Browser
let member: Browser
let viewer: Browser
beforeAll(async () => {
  server = await startTestServer({ worker: false })
  owner = await signUpOwner(server)
  member = await signUpMember(server, owner, 'member')
  viewer = await signUpMember(server, owner, 'viewer')
})
afterAll(() => server.close())

const callback = 'http://127.0.0.1:19876/callback?state=abc'
const ask = (who: Browser, query: Record<string, string> = {}, headers?: Record<string, string>) => {
  const text = new URLSearchParams({ client: 'claude_code', callback, ...query })
  return who.request('GET', `/v3/auth/key?${text}`, undefined, headers)
}
const connect = async (who: Browser, query?: Record<string, string>) => (await ask(who, query)).body
const grantsOf = async (who: Browser) => (await who.request('GET', '/v3/oauth/grants')).body.grants
const statusOf = async (key: string, method: string, path: string, body?: unknown) => {
  const answer = await server.clientFor(key).request(method, path, body)
  return answer.body?.code ? `${answer.status} ${answer.body.code}` : answer.status
}

describe('the log-in of a plugin', () => {
  test('gives a key named after the plugin, and the callback with the key in it', async () => {
    const made = await connect(member)
    expect(made).toMatchObject({ name: 'Claude Code', role: 'member', containerTag: null, expiresAt: null })
    const redirect = new URL(made.redirectTo)
    expect(redirect.origin + redirect.pathname).toBe('http://127.0.0.1:19876/callback')
    expect(Object.fromEntries(redirect.searchParams)).toEqual({
      state: 'abc',
      apikey: made.key,
      api_url: server.url,
    })
    expect(made.key).toMatch(/^sm_\S{17,}$/)
    expect(await statusOf(made.key, 'POST', '/v3/documents', { content: 'A turn.' })).toBe(200)
  })

  test('gives a key that manages nothing, even if an owner has signed in', async () => {
    const { key, role } = await connect(owner)
    expect(role).toBe('member')
    expect(await statusOf(key, 'POST', '/v3/auth/keys', { name: 'more' })).toBe('403 auth.role_required')
    expect(await statusOf(key, 'GET', '/v3/auth/keys')).toBe('403 auth.role_required')
    expect(await statusOf(key, 'PATCH', '/v3/settings', { chunkSize: 500 })).toBe('403 auth.role_required')
    expect(await statusOf(key, 'PUT', '/v2/settings', { filterPrompt: 'x' })).toBe('403 auth.role_required')
    const { body } = await server.clientFor(key).request('GET', '/v3/session')
    expect(body).toMatchObject({ role: 'member', user: { name: 'Claude Code' } })
  })

  test('gives a key with which a plugin may ask for its own filter, which changes nothing', async () => {
    const { key } = await connect(member, { client: 'opencode' })
    await server.client.request('PATCH', '/v3/settings', { filterPrompt: 'Keep what is true.' })
    const wish = { shouldLLMFilter: true, filterPrompt: 'Keep everything.' }
    const answer = await server.clientFor(key).request('PATCH', '/v3/settings', wish)
    expect([answer.status, answer.body.updated]).toEqual([200, { filterPrompt: 'Keep what is true.' }])
    const mixed = { ...wish, chunkSize: 500 }
    expect(await statusOf(key, 'PATCH', '/v3/settings', mixed)).toBe('403 auth.role_required')
    const { body } = await server.client.request('GET', '/v3/settings')
    expect(body).toMatchObject({ filterPrompt: 'Keep what is true.' })
    expect(body.shouldLLMFilter).toBeUndefined()
    const { entries } = (await owner.request('GET', '/v3/audit')).body
    expect(entries.filter((each: { action: string }) => each.action === 'settings.change')).toHaveLength(1)
  })

  test('gives a viewer a key that only reads', async () => {
    const { key, role } = await connect(viewer, { client: 'codex' })
    expect(role).toBe('viewer')
    expect(await statusOf(key, 'POST', '/v3/documents', { content: 'No.' })).toBe('403 auth.role_required')
    expect(await statusOf(key, 'POST', '/v3/documents/list', {})).toBe(200)
  })

  test('limits the key to a container, if the person chose one', async () => {
    const { key } = await connect(member, { containerTag: 'repo' })
    expect(await statusOf(key, 'POST', '/v3/documents/list', { containerTag: 'other' })).toBe(
      '403 auth.container_mismatch',
    )
    expect(await statusOf(key, 'GET', '/v3/container-tags/list')).toBe('403 auth.forbidden')
  })

  test.each([
    'https://evil.example/callback',
    'http://127.0.0.1.evil.example/',
    'http://localhost@evil.example/',
    'http://user:pass@localhost/',
    'javascript:alert(1)',
    'file:///tmp/x',
    'nonsense',
  ])('refuses the callback %s', async address => {
    expect((await ask(member, { callback: address })).status).toBe(400)
  })

  test('is refused to keys, to strangers and to pages of other sites', async () => {
    const query = `client=codex&callback=${encodeURIComponent(callback)}`
    expect(await statusOf(server.client.key, 'GET', `/v3/auth/key?${query}`)).toBe('403 auth.person_required')
    expect((await fetch(`${server.url}/v3/auth/key?${query}`)).status).toBe(401)
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none' },
    ])
      expect((await ask(member, {}, headers)).body.code).toBe('auth.other_site')
  })
})

describe('the access of plugins', () => {
  test('is listed to the person who gave it, and to admins', async () => {
    const { id } = await connect(viewer, { client: 'cursor' })
    const { user, org } = (await viewer.request('GET', '/v3/session')).body
    const own = await grantsOf(viewer)
    expect(own[0]).toEqual({
      id,
      clientId: 'cursor',
      name: 'Cursor',
      icon: null,
      isFirstParty: false,
      workspaceId: org.id,
      workspaceName: org.name,
      scopes: ['read'],
      containerTag: null,
      person: { id: user.id, name: user.name },
      connectedAt: expect.any(String),
      expiresAt: null,
      lastUsedAt: null,
    })
    expect(own.every(({ person }: { person: { id: string } }) => person.id === user.id)).toBe(true)
    expect((await grantsOf(owner)).length).toBeGreaterThan(own.length)
    const { plugins } = (await viewer.request('GET', '/v3/auth/plugins')).body
    expect(plugins.sort()).toEqual(['codex', 'cursor'])
    const stranger = await server.newClient()
    expect((await stranger.request('GET', '/v3/oauth/grants')).body).toEqual({ grants: [] })
  })

  test('is revoked by the person who gave it, and not by another', async () => {
    const { id, key } = await connect(member, { client: 'hermes' })
    const path = `/v3/oauth/grants/${id}`
    expect((await viewer.request('DELETE', path)).body.code).toBe('key.not_found')
    expect((await (await server.newClient()).request('DELETE', path)).body.code).toBe('key.not_found')
    expect((await member.request('DELETE', path)).body).toEqual({ success: true, revoked: 1 })
    expect(await statusOf(key, 'GET', '/v3/session')).toBe('401 auth.disabled_key')
    expect((await member.request('DELETE', path)).status).toBe(404)
  })

  test('is listed and revoked by a plugin only if its own person gave it', async () => {
    const { id } = await connect(member, { client: 'hermes' })
    const plugin = server.clientFor((await connect(viewer, { client: 'codex' })).key)
    const { user } = (await viewer.request('GET', '/v3/session')).body
    const { grants } = (await plugin.request('GET', '/v3/oauth/grants')).body
    expect(new Set(grants.map(({ person }: { person: { id: string } }) => person.id))).toEqual(
      new Set([user.id]),
    )
    expect((await plugin.request('DELETE', `/v3/oauth/grants/${id}`)).body.code).toBe('key.not_found')
    expect((await plugin.request('DELETE', '/v3/oauth/grants/codex')).body.success).toBe(true)
  })

  test('is revoked for all machines by the id of the plugin, at most ten of them', async () => {
    for (let i = 0; i < 11; i++) await connect(member, { client: 'opencode' })
    const answer = await member.request('DELETE', '/v3/oauth/grants/opencode')
    expect(answer.body).toEqual({ success: true, revoked: 10 })
  })

  test('ends when the person leaves the organization', async () => {
    const leaver = await signUpMember(server, owner, 'member')
    const { key } = await connect(leaver)
    expect(await statusOf(key, 'GET', '/v3/session')).toBe(200)
    const { user } = (await leaver.request('GET', '/v3/session')).body
    expect((await owner.request('DELETE', `/v3/members/${user.id}`)).status).toBe(200)
    await until(
      () => statusOf(key, 'GET', '/v3/session'),
      status => status === '401 auth.disabled_key',
    )
  })

  test('is in the audit log', async () => {
    const { id } = await connect(member, { client: 'openclaw' })
    const { entries } = (await owner.request('GET', '/v3/audit?action=key.create')).body
    expect(entries[0]).toMatchObject({
      target: id,
      details: { client: 'openclaw' },
      actor: { kind: 'person' },
    })
  })
})

test('a callback is loopback only if its host is', () => {
  for (const good of ['http://localhost:19877/callback', 'http://[::1]:5/x', 'http://127.8.9.1/'])
    expect(isLoopbackCallback(good)).toBe(true)
  expect(withKey('http://localhost/x?apikey=old&state=1', { key: 'sm_1', apiUrl: 'http://h' })).toBe(
    'http://localhost/x?apikey=sm_1&state=1&api_url=http%3A%2F%2Fh',
  )
})
