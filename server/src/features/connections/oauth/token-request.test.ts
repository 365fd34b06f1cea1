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

function answering(answer: object): Exchange {
  return async ({ url }) => ({
    ...{ status: 200, url, headers: new Headers() },
    body: Buffer.from(JSON.stringify(answer)),
  })
}

const ask = (answer: object) =>
  requestTokens(answering(answer), kind, { clientId: 'c', clientSecret: 's' }, { code: 'x' })

test('null for a refresh token and a time of expiry means that there are none, as Notion answers', async () => {
  expect(await ask({ access_token: 'a', refresh_token: null, expires_in: null })).toEqual({
    accessToken: 'a',
    clientId: 'c',
  })
})

test('an answer without an access token is refused', async () => {
  await expect(ask({ access_token: null })).rejects.toMatchObject({ code: 'provider_unavailable' })
})
