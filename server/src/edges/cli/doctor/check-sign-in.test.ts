import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OidcServer, startOidcServer } from '../../../../test/oidc-server.ts'
import { type Config, loadConfig } from '../../../platform/config.ts'
import { checkSignIn } from './check-sign-in.ts'

let provider: OidcServer
beforeAll(async () => {
  provider = await startOidcServer([])
})
afterAll(() => provider.close())
beforeEach(() => {
  provider.faults = {}
})

const check = (config: Partial<Config> = {}) =>
  checkSignIn({
    ...loadConfig({}),
    OIDC_ISSUER: provider.issuer,
    PUBLIC_URL: 'https://memory.example.org/',
    ...config,
  })

test('doctor does not mention a provider if none is configured', async () => {
  expect(await check({ OIDC_ISSUER: '' })).toEqual([])
})

test('doctor names the provider and the redirect URI to register there', async () => {
  const found = `by ${provider.issuer}; it must know the redirect URI https://memory.example.org/v3/auth/oidc/callback`
  expect(await check()).toEqual([{ subject: 'sign-in', state: 'ok', found }])
})

test.each([
  ['names another issuer', { issuer: 'https://other.example' }, /calls itself https:\/\/other\.example/],
  ['has no token endpoint', { token_endpoint: undefined }, /token_endpoint is missing/],
  ['has an endpoint without TLS', { jwks_uri: 'http://id.example.org/keys' }, /no https address/],
  ['does not support PKCE with S256', { code_challenge_methods_supported: ['plain'] }, /PKCE/],
  ['signs with no public key', { id_token_signing_alg_values_supported: ['HS256', 'none'] }, /no public key/],
  ['supports the implicit flow only', { response_types_supported: ['id_token'] }, /code flow/],
  ['has no keys', { jwks_uri: undefined }, /jwks_uri is missing/],
])('doctor warns about a provider that %s', async (_name, change, found) => {
  provider.faults = { discovery: document => ({ ...document, ...change }) }
  expect(await check()).toMatchObject([{ state: 'warning', found: expect.stringMatching(found) }])
})

test('doctor fails for a provider that does not answer when there are no passwords', async () => {
  const config = { OIDC_ISSUER: 'http://127.0.0.1:1', PASSWORD_SIGN_IN: false }
  expect(await check(config)).toMatchObject([
    { state: 'failure', found: expect.stringContaining('does not answer') },
  ])
})
