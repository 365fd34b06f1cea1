import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Browser, password, signUpMember, signUpOwner } from '../../../../test/browser.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import {
  type OidcFaults,
  type OidcServer,
  oidcClient,
  signToken,
  startOidcServer,
} from '../../../../test/oidc-server.ts'
import {
  invitationFor,
  land,
  newBrowser,
  newPersonAt,
  publicUrl,
  returnFromProvider,
  signInByOidc,
} from '../../../../test/sign-in-by-oidc.ts'
import type { OidcSettings } from './oidc-settings.ts'

let provider: OidcServer
let server: TestServer
let owner: Browser
let settings: OidcSettings
let initial: OidcSettings
beforeAll(async () => {
  provider = await startOidcServer([`${publicUrl}/v3/auth/oidc/callback`])
  server = await startTestServer({
    worker: false,
    config: { PUBLIC_URL: publicUrl, OIDC_ISSUER: provider.issuer, OIDC_NAME: 'Example ID', ...oidcClient },
  })
  owner = await signUpOwner(server)
  settings = server.app.oidc!.settings
  initial = { ...settings }
})
afterAll(async () => {
  await server.close()
  await provider.close()
})
beforeEach(() => {
  Object.assign(settings, initial)
  Object.assign(provider, { faults: {}, userinfoOnly: [], isDown: false })
})

const rows = async (text: string, values: unknown[] = []) =>
  (await server.databases[0]!.admin.query(text, values)).rows
const countPeople = async () => (await rows('select count(*)::int as count from directory.people'))[0].count
const sessionOf = async (browser: Browser) => (await browser.request('GET', '/v3/session')).body
const auditOf = async (action: string) =>
  (await owner.request('GET', `/v3/audit?action=${action}&limit=3`)).body.entries

