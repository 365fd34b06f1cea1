import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebdavServer } from '../../../test/connectors/webdav-server.ts'
import { type Client, startTestServer, type TestServer } from '../../../test/harness.ts'
import { documentsIn, lastRun, makeDue, sync } from '../../../test/sync-steps.ts'
import { addUnpaced } from '../../../test/unpaced.ts'
import { type Page, startWebServer } from '../../../test/web-server.ts'

/** A run from the beginning deletes what it did not meet, but nothing in a part of the source that it could not read. */

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startTestServer({ worker: false, config: { FETCH_ALLOW: '127.0.0.1' } })
  client = server.client
  await addUnpaced(server.app.sources.connectors)
})
afterAll(() => server?.close())

let containers = 0

async function connect(provider: string, body: object) {
  const containerTag = `unread_${++containers}`
  const answer = await client.request('POST', `/v3/connections/${provider}`, { containerTag, ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const id = answer.body.id as string
  await sync(server, client, id)
  return { id, containerTag }
}

/** New settings: everything is read from the beginning. */
async function changeSettings(id: string, settings: object, changes = {}) {
  const { status, body } = await client.request('PATCH', `/v3/connections/${id}`, { settings })
  expect(status, JSON.stringify(body)).toBe(200)
  await sync(server, client, id, changes)
  expect(await lastRun(client, id)).toMatchObject({ status: 'completed' })
}

async function syncAgain(id: string) {
  await makeDue(server, id)
  await sync(server, client, id)
  expect(await lastRun(client, id)).toMatchObject({ status: 'completed' })
}

const pathsIn = async (containerTag: string) => [...(await documentsIn(client, containerTag)).keys()].sort()

const failuresOf = async (id: string) =>
  (await client.request('GET', `/v3/connections/${id}/failures`)).body.failures

// With file ids, nothing says in which folder an item was that is not met.
test.each([
  ['plain', ['a.md', 'closed/b.md', 'closed/c.md']],
  ['nextcloud', ['a.md', 'closed/b.md', 'closed/c.md', 'open/d.md']],
] as const)(
  'WebDAV (%s): documents of a folder that is forbidden stay, and are compared when it can be read',
  async (kind, kept) => {
    const dav = await WebdavServer.start(kind)
    try {
      for (const path of ['a.md', 'closed/b.md', 'closed/c.md', 'open/d.md']) dav.write(path, path)
      const { id, containerTag } = await connect('webdav', {
        settings: { url: dav.url },
        credentials: { username: 'ada', password: 'secret' },
      })
      dav.fault = (method, path) => (method === 'PROPFIND' && path === 'closed' ? { status: 403 } : undefined)
      dav.remove('open/d.md')
      await changeSettings(id, { url: dav.url, exclude: ['elsewhere'] }, { stepMs: -1 })
      expect(await pathsIn(containerTag)).toEqual(kept)
      expect(await failuresOf(id)).toMatchObject([{ externalId: 'folder:closed', code: 'item_forbidden' }])
      await syncAgain(id)
      expect(await pathsIn(containerTag)).toEqual(kept)
      dav.fault = undefined
      dav.remove('closed/c.md')
      await syncAgain(id)
      expect(await pathsIn(containerTag)).toEqual(['a.md', 'closed/b.md'])
      expect(await failuresOf(id)).toEqual([])
    } finally {
      await dav.close()
    }
  },
)

const page = (text: string, links: readonly string[] = []): Page => ({
  body: `<html><head><title>${text}</title></head><body><p>${text}</p>${links.map(link => `<a href="${link}">.</a>`).join('')}</body></html>`,
})
/** Fails at once, where an error of the server would be asked for again. */
const round: Page = { status: 302, headers: { location: '/round' } }

test('web site: pages that only a broken page leads to stay, unless the settings leave them out', async () => {
  const guides = page('Guides', ['/guides/a', '/guides/b'])
  const web = await startWebServer({
    '/': page('Home', ['/guides', '/old', '/gone']),
    '/round': round,
    '/guides': guides,
    '/guides/a': page('Alpha'),
    '/guides/b': page('Beta'),
    '/old': page('Old'),
    '/gone': page('Gone'),
  })
  try {
    const startUrl = `${web.url}/`
    const { id, containerTag } = await connect('web-crawler', { settings: { startUrl } })
    const all = ['/', '/gone', '/guides', '/guides/a', '/guides/b', '/old']
    expect(await pathsIn(containerTag)).toEqual(all)
    web.site['/guides'] = round
    web.site['/'] = page('Home', ['/guides', '/old'])
    web.site['/gone'] = { status: 404 }
    await changeSettings(id, { startUrl, exclude: ['/old'] })
    expect(await pathsIn(containerTag)).toEqual(['/', '/gone', '/guides', '/guides/a', '/guides/b'])
    web.site['/guides'] = guides
    await syncAgain(id)
    expect(await pathsIn(containerTag)).toEqual(['/', '/guides', '/guides/a', '/guides/b'])
  } finally {
    await web.close()
  }
})

test('web site: pages that only the sitemap names stay while it cannot be read, for two crawls', async () => {
  const web = await startWebServer({
    '/': page('Home'),
    '/round': round,
    '/sitemap.xml': () => ({ body: `${web.url}/listed\n` }),
    '/listed': page('Listed'),
  })
  try {
    const startUrl = `${web.url}/`
    const { id, containerTag } = await connect('web-crawler', { settings: { startUrl } })
    web.site['/sitemap.xml'] = round
    await changeSettings(id, { startUrl, maxDepth: 5 })
    await syncAgain(id)
    expect(await pathsIn(containerTag)).toEqual(['/', '/listed'])
    await syncAgain(id)
    expect(await pathsIn(containerTag)).toEqual(['/'])
  } finally {
    await web.close()
  }
})
