import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Account, type ClientMetadata, Provider } from 'oidc-provider'

export type CertifiedProvider = {
  issuer: string
  client: { OIDC_CLIENT_ID: string; OIDC_CLIENT_SECRET: string }
  /** Signs a person in there, as a browser would, and returns the address that it leads back to. */
  signIn(address: string, person: string): Promise<URL>
  close(): Promise<void>
}

/**
 * The provider `oidc-provider`, certified by the OpenID Foundation, on the loopback. Instead of a log-in page it takes the name in
 * the cookie `person`. `conform`: as the specification asks, the email is at the userinfo endpoint and not in the ID token.
 */
export async function startCertifiedProvider(
  redirectUri: string,
  { conform, auth }: { conform: boolean; auth: 'client_secret_basic' | 'client_secret_post' },
): Promise<CertifiedProvider> {
  let handle: RequestListener = (_request, response) => response.destroy()
  const server = createServer((request, response) => handle(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client: ClientMetadata = {
    client_id: 'reverie',
    client_secret: 'a-long-secret-of-the-client',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: auth,
  }
  const provider = new Provider(issuer, {
    clients: [client],
    clientAuthMethods: [auth],
    cookies: { keys: ['a key for the cookies of a test'] },
    conformIdTokenClaims: conform,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/log-in/${uid}` },
    findAccount: (_context, name) => accountOf(name),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  handle = (request, response) => {
    if (!request.url?.startsWith('/log-in/')) return void answer(request, response)
    const accountId = /person=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? 'nobody'
    void provider.interactionFinished(request, response, { login: { accountId } })
  }
  return {
    issuer,
    client: { OIDC_CLIENT_ID: client.client_id, OIDC_CLIENT_SECRET: client.client_secret! },
    signIn: (address, person) => walk(new URL(address), issuer, new Map([['person', person]])),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const accountOf = (name: string): Account => ({
  accountId: name,
  claims: () => ({ sub: name, email: `${name}@example.com`, email_verified: true, name }),
})

/** Follows redirects within the provider, with its cookies. */
async function walk(from: URL, issuer: string, cookies: Map<string, string>): Promise<URL> {
  if (from.origin !== issuer) return from
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(from, { redirect: 'manual', headers: { cookie } })
  for (const set of response.headers.getSetCookie()) {
    const [pair = ''] = set.split(';', 1)
    cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  const location = response.headers.get('location')
  if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
  return walk(new URL(location, from), issuer, cookies)
}
