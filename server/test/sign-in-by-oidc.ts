import { createSetupLink } from '../src/features/people/invite.ts'
import { Browser } from './browser.ts'
import type { TestServer } from './harness.ts'
import type { OidcServer } from './oidc-server.ts'

/** Below a path, over TLS, and nowhere: what leads there comes from PUBLIC_URL and not from the request. */
export const publicUrl = 'https://memory.example.org/base'

export type Landing = { status: number; location: string; cookies: string[] }

/** Goes to the provider and comes back, up to the request that ends the sign-in. */
export async function returnFromProvider(
  browser: Browser,
  body: { next?: string; token?: string } = {},
): Promise<URL> {
  const started = await browser.request('POST', '/v3/auth/oidc/start', body)
  if (started.status !== 200) throw new Error(`The start was refused: ${JSON.stringify(started.body)}`)
  const atProvider = await fetch(started.body.url, { redirect: 'manual' })
  return new URL(atProvider.headers.get('location') ?? '')
}

/** Opens the address that the provider sent the browser to. The proxy in front of the server strips the path. */
export async function land(browser: Browser, back: URL): Promise<Landing> {
  const { status, headers } = await browser.request('GET', `/v3/auth/oidc/callback${back.search}`)
  return { status, location: headers.get('location') ?? '', cookies: headers.getSetCookie() }
}

/** A whole sign-in: where it ends, without the part that every address has. */
export async function signInByOidc(
  browser: Browser,
  body: { next?: string; token?: string } = {},
): Promise<string> {
  const { location } = await land(browser, await returnFromProvider(browser, body))
  return location.replace(publicUrl, '')
}

let people = 0

/** A person whom the provider knows, and who is signed in there now. */
export function newPersonAt(provider: OidcServer, claims: Record<string, unknown> = {}): string {
  const number = ++people
  const email = `person-${number}@example.com`
  provider.person = {
    sub: `subject-${number}`,
    email,
    email_verified: true,
    name: `Person ${number}`,
    ...claims,
  }
  return String(provider.person.email)
}

/** The token of an invitation, or of a set-up link for `owner`. */
export async function invitationFor(server: TestServer, body: Record<string, unknown> = {}): Promise<string> {
  if (body.role === 'owner')
    return (await createSetupLink(server.app.cells.directory, server.client.organization.id)).token
  const { body: made } = await server.client.request('POST', '/v3/invitations', body)
  return made.url.split('#')[1]
}

export const newBrowser = (server: TestServer) => new Browser(server.url)
