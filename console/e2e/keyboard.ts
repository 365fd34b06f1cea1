import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { desktop, findA11yFaults, openPage } from './browser.ts'
import { password, type Stage } from './stage.ts'

/** What somebody without a mouse does. Nothing here clicks. */

/** Looks up the keys, walks a list, folds the rail. */
export async function walkByKeyboard(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/activity/audit`)
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
  await page.keyboard.press('[')
  await page.getByRole('button', { name: 'Fold' }).waitFor()
}

/** Signs in, opens a document, corrects and forgets a memory, undoes both, makes a key, and signs out. */
export async function wholeByKeyboard({ server, browser, faults }: Stage): Promise<void> {
  const page = await openPage(browser, desktop, faults)
  const { keyboard } = page
  const go = async (words: string) => {
    await keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await keyboard.type(words)
    await keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Search pages and actions' }).waitFor({ state: 'detached' })
  }
  await page.goto(server.url)
  await page.getByLabel('Email').waitFor()
  await keyboard.type('ada@example.org')
  await keyboard.press('Tab')
  await keyboard.type(password)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Learned last' }).waitFor()

  await go('documents')
  await page.getByRole('grid', { name: 'Documents' }).waitFor()
  await keyboard.press('j')
  await keyboard.press('Enter')
  await page.waitForURL(/\/documents\/\w{22}/)
  await page.getByRole('list', { name: 'Attempts' }).waitFor()

  await go('memories')
  await page.getByRole('grid', { name: 'Memories' }).waitFor()
  await keyboard.press('/')
  await keyboard.type('Lisbon')
  await page.waitForURL(/q=Lisbon/)
  await keyboard.press('Escape')
  const first = page.locator('[aria-rowindex="2"]').filter({ hasText: /Lisbon.*\d\.\d\d/ })
  await first.waitFor()
  await keyboard.press('j')
  await keyboard.press('e')
  await page.getByLabel('Correct the memory').waitFor()
  await keyboard.press('Control+a')
  await keyboard.type('The user moved from London to Braga in May 2026.')
  await keyboard.press('Enter')
  await page.getByText('Corrected.', { exact: false }).waitFor()
  await keyboard.press('u')
  await page.getByText('Undone.').waitFor()
  await first.waitFor()
  await keyboard.press('Escape')
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  await keyboard.press('Home')
  await keyboard.press('f')
  await page.getByText(/^Forgot “/).waitFor()
  await keyboard.press('u')
  await first.waitFor()

  await go('create a key')
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await keyboard.type('By keyboard')
  await keyboard.press('Enter')
  await page.getByRole('dialog').getByText(/^sm_/).waitFor()
  await keyboard.press('Escape')
  await page.getByRole('row').filter({ hasText: 'By keyboard' }).waitFor()
  await go('sign out')
  await page.getByLabel('Email').waitFor()
  await page.context().close()
}
