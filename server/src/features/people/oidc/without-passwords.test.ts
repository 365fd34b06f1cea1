import { afterAll, beforeAll, expect, test } from 'vitest'
import { password } from '../../../../test/browser.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { type OidcServer, oidcClient, startOidcServer } from '../../../../test/oidc-server.ts'
import {
  invitationFor,
  newBrowser,
  newPersonAt,
  publicUrl,
  signInByOidc,
} from '../../../../test/sign-in-by-oidc.ts'
import { createResetLink } from '../reset-password.ts'

let provider: OidcServer
let server: TestServer
beforeAll(async () => {
  provider = await startOidcServer([`${publicUrl}/v3/auth/oidc/callback`])
  const config = {
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: provider.issuer,
    PASSWORD_SIGN_IN: false,
    ...oidcClient,
  }
  server = await startTestServer({ worker: false, config })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

test('without passwords, people set up, join and sign in by the provider only', async () => {
  const email = newPersonAt(provider)
  const visitor = newBrowser(server)
  const token = await invitationFor(server, { role: 'owner' })
  expect((await visitor.request('GET', '/v3/auth/options')).body).toMatchObject({
    needsSetup: true,
    passwords: false,
  })
  const refusals = [
    await visitor.request('POST', '/v3/auth/sign-in', { email, password }),
    await visitor.request('POST', '/v3/auth/join', { token, name: 'Ada', email, password }),
  ]
  expect(refusals.map(({ body }) => body.code)).toEqual(['auth.password_off', 'auth.password_off'])
  expect(await signInByOidc(visitor, { token })).toBe('/')
  expect((await visitor.request('GET', '/v3/session')).body.role).toBe('owner')
  const link = await createResetLink(server.app.cells.directory, email)
  const further = [
    await visitor.request('POST', '/v3/auth/reset-password', { token: link!.token, newPassword: password }),
    await visitor.request('POST', '/v3/auth/password', { currentPassword: password, newPassword: password }),
  ]
  expect(further.map(({ body }) => body.code)).toEqual(['auth.password_off', 'auth.password_off'])
})

test('a link accepted by somebody who is signed in needs no password', async () => {
  newPersonAt(provider)
  const browser = newBrowser(server)
  await signInByOidc(browser, { token: await invitationFor(server, { role: 'viewer' }) })
  const token = await invitationFor(server, { role: 'admin' })
  expect((await browser.request('POST', '/v3/auth/join', { token })).status).toBe(200)
  expect((await browser.request('GET', '/v3/session')).body.role).toBe('admin')
})
