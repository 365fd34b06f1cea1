import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readFeedDate } from '../../src/platform/connectors/rss/feed-date.ts'
import { rss } from '../../src/platform/connectors/rss.ts'
import { startWebServer, type WebServer } from '../web-server.ts'
import { fetchIntoMap, PulledItems, pullIntoMap, pullWithKills, seededRandom } from './pull-into-map.ts'
import { testSource } from './test-source.ts'

let web: WebServer
beforeAll(async () => {
  web = await startWebServer()
})
afterAll(() => web.close())
beforeEach(() => {
  web.site = {}
  web.visits.length = 0
})

const source = (settings: Record<string, unknown> = {}, now?: string) =>
  testSource(rss, {
    settings: { feedUrl: `${web.url}/feed`, ...settings } as never,
    ...(now && { now }),
  })

const item = (n: number | string, text = `Text ${n}`) =>
  `<item><guid isPermaLink="false">id-${n}</guid><link>/posts/${n}</link><title>Post ${n}</title>
   <description><![CDATA[<p>${text}</p>]]></description><pubDate>Tue, 17 Nov 2026 10:00:00 GMT</pubDate></item>`
const feed = (items: string[], links = '') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Blog</title>
   <link>https://blog.example</link><description>d</description>${links}${items.join('')}</channel></rss>`
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

describe('a feed', () => {
  test('of RSS brings its entries with title, date and text, and a second run reads nothing', async () => {
    web.site['/feed'] = { body: feed([item(1), item(2)]) }
    const pulled = new PulledItems()
    await pullIntoMap(rss, source(), pulled)
    expect(pulled.ids()).toEqual(['id-1', 'id-2'])
    expect(pulled.items.get('id-1')).toMatchObject({
      title: 'Post 1',
      url: `${web.url}/posts/1`,
      createdAt: new Date('2026-11-17T10:00:00Z'),
      metadata: { feed: 'Blog' },
    })
    expect(pulled.items.get('id-1')!.text).toContain('<p>Text 1</p>')
    await pullIntoMap(rss, source(), pulled)
    expect(pulled.reads).toBe(2)
  })

  test('of Atom, RDF or JSON is read the same way', async () => {
    const bodies = [
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><id>a</id><title>Entry</title><updated>2026-11-17T10:00:00Z</updated><link href="/x"/><content type="html">&lt;p&gt;Hello&lt;/p&gt;</content></entry></feed>`,
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>T</title></channel><item rdf:about="a"><title>Entry</title><link>/x</link><description>Hello</description></item></rdf:RDF>`,
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'T',
        items: [{ id: 'a', url: '/x', title: 'Entry', content_text: 'Hello' }],
      }),
    ]
    for (const body of bodies) {
      web.site['/feed'] = { body }
      const pulled = new PulledItems()
      await pullIntoMap(rss, source(), pulled)
      expect(pulled.ids()).toEqual(['a'])
      expect(pulled.items.get('a')).toMatchObject({ title: 'Entry', url: `${web.url}/x` })
      expect(pulled.items.get('a')!.text).toContain('Hello')
    }
  })

  test('that has not changed is not sent again', async () => {
    web.site['/feed'] = ({ headers }) =>
      headers['if-none-match'] === '"v1"'
        ? { status: 304 }
        : { headers: { etag: '"v1"' }, body: feed([item(1)]) }
    const pulled = new PulledItems()
    await pullIntoMap(rss, source(), pulled)
    const before = pulled.checkpoint
    await pullIntoMap(rss, source(), pulled)
    expect(web.visits).toHaveLength(2)
    expect(pulled.batches).toBe(1)
    expect(pulled.checkpoint).toBe(before)
  })

  test('that drops its old entries deletes none of them, and a changed entry is revised', async () => {
    web.site['/feed'] = { body: feed([item(1), item(2)]) }
    const pulled = new PulledItems()
    await pullIntoMap(rss, source(), pulled)
    web.site['/feed'] = { body: feed([item(3), item(2, 'Corrected')]) }
    await pullIntoMap(rss, source(), pulled)
    expect(pulled.ids()).toEqual(['id-1', 'id-2', 'id-3'])
    expect(pulled.items.get('id-2')!.text).toContain('Corrected')
    expect(pulled.reads).toBe(4)
  })

  test('that calls an entry deleted (RFC 6721) deletes it', async () => {
    web.site['/feed'] = { body: feed([item(1), item(2)]) }
    const pulled = new PulledItems()
    await pullIntoMap(rss, source(), pulled)
    web.site['/feed'] = {
      body: `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0"><title>T</title><id>f</id><updated>2026-11-17T10:00:00Z</updated><at:deleted-entry ref="id-1" when="2026-11-17T10:00:00Z"/></feed>`,
    }
    await pullIntoMap(rss, source(), pulled)
    expect(pulled.ids()).toEqual(['id-2'])
  })

  test('that is cut off changes nothing, so that no entry is lost behind its ETag', async () => {
    const whole = feed(numbers(1, 50).map(n => item(n)))
    web.site['/feed'] = { headers: { etag: '"v1"' }, body: whole.slice(0, whole.length / 2) }
    const pulled = new PulledItems()
    await expect(pullIntoMap(rss, source(), pulled)).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(pulled.checkpoint).toBeUndefined()
    web.site['/feed'] = { headers: { etag: '"v1"' }, body: whole }
    await pullIntoMap(rss, source(), pulled)
    expect(pulled.items.size).toBe(50)
  })

  test('in another encoding is decoded', async () => {
    const body = Buffer.from(
      `<?xml version="1.0" encoding="windows-1251"?><rss version="2.0"><channel><title>t</title><item><guid>a</guid><title>\xcf\xf0\xe8\xe2\xe5\xf2 \xec\xe8\xf0</title><description>\xcf\xf0\xe8\xe2\xe5\xf2</description></item></channel></rss>`,
      'latin1',
    )
    web.site['/feed'] = { body }
    const pulled = new PulledItems()
    await pullIntoMap(rss, source(), pulled)
    expect(pulled.items.get('a')!.title).toBe('Привет мир')
  })
})

