import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { desktop, findA11yFaults, openPage, phone } from './browser.ts'
import { password, type Stage } from './stage.ts'

/** The steps of people: the owner, a viewer, somebody who forgot the password. */

/** The set-up link makes an owner, by keyboard. */
export async function setUp(
  { server, browser, faults }: Stage,
  { name, email } = { name: 'Ada Lovelace', email: 'ada@example.org' },
): Promise<Page> {
  const page = await openPage(browser, { ...desktop, baseURL: server.url }, faults)
  await page.goto(server.url)
  await page.getByRole('heading', { name: 'Set up Reverie' }).waitFor()
  await page.goto(server.setupLink)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  assert.deepEqual(await findA11yFaults(page), [])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  return page
}

/** A first text becomes a memory, live. */
export async function firstSteps(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Give it something to remember' }).waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.locator('li[data-state=done]', { hasText: 'Remembered' }).waitFor({ timeout: 60_000 })
  await page.getByText('moved from London to Lisbon in May 20').waitFor()
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByText(/^sm_/).first().waitFor()
}

const statusWith = async (url: string, key: string) =>
  (await fetch(`${url}/v3/session`, { headers: { authorization: `Bearer ${key}` } })).status

/** A key is made from the palette, works, and is disabled. */
export async function createKey(page: Page, url: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('create')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
  await page.keyboard.press('Enter')
  const key = (await page.getByRole('dialog').getByText(/^sm_/).textContent())!
  assert.equal(await statusWith(url, key), 200)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Laptop' })
  await row.click()
  await page.getByRole('complementary', { name: 'Key' }).getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('button', { name: 'Disable the key' }).click()
  await page.getByText('“Laptop” is disabled.').waitFor()
  await page.getByRole('button', { name: /^All/ }).click()
  await row.getByText('Disabled').waitFor()
  assert.match(page.url(), /disabled=true/)
  assert.equal(await statusWith(url, key), 401)
}

/** An admin makes a link for a viewer. */
export async function invite(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('Role', { exact: true }).selectOption('viewer')
  await page.getByRole('button', { name: 'Create the link' }).click()
  const link = (await page
    .getByRole('dialog')
    .getByText(/\/join#/)
    .textContent())!
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Anybody with the link').waitFor()
  return link
}

/** A viewer joins on a phone, sees everything, and can change nothing: no button does, and no request. In a whole run, on every page. */
export async function viewerChangesNothing(
  { server, browser, faults }: Stage,
  link: string,
  documentPage: string | undefined,
): Promise<void> {
  const page = await openPage(browser, { ...phone, baseURL: server.url }, faults)
  await page.goto(`${server.url}/join#${link.split('#')[1]}`)
  await page.getByRole('heading', { name: 'Join Default' }).waitFor()
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.getByLabel('Email').fill('grace@example.org')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'Learned last' }).waitFor()
  const none = async (...names: (string | RegExp)[]) => {
    for (const name of names)
      assert.equal(await page.getByRole('button', { name }).count(), 0, `${page.url()} has ${name}`)
  }
  await none(/^Add$/, 'Retry all')
  assert.deepEqual(await refusedWrites(page, documentPage === undefined ? 1 : writes.length), [])
  await page.goto(`${server.url}/memories`)
  await page.getByRole('grid', { name: 'Memories' }).waitFor()
  await none('Forget matching')
  assert.equal(await page.getByRole('checkbox').count(), 0)
  await page.getByRole('row').first().click()
  await page
    .getByRole('dialog', { name: 'Memory' })
    .getByText(/^(Because|Inferred from)$/)
    .waitFor()
  await none('Correct', 'Forget', /Undo/, /^Set$/)
  await page.goto(`${server.url}/documents`)
  await page.getByRole('grid', { name: 'Documents' }).waitFor()
  await none('Upload')
  assert.equal(await page.getByRole('checkbox').count(), 0)
  await page.goto(`${server.url}/connections`)
  await page.getByText('Nothing is connected yet.').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Connect a source' }).count(), 0)
  if (documentPage !== undefined) await viewerLooksFurther(page, server.url, documentPage, none)
  await page.context().close()
}

async function viewerLooksFurther(
  page: Page,
  url: string,
  documentPage: string,
  none: (...names: (string | RegExp)[]) => Promise<void>,
): Promise<void> {
  await page.goto(documentPage)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await none('Retry')
  await page.goto(`${url}/activity?state=failed`)
  await page.getByRole('heading', { name: 'Activity' }).waitFor()
  await none(/^Retry/)
  await page.goto(`${url}/settings`)
  await page.getByText('Only admins and owners change settings.').waitFor()
}

/** Requests that change something, as the pages of others send them. */
const writes = [
  ['POST', 'v3/documents', { content: 'x', containerTag: 'me' }],
  ['POST', 'v4/memories', { containerTag: 'me', memories: [{ content: 'x' }] }],
  ['DELETE', 'v4/memories', { containerTag: 'me', content: 'x' }],
  ['POST', 'v4/memories/forget-matching', { containerTag: 'me', query: 'x' }],
  ['DELETE', 'v3/documents/bulk', { containerTags: ['me'] }],
  ['DELETE', 'v3/container-tags/me', {}],
  ['PATCH', 'v3/settings', { chunkSize: 800 }],
  ['POST', 'v3/auth/keys', { name: 'x' }],
  ['POST', 'v3/invitations', { role: 'viewer' }],
  ['POST', 'v3/connections/rss', { settings: { feedUrl: 'https://example.org/feed.xml' } }],
] as const

/** Sends the first of them, and returns those that were not refused. */
async function refusedWrites(page: Page, count: number): Promise<string[]> {
  return page.evaluate(
    async all => {
      const passed: string[] = []
      for (const [method, path, body] of all) {
        const headers = { 'content-type': 'application/json' }
        const { status } = await fetch(path, { method, headers, body: JSON.stringify(body) })
        if (status !== 403) passed.push(`${method} ${path}: ${status}`)
      }
      return passed
    },
    writes.slice(0, count),
  )
}

/** A link of the operator sets a new password. */
export async function resetPassword({ server, browser, faults }: Stage): Promise<void> {
  const printed = await server.run('people', 'reset-link', 'grace@example.org')
  const token = /reset#([\w-]+)/.exec(printed)![1]
  const page = await openPage(browser, desktop, faults)
  await page.goto(`${server.url}/reset#${token}`)
  await page.getByLabel('New password').fill('another long password')
  assert.deepEqual(await findA11yFaults(page), [])
  await page.keyboard.press('Enter')
  await page.getByText('Your password is set.').waitFor()
  await page.getByLabel('Email').fill('grace@example.org')
  await page.getByLabel('Password').fill('another long password')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Learned last' }).waitFor()
  await page.context().close()
}

/** The owner gives the password, on the page of the sign-in. */
export async function signInWith(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

/** Signs in at another address and opens a deep link, reloads it, and goes on from there. */
export async function signInAt({ browser, faults }: Stage, url: string): Promise<Page> {
  const page = await openPage(browser, desktop, faults)
  await page.goto(`${url}settings/members`)
  await signInWith(page)
  await page.getByText('grace@example.org').waitFor()
  assert.equal(page.url(), `${url}settings/members`)
  await page.reload()
  await page.getByLabel('Role of Grace Hopper').selectOption('member')
  await page.getByText('Grace Hopper is now member.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Grace Hopper is now viewer.').waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { name: 'Learned last' }).waitFor()
  assert.equal(page.url(), url)
  return page
}
