import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { add, baseUrl, get, key, newTag, post, type RequestOptions, remove, request } from './client.ts'

const password = 'a long enough password'
const newEmail = () => `person-${randomBytes(6).toString('hex')}@example.org`

/** A person's browser: sends the cookie that it was given, from the origin of the server. */
type Person = { email: string; options: RequestOptions; cookie: string }

const fromBrowser = { key: null, headers: { origin: baseUrl } }

function signedIn(email: string, headers: Headers): Person {
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  return { email, cookie, options: { key: null, headers: { origin: baseUrl, cookie } } }
}

async function invite(body: Record<string, unknown> = {}): Promise<string> {
  return (await post('/v3/invitations', body)).body.url.split('#')[1]
}

async function joinAs(role: string): Promise<Person> {
  const email = newEmail()
  const body = { token: await invite({ role }), name: 'Ada', email, password }
  const { status, headers } = await post('/v3/auth/join', body, fromBrowser)
  expect(status).toBe(200)
  return signedIn(email, headers)
}

describe('invitations', () => {
  test('PPL-1: creating an invitation returns a link with its defaults', async () => {
    const { status, body } = await post('/v3/invitations', {})
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(String),
      url: expect.stringMatching(/\/join#[\w-]{32}$/),
      role: 'member',
      email: null,
      expiresAt: expect.any(String),
    })
    const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    expect((await post('/v3/invitations', { expiresInDays: 31 })).status).toBe(400)
    expect((await post('/v3/invitations', { role: 'king' })).status).toBe(400)
  })

  test('PPL-2: a link makes a person a member once', async () => {
    const token = await invite({ role: 'viewer' })
    const offer = await post('/v3/auth/invitation', { token }, { key: null })
    expect(offer.body).toMatchObject({ role: 'viewer', email: null })
    const person = () => ({ token, name: 'Ada', email: newEmail(), password })
    expect((await post('/v3/auth/join', { ...person(), password: 'short' }, fromBrowser)).status).toBe(400)
    const joined = await post('/v3/auth/join', person(), fromBrowser)
    expect(joined.status).toBe(200)
    expect(joined.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax/)
    expect((await post('/v3/auth/join', person(), fromBrowser)).body.code).toBe('invitation.not_found')
  })
})

