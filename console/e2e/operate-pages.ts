import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'

/** What people do to run a memory: see failures and retry them, look after containers, plugins, usage and settings. */

const longMs = 90_000
const grid = (page: Page, name: string) => page.getByRole('grid', { name })
const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text }).first()

/** A document that cannot be read shows its code, its cause and what to do, and is retried. */
export async function failAndRetry(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Documents' }).click()
  await page.getByLabel('Files to upload').setInputFiles({
    name: 'broken.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 and nothing else'),
  })
  await page.getByRole('dialog').getByLabel('Container').fill('studio')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Close the uploads' }).click({ timeout: longMs })
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('button', { name: /^Failed/ }).click()
  await page.waitForURL(/state=failed/)
  await grid(page, 'Processing').waitFor({ timeout: longMs })
  await rowOf(page, /extract\./).click()
  const inspector = page.getByRole('complementary', { name: 'Processing' })
  await inspector.getByRole('heading', { name: 'Cause' }).waitFor()
  await inspector.getByRole('heading', { name: 'What to do' }).waitFor()
  await page.getByRole('button', { name: /^Retry all 1/ }).click()
  await page.getByText('1 document tried again.').waitFor()
  await rowOf(page, /extract\./).waitFor({ timeout: longMs })
}

/** A document is deleted from its own page, and the receipt leads back to the list. */
export async function deleteFromPage(page: Page): Promise<void> {
  await rowOf(page, /extract\./).dblclick()
  await page.getByRole('heading', { name: 'broken.pdf', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete the document' }).click()
  await page.getByRole('dialog', { name: 'Deleted' }).waitFor()
  await page.keyboard.press('Escape')
  await grid(page, 'Documents').waitFor()
  await rowOf(page, 'broken.pdf').waitFor({ state: 'detached' })
}

/** A container gets a name, is exported, is merged into another one, and that one is deleted with a receipt. */
export async function mergeAndDelete(
  page: Page,
  url: string,
  add: (tag: string) => Promise<void>,
): Promise<void> {
  await add('draft_1')
  await add('draft_2')
  await page.goto(`${url}/settings/containers?q=draft_`)
  await rowOf(page, 'draft_1').click()
  const inspector = page.getByRole('complementary', { name: 'Container' })
  await inspector.getByLabel('Name', { exact: true }).fill('First drafts')
  await inspector.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The settings of draft_1 are saved.').waitFor()
  await inspector.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click({ timeout: longMs })
  assert.equal((await download).suggestedFilename(), 'draft_1.tar.gz')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await inspector.getByRole('button', { name: 'Merge into…' }).click()
  await page.getByRole('dialog').getByLabel('Into the container').fill('draft_2')
  await page.getByRole('button', { name: 'Move 1 document' }).click()
  await page.getByRole('dialog').getByText('Merged').waitFor({ timeout: longMs })
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await rowOf(page, 'draft_1').waitFor({ state: 'detached' })
  await rowOf(page, 'draft_2').click()
  await inspector.getByRole('button', { name: 'Delete' }).click()
  const confirm = page.getByRole('button', { name: 'Delete the container' })
  await page.getByRole('dialog').getByText('2 documents').waitFor()
  assert.ok(await confirm.isDisabled())
  await page.getByLabel('Type draft_2 to confirm').fill('draft_2')
  await confirm.click()
  await page.getByRole('dialog', { name: 'Deleted' }).waitFor()
  await page.keyboard.press('Escape')
  await rowOf(page, 'draft_2').waitFor({ state: 'detached' })
}

/** A plugin waits at a loopback address, the page names it, and the key that it gets works until it is revoked. */
export async function connectPlugin(page: Page, url: string): Promise<void> {
  const plugin = await waitingPlugin()
  const callback = encodeURIComponent(`http://127.0.0.1:${plugin.port}/callback?state=s1`)
  await page.goto(
    `${url}/auth/agent-connect?callback=${callback}&client=codex&hostname=laptop&cli_version=1.2`,
  )
  await page.getByRole('heading', { name: 'Connect Codex?' }).waitFor()
  await page.getByText('laptop').waitFor()
  await page.getByRole('button', { name: 'Allow' }).click()
  const got = await plugin.answer
  await page.getByText('You can close this page.').waitFor()
  assert.equal(got.get('state'), 's1')
  assert.equal(got.get('api_url')?.replace(/\/$/, ''), url)
  const key = got.get('apikey')!
  assert.equal(await statusOf(url, key), 200)
  await page.goto(`${url}/keys/apps`)
  await page.getByRole('heading', { name: 'Codex', level: 2 }).waitFor()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByRole('button', { name: 'Revoke 1 key' }).click()
  await page.getByText('1 key of Codex revoked.').waitFor()
  assert.equal(await statusOf(url, key), 401)
}

/** Keys are only sent to the same computer. */
export async function refuseStrangers(page: Page, url: string): Promise<void> {
  const callback = encodeURIComponent('https://example.org/callback')
  await page.goto(`${url}/auth/connect?callback=${callback}&client=claude_code`)
  await page.getByRole('heading', { name: 'No access was given' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Allow' }).count(), 0)
}

async function statusOf(url: string, key: string): Promise<number> {
  return (await fetch(`${url}/v3/session`, { headers: { authorization: `Bearer ${key}` } })).status
}

/** What a plugin does: it listens at a port of its own, and reads the key from the first request. */
async function waitingPlugin(): Promise<{ port: number; answer: Promise<URLSearchParams> }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = new Promise<URLSearchParams>(resolve => {
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://plugin')
      response.end('You can close this page.')
      if (pathname !== '/callback') return
      server.close()
      resolve(searchParams)
    })
  })
  return { port: (server.address() as AddressInfo).port, answer }
}

/** The requests of this run are counted, and a refused one is in the log. */
export async function lookAtUsage(page: Page, url: string): Promise<void> {
  await fetch(`${url}/v3/documents/no-such-document`, { headers: { authorization: 'Bearer sm_none' } })
  await page.goto(`${url}/usage`)
  await page.getByRole('img', { name: /^Requests by hour/ }).waitFor()
  await page.getByRole('region', { name: 'Requests by operation' }).getByRole('row').nth(1).waitFor()
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await grid(page, 'Requests').waitFor()
  await rowOf(page, '/v3/').click()
  await page.getByRole('complementary', { name: 'Request' }).getByText('x-request-id').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  assert.match(page.url(), /status=2xx/)
}

/** Settings are counted before they are saved, and the undo brings the old ones back. */
export async function changeSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  const never = page.getByLabel('Never these')
  await never.fill('salary')
  await page.getByRole('region', { name: 'Changes' }).getByText('1 change').waitFor()
  await page.getByRole('button', { name: 'Save 1' }).click()
  await page.getByText('1 setting saved.').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('The settings are as before.').waitFor()
  assert.equal(await never.inputValue(), '')
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await page.getByText('Requests are answered').waitFor()
  await page.getByText('dimensions').waitFor()
}

