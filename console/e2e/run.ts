import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { connectAgent } from './agent-pages.ts'
import { desktop, findA11yFaults, openBrowser, openPage, phone, settled } from './browser.ts'
import {
  correctAndUndo,
  forgetMatching,
  leftOut,
  memoriesInText,
  recallWithReasons,
  uploadPdf,
} from './memory-pages.ts'
import {
  changeSettings,
  connectPlugin,
  failAndRetry,
  framesOfLargeGraph,
  lookAtUsage,
  mergeAndDelete,
  narrowByFacets,
  refuseStrangers,
  walkGraph,
} from './operate-pages.ts'
import { startProxy, startServer } from './server.ts'

/**
 * Drives the console in a real browser on a real server: node console/e2e/run.ts [--screenshots].
 * With --screenshots it also writes docs/screenshots: every page, light and dark, desktop and phone.
 */
const screenshots = process.argv.includes('--screenshots')
const folder = join(import.meta.dirname, '../../docs/screenshots')
const password = 'a long enough password'
const pages = {
  home: '/',
  recall: '/recall?q=where%20does%20the%20user%20live%3F',
  compare: '/recall?q=where%20does%20the%20user%20live%3F&a={"mode":"hybrid"}&b={"threshold":0.3}',
  'golden-questions': '/recall?tab=questions',
  memories: '/memories',
  graph: '/memories/graph?tag=me',
  documents: '/documents',
  profile: '/profile?tag=me',
  activity: '/activity',
  failures: '/activity?state=failed',
  audit: '/activity/audit',
  keys: '/keys',
  apps: '/keys/apps',
  usage: '/usage',
  requests: '/usage/requests',
  settings: '/settings',
  containers: '/settings/containers',
  members: '/settings/members',
  health: '/settings/health',
  consent: '/auth/consent?error=invalid_client&error_description=unknown',
  connect: '/auth/connect?callback=http%3A%2F%2F127.0.0.1%3A19876%2Fcallback&client=claude_code',
  account: '/account',
}

const faults: string[] = []
/** Whatever still listens at the end would keep this process alive. */
const closing: (() => void)[] = []
const server = await startServer()
const browser = await openBrowser()
try {
  const owner = await setUp(browser)
  await firstSteps(owner)
  await createKey(owner)
  await uploadPdf(owner)
  await memoriesInText(owner)
  assert.deepEqual(['document', await findA11yFaults(owner)], ['document', []])
  const documentPage = owner.url()
  done('a PDF is uploaded, finishes live, and its memories and words light each other')
  await recallWithReasons(owner, server.url)
  await leftOut(owner, server.url)
  done('recall gives reasons that add up, a golden question, and the cited page')
  await correctAndUndo(owner)
  assert.deepEqual(['memory', await findA11yFaults(owner)], ['memory', []])
  done('a memory is corrected and restored, by keyboard')
  await forgetMatching(owner, server.url)
  done('matching memories are shown, forgotten, gone from the profile, and restored')
  await walkGraph(owner, server.url)
  const frames = await framesOfLargeGraph(owner, server.url)
  done(`the graph opens a memory; 5,000 nodes draw ${Math.round(frames)} frames a second`)
  await narrowByFacets(owner)
  await failAndRetry(owner)
  assert.deepEqual(['failure', await findA11yFaults(owner)], ['failure', []])
  done('facets narrow documents; a failure shows its cause and is retried')
  await mergeAndDelete(owner, server.url, tag => addText(owner, tag))
  done('containers are named, merged and deleted, with the numbers first')
  await connectPlugin(owner, server.url)
  await refuseStrangers(owner, server.url)
  done('a plugin asks, gets a key that works, and is revoked; a stranger gets none')
  await connectAgent(owner, server.url)
  done('an agent signs in by OAuth, remembers, recalls, forgets, only reads, and is revoked')
  await lookAtUsage(owner, server.url)
  await changeSettings(owner)
  done('usage counts the requests; settings are saved and undone; health names the model')
  const link = await invite(owner)
  await viewerChangesNothing(browser, link)
  await lookAtPages(owner)
  await walkByKeyboard(owner)
  await resetPassword(browser)
  await signInAt(browser, 'under a path of a proxy', await proxied())
  await signInAt(browser, 'by another address', `http://${ownAddress()}:${new URL(server.url).port}/`)
  if (screenshots) await takeScreenshots(browser, owner, documentPage)
  assert.deepEqual(faults, [])
  console.log('The console works.')
} catch (error) {
  const page = browser.contexts().at(-1)?.pages().at(-1)
  if (page)
    console.error(
      `At ${page.url()}:\n${await page.locator('main').first().textContent()}\n${faults.join('\n')}`,
    )
  throw error
} finally {
  for (const close of closing) close()
  await browser.close()
  await server.close()
}

