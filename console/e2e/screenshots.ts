import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { desktop, openBrowser, openPage, phone } from './browser.ts'
import { openSettled, pagesOf } from './pages.ts'
import { setUp } from './people-pages.ts'
import { fillSample } from './sample/fill.ts'
import { type ConnectedSources, startSources } from './sample/sources.ts'
import { buildSecondSet, startSecondModel } from './second-model.ts'
import { startServer } from './server.ts'
import { done, type Stage } from './stage.ts'

/**
 * Writes docs/screenshots: every page with the data of a made-up person, light and dark, desktop and phone.
 * node console/e2e/screenshots.ts [part of a name]
 */
const only = process.argv[2] ?? ''
const folder = join(import.meta.dirname, '../../docs/screenshots')
const kilobytes = 150

/** Opens something on a page before the picture is taken. */
type Act = (page: Page) => Promise<unknown>
type Shot = { path: string; act?: Act }

const model = await startSecondModel()
const sources = await startSources()
const server = await startServer(() => ({ ...sources.settings, ...model.settings }))
const browser = await openBrowser()
const stage: Stage = { server, browser, faults: [] }
let total = 0
try {
  if (only === '') rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await pictureSetUp()
  const owner = await setUp(stage, { name: 'Mara Lindqvist', email: 'mara@barronorte.example' })
  await owner.getByRole('heading', { name: 'Give it something to remember' }).waitFor()
  await picture(owner, 'first-steps-light-desktop')
  await nameOrganization('Barro Norte')
  const key = await createKeys(owner)
  await fillSample(server, key)
  done('the sample is remembered')
  const connected = await sources.connect(server, key)
  done('its sources are imported')
  await buildSecondSet(server)
  done('a second embedding set is built')
  const shots = { ...(await shotsOf(key)), ...connectionShots(connected) }
  const storageState = await owner.context().storageState()
  await owner.context().close()
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [size, options] of Object.entries({ desktop: { ...desktop, deviceScaleFactor: 1.5 }, phone }))
      await pictureAll(shots, { ...options, colorScheme, storageState }, `${colorScheme}-${size}`)
  assert.deepEqual(stage.faults, [])
  console.log(`${Math.round(total / 1_000)} KB in docs/screenshots`)
} finally {
  await browser.close()
  await server.close()
  await sources.close()
  await model.close()
}

async function pictureAll(
  shots: Record<string, Shot>,
  options: BrowserContextOptions,
  variant: string,
): Promise<void> {
  const page = await openPage(browser, options, stage.faults)
  for (const [name, { path, act }] of Object.entries(shots)) {
    if (!`${name}-${variant}`.includes(only)) continue
    await openSettled(page, server.url + path)
    await act?.(page)
    await picture(page, `${name}-${variant}`)
  }
  await page.context().close()
  const { storageState: _, ...stranger } = options
  const before = await openPage(browser, stranger, stage.faults)
  await before.goto(server.url)
  await before.getByLabel('Email').waitFor()
  await picture(before, `sign-in-${variant}`)
  await before.context().close()
  done(variant)
}

/** WebP by the browser itself: no tool has to be installed for it. */
async function picture(page: Page, name: string): Promise<void> {
  if (!name.includes(only)) return
  await page.mouse.move(0, 0)
  await page.evaluate(async () => {
    await document.fonts.ready
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
    // The frames of canvas and video come one later.
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  await session.detach()
  const bytes = Buffer.from(data, 'base64')
  assert.ok(bytes.length < kilobytes * 1_000, `${name} has ${bytes.length} bytes`)
  total += bytes.length
  writeFileSync(join(folder, `${name}.webp`), bytes)
}

async function pictureSetUp(): Promise<void> {
  const page = await openPage(browser, { ...desktop, deviceScaleFactor: 1.5 }, stage.faults)
  await page.goto(server.setupLink)
  await page.getByLabel('Your name').fill('Mara Lindqvist')
  await page.getByLabel('Email').fill('mara@barronorte.example')
  await picture(page, 'set-up-light-desktop')
  await page.context().close()
}

async function nameOrganization(name: string): Promise<void> {
  const client = new pg.Client(server.databaseUrl)
  await client.connect()
  await client.query('update directory.organizations set name = $1', [name]).finally(() => client.end())
}

/** The keys of the sample. Returns the first one. */
async function createKeys(page: Page): Promise<string> {
  const create = (path: string, body: object) =>
    page.evaluate(
      async ({ address, sent }) => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(sent) })
        return (await answer.json()).key as string
      },
      { address: server.url + path, sent: body },
    )
  const key = await create('/v3/auth/keys', { name: 'Studio assistant' })
  await create('/v3/auth/keys', { name: 'Nightly import', expiresInDays: 90 })
  await create('/v3/auth/scoped-key', {
    name: 'Support chat',
    containerTag: 'customer_114',
    rateLimitMax: 120,
  })
  for (const client of ['claude_code', 'codex'])
    await page.evaluate(
      address => fetch(address, { referrerPolicy: 'same-origin' }).then(answer => answer.ok),
      `${server.url}/v3/auth/key?client=${client}&callback=http%3A%2F%2F127.0.0.1%3A19876%2Fcallback`,
    )
  for (const role of ['viewer', 'member']) await create('/v3/invitations', { role })
  return key
}

