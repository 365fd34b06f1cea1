import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser, password, signUpMember, signUpOwner } from '../../../test/browser.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { createSetupLink } from './invite.ts'
import { createResetLink } from './reset-password.ts'

let server: TestServer
let owner: Browser
beforeAll(async () => {
  server = await startTestServer({ worker: false })
  owner = await signUpOwner(server)
})
afterAll(() => server.close())

const answerOf = async (request: Promise<{ status: number; body: any }>) => {
  const { status, body } = await request
  return body?.code ? `${status} ${body.code}` : status
}

describe('the set-up link', () => {
  test('makes whoever opens it the owner of the organization', async () => {
    const { body } = await owner.request('GET', '/v3/session')
    expect(body).toMatchObject({ role: 'owner', org: { slug: server.client.organization.slug } })
    expect(body.user.email).toMatch(/@example\.org$/)
    expect(body.organizations).toHaveLength(1)
  })

  test('works once, and no longer when a newer one was made', async () => {
    const { directory } = server.app.cells
    const { organization } = await server.newClient()
    const older = await createSetupLink(directory, organization.id)
    const newer = await createSetupLink(directory, organization.id)
    const visitor = new Browser(server.url)
    const offer = await visitor.request('POST', '/v3/auth/invitation', { token: newer.token })
    expect(offer.body).toEqual({ organization: organization.name, role: 'owner', email: null, isSetup: true })
    const person = { name: 'Eve', email: 'Eve@Example.org', password }
    expect(await answerOf(visitor.request('POST', '/v3/auth/join', { token: older.token, ...person }))).toBe(
      '404 invitation.not_found',
    )
    expect(await answerOf(visitor.request('POST', '/v3/auth/join', { token: newer.token, ...person }))).toBe(
      200,
    )
    const late = { token: newer.token, name: 'Late', email: 'late@example.org', password }
    expect(await answerOf(new Browser(server.url).request('POST', '/v3/auth/join', late))).toBe(
      '404 invitation.not_found',
    )
  })

  test('is taken by one of two people who open it at the same time', async () => {
    const { organization } = await server.newClient()
    const { token } = await createSetupLink(server.app.cells.directory, organization.id)
    const answers = await Promise.all(
      ['first', 'second'].map(name =>
        new Browser(server.url).request('POST', '/v3/auth/join', {
          token,
          name,
          email: `${name}-racer@example.org`,
          password,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })
})

describe('a session', () => {
  test('is a cookie that scripts cannot read and other sites do not send', async () => {
    const visitor = new Browser(server.url)
    const { body } = await owner.request('GET', '/v3/session')
    const answer = await visitor.request('POST', '/v3/auth/sign-in', { email: body.user.email, password })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^reverie\.session_token=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  test('can be listed, and ended from another session', async () => {
    const member = await signUpMember(server, owner, 'member')
    const { email } = (await member.request('GET', '/v3/session')).body.user
    const phone = new Browser(server.url)
    await phone.request('POST', '/v3/auth/sign-in', { email, password }, { 'user-agent': 'Phone' })
    const { sessions } = (await member.request('GET', '/v3/auth/sessions')).body
    expect(sessions).toMatchObject([
      { isCurrent: false, userAgent: 'Phone', address: '127.0.0.1' },
      { isCurrent: true },
    ])
    expect(await answerOf(member.request('DELETE', `/v3/auth/sessions/${sessions[0].id}`))).toBe(200)
    expect(await answerOf(phone.request('GET', '/v3/session'))).toBe('401 auth.session_ended')
    expect(await answerOf(member.request('GET', '/v3/session'))).toBe(200)
    expect(await answerOf(owner.request('DELETE', `/v3/auth/sessions/${sessions[1].id}`))).toBe(
      '404 session.not_found',
    )
  })

  test('ends when its person signs out', async () => {
    const member = await signUpMember(server, owner, 'viewer')
    const before = member.cookie
    expect(await answerOf(member.request('POST', '/v3/auth/sign-out'))).toBe(200)
    const replayed = await new Browser(server.url).request('GET', '/v3/session', undefined, {
      cookie: before,
    })
    expect(replayed.body.code).toBe('auth.session_ended')
  })

  test('of other devices ends when the password changes, and the old password no longer works', async () => {
    const member = await signUpMember(server, owner, 'member')
    const { email } = (await member.request('GET', '/v3/session')).body.user
    const other = new Browser(server.url)
    await other.request('POST', '/v3/auth/sign-in', { email, password })
    const change = (currentPassword: string) =>
      member.request('POST', '/v3/auth/password', { currentPassword, newPassword: 'quite another password' })
    expect(await answerOf(change('not my password'))).toBe('401 auth.wrong_password')
    expect(await answerOf(change(password))).toBe(200)
    expect(await answerOf(other.request('GET', '/v3/session'))).toBe('401 auth.session_ended')
    expect(await answerOf(other.request('POST', '/v3/auth/sign-in', { email, password }))).toBe(
      '401 auth.wrong_password',
    )
  })

  test.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: '' }],
    ['a cross-site request by its own account', { 'sec-fetch-site': 'cross-site' }],
    ['a page on another subdomain', { 'sec-fetch-site': 'same-site' }],
  ])('changes nothing for %s', async (_name, headers) => {
    const body = { content: 'x', containerTag: 'csrf' }
    expect(await answerOf(owner.request('POST', '/v3/documents', body, headers))).toBe('403 auth.other_site')
    expect(
      await answerOf(owner.request('POST', '/v3/auth/sign-in', { email: 'a@b.co', password }, headers)),
    ).toBe('403 auth.other_site')
  })

  test('chooses the organization by a header, and only one of its person', async () => {
    const { directory } = server.app.cells
    const other = await server.newClient()
    const { token } = await createSetupLink(directory, other.organization.id)
    expect(await answerOf(owner.request('POST', '/v3/auth/join', { token }))).toBe(200)
    const inOther = { 'x-organization': other.organization.slug }
    const { body } = await owner.request('GET', '/v3/session', undefined, inOther)
    expect(body.org.slug).toBe(other.organization.slug)
    expect(body.organizations).toHaveLength(2)
    const stranger = { 'x-organization': (await server.newClient()).organization.slug }
    expect(await answerOf(owner.request('GET', '/v3/session', undefined, stranger))).toBe(
      '403 auth.not_a_member',
    )
  })
})

describe('signing in', () => {
  test('is refused after five failures, also with the right password, and says how long to wait', async () => {
    const member = await signUpMember(server, owner, 'member')
    const { email } = (await member.request('GET', '/v3/session')).body.user
    const visitor = new Browser(server.url)
    const attempt = (tried: string) => visitor.request('POST', '/v3/auth/sign-in', { email, password: tried })
    for (let failure = 1; failure <= 6; failure++)
      expect(await answerOf(attempt(`wrong password ${failure}`))).toBe('401 auth.wrong_password')
    const { entries } = (await owner.request('GET', '/v3/audit?action=person.sign_in_failed&limit=1')).body
    expect(entries).toMatchObject([{ actor: { kind: 'nobody' }, details: { email }, address: '127.0.0.1' }])
    const locked = await attempt(password)
    expect(locked.body.code).toBe('auth.locked')
    expect(locked.body.retryAfterSeconds).toBeGreaterThan(50)
    expect(locked.body.retryAfterSeconds).toBeLessThanOrEqual(60)
    await server.databases[0]!.admin.query('delete from directory.sign_in_failures')
    expect(await answerOf(attempt(password))).toBe(200)
  })

  test('lets no more than six of forty guesses pass that are sent at once', async () => {
    const member = await signUpMember(server, owner, 'member')
    const { email } = (await member.request('GET', '/v3/session')).body.user
    const guesses = Array.from({ length: 40 }, (_, number) =>
      answerOf(
        new Browser(server.url).request('POST', '/v3/auth/sign-in', { email, password: `guess ${number}` }),
      ),
    )
    const answers = await Promise.all(guesses)
    expect(answers.filter(answer => answer === '401 auth.wrong_password')).toHaveLength(6)
    expect(answers.filter(answer => answer === '429 auth.locked')).toHaveLength(34)
    const change = { currentPassword: 'another guess', newPassword: 'quite another password' }
    expect(await answerOf(member.request('POST', '/v3/auth/password', change))).toBe('429 auth.locked')
    await server.databases[0]!.admin.query('delete from directory.sign_in_failures')
  })

  test('refuses a body that no sign-in needs before it is read', async () => {
    const body = JSON.stringify({ email: 'a@example.org', password: 'x'.repeat(100_000) })
    expect(await answerOf(new Browser(server.url).request('POST', '/v3/auth/sign-in', body))).toBe(
      '413 request.too_large',
    )
  })

  test('answers alike for an unknown email and a wrong password', async () => {
    const visitor = new Browser(server.url)
    const unknown = await visitor.request('POST', '/v3/auth/sign-in', {
      email: 'nobody@example.org',
      password,
    })
    expect(unknown.body).toMatchObject({
      code: 'auth.wrong_password',
      error: 'The email or the password is wrong',
    })
    await server.databases[0]!.admin.query('delete from directory.sign_in_failures')
  })
})

describe('a reset link', () => {
  const reset = (token: string, newPassword = 'a new long password') =>
    answerOf(new Browser(server.url).request('POST', '/v3/auth/reset-password', { token, newPassword }))

  test('sets a new password once, ends all sessions, and is in the audit log', async () => {
    const member = await signUpMember(server, owner, 'member')
    const { email, id } = (await member.request('GET', '/v3/session')).body.user
    const link = (await createResetLink(server.app.cells.directory, email.toUpperCase()))!
    expect(await reset(link.token, 'short')).toBe('400 request.invalid')
    expect(await reset(link.token)).toBe(200)
    expect(await reset(link.token)).toBe('404 reset.not_found')
    expect(await answerOf(member.request('GET', '/v3/session'))).toBe('401 auth.session_ended')
    const visitor = new Browser(server.url)
    const signIn = (tried: string) =>
      answerOf(visitor.request('POST', '/v3/auth/sign-in', { email, password: tried }))
    expect(await signIn(password)).toBe('401 auth.wrong_password')
    expect(await signIn('a new long password')).toBe(200)
    const { entries } = (await owner.request('GET', '/v3/audit?action=person.reset_password')).body
    expect(entries).toMatchObject([{ actor: { kind: 'person', id } }])
  })

  test('works for one of two who use it at the same time', async () => {
    const member = await signUpMember(server, owner, 'member')
    const { email } = (await member.request('GET', '/v3/session')).body.user
    const { token } = (await createResetLink(server.app.cells.directory, email))!
    const answers = await Promise.all([reset(token), reset(token)])
    expect(answers.sort()).toEqual([200, '404 reset.not_found'])
  })

  test('ends when a newer one is made, after an hour, and for a page of another site', async () => {
    const { directory } = server.app.cells
    const member = await signUpMember(server, owner, 'member')
    const { email } = (await member.request('GET', '/v3/session')).body.user
    const older = (await createResetLink(directory, email))!
    const newer = (await createResetLink(directory, email))!
    expect(await reset(older.token)).toBe('404 reset.not_found')
    const body = { token: newer.token, newPassword: 'a new long password' }
    const elsewhere = { origin: 'https://evil.example' }
    expect(
      await answerOf(new Browser(server.url).request('POST', '/v3/auth/reset-password', body, elsewhere)),
    ).toBe('403 auth.other_site')
    await server.databases[0]!.admin.query(
      `update directory.verifications set expires_at = now() where identifier like 'reset %'`,
    )
    expect(await reset(newer.token)).toBe('404 reset.not_found')
  })

  test('is made for nobody without an account', async () => {
    expect(await createResetLink(server.app.cells.directory, 'nobody@example.org')).toBeUndefined()
  })
})

describe('members', () => {
  test('cannot grant a role above their own, nor change an owner as an admin', async () => {
    const admin = await signUpMember(server, owner, 'admin')
    expect(await answerOf(admin.request('POST', '/v3/invitations', { role: 'owner' }))).toBe(
      '403 auth.role_required',
    )
    const { members } = (await admin.request('GET', '/v3/members')).body
    const ownerId = members.find(({ role }: { role: string }) => role === 'owner').id
    expect(await answerOf(admin.request('DELETE', `/v3/members/${ownerId}`))).toBe('403 auth.role_required')
    expect(await answerOf(admin.request('PATCH', `/v3/members/${ownerId}`, { role: 'viewer' }))).toBe(
      '403 auth.role_required',
    )
  })

  test('keep at least one owner', async () => {
    const me = (await owner.request('GET', '/v3/session')).body.user.id
    expect(await answerOf(owner.request('DELETE', `/v3/members/${me}`))).toBe('409 member.last_owner')
    expect(await answerOf(owner.request('PATCH', `/v3/members/${me}`, { role: 'admin' }))).toBe(
      '409 member.last_owner',
    )
  })

  test('lose access at once when they are removed', async () => {
    const member = await signUpMember(server, owner, 'member')
    const { id } = (await member.request('GET', '/v3/session')).body.user
    expect(await answerOf(owner.request('DELETE', `/v3/members/${id}`))).toBe(200)
    expect(await answerOf(member.request('GET', '/v3/session'))).toBe('403 auth.not_a_member')
  })

  test('join only with the email that the invitation names', async () => {
    const invited = await owner.request('POST', '/v3/invitations', {
      role: 'viewer',
      email: 'Grace@example.org',
    })
    const token = invited.body.url.split('#')[1]
    const visitor = new Browser(server.url)
    const person = { token, name: 'Grace', password }
    expect(
      await answerOf(visitor.request('POST', '/v3/auth/join', { ...person, email: 'm@example.org' })),
    ).toBe('409 invitation.other_email')
    expect(
      await answerOf(visitor.request('POST', '/v3/auth/join', { ...person, email: 'grace@example.org' })),
    ).toBe(200)
  })

  test('cannot join with a revoked invitation', async () => {
    const { body } = await owner.request('POST', '/v3/invitations', { role: 'viewer' })
    expect((await owner.request('GET', '/v3/invitations')).body.invitations[0].id).toBe(body.id)
    expect(await answerOf(owner.request('DELETE', `/v3/invitations/${body.id}`))).toBe(200)
    const token = body.url.split('#')[1]
    expect(await answerOf(new Browser(server.url).request('POST', '/v3/auth/invitation', { token }))).toBe(
      '404 invitation.not_found',
    )
  })
})

describe('the audit log', () => {
  test('says who did what, when and from where, the latest first', async () => {
    const created = await owner.request('POST', '/v3/auth/keys', { name: 'Laptop' })
    await owner.request('DELETE', `/v3/auth/keys/${created.body.id}`)
    const { user } = (await owner.request('GET', '/v3/session')).body
    const { entries } = (await owner.request('GET', '/v3/audit?limit=2')).body
    const from = { actor: { kind: 'person', id: user.id, name: user.name }, address: '127.0.0.1' }
    expect(entries).toMatchObject([
      { action: 'key.disable', target: created.body.id, ...from },
      { action: 'key.create', target: created.body.id, details: { name: 'Laptop' }, ...from },
    ])
    expect(JSON.stringify(entries)).not.toContain(created.body.key)
  })

  test('records keys as callers too, and pages through all entries', async () => {
    const { client } = server
    await client.request('PATCH', '/v3/settings', { shouldLLMFilter: true })
    const first = (await client.request('GET', '/v3/audit?limit=1')).body
    expect(first.entries).toMatchObject([
      {
        action: 'settings.change',
        actor: { kind: 'key', name: 'test' },
        details: { changed: ['shouldLLMFilter'] },
      },
    ])
    const ids: string[] = []
    for (let next: string | null = first.next; next; ) {
      const page = (await client.request('GET', `/v3/audit?limit=3&before=${next}`)).body
      ids.push(...page.entries.map(({ id }: { id: string }) => id))
      next = page.next
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(5)
  })

  test('cannot be changed or emptied by a process', async () => {
    const { pool } = server.app.cells.directory
    await expect(pool.query(`update directory.audit_log set action = 'x'`)).rejects.toThrow(
      'permission denied',
    )
    await expect(pool.query('delete from directory.audit_log')).rejects.toThrow('permission denied')
    await expect(pool.query('truncate directory.audit_log')).rejects.toThrow('permission denied')
  })
})