function done(step: string): void {
  console.log(`✓ ${step}`)
}

async function setUp(from: Browser): Promise<Page> {
  const page = await openPage(from, { ...desktop, baseURL: server.url }, faults)
  await page.goto(server.url)
  await page.getByRole('heading', { name: 'Set up Reverie' }).waitFor()
  await page.goto(server.setupLink)
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password').fill(password)
  if (screenshots) await shoot(page, 'set-up', 'light-desktop')
  assert.deepEqual(await findA11yFaults(page), [])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  done('the set-up link makes an owner, by keyboard')
  return page
}

async function firstSteps(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Give it something to remember' }).waitFor()
  if (screenshots) await shoot(page, 'first-steps', 'light-desktop')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.locator('li[data-state=done]', { hasText: 'Remembered' }).waitFor({ timeout: 60_000 })
  await page.getByText('moved from London to Lisbon in May 20').waitFor()
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByText(/^sm_/).first().waitFor()
  if (screenshots) await shoot(page, 'first-memory', 'light-desktop')
  done('a first text becomes a memory, live')
}

async function createKey(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('create')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
  await page.keyboard.press('Enter')
  const key = (await page.getByRole('dialog').getByText(/^sm_/).textContent())!
  const answer = await fetch(`${server.url}/v3/session`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(answer.status, 200)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Laptop' })
  await row.click()
  await page.getByRole('complementary', { name: 'Key' }).getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('button', { name: 'Disable the key' }).click()
  await page.getByText('“Laptop” is disabled.').waitFor()
  await page.getByRole('button', { name: /^All/ }).click()
  await row.getByText('Disabled').waitFor()
  assert.match(page.url(), /disabled=true/)
  const after = await fetch(`${server.url}/v3/session`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(after.status, 401)
  done('a key is made from the palette, works, and is disabled')
}

/** Adds a text as the page itself would: with the session cookie. */
async function addText(page: Page, containerTag: string): Promise<void> {
  const status = await page.evaluate(
    async ({ address, tag }) => {
      const body = JSON.stringify({ content: `A draft about glazes in ${tag}.`, containerTag: tag })
      return (await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
        .status
    },
    { address: `${server.url}/v3/documents`, tag: containerTag },
  )
  assert.ok(status < 300)
}

async function invite(page: Page): Promise<string> {
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

async function viewerChangesNothing(from: Browser, link: string): Promise<void> {
  const page = await openPage(from, { ...phone, baseURL: server.url }, faults)
  await page.goto(`${server.url}/join#${link.split('#')[1]}`)
  await page.getByRole('heading', { name: 'Join Default' }).waitFor()
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.getByLabel('Email').fill('grace@example.org')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'Learned last' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add', exact: true }).count(), 0)
  const refused = await page.evaluate(async () => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"content":"x"}' }
    return (await fetch('v3/documents', sent)).status
  })
  assert.equal(refused, 403)
  await page.goto(`${server.url}/memories`)
  await page.getByRole('grid', { name: 'Memories' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Forget matching' }).count(), 0)
  assert.equal(await page.getByRole('checkbox').count(), 0)
  await page.getByRole('row').first().click()
  await page
    .getByRole('dialog', { name: 'Memory' })
    .getByText(/^(Because|Inferred from)$/)
    .waitFor()
  assert.equal(await page.getByRole('button', { name: 'Correct' }).count(), 0)
  await page.goto(`${server.url}/documents`)
  await page.getByRole('grid', { name: 'Documents' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Upload' }).count(), 0)
  await page.context().close()
  done('a viewer joins on a phone and can change nothing')
}

async function lookAtPages(page: Page): Promise<void> {
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(server.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    assert.deepEqual([name, await findA11yFaults(page)], [name, []])
  }
  done('axe finds no serious fault on any page')
}

/** What somebody without a mouse does: looks up the keys, walks a list, folds the rail. */
async function walkByKeyboard(page: Page): Promise<void> {
  await page.goto(`${server.url}/activity/audit`)
  await page.locator('main [data-row]').first().waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys of every page' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const focused = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main [data-row]')].indexOf(document.activeElement as Element),
    )
  for (const [key, at] of [
    ['j', 0],
    ['j', 1],
    ['ArrowDown', 2],
    ['k', 1],
    ['ArrowUp', 0],
    ['k', 0],
  ] as const) {
    await page.keyboard.press(key)
    assert.equal(await focused(), at)
  }
  await page.keyboard.press('[')
  await page.getByRole('button', { name: 'Unfold the rail' }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Keys · Apps' }).waitFor()
  assert.deepEqual(await findA11yFaults(page), [])
  if (screenshots) await shoot(page, 'narrow-rail', 'light-desktop')
  await page.getByRole('button', { name: 'Unfold the rail' }).click()
  await page.getByRole('button', { name: 'Fold' }).waitFor()
  done('keys walk a list, show their help and fold the rail')
}

async function resetPassword(from: Browser): Promise<void> {
  const printed = await server.run('people', 'reset-link', 'grace@example.org')
  const token = /reset#([\w-]+)/.exec(printed)![1]
  const page = await openPage(from, desktop, faults)
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
  done('a link of the operator sets a new password')
}

async function proxied(): Promise<string> {
  const proxy = await startProxy(server.url, '/memory/')
  closing.push(proxy.close)
  return proxy.url
}

/** Signs in at another address and opens a deep link, reloads it, and goes on from there. */
async function signInAt(from: Browser, how: string, url: string): Promise<void> {
  const page = await openPage(from, desktop, faults)
  await page.goto(`${url}settings/members`)
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
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
  await page.context().close()
  done(`it works ${how}`)
}

/** An address of this machine other than loopback; plain HTTP there is no secure context. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap(each => each ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2'
}

async function takeScreenshots(from: Browser, owner: Page, documentPage: string): Promise<void> {
  const storageState = await owner.context().storageState()
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [size, options] of Object.entries({ desktop, phone })) {
      const page = await openPage(from, { ...options, colorScheme, storageState }, faults)
      for (const [name, path] of Object.entries({
        ...pages,
        document: documentPage.slice(server.url.length),
        'create-key': '/keys?new=true',
      })) {
        await page.goto(server.url + path)
        await page.locator('h1').first().waitFor() // A dialog hides it from roles.
        await settled(page)
        assert.deepEqual([name, colorScheme, size, await findA11yFaults(page)], [name, colorScheme, size, []])
        await shoot(page, name, `${colorScheme}-${size}`)
      }
      if (size === 'desktop') {
        await page.goto(server.url)
        await page.getByRole('heading', { name: 'Home' }).waitFor()
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').waitFor()
        await shoot(page, 'palette', `${colorScheme}-${size}`)
      }
      await page.context().close()
      const stranger = await openPage(from, { ...options, colorScheme }, faults)
      await stranger.goto(server.url)
      await stranger.getByLabel('Email').waitFor()
      await shoot(stranger, 'sign-in', `${colorScheme}-${size}`)
      await stranger.context().close()
    }
  done('screenshots are in docs/screenshots')
}

async function shoot(page: Page, name: string, variant: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(folder, `${name}-${variant}.png`), animations: 'disabled' })
}
