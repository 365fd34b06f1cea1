import { createSetupLink } from '../src/features/people/invite.ts'
import type { ApiResponse, TestServer } from './harness.ts'

/** Sends requests as a page of the console does: with the cookies it was given, from its own origin. */
export class Browser {
  readonly #url: string
  readonly #cookies = new Map<string, string>()

  constructor(url: string) {
    this.#url = url
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        origin: this.#url,
        ...(this.cookie && { cookie: this.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';', 1)
    const name = pair.slice(0, pair.indexOf('='))
    if (/; *max-age=0/i.test(cookie)) this.#cookies.delete(name)
    else this.#cookies.set(name, pair.slice(name.length + 1))
  }
}

export const password = 'a long enough password'

let people = 0

/** A person who has opened the set-up link of the test server's organization. */
export async function signUpOwner(server: TestServer): Promise<Browser> {
  const { token } = await createSetupLink(server.app.cells.directory, server.client.organization.id)
  return acceptLink(server, token)
}

/** A person who has accepted an invitation from `inviter`. */
export async function signUpMember(server: TestServer, inviter: Browser, role: string): Promise<Browser> {
  const { status, body } = await inviter.request('POST', '/v3/invitations', { role })
  if (status !== 200) throw new Error(`The invitation was refused: ${JSON.stringify(body)}`)
  return acceptLink(server, body.url.split('#')[1])
}

async function acceptLink(server: TestServer, token: string): Promise<Browser> {
  const browser = new Browser(server.url)
  const email = `person-${++people}@example.org`
  const { status, body } = await browser.request('POST', '/v3/auth/join', {
    token,
    name: `Person ${people}`,
    email,
    password,
  })
  if (status !== 200) throw new Error(`The link was refused: ${JSON.stringify(body)}`)
  return browser
}
