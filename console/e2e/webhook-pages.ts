import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { findA11yFaults } from './browser.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Webhooks' })

/** A webhook is added, shows its secret once, fails a test, delivers the next one, and is deleted. */
export async function tellReceiver(page: Page, url: string): Promise<void> {
  const receiver = await startReceiver()
  try {
    await page.goto(`${url}/webhooks`)
    await page.getByRole('button', { name: 'Add a webhook' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill(`${receiver.url}/hook`)
    await dialog.getByLabel('Note').fill('Search index')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText(/^whsec_/).waitFor()
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    await grid(page).getByText('Search index').click()
    const inspector = page.getByRole('complementary', { name: 'Webhook' })
    receiver.status = 500
    await inspector.getByRole('button', { name: 'Send a test' }).click()
    const first = inspector.getByRole('button', { name: /webhook\.test/ })
    await first.filter({ hasText: '500' }).click()
    await inspector.getByRole('list', { name: 'Attempts' }).getByText('500').waitFor()
    assert.deepEqual(['webhook', await findA11yFaults(page)], ['webhook', []])
    receiver.status = 204
    await inspector.getByRole('button', { name: 'Send a test' }).click()
    await inspector
      .getByRole('button', { name: /Delivered/ })
      .first()
      .waitFor()
    await inspector.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the webhook' }).click()
    await page.getByText('No webhook yet.').waitFor()
  } finally {
    receiver.close()
  }
}

async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(receiver.status).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    status: 204,
    close: () => void server.close().closeAllConnections(),
  }
  return receiver
}
