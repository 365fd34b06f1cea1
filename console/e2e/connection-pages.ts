import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { WebdavServer } from '../../server/test/connectors/webdav-server.ts'
import { findA11yFaults } from './browser.ts'

const longMs = 60_000
const exact = true
const fitToShow = async (name: string, page: Page) =>
  assert.deepEqual([name, await findA11yFaults(page)], [name, []])

/**
 * A cloud folder is connected by the form that its schema makes, and imported live. An item that fails is read again, a folder is
 * chosen, the connection is paused, and deleted with its documents.
 */
export async function connectCloud(page: Page, url: string): Promise<void> {
  const cloud = await startCloud()
  try {
    await fillForm(page, url, cloud)
    await seeRun(page)
    await retryFailure(page, cloud)
    await chooseFolder(page)
    await changeInterval(page)
    await pauseAndUndo(page)
    await findInList(page, url)
    await deleteIt(page, 'Delete it and 1 document')
  } finally {
    await cloud.close()
  }
}

async function startCloud(): Promise<WebdavServer> {
  const cloud = await WebdavServer.start('nextcloud')
  cloud.write('Glazes/celadon.md', '# Celadon\n\nFired at cone 10, in reduction.')
  cloud.write('Glazes/tests/tile-7.md', '# Tile 7\n\nToo much iron.')
  cloud.write('Kilns/log.md', '# Log\n\nThe small kiln was fired on Friday.')
  cloud.write('Kilns/locked.md', '# Locked\n\nNot for everybody yet.')
  cloud.fault = (method, path) =>
    method === 'GET' && path === 'Kilns/locked.md' ? { status: 403 } : undefined
  return cloud
}

/** Wrong values are refused at their fields; a wrong password is refused by the source. */
async function fillForm(page: Page, url: string, cloud: WebdavServer): Promise<void> {
  await page.goto(`${url}/connections`)
  await page.getByText('Nothing is connected yet.').waitFor()
  await page.getByRole('link', { name: 'Connect a source' }).first().click()
  await page.getByRole('link', { name: /^WebDAV or Nextcloud/ }).click()
  await page.getByRole('heading', { name: 'WebDAV or Nextcloud' }).waitFor()
  assert.match(page.url(), /provider=webdav/)
  const address = page.getByLabel('Address', { exact })
  const connect = page.getByRole('button', { name: 'Connect', exact })
  await address.fill('nowhere')
  await page.getByLabel('User name').fill('ada')
  await page.getByLabel('Password').fill('guessed')
  await page.getByLabel('Container', { exact }).fill('cloud')
  await connect.click()
  await page.getByText('Must be a URL.').waitFor()
  assert.equal(await address.evaluate(input => input === document.activeElement), true)
  await fitToShow('form with a fault', page)
  await address.fill(cloud.url)
  await connect.click()
  await page.getByText('connection.not_authorized').waitFor()
  await page.getByLabel('Password').fill('secret')
  await connect.click()
  await page.getByRole('heading', { level: 1, name: /^ada at 127/ }).waitFor()
}

async function seeRun(page: Page): Promise<void> {
  const runs = page.getByRole('region', { name: 'Runs' })
  await runs.getByText('3 added or changed · 1 failed').waitFor({ timeout: longMs })
  await page.getByText('Up to date').waitFor()
  await fitToShow('runs', page)
}

async function retryFailure(page: Page, cloud: WebdavServer): Promise<void> {
  await openTab(page, /^Failures/)
  const failures = page.getByRole('region', { name: 'Failures' })
  await failures.getByText('item_forbidden').waitFor()
  await fitToShow('failures', page)
  cloud.fault = undefined
  await failures
    .getByRole('button', { name: /^Read .+ again$/ })
    .first()
    .click()
  await page.getByText('1 item will be read again.').waitFor()
  await page.getByText('Every item could be read.').waitFor({ timeout: longMs })
}