/** The graph of a container draws, walks by keyboard and opens the memory that is chosen. */
export async function walkGraph(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/memories/graph?tag=me`)
  const canvas = page.locator('canvas')
  await canvas.waitFor()
  assert.ok(Number(await canvas.getAttribute('data-nodes')) > 1)
  await page.keyboard.press('j')
  await page.getByRole('complementary').waitFor()
  assert.match(page.url(), /open=/)
  await page.keyboard.press('Escape')
  await page.getByRole('complementary').waitFor({ state: 'detached' })
}

/** Frames a second while a graph of 5,000 nodes is dragged. The graph is the page's own; only its answer is made up. */
export async function framesOfLargeGraph(page: Page, url: string): Promise<number> {
  const nodes = Array.from({ length: 5_000 }, (_, at) => ({
    ...{ id: `n${at}`, kind: 'memory', label: `Memory ${at}`, support: 1 + (at % 9), state: 'current' },
  }))
  const edges = Array.from({ length: 10_000 }, (_, at) => ({
    ...{ from: `n${at % 5_000}`, to: `n${(at * 7 + 13) % 5_000}`, relation: 'extends' },
  }))
  const json = { nodes, edges, isComplete: true, totals: { memories: 5_000, documents: 0 } }
  await page.route('**/v3/graph', route => route.fulfill({ json }))
  await page.goto(`${url}/memories/graph?tag=me&size=5000`)
  await page.locator('canvas[data-nodes="5000"]').waitFor()
  const counted = page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const began = performance.now()
        let frames = 0
        const count = () => {
          frames += 1
          const ms = performance.now() - began
          if (ms < 3_000) requestAnimationFrame(count)
          else resolve((1_000 * frames) / ms)
        }
        requestAnimationFrame(count)
      }),
  )
  await page.mouse.move(400, 400)
  await page.mouse.down()
  await page.mouse.move(700, 500, { steps: 60 })
  await page.mouse.up()
  const frames = await counted
  await page.unroute('**/v3/graph')
  return frames
}

/** Facets narrow the list of documents, and are part of its address. */
export async function narrowByFacets(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/documents`)
  await grid(page, 'Documents').waitFor()
  await page.getByRole('button', { name: 'Type' }).click()
  await page.getByRole('button', { name: /^PDF/ }).click()
  assert.match(page.url(), /type=pdf/)
  await rowOf(page, 'Kiln manual').waitFor()
  await page.getByRole('button', { name: 'Remove this filter' }).click()
}