describe('an invited person', () => {
  test('joins by the provider with the role of the invitation, once', async () => {
    const email = newPersonAt(provider)
    const token = await invitationFor(server, { role: 'viewer' })
    const browser = newBrowser(server)
    expect(await signInByOidc(browser, { token, next: '/documents?tag=a' })).toBe('/documents?tag=a')
    expect(await sessionOf(browser)).toMatchObject({ role: 'viewer', user: { email } })
    expect((await browser.request('POST', '/v3/documents', { content: 'x' })).status).toBe(403)
    const late = await newBrowser(server).request('POST', '/v3/auth/oidc/start', { token })
    expect(late.body.code).toBe('invitation.not_found')
    expect((await auditOf('member.join'))[0]).toMatchObject({
      details: { role: 'viewer' },
      address: '127.0.0.1',
    })
    expect((await auditOf('person.sign_in'))[0]).toMatchObject({
      actor: { kind: 'person' },
      details: { by: 'oidc' },
    })
  })

  test('signs in again without an invitation, also after the email has changed at the provider', async () => {
    const email = newPersonAt(provider)
    const first = newBrowser(server)
    await signInByOidc(first, { token: await invitationFor(server) })
    provider.person.email = 'married-name@example.com'
    const second = newBrowser(server)
    expect(await signInByOidc(second)).toBe('/')
    expect((await sessionOf(second)).user).toEqual((await sessionOf(first)).user)
    expect((await sessionOf(second)).user.email).toBe(email)
  })

  test('gets a session cookie with the same flags as by password, and none of the provider’s tokens is stored', async () => {
    newPersonAt(provider)
    const browser = newBrowser(server)
    const back = await returnFromProvider(browser, { token: await invitationFor(server) })
    const { status, cookies } = await land(browser, back)
    expect(status).toBe(303)
    expect(cookies.find(each => each.includes('session_token'))).toMatch(
      /^__Secure-reverie\.session_token=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const [account] = await rows(
      'select access_token, refresh_token, id_token from directory.accounts where account_id = $1',
      [provider.person.sub],
    )
    expect(account).toEqual({ access_token: null, refresh_token: null, id_token: null })
  })

  test('must have the email that the invitation names', async () => {
    newPersonAt(provider)
    const before = await countPeople()
    const token = await invitationFor(server, { email: 'somebody-else@example.com' })
    expect(await signInByOidc(newBrowser(server), { token })).toBe('/sign-in#invitation.other_email')
    expect(await countPeople()).toBe(before)
  })

  test('is refused if somebody accepts the same link first', async () => {
    newPersonAt(provider)
    const token = await invitationFor(server)
    const browser = newBrowser(server)
    const back = await returnFromProvider(browser, { token })
    expect((await owner.request('POST', '/v3/auth/join', { token })).status).toBe(200)
    expect((await land(browser, back)).location).toBe(`${publicUrl}/sign-in#invitation.not_found`)
  })

  test('becomes the owner by a set-up link', async () => {
    newPersonAt(provider)
    const browser = newBrowser(server)
    expect(await signInByOidc(browser, { token: await invitationFor(server, { role: 'owner' }) })).toBe('/')
    expect((await sessionOf(browser)).role).toBe('owner')
  })
})

describe('an unknown person', () => {
  const join = () => ({ slug: server.client.organization.slug, role: 'member' as const })

  test('without an invitation is refused, and no account is made', async () => {
    newPersonAt(provider)
    const before = await countPeople()
    expect(await signInByOidc(newBrowser(server))).toBe('/sign-in#oidc.not_invited')
    expect(await countPeople()).toBe(before)
  })

  test('joins the organization that the operator names, and does not come back after being removed', async () => {
    Object.assign(settings, { join: join(), allowedDomains: ['example.com'] })
    newPersonAt(provider)
    const browser = newBrowser(server)
    expect(await signInByOidc(browser)).toBe('/')
    const { role, user } = await sessionOf(browser)
    expect(role).toBe('member')
    expect((await owner.request('DELETE', `/v3/members/${user.id}`)).status).toBe(200)
    const again = newBrowser(server)
    await signInByOidc(again)
    expect(await sessionOf(again)).toMatchObject({ code: 'auth.not_a_member' })
  })

  test('does not become the first person of an organization without an owner', async () => {
    const { organization } = await server.newClient()
    Object.assign(settings, { join: { slug: organization.slug, role: 'viewer' } })
    newPersonAt(provider)
    expect(await signInByOidc(newBrowser(server))).toBe('/sign-in#oidc.not_invited')
  })
})

describe('the request to the provider', () => {
  test('has PKCE with S256, a state, a nonce, and the redirect URI of PUBLIC_URL', async () => {
    newPersonAt(provider)
    const browser = newBrowser(server)
    const headers = { host: 'evil.example', origin: publicUrl }
    const started = await browser.request('POST', '/v3/auth/oidc/start', {}, headers)
    const query = new URL(started.body.url).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      client_id: 'reverie',
      scope: 'openid email profile',
      redirect_uri: `${publicUrl}/v3/auth/oidc/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{32}$/),
      nonce: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect(started.headers.get('set-cookie')).toMatch(
      /^__Secure-reverie\.oauth_state=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(started.headers.get('set-cookie')).not.toContain(query.get('nonce'))
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '',
    'documents',
    '/a\r\nb',
    '/\t/evil',
  ])('takes no other site as the page to open afterwards: %j', async next => {
    const { body } = await newBrowser(server).request('POST', '/v3/auth/oidc/start', { next })
    expect(body.code).toBe('request.invalid')
  })

  test('is not made for a page of another site', async () => {
    const headers = { origin: 'https://evil.example' }
    const { body } = await newBrowser(server).request('POST', '/v3/auth/oidc/start', {}, headers)
    expect(body.code).toBe('auth.other_site')
  })

  test('waits for a provider that is down no longer than it takes to refuse, and works once it is back', async () => {
    const { OidcProvider } = await import('./oidc-provider.ts')
    const { directory } = server.app.cells
    const other = new OidcProvider(settings, { directory, secret: 'x'.repeat(32), isSecure: true })
    const journey = { next: '/', invitationHash: undefined }
    provider.isDown = true
    await expect(other.start(journey)).rejects.toMatchObject({ code: 'oidc.unavailable' })
    provider.isDown = false
    expect((await other.start(journey)).url).toContain(provider.issuer)
    provider.isDown = true
    newPersonAt(provider)
    const browser = newBrowser(server)
    expect((await browser.request('POST', '/v3/auth/oidc/start', {})).status).toBe(200)
  })
})

describe('the answer of the provider', () => {
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const now = () => Math.floor(Date.now() / 1000)
  const decode = (part: string | undefined) => JSON.parse(Buffer.from(part!, 'base64url').toString())
  const wrongs: [string, OidcFaults][] = [
    ['the nonce of another sign-in', { idToken: claims => ({ ...claims, nonce: 'another' }) }],
    ['no nonce', { idToken: ({ nonce: _, ...claims }) => claims }],
    ['another audience', { idToken: claims => ({ ...claims, aud: 'another-client' }) }],
    [
      'several audiences and no authorized party',
      { idToken: claims => ({ ...claims, aud: ['reverie', 'b'] }) },
    ],
    ['another authorized party', { idToken: claims => ({ ...claims, azp: 'another-client' }) }],
    ['another issuer', { idToken: claims => ({ ...claims, iss: 'https://evil.example' }) }],
    ['an expiry in the past', { idToken: claims => ({ ...claims, exp: now() - 60 }) }],
    ['no expiry', { idToken: ({ exp: _, ...claims }) => claims }],
    ['no subject', { idToken: ({ sub: _, ...claims }) => claims }],
    ['an unknown key id', { header: header => ({ ...header, kid: 'unknown' }) }],
    [
      'the signature of another key',
      { token: token => signToken(decode(token.split('.')[0]), decode(token.split('.')[1]), stranger) },
    ],
    [
      'no signature',
      { header: header => ({ ...header, alg: 'none' }), token: token => token.replace(/[^.]*$/, '') },
    ],
    ['a symmetric signature', { header: header => ({ ...header, alg: 'HS256' }) }],
    ['no ID token', { token: () => undefined }],
  ]

  test.each(wrongs)('with %s signs nobody in', async (_name, faults) => {
    newPersonAt(provider)
    provider.faults = faults
    const before = await countPeople()
    const browser = newBrowser(server)
    const back = await returnFromProvider(browser, { token: await invitationFor(server) })
    const { location, cookies } = await land(browser, back)
    expect(location).toBe(`${publicUrl}/sign-in#oidc.failed`)
    expect(cookies.filter(each => each.includes('session_token'))).toEqual([])
    expect(await countPeople()).toBe(before)
  })

  test('with an error of the provider says that it refused', async () => {
    provider.faults = { denial: 'access_denied' }
    expect(await signInByOidc(newBrowser(server))).toBe('/sign-in#oidc.denied')
  })

  test.each([
    ['an email that is not verified', { email_verified: false }, 'oidc.email_unverified'],
    ['an email that nobody says is verified', { email_verified: undefined }, 'oidc.email_unverified'],
    ['no email', { email: undefined }, 'oidc.email_unverified'],
    ['an email of another domain', { email: 'eve@evil.example' }, 'oidc.other_domain'],
    ['an email of a subdomain', { email: 'eve@sub.example.com' }, 'oidc.other_domain'],
    ['a domain in its local part', { email: '"a@example.com"@evil.example' }, 'oidc.email_unverified'],
  ])('with %s is refused', async (_name, claims, code) => {
    Object.assign(settings, { allowedDomains: ['example.com'] })
    newPersonAt(provider, claims)
    const before = await countPeople()
    const token = await invitationFor(server)
    expect(await signInByOidc(newBrowser(server), { token })).toBe(`/sign-in#${code}`)
    expect(await countPeople()).toBe(before)
  })

  test('can have the email at the userinfo endpoint, if it is about the same person', async () => {
    provider.userinfoOnly = ['email', 'email_verified', 'name']
    const email = newPersonAt(provider)
    const browser = newBrowser(server)
    expect(await signInByOidc(browser, { token: await invitationFor(server) })).toBe('/')
    expect((await sessionOf(browser)).user.email).toBe(email)
    provider.faults = { userinfo: claims => ({ ...claims, sub: 'somebody-else' }) }
    newPersonAt(provider)
    const token = await invitationFor(server)
    expect(await signInByOidc(newBrowser(server), { token })).toBe('/sign-in#oidc.email_unverified')
  })

  test('takes the email and its verification from the same claims', async () => {
    provider.userinfoOnly = ['email']
    provider.faults = { userinfo: ({ email_verified: _, ...claims }) => claims }
    newPersonAt(provider)
    const token = await invitationFor(server)
    expect(await signInByOidc(newBrowser(server), { token })).toBe('/sign-in#oidc.email_unverified')
  })

  test('counts another claim as the verification, if the operator names it', async () => {
    Object.assign(settings, { verifiedClaim: 'xms_edov' })
    newPersonAt(provider, { email_verified: undefined, xms_edov: '1' })
    expect(await signInByOidc(newBrowser(server), { token: await invitationFor(server) })).toBe('/')
  })
})

describe('a return from the provider', () => {
  test('works once: without its cookie it is refused, and with a kept cookie the provider refuses the code', async () => {
    newPersonAt(provider)
    const browser = newBrowser(server)
    const back = await returnFromProvider(browser, { token: await invitationFor(server) })
    const kept = { cookie: browser.cookie }
    expect((await land(browser, back)).location).toBe(`${publicUrl}/`)
    expect((await land(browser, back)).location).toBe(`${publicUrl}/sign-in#oidc.expired`)
    const path = `/v3/auth/oidc/callback${back.search}`
    const replayed = await newBrowser(server).request('GET', path, undefined, kept)
    expect(replayed.headers.get('location')).toBe(`${publicUrl}/sign-in#oidc.failed`)
    expect(replayed.headers.get('set-cookie')).not.toContain('session_token')
  })

  test('in another browser, with another state or without one is refused', async () => {
    newPersonAt(provider)
    const token = await invitationFor(server)
    const expired = `${publicUrl}/sign-in#oidc.expired`
    const back = await returnFromProvider(newBrowser(server), { token })
    expect((await land(newBrowser(server), back)).location).toBe(expired)
    const other = newBrowser(server)
    await returnFromProvider(other, { token })
    expect((await land(other, back)).location).toBe(expired)
    expect((await land(other, new URL('?code=x', back))).location).toBe(expired)
    expect((await land(other, new URL('?', back))).location).toBe(expired)
  })

  test('with the code of another sign-in is refused, because the verifier differs', async () => {
    newPersonAt(provider)
    const token = await invitationFor(server)
    const [victim, attacker] = [newBrowser(server), newBrowser(server)]
    const back = await returnFromProvider(victim, { token })
    const own = await returnFromProvider(attacker, { token })
    own.searchParams.set('code', back.searchParams.get('code')!)
    expect((await land(attacker, own)).location).toBe(`${publicUrl}/sign-in#oidc.failed`)
  })

  test('that names another issuer is refused before the code is sent anywhere', async () => {
    newPersonAt(provider)
    const browser = newBrowser(server)
    const back = await returnFromProvider(browser)
    back.searchParams.set('iss', 'https://evil.example')
    const sent = provider.tokenRequests.length
    expect((await land(browser, back)).location).toBe(`${publicUrl}/sign-in#oidc.failed`)
    expect(provider.tokenRequests).toHaveLength(sent)
  })
})

describe('an account with a password', () => {
  async function memberAtProvider() {
    const member = await signUpMember(server, owner, 'member')
    const { user } = await sessionOf(member)
    newPersonAt(provider, { email: user.email })
    const signIn = (tried = password) =>
      newBrowser(server).request('POST', '/v3/auth/sign-in', { email: user.email, password: tried })
    return { member, user, signIn }
  }

  test('is not taken over by the provider, and its owner learns of the attempt', async () => {
    const { user, signIn, member } = await memberAtProvider()
    expect(await signInByOidc(newBrowser(server))).toBe('/sign-in#oidc.account_exists')
    expect(await signInByOidc(newBrowser(server), { token: await invitationFor(server) })).toBe(
      '/sign-in#oidc.account_exists',
    )
    expect((await signIn()).status).toBe(200)
    expect((await sessionOf(member)).user.email).toBe(user.email)
    expect((await auditOf('person.sign_in_failed'))[0]).toMatchObject({
      actor: { kind: 'nobody' },
      details: { email: user.email, by: 'oidc', reason: 'oidc.account_exists' },
    })
  })

  test('is linked for a trusted domain: its password and sessions end, and the person stays the same', async () => {
    Object.assign(settings, { trustedDomains: ['example.org'] })
    const { user, signIn, member } = await memberAtProvider()
    const browser = newBrowser(server)
    expect(await signInByOidc(browser)).toBe('/')
    expect(await sessionOf(browser)).toMatchObject({ user, role: 'member' })
    expect((await signIn()).body.code).toBe('auth.wrong_password')
    expect(await sessionOf(member)).toMatchObject({ code: 'auth.session_ended' })
    expect((await auditOf('person.sign_in'))[0]).toMatchObject({ details: { by: 'oidc', linked: true } })
  })

  test('is not linked for a trusted domain if the email is not verified', async () => {
    Object.assign(settings, { trustedDomains: ['example.org'] })
    const { signIn } = await memberAtProvider()
    provider.person.email_verified = false
    expect(await signInByOidc(newBrowser(server))).toBe('/sign-in#oidc.email_unverified')
    expect((await signIn()).status).toBe(200)
  })

  test('is locked after failures with the password only: the provider neither counts nor is stopped', async () => {
    Object.assign(settings, { trustedDomains: ['example.org'] })
    await rows('delete from directory.sign_in_failures')
    const { signIn } = await memberAtProvider()
    provider.faults = { denial: 'access_denied' }
    for (let failure = 0; failure < 8; failure++) await signInByOidc(newBrowser(server))
    expect(await rows('select from directory.sign_in_failures')).toEqual([])
    for (let failure = 0; failure < 6; failure++) await signIn('a wrong password')
    expect((await signIn()).body.code).toBe('auth.locked')
    provider.faults = {}
    expect(await signInByOidc(newBrowser(server))).toBe('/')
    await rows('delete from directory.sign_in_failures')
  })
})

test('the ways to sign in name the provider', async () => {
  const { body } = await newBrowser(server).request('GET', '/v3/auth/options')
  expect(body).toEqual({ needsSetup: false, passwords: true, oidc: { name: 'Example ID' } })
})