async function shotsOf(key: string): Promise<Record<string, Shot>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const post = async (path: string, body: object) =>
    (await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  const { documents } = await post('/v3/documents/documents', { containerTags: ['studio'], limit: 100 })
  const idOf = (title: string) => documents.find((each: { title: string }) => each.title === title)?.id
  const memories = await post('/v4/search', {
    q: 'does the user drink coffee or tea?',
    containerTag: 'mara',
    threshold: 0.2,
  })
  const memory = memories.results.find((each: { memory: string }) => /coffee/.test(each.memory))!.id
  const failed = documents.find(({ status }: { status: string }) => status === 'failed')?.id
  const pages = Object.entries(pagesOf('mara', 'where does the user live now?')).map(
    ([name, path]) => [name, { path }] as const,
  )
  return {
    ...Object.fromEntries(pages),
    graph: { path: '/memories/graph?tag=mara', act: untilGraphRests },
    'graph-open': { path: `/memories/graph?tag=mara&open=memory:${memory}`, act: untilGraphRests },
    memory: { path: `/memories?tag=mara&open=${memory}` },
    'memories-forgotten': { path: '/memories?state=forgotten' },
    'recall-documents': {
      path: `/recall?tag=studio&q=${encodeURIComponent('how long does the bisque firing take?')}&a={"mode":"hybrid","threshold":0.4}`,
    },
    document: { path: `/documents/${idOf('Kiln manual')}`, act: untilPdfShows },
    'document-text': { path: `/documents/${idOf('Firing log')}` },
    'document-open': { path: `/documents?open=${idOf('Speckled white')}` },
    'failure-open': { path: `/activity?state=failed&open=${failed}` },
    'container-open': { path: '/settings/containers?open=studio' },
    'key-open': { path: '/keys', act: page => page.getByRole('row').nth(1).click() },
    'create-key': { path: '/keys?new=true' },
    'forget-matching': {
      path: '/memories?tag=mara&forget=true',
      async act(page) {
        await page.getByLabel('What to forget').fill('my cat Miso')
        await page.getByRole('list', { name: 'Would be forgotten' }).waitFor()
      },
    },
    palette: {
      path: '/',
      async act(page) {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').waitFor()
      },
    },
    menu: {
      path: '/',
      async act(page) {
        const menu = page.getByRole('button', { name: 'Menu' })
        if (await menu.isVisible()) await menu.click()
      },
    },
  }
}

function connectionShots({ vault, cloud, site, gone }: ConnectedSources): Record<string, Shot> {
  return {
    connection: { path: `/connections/${cloud}` },
    'connection-running': { path: `/connections/${site}` },
    'connection-failed': { path: `/connections/${gone}` },
    'connection-failures': { path: `/connections/${cloud}?tab=failures` },
    'connection-settings': { path: `/connections/${vault}?tab=settings` },
    'connection-resources': {
      path: `/connections/${cloud}?tab=resources`,
      async act(page) {
        await page.getByLabel('Only what is chosen here').check()
        await page.getByRole('button', { name: 'Open Clients' }).click()
        await page.getByLabel('Hotel Miradouro', { exact: true }).check()
        await page.getByLabel('Workshops', { exact: true }).check()
      },
    },
  }
}

/** The viewer of the browser is a frame of its own, and tells nobody when it has drawn. */
async function untilPdfShows(page: Page): Promise<void> {
  await page.locator('mark').first().waitFor()
  await page.waitForTimeout(2_500)
}

/** A picture of a graph that still moves would differ each time. */
async function untilGraphRests(page: Page): Promise<void> {
  await page.locator('canvas[data-at-rest=true]').waitFor()
}
