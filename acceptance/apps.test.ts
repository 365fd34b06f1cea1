import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { baseUrl, get, newTag, post, type RequestOptions, remove, request } from './client.ts'

const callback = 'http://127.0.0.1:19876/callback?state=abc'

/** A person who has signed in, in their browser. */
async function joinAs(role: string): Promise<RequestOptions> {
  const token = (await post('/v3/invitations', { role })).body.url.split('#')[1]
  const email = `person-${randomBytes(6).toString('hex')}@example.org`
  const body = { token, name: 'Ada', email, password: 'a long enough password' }
  const { headers } = await post('/v3/auth/join', body, { key: null, headers: { origin: baseUrl } })
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  return { key: null, headers: { origin: baseUrl, cookie } }
}

const connect = (who: RequestOptions, query: Record<string, string> = {}) =>
  get(`/v3/auth/key?${new URLSearchParams({ client: 'claude_code', callback, ...query })}`, who)

describe('apps', () => {
  test('APP-1, APP-4: a plugin gets a key that reads and writes, and manages nothing', async () => {
    const person = await joinAs('admin')
    const { status, body } = await connect(person)
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Claude Code', role: 'member', containerTag: null })
    const redirect = new URL(body.redirectTo)
    expect(redirect.searchParams.get('apikey')).toBe(body.key)
    expect(redirect.searchParams.get('state')).toBe('abc')
    expect(redirect.searchParams.get('api_url')).toMatch(/^http/)
    const { key } = body
    const added = await post('/v3/documents', { content: 'A turn.', containerTag: newTag() }, { key })
    expect(added.status).toBe(200)
    expect((await get('/v3/auth/keys', { key })).body.code).toBe('auth.role_required')
    const viewer = (await connect(await joinAs('viewer'))).body
    const refused = await post('/v3/documents', { content: 'No.' }, { key: viewer.key })
    expect([viewer.role, refused.body.code]).toEqual(['viewer', 'auth.role_required'])
  })

  test('SET-11: a plugin may ask for its own filter, which changes nothing, and may change no other setting', async () => {
    const { key } = (await connect(await joinAs('member'), { client: 'opencode' })).body
    const before = (await get('/v3/settings')).body
    const wish = { shouldLLMFilter: true, filterPrompt: `Keep ${randomBytes(6).toString('hex')}.` }
    const answer = await request('PATCH', '/v3/settings', wish, { key })
    expect([answer.status, answer.body.updated]).toEqual([200, before])
    const refused = await request('PATCH', '/v3/settings', { ...wish, chunkSize: 500 }, { key })
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.role_required'])
    expect((await get('/v3/settings')).body).toEqual(before)
  })

  test('APP-2, APP-3: only loopback callbacks, and only people on a page of this server', async () => {
    const person = await joinAs('member')
    for (const address of ['https://evil.example/', 'http://localhost@evil.example/', 'nonsense'])
      expect((await connect(person, { callback: address })).status).toBe(400)
    expect((await connect({})).body.code).toBe('auth.person_required')
    const elsewhere = { ...person, headers: { ...person.headers, origin: 'https://evil.example' } }
    expect((await connect(elsewhere)).body.code).toBe('auth.other_site')
  })

  test('APP-5: people list and revoke the access that they gave', async () => {
    const [ada, bob] = [await joinAs('member'), await joinAs('member')]
    const { id, key } = (await connect(ada, { client: 'codex' })).body
    const { grants } = (await get('/v3/oauth/grants', ada)).body
    expect(grants).toMatchObject([{ id, clientId: 'codex', name: 'Codex', scopes: ['read', 'write'] }])
    expect((await get('/v3/auth/plugins', ada)).body).toEqual({ plugins: ['codex'] })
    expect((await get('/v3/oauth/grants', bob)).body).toEqual({ grants: [] })
    expect((await remove(`/v3/oauth/grants/${id}`, undefined, bob)).status).toBe(404)
    expect((await remove('/v3/oauth/grants/codex', undefined, ada)).body).toEqual({
      success: true,
      revoked: 1,
    })
    expect((await get('/v3/session', { key })).body.code).toBe('auth.disabled_key')
  })

  test('APP-6, APP-7, APP-8: OAuth needs an address that clients may send tokens to', async () => {
    const admin = await joinAs('admin')
    const consent = { query: 'client_id=nobody', accept: true }
    const made = { name: 'claude.ai', redirectUris: ['https://claude.ai/api/mcp/auth_callback'] }
    for (const answer of [
      await post('/v3/oauth/consent', consent, admin),
      await post('/v3/oauth/clients', made, admin),
      await get('/v3/oauth/clients/nobody', admin),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'oauth.not_available'])
    expect((await get('/v3/oauth/clients')).body).toEqual({ clients: [] })
    expect((await remove('/v3/oauth/clients/nobody')).body.code).toBe('oauth.client_not_found')
    expect((await post('/v3/oauth/consent', { ...consent, permission: 'all' }, admin)).status).toBe(400)
    const refused = await post('/mcp', {}, { key: null })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })
})