describe('sessions', () => {
  test('PPL-3: a session cookie works in place of a key', async () => {
    const person = await joinAs('admin')
    const { body } = await get('/v3/session', person.options)
    expect(body).toMatchObject({ user: { name: 'Ada', email: person.email }, role: 'admin' })
    expect(body.organizations).toMatchObject([{ slug: body.org.slug, role: 'admin' }])
  })

  test('PPL-4: a role allows what it says and no more', async () => {
    const [viewer, member] = [await joinAs('viewer'), await joinAs('member')]
    const tag = newTag()
    const document = { content: 'Tea is served at four', containerTag: tag }
    expect((await post('/v3/search', { q: 'tea' }, viewer.options)).status).toBe(200)
    expect((await post('/v3/documents/list', {}, viewer.options)).status).toBe(200)
    expect((await post('/v3/documents', document, viewer.options)).body.code).toBe('auth.role_required')
    const added = await post('/v3/documents', document, member.options)
    expect(added.status).toBe(200)
    expect((await remove(`/v3/documents/${added.body.id}`, undefined, viewer.options)).status).toBe(403)
    expect((await remove(`/v3/documents/${added.body.id}`, undefined, member.options)).status).toBe(204)
    for (const path of ['/v3/auth/keys', '/v3/audit', '/v3/invitations'])
      expect([path, (await get(path, member.options)).body.code]).toEqual([path, 'auth.role_required'])
    expect((await request('PATCH', '/v3/settings', {}, member.options)).status).toBe(403)
  })

  test('PPL-5: a page of another site changes nothing in the name of a person', async () => {
    const { cookie } = await joinAs('owner')
    const document = { content: 'x', containerTag: newTag() }
    for (const headers of [
      { cookie, origin: 'https://elsewhere.example' },
      { cookie, origin: baseUrl, 'sec-fetch-site': 'cross-site' },
      { cookie },
    ]) {
      const { status, body } = await post('/v3/documents', document, { key: null, headers })
      expect([status, body.code]).toEqual([403, 'auth.other_site'])
    }
  })

  test('PPL-6: a person lists their sessions and ends one', async () => {
    const person = await joinAs('viewer')
    const { headers } = await post('/v3/auth/sign-in', { email: person.email, password }, fromBrowser)
    const other = signedIn(person.email, headers)
    const { sessions } = (await get('/v3/auth/sessions', person.options)).body
    expect(sessions).toHaveLength(2)
    const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    expect((await remove(`/v3/auth/sessions/${id}`, undefined, person.options)).status).toBe(200)
    expect((await get('/v3/session', other.options)).body.code).toBe('auth.session_ended')
    expect((await get('/v3/auth/sessions', { key })).body.code).toBe('auth.person_required')
  })

  test('PPL-7: too many failed sign-ins lock an email for a while', async () => {
    const { email } = await joinAs('viewer')
    const attempt = (tried: string) => post('/v3/auth/sign-in', { email, password: tried }, fromBrowser)
    for (let failure = 1; failure <= 6; failure++)
      expect((await attempt(`wrong ${failure}`)).body.code).toBe('auth.wrong_password')
    const locked = await attempt(password)
    expect([locked.status, locked.body.code]).toEqual([429, 'auth.locked'])
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('members and the audit log', () => {
  test('PPL-8: an organization keeps an owner', async () => {
    const owner = await joinAs('owner')
    const { members } = (await get('/v3/members', owner.options)).body
    const others = members.filter(
      ({ email, role }: { email: string; role: string }) => role === 'owner' && email !== owner.email,
    )
    for (const { id } of others)
      expect((await request('PATCH', `/v3/members/${id}`, { role: 'viewer' }, owner.options)).status).toBe(
        200,
      )
    const { id } = members.find(({ email }: { email: string }) => email === owner.email)
    expect((await remove(`/v3/members/${id}`, undefined, owner.options)).body.code).toBe('member.last_owner')
    expect((await request('PATCH', `/v3/members/${id}`, { role: 'admin' }, owner.options)).status).toBe(409)
  })

  test('PPL-9: the audit log says who did what, and contains no secret', async () => {
    const admin = await joinAs('admin')
    const created = await post('/v3/auth/keys', { name: 'Audited' }, admin.options)
    const id = await add({ content: 'A secret sentence', containerTag: newTag() })
    await remove(`/v3/documents/${id}`)
    const { text, body } = await get('/v3/audit?limit=20', admin.options)
    const find = (action: string, target: string) =>
      body.entries.find(
        (entry: { action: string; target: string }) => entry.action === action && entry.target === target,
      )
    expect(find('key.create', created.body.id)).toMatchObject({ actor: { kind: 'person', name: 'Ada' } })
    expect(find('document.delete', id)).toMatchObject({ actor: { kind: 'key' } })
    expect(text).not.toContain(created.body.key)
    expect(text).not.toContain('secret sentence')
  })

  test('PPL-10: a key of the organization is created, works and is disabled', async () => {
    const { status, body } = await post('/v3/auth/keys', { name: 'Laptop', expiresInDays: 30 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Laptop', key: expect.stringMatching(/^sm_/) })
    expect((await get('/v3/auth/keys', { key: body.key })).status).toBe(200)
    expect((await remove(`/v3/auth/keys/${body.id}`)).status).toBe(200)
    expect((await get('/v3/session', { key: body.key })).body.code).toBe('auth.disabled_key')
    expect((await remove('/v3/auth/keys/nothing')).body.code).toBe('key.not_found')
  })
})

describe('signing in by a provider', () => {
  test('PPL-12: the ways to sign in say whether there are passwords and a provider', async () => {
    const { status, body } = await get('/v3/auth/options', { key: null })
    expect([status, body]).toEqual([200, { needsSetup: expect.any(Boolean), passwords: true, oidc: null }])
  })

  test('PPL-13: without a provider, its routes do not exist', async () => {
    const started = await post('/v3/auth/oidc/start', {}, fromBrowser)
    const returned = await get('/v3/auth/oidc/callback?code=x&state=y', { key: null })
    expect([started, returned].map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'oidc.not_configured'],
      [404, 'oidc.not_configured'],
    ])
  })

  test('PPL-14: the page to open afterwards is one of the console', async () => {
    for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example'])
      expect((await post('/v3/auth/oidc/start', { next }, fromBrowser)).status).toBe(400)
  })
})

test('PPL-11: the overview counts a new document, also in its stream', async () => {
  const before = (await get('/v3/overview')).body
  const stop = new AbortController()
  const response = await fetch(`${baseUrl}/v3/overview/events`, {
    headers: { authorization: `Bearer ${key}` },
    signal: stop.signal,
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  await add({ content: 'One more document', containerTag: newTag() })
  let text = ''
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part
    const counts = [...text.matchAll(/"documents":(\d+)/g)].map(([, count]) => Number(count))
    if (counts.some(count => count > before.documents)) break
  }
  stop.abort()
  expect((await get('/v3/overview')).body.documents).toBeGreaterThan(before.documents)
})