describe('a feed with pages', () => {
  /** 250 entries, newest first, 100 on a page. */
  function servePages(count: number): void {
    for (let page = 0; page * 100 < count; page++) {
      const entries = numbers(1 + page * 100, Math.min(count, (page + 1) * 100)).map(n => item(count - n + 1))
      const next = (page + 1) * 100 < count ? `<atom:link rel="next" href="/feed?page=${page + 1}"/>` : ''
      web.site[page === 0 ? '/feed' : `/feed?page=${page}`] = { body: feed(entries, next) }
    }
  }

  test('is read to its end, resumes after kills, and later stops at what it knows', async () => {
    servePages(450)
    const pulled = new PulledItems()
    await pullWithKills(rss, () => source(), pulled, seededRandom(7))
    expect(pulled.items.size).toBe(450)
    expect(pulled.reads).toBe(450)
    servePages(460)
    web.visits.length = 0
    await pullIntoMap(rss, source(), pulled)
    expect(pulled.items.size).toBe(460)
    expect(web.visits.map(({ path }) => path)).toEqual(['/feed', '/feed?page=1'])
  })

  test('that leads in a circle ends', async () => {
    web.site['/feed'] = { body: feed([item(1)], '<atom:link rel="next" href="/feed?page=1"/>') }
    web.site['/feed?page=1'] = { body: feed([item(2)], '<atom:link rel="next" href="/feed?page=1"/>') }
    const pulled = new PulledItems()
    await pullIntoMap(rss, source(), pulled)
    expect(pulled.ids()).toEqual(['id-1', 'id-2'])
  })

  test('and archives (RFC 5005) reads each archive once', async () => {
    const archive = (n: number) => `<atom:link rel="prev-archive" href="/archive/${n}"/>`
    web.site['/feed'] = { body: feed([item(4)], archive(2)) }
    web.site['/archive/2'] = { body: feed([item(3)], archive(1)) }
    web.site['/archive/1'] = { body: feed([item(1), item(2)]) }
    const pulled = new PulledItems()
    await pullIntoMap(rss, source(), pulled)
    expect(pulled.ids()).toEqual(['id-1', 'id-2', 'id-3', 'id-4'])
    web.site['/feed'] = { body: feed([item(6)], archive(3)) }
    web.site['/archive/3'] = { body: feed([item(5)], archive(2)) }
    web.visits.length = 0
    await pullIntoMap(rss, source(), pulled)
    expect(pulled.items.size).toBe(6)
    expect(web.visits.map(({ path }) => path)).toEqual(['/feed', '/archive/3'])
  })
})

