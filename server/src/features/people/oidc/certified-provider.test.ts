import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CertifiedProvider, startCertifiedProvider } from '../../../../test/certified-provider.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { invitationFor, land, newBrowser, publicUrl } from '../../../../test/sign-in-by-oidc.ts'
import { OidcProvider } from './oidc-provider.ts'

const redirectUri = `${publicUrl}/v3/auth/oidc/callback`
let provider: CertifiedProvider
let server: TestServer
beforeAll(async () => {
  provider = await startCertifiedProvider(redirectUri, { conform: true, auth: 'client_secret_basic' })
  const config = { PUBLIC_URL: publicUrl, OIDC_ISSUER: provider.issuer, ...provider.client }
  server = await startTestServer({ worker: false, config })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

async function signIn(at: CertifiedProvider, person: string): Promise<string> {
  const browser = newBrowser(server)
  const token = await invitationFor(server)
  const { body } = await browser.request('POST', '/v3/auth/oidc/start', { token })
  const { location } = await land(browser, await at.signIn(body.url, person))
  expect(location).toBe(`${publicUrl}/`)
  return (await browser.request('GET', '/v3/session')).body.user.email
}

test('a person signs in at a certified provider, which has the email at its userinfo endpoint', async () => {
  expect(await signIn(provider, 'ada')).toBe('ada@example.com')
  expect(await signIn(provider, 'ada')).toBe('ada@example.com')
})

test('a person signs in at a certified provider that wants the secret in the body, and has the email in the ID token', async () => {
  const other = await startCertifiedProvider(redirectUri, { conform: false, auth: 'client_secret_post' })
  try {
    const settings = { ...server.app.oidc!.settings, issuer: other.issuer }
    const { cells, sessionSecret: secret } = server.app as typeof server.app & { sessionSecret: string }
    server.app.oidc = new OidcProvider(settings, { directory: cells.directory, secret, isSecure: true })
    expect(await signIn(other, 'grace')).toBe('grace@example.com')
  } finally {
    await other.close()
  }
})
