import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { oidcClient, startOidcServer } from '../../server/test/oidc-server.ts'
import { signIn } from './agent-pages.ts'
import { desktop, findA11yFaults, openBrowser, openPage, phone } from './browser.ts'
import { type E2eServer, startServer } from './server.ts'

/** Signs in to the console by an OpenID Connect provider, in a real browser: node console/e2e/oidc.ts. */
const redirectUris: string[] = []
const provider = await startOidcServer(redirectUris)
const faults: string[] = []
const browser = await openBrowser()
try {
  const server = await startServer(url => settingsAt(url))
  try {
    const owner = await setUp(browser, server)
    await returnToDeepLink(owner, server)
    await connectAgent(owner, server)
    const link = await inviteViewer(owner, server)
    await joinOnPhone(browser, server, link)
    await refuseStranger(browser, server)
  } finally {
    await server.close()
  }
  await withoutPasswords(browser)
  assert.deepEqual(faults, [])
  console.log('People sign in by OpenID Connect.')
} finally {
  await browser.close()
  await provider.close()
}

function settingsAt(url: string): Record<string, string> {
  redirectUris.push(`${url}/v3/auth/oidc/callback`)
  return { PUBLIC_URL: url, OIDC_ISSUER: provider.issuer, OIDC_NAME: 'Example ID', ...oidcClient }
}

/** Whoever is signed in at the provider. */
function signInAtProvider(name: string): void {
  const [first = ''] = name.toLowerCase().split(' ')
  provider.person = { sub: first, email: `${first}@example.com`, email_verified: true, name }
}

async function setUp(from: Browser, server: E2eServer): Promise<Page> {
  signInAtProvider('Ada Lovelace')
  const page = await openPage(from, { ...desktop, baseURL: server.url }, faults)
  await page.goto(server.setupLink)
  await page.getByLabel('Password').waitFor()
  await page.getByRole('button', { name: 'Continue with Example ID' }).waitFor()
  assert.deepEqual(await findA11yFaults(page), [])
  await page.getByRole('button', { name: 'Continue with Example ID' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  assert.equal(page.url(), `${server.url}/`)
  console.log('✓ the set-up link makes an owner, by the provider')
  return page
}

async function returnToDeepLink(page: Page, server: E2eServer): Promise<void> {
  await page.context().clearCookies()
  await page.goto(`${server.url}/settings/members`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByRole('button', { name: 'Continue with Example ID' }).waitFor()
  assert.deepEqual(await findA11yFaults(page), [])
  await page.getByRole('button', { name: 'Continue with Example ID' }).press('Enter')
  await page.getByText('ada@example.com').first().waitFor()
  assert.equal(page.url(), `${server.url}/settings/members`)
  console.log('✓ a sign-in by keyboard leads back to the page that was asked for')
}

async function connectAgent(page: Page, { url }: E2eServer): Promise<void> {
  await page.context().clearCookies()
  const agent = await signIn(page, url, {
    signInFirst: () => page.getByRole('button', { name: 'Continue with Example ID' }).click(),
  })
  assert.match((await agent.call('whoAmI', {})).text, /member of/)
  await page.goto(`${url}/settings/members`)
  console.log('✓ an agent that asks a person without a session gets its answer after the sign-in')
}

async function inviteViewer(page: Page, server: E2eServer): Promise<string> {
  const url = await page.evaluate(async address => {
    const body = JSON.stringify({ role: 'viewer' })
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    return (await (await fetch(address, sent)).json()).url as string
  }, `${server.url}/v3/invitations`)
  assert.match(url, /\/join#/)
  return url
}

async function joinOnPhone(from: Browser, server: E2eServer, link: string): Promise<void> {
  signInAtProvider('Grace Hopper')
  const page = await openPage(from, { ...phone, baseURL: server.url }, faults)
  await page.goto(link)
  await page.getByText('You were invited as a viewer.').waitFor()
  await page.getByRole('button', { name: 'Continue with Example ID' }).tap()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForURL(`${server.url}/`)
  const role = await page.evaluate(async () => (await (await fetch('v3/session')).json()).role)
  assert.equal(role, 'viewer')
  await page.context().close()
  console.log('✓ an invited person joins by the provider, on a phone')
}

async function refuseStranger(from: Browser, server: E2eServer): Promise<void> {
  signInAtProvider('Eve Nobody')
  const page = await openPage(from, { ...desktop, baseURL: server.url }, faults)
  await page.goto(`${server.url}/sign-in`)
  await page.getByRole('button', { name: 'Continue with Example ID' }).click()
  await page.getByRole('alert').getByText('You have no account here.').waitFor()
  assert.deepEqual(await findA11yFaults(page), [])
  await page.goto(`${server.url}/sign-in#%3Cb%3Epay%20here`)
  await page.reload()
  await page.getByLabel('Email').waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
  await page.context().close()
  console.log('✓ a stranger is refused with a reason, and the page shows no text of its address')
}

async function withoutPasswords(from: Browser): Promise<void> {
  const server = await startServer(url => ({ ...settingsAt(url), PASSWORD_SIGN_IN: 'false' }))
  try {
    signInAtProvider('Ada Lovelace')
    const page = await openPage(from, { ...desktop, baseURL: server.url }, faults)
    await page.goto(server.setupLink)
    await page.getByRole('button', { name: 'Continue with Example ID' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.context().clearCookies()
    await page.goto(`${server.url}/sign-in`)
    await page.getByRole('button', { name: 'Continue with Example ID' }).waitFor()
    assert.equal(await page.getByLabel('Password').count(), 0)
    await page.context().close()
    console.log('✓ without passwords there is only the button')
  } finally {
    await server.close()
  }
}
