import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { desktop, findA11yFaults, openPage, settled } from './browser.ts'
import { signInWith } from './people-pages.ts'

/** What the person chooses, and how they sign in if they are asked to. */
type Terms = { mayOnlyRead?: boolean; tag?: string; signInFirst?: (page: Page) => Promise<void> }

/** An agent that signs in by OAuth: it registers itself, and its person agrees in the browser. */
export async function connectAgent(page: Page, url: string): Promise<void> {
  const tag = 'agents'
  const first = await signIn(page, url, { tag })
  const added = await first.call('add_memory', { content: 'I live in Lisbon with my cat Pixel.', wait: true })
  assert.equal(added.data.status, 'done')
  const second = await signIn(page, url, { tag })
  const found = await second.call('search_memory', { query: 'Where do I live?' })
  assert.match(found.text, /Lisbon/)
  const id = await idOfMemory(second, 'Where do I live?')
  assert.equal((await second.call('forget_memory', { id })).data.success, true)
  const reader = await signInSignedOut(page, url, { tag, mayOnlyRead: true })
  assert.match((await reader.call('add_memory', { content: 'No.' })).text, /auth.role_required/)
  const agents = [first, second, reader]
  await revokeAll(page, url, agents.length)
  for (const agent of agents) await assert.rejects(agent.call('whoAmI', {}), isRefused)
}

/** The token is refused, and so is the attempt of the client to renew it. */
const isRefused = (error: Error & { code?: unknown }) =>
  error instanceof UnauthorizedError || error.code === 'invalid_grant'

type Agent = Awaited<ReturnType<typeof signIn>>

/** `wait` answers when the words can be found. The memory forms at the next dream, half a second later on this server. */
async function idOfMemory(agent: Agent, query: string): Promise<string> {
  for (let looks = 0; looks < 100; looks++) {
    const { data } = await agent.call('search_memory', { query })
    const memory = (data.results as { id: string; kind: string }[]).find(({ kind }) => kind === 'memory')
    if (memory) return memory.id
    await pause(100)
  }
  throw new Error('no memory formed within ten seconds')
}

/** In a browser without a session, the console asks for the password first and then comes back to the question. */
async function signInSignedOut(page: Page, url: string, terms: Terms) {
  const other = await openPage(page.context().browser()!, desktop, [])
  try {
    return await signIn(other, url, { ...terms, signInFirst: signInWith })
  } finally {
    await other.context().close()
  }
}

/** Each agent has registered itself, so each is a section of the page. */
async function revokeAll(page: Page, url: string, agents: number): Promise<void> {
  for (let left = agents; left > 0; left--) {
    await page.goto(`${url}/keys/apps`)
    await page.getByRole('heading', { name: 'Scripted agent', level: 2 }).first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Revoke', exact: true }).count(), left)
    await page.getByRole('button', { name: 'Revoke', exact: true }).first().click()
    await page.getByRole('button', { name: 'Revoke 1 key' }).click()
    await page.getByText('1 key of Scripted agent revoked.').first().waitFor()
  }
}

/** Connects, is refused, and comes back with a token after the person has agreed. */
export async function signIn(page: Page, url: string, terms: Terms) {
  const callback = await listen()
  const provider = new Memory(callback.address)
  const address = new URL(`${url}/mcp`)
  const transport = new StreamableHTTPClientTransport(address, { authProvider: provider })
  const client = new Client(
    { name: 'scripted-agent', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  )
  await assert.rejects(client.connect(transport), (error: Error) => error instanceof UnauthorizedError)
  await agree(page, provider.opened!, terms)
  await transport.finishAuth((await callback.answer).searchParams)
  const connected = new Client(
    { name: 'scripted-agent', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  )
  await connected.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }))
  return { call: (name: string, args: object) => callTool(connected, name, { ...args }) }
}

async function callTool(client: Client, name: string, args: Record<string, unknown>) {
  const { content, structuredContent } = await client.callTool({ name, arguments: args })
  return { text: JSON.stringify(content), data: (structuredContent ?? {}) as Record<string, unknown> }
}

async function agree(page: Page, address: URL, { mayOnlyRead, tag, signInFirst }: Terms): Promise<void> {
  await page.goto(address.href)
  await signInFirst?.(page)
  await page.getByRole('heading', { name: 'Connect Scripted agent?' }).waitFor()
  await settled(page)
  assert.deepEqual(['consent', await findA11yFaults(page)], ['consent', []])
  if (mayOnlyRead) await page.getByLabel('What it may do').selectOption('read')
  if (tag) await page.getByLabel('Only this container').fill(tag)
  await page.getByRole('button', { name: 'Allow' }).click()
}

/** What a client keeps between its steps. */
class Memory implements OAuthClientProvider {
  readonly redirectUrl: string
  opened: URL | undefined
  #client: Parameters<NonNullable<OAuthClientProvider['saveClientInformation']>>[0] | undefined
  #tokens: Parameters<OAuthClientProvider['saveTokens']>[0] | undefined
  #verifier = ''

  constructor(redirectUrl: string) {
    this.redirectUrl = redirectUrl
  }

  get clientMetadata() {
    return {
      client_name: 'Scripted agent',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
  }

  clientInformation = () => this.#client
  saveClientInformation: NonNullable<OAuthClientProvider['saveClientInformation']> = client => {
    this.#client = client
  }
  tokens = () => this.#tokens
  saveTokens: OAuthClientProvider['saveTokens'] = tokens => {
    this.#tokens = tokens
  }
  codeVerifier = () => this.#verifier
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  redirectToAuthorization(address: URL) {
    this.opened = address
  }
}

/** The address that a program waits at for its code. */
async function listen(): Promise<{ address: string; answer: Promise<URL> }> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const answer = new Promise<URL>(resolve => {
    server.once('request', (request, response) => {
      response.end('You can close this page.')
      server.close()
      resolve(new URL(request.url!, address))
    })
  })
  return { address, answer }
}