/** By keyboard: the arrow opens a folder, and the next one goes into it. */
async function chooseFolder(page: Page): Promise<void> {
  await openTab(page, /^What to import/)
  await page.getByLabel('Only what is chosen here').check()
  const tree = page.getByRole('list', { name: 'Resources' })
  await tree.getByLabel('Glazes', { exact }).focus()
  await page.keyboard.press('ArrowRight')
  await tree.getByLabel('tests', { exact }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.getByText('1 resource chosen').waitFor()
  await fitToShow('tree', page)
  await page.getByRole('button', { name: 'Save the choice' }).click()
  await page.getByRole('button', { name: 'Save, and delete the rest' }).click()
  await page.getByText('1 resource chosen. An import has started.').waitFor()
  await openTab(page, /^Runs/)
  await page.getByRole('region', { name: 'Runs' }).getByText('3 deleted').waitFor({ timeout: longMs })
}

async function changeInterval(page: Page): Promise<void> {
  await openTab(page, /^Settings/)
  await page.getByLabel('Import', { exact }).selectOption('0')
  await fitToShow('settings of a connection', page)
  await page.getByRole('button', { name: 'Save', exact }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByText('when asked', { exact }).waitFor()
}

async function pauseAndUndo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause', exact }).click()
  await page.getByText('once resumed').waitFor()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await page.getByRole('button', { name: 'Undo', exact }).click()
  await page.getByText('Resumed.').waitFor()
}

async function findInList(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/connections`)
  await page.getByRole('grid', { name: 'Connections' }).waitFor()
  await fitToShow('list of connections', page)
  await page.getByRole('row').filter({ hasText: 'ada at' }).click()
  await page.getByRole('heading', { level: 1, name: /^ada at/ }).waitFor()
}

async function deleteIt(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByLabel(/^Keep its/).check()
  await page.getByRole('button', { name: 'Delete the connection' }).waitFor()
  await page.getByLabel(/^Delete its/).check()
  await fitToShow('deletion of a connection', page)
  await page.getByRole('button', { name: button }).click()
  await page.getByText('Nothing is connected yet.').waitFor()
}

/**
 * A provider with OAuth says what to set up first. Then its form leads to the provider, whose page is made up here, and the browser comes
 * back with a refusal.
 */
export async function connectByOAuth(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/connections/new?provider=github`)
  await page.getByText(`${url}/v3/connections/auth/callback/github`).waitFor()
  await page.getByRole('link', { name: 'Open the settings' }).click()
  const application = page.getByRole('group', { name: 'GitHub' })
  await application.getByLabel('Connect with our own application').check()
  await application.getByLabel('Client id').fill('our-app')
  await application.getByLabel('Client secret').fill('not-a-secret')
  await page.getByRole('button', { name: 'Save 3' }).click()
  await page.getByText('3 settings saved.').waitFor()
  await page.route('https://github.com/**', route => {
    const asked = new URL(route.request().url()).searchParams
    const back = new URL(asked.get('redirect_uri')!)
    back.search = String(new URLSearchParams({ state: asked.get('state')!, error: 'access_denied' }))
    const body = `<meta http-equiv="refresh" content="0;url=${back.href.replaceAll('&', '&amp;')}">`
    return route.fulfill({ contentType: 'text/html', body })
  })
  await page.goto(`${url}/connections/new?provider=github`)
  await page.getByRole('button', { name: 'Continue to GitHub' }).click()
  await page.getByText('access was not granted').waitFor()
  await page.getByText('Not authorized yet').waitFor()
  await page.getByRole('button', { name: 'Authorize at GitHub' }).waitFor()
  await fitToShow('refused authorization', page)
  await page.unroute('https://github.com/**')
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByText('Connections that need you (1)').waitFor()
  await page.getByRole('link', { name: 'github', exact }).click()
  await deleteIt(page, 'Delete it and 0 documents')
}

const openTab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Connection', exact }).getByRole('link', { name }).click()