describe('the linked page', () => {
  test('is stored when the setting says so, and the text of the feed when the page is gone', async () => {
    web.site['/feed'] = { body: feed([item(1), item(2)]) }
    web.site['/posts/1'] = { body: '<p>The whole story</p>' }
    const pulled = new PulledItems()
    await pullIntoMap(rss, source({ content: 'page' }), pulled)
    expect(pulled.items.get('id-1')!.text).toContain('The whole story')
    expect(pulled.items.get('id-2')!.text).toContain('Text 2')
  })

  test('whose host is down fails alone and is read again later', async () => {
    web.site['/feed'] = { body: feed([item(1), item(2)]) }
    web.site['/posts/1'] = { status: 503 }
    web.site['/posts/2'] = { body: 'Two' }
    const pulled = new PulledItems()
    await pullIntoMap(rss, source({ content: 'page' }), pulled)
    expect([...pulled.failures]).toEqual([['id-1', 'item_unreadable']])
    web.site['/posts/1'] = { body: 'One' }
    await fetchIntoMap(rss, source({ content: 'page' }), pulled, ['id-1', 'id-9'])
    expect(pulled.texts()).toEqual({ 'id-1': 'One', 'id-2': 'Two' })
    expect([...pulled.failures]).toEqual([['id-9', 'item_gone']])
  })
})

describe('a source that fails', () => {
  test('says why: gone, forbidden, too many requests, down', async () => {
    const expected = {
      404: 'source_gone',
      410: 'source_gone',
      401: 'auth_expired',
      429: 'rate_limited',
      503: 'provider_unavailable',
    }
    for (const [status, code] of Object.entries(expected)) {
      web.site['/feed'] = { status: Number(status), headers: { 'retry-after': '1' } }
      await expect(pullIntoMap(rss, source(), new PulledItems())).rejects.toMatchObject({ code })
    }
  })

  test('with 429 in the middle of its pages loses nothing', async () => {
    web.site['/feed'] = { body: feed([item(1)], '<atom:link rel="next" href="/feed?page=1"/>') }
    web.site['/feed?page=1'] = { status: 429, headers: { 'retry-after': '120' } }
    const pulled = new PulledItems()
    const first = source()
    await expect(pullIntoMap(rss, first, pulled)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(first.http.waits).toContain(120)
    web.site['/feed?page=1'] = { body: feed([item(2)]) }
    await pullIntoMap(rss, source(), pulled)
    expect(pulled.ids()).toEqual(['id-1', 'id-2'])
  })

  test('is a web page: the check names the feed that the page links', async () => {
    web.site['/feed'] = {
      body: '<html><head><link rel="alternate" type="application/rss+xml" href="/real.xml"></head></html>',
    }
    await expect(rss.check(source())).rejects.toMatchObject({
      code: 'settings_invalid',
      message: expect.stringContaining(`${web.url}/real.xml`),
    })
    web.site['/feed'] = { body: feed([]) }
    expect(await rss.check(source())).toEqual({ account: 'Blog' })
  })
})

test.each([
  ['Wed, 02 Oct 2002 13:00:00 GMT', '2002-10-02T13:00:00Z'],
  ['Wed, 02 Oct 2002 13:00:00 +0200', '2002-10-02T11:00:00Z'],
  ['2 Oct 02 13:00 EST', '2002-10-02T18:00:00Z'],
  ['Mi, 02 Oct 2002 13:00:00 CEST', '2002-10-02T11:00:00Z'],
  ['2002-10-02T13:00:00Z', '2002-10-02T13:00:00Z'],
  ['2002-10-02T13:00:00+09:00', '2002-10-02T04:00:00Z'],
  ['2002-10-02t13:00:00z', '2002-10-02T13:00:00Z'],
  ['2002-10-02 13:00:00', '2002-10-02T13:00:00Z'],
  ['2002-10-02', '2002-10-02T00:00:00Z'],
  ['20021002T130000Z', '2002-10-02T13:00:00Z'],
  ['1033563600', '2002-10-02T13:00:00Z'],
  ['1033563600000', '2002-10-02T13:00:00Z'],
  ['October 2, 2002', '2002-10-02T00:00:00Z'],
  ['yesterday', undefined],
  ['2027-10-02T13:00:00Z', undefined],
])('the date %s is read as %s', (written, expected) => {
  const date = readFeedDate(written, new Date('2026-11-18T12:00:00Z'))
  expect(date?.toISOString()).toBe(expected && new Date(expected).toISOString())
})
