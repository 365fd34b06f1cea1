import { expect, test } from 'vitest'
import type { Exchange } from '../../../platform/connectors/source-http.ts'
import type { OAuthKind } from './oauth-client.ts'
import { requestTokens } from './token-request.ts'

const kind: OAuthKind = {
  kind: 'oauth',
  authorizeUrl: 'https://provider.example/authorize',
  tokenUrl: 'https://provider.example/token',
  scopes: [],
  tokenAuth: 'basic',
}

type Answer = { status?: number; headers?: Record<string, string> }

function answering(answer: object, { status = 200, headers = {} }: Answer): Exchange {
  return async ({ url }) => ({
    ...{ status, url, headers: new Headers(headers) },
    body: Buffer.from(JSON.stringify(answer)),
  })
}

const ask = (answer: object, options: Answer = {}) =>
  requestTokens(answering(answer, options), kind, { clientId: 'c', clientSecret: 's' }, { code: 'x' })

test('null for a refresh token and a time of expiry means that there are none, as Notion answers', async () => {
  expect(await ask({ access_token: 'a', refresh_token: null, expires_in: null })).toEqual({
    accessToken: 'a',
    clientId: 'c',
  })
})

test('an answer without an access token is refused', async () => {
  await expect(ask({ access_token: null })).rejects.toMatchObject({ code: 'provider_unavailable' })
})

test.each([
  [400, 'invalid_grant', 'auth_expired'],
  [401, 'invalid_client', 'auth_expired'],
  // Of Microsoft, when the person must confirm something, and of GitHub, which answers 200.
  [400, 'interaction_required', 'auth_expired'],
  [200, 'bad_refresh_token', 'auth_expired'],
  // An outage is no end of the authorization, whatever its body says.
  [500, 'invalid_grant', 'provider_unavailable'],
  [503, 'temporarily_unavailable', 'provider_unavailable'],
  [400, 'temporarily_unavailable', 'provider_unavailable'],
  [429, 'invalid_grant', 'rate_limited'],
] as const)('a token endpoint that answers %s with %s means %s', async (status, error, code) => {
  await expect(ask({ error }, { status })).rejects.toMatchObject({ code })
})

test('a token endpoint that asks to wait is left alone as long', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
  for (const [after, least] of [
    ['90', 90_000],
    [inAnHour, 3_590_000],
  ] as const) {
    const error = await ask({}, { status: 503, headers: { 'retry-after': after } }).catch(thrown => thrown)
    expect(error.retryAfterMs).toBeGreaterThanOrEqual(least)
    expect(error.retryAfterMs).toBeLessThanOrEqual(3_600_000)
  }
})
