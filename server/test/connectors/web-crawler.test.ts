import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  isFarFuture,
  normaliseUrl,
  shapeOf,
} from '../../src/platform/connectors/web-crawler/normalise-url.ts'
import { PageFamilies } from '../../src/platform/connectors/web-crawler/page-families.ts'
import { readSitemap } from '../../src/platform/connectors/web-crawler/sitemaps.ts'
import { webCrawler } from '../../src/platform/connectors/web-crawler.ts'
import { type Page, type Site, startWebServer, type WebServer } from '../web-server.ts'
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
  testSource(webCrawler, { settings: { startUrl: `${web.url}/`, ...settings } as never, ...(now && { now }) })

const page = (text: string, links: string[] = [], head = ''): Page => ({
  body: `<html><head><title>${text}</title>${head}</head><body><p>${text}</p>${links.map(link => `<a href="${link}">.</a>`).join('')}</body></html>`,
})
/** Words that differ from page to page, without digits. */
const words = (n: number) => `Story ${[...String(n)].map(digit => 'abcdefghij'[Number(digit)]).join('')}`
/** A site that answers by a function. */
const siteOf = (answer: (path: string) => Page | undefined): Site =>
  new Proxy({}, { get: (_, path) => answer(String(path)) }) as Site

const paths = (pulled: PulledItems) => pulled.ids().map(id => id.slice(web.url.length))
const visited = () =>
  web.visits.map(({ path }) => path).filter(path => !/^\/[\w-]{16}$|robots|sitemap/.test(path))
const days = (n: number) => new Date(Date.parse('2026-11-18T12:00:00Z') + n * 86_400_000).toISOString()

/** Runs to the end, and returns what was stored. */
async function crawl(settings: Record<string, unknown> = {}, into = new PulledItems(), now?: string) {
  await pullIntoMap(webCrawler, source(settings, now), into)
  return into
}

describe('a site', () => {
  test('is read by its links, with title, address and language, and only its own host', async () => {
    web.site = {
      '/': {
        body: '<html lang="en-GB"><title>Home</title><a href="/a">A</a> <a href="https://other.example/">O</a></html>',
      },
      '/a': page('Alpha', ['b', '/', 'mailto:x@y.z', 'javascript:void(0)', '#top']),
      '/b': page('Beta'),
    }
    const pulled = await crawl()
    expect(paths(pulled)).toEqual(['/', '/a', '/b'])
    expect(pulled.items.get(`${web.url}/`)).toMatchObject({
      title: 'Home',
      url: `${web.url}/`,
      metadata: { path: '/', language: 'en' },
    })
    expect(pulled.items.get(`${web.url}/b`)!.text).toContain('Beta')
  })

  test('is read by its sitemaps: an index, a compressed one, one of lines, those that robots.txt names', async () => {
    const list = (...urls: string[]) =>
      `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map(url => `<url><loc>${web.url}${url}</loc></url>`).join('')}</urlset>`
    web.site = {
      '/robots.txt': { body: `Sitemap: ${web.url}/index.xml\nSitemap: ${web.url}/lines.txt` },
      '/index.xml': {
        body: `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${web.url}/one.xml.gz</loc></sitemap><sitemap><loc>${web.url}/two.xml</loc></sitemap></sitemapindex>`,
      },
      '/one.xml.gz': { body: gzipSync(list('/one')) },
      '/two.xml': { body: list('/two') },
      '/lines.txt': { body: `${web.url}/three\n` },
      '/': page('Home'),
      '/one': page('One'),
      '/two': page('Two'),
      '/three': page('Three'),
    }
    expect(paths(await crawl())).toEqual(['/', '/one', '/three', '/two'])
  })

  test('is read within its limits of depth, pages and paths', async () => {
    web.site = siteOf(path => {
      const n = Number(/^\/p\/(\d+)$/.exec(path)?.[1] ?? (path === '/' ? 0 : Number.NaN))
      return Number.isNaN(n) || n > 40 ? undefined : page(words(n), [`/p/${n + 1}`, `/q/${n}`])
    })
    expect(paths(await crawl({ maxDepth: 2 }))).toEqual(['/', '/p/1', '/p/2'])
    expect((await crawl({ maxPages: 5, maxDepth: 50 })).items.size).toBe(5)
    web.visits.length = 0
    await crawl({ exclude: ['/q/'], maxDepth: 3 })
    expect(visited().some(path => path.startsWith('/q/'))).toBe(false)
    expect(paths(await crawl({ include: ['/p/1'] }))).toEqual(['/', '/p/1'])
  })

  test('heeds robots.txt, meta robots, X-Robots-Tag and nofollow', async () => {
    web.site = {
      '/robots.txt': { body: 'User-agent: *\nDisallow: /private\nCrawl-delay: 0.01' },
      '/': page('Home', ['/private/a', '/noindex', '/header', '/nofollow']),
      '/private/a': page('Private'),
      '/noindex': page('Not in the index', ['/behind'], '<meta name="robots" content="noindex">'),
      '/behind': page('Behind'),
      '/header': { ...page('Header'), headers: { 'x-robots-tag': 'noindex' } },
      '/nofollow': page('Nofollow', ['/unseen'], '<meta name="robots" content="nofollow">'),
      '/unseen': page('Unseen'),
    }
    expect(paths(await crawl())).toEqual(['/', '/behind', '/nofollow'])
    expect(visited()).not.toContain('/private/a')
    expect(visited()).not.toContain('/unseen')
  })

  test('is read by the rules that its robots.txt has for the User-Agent that the operator chose', async () => {
    web.site = {
      '/robots.txt': { body: 'User-agent: AcmeBot\nDisallow: /private\n\nUser-agent: Reverie\nDisallow: /' },
      '/': page('Home', ['/open', '/private/a']),
      '/open': page('Open'),
      '/private/a': page('Private'),
    }
    const settings = { startUrl: `${web.url}/` } as never
    const pulled = new PulledItems()
    const userAgent = 'AcmeBot/2.0 (+https://acme.example/bot)'
    await pullIntoMap(webCrawler, testSource(webCrawler, { settings, userAgent }), pulled)
    expect(paths(pulled)).toEqual(['/', '/open'])
  })

  test('waits as long between two requests as robots.txt asks', async () => {
    web.site = {
      '/robots.txt': { body: 'User-agent: *\nCrawl-delay: 0.05' },
      '/': page('Home', ['/a', '/b', '/c']),
      '/a': page('Alpha'),
      '/b': page('Beta'),
      '/c': page('Gamma'),
    }
    const started = performance.now()
    await crawl()
    // Six requests after robots.txt: five pauses at least.
    expect(performance.now() - started).toBeGreaterThanOrEqual(200)
  })

  test('stores PDF files only if asked to, and no other files', async () => {
    web.site = {
      '/': page('Home', ['/paper.pdf', '/photo.jpg', '/download?id=1']),
      '/paper.pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4 text' },
      '/photo.jpg': { headers: { 'content-type': 'image/jpeg' }, body: 'x' },
      '/download?id=1': { headers: { 'content-type': 'application/zip' }, body: 'x' },
    }
    expect(paths(await crawl())).toEqual(['/'])
    expect(visited()).not.toContain('/paper.pdf')
    expect(paths(await crawl({ includePdfs: true }))).toEqual(['/', '/paper.pdf'])
    expect(visited()).not.toContain('/photo.jpg')
  })

  test('that moves to another scheme or host is read there', async () => {
    web.site = {
      '/': { status: 301, headers: { location: '/en/home' } },
      '/en/home': page('Home', ['/a']),
      '/a': page('Alpha'),
    }
    expect(paths(await crawl())).toEqual(['/a', '/en/home'])
  })
})

describe('one page at several addresses', () => {
  test('is stored once: sessions, tracking, order of parameters, canonical address, same text', async () => {
    web.site = {
      '/': page('Home', [
        ...[
          '/a?utm_source=x',
          '/a?PHPSESSID=3f',
          '/a;jsessionid=12',
          '/a#part',
          '/list?b=2&a=1',
          '/list?a=1&b=2',
        ],
        ...['/print/a', '/copy'],
      ]),
      '/a': page('Alpha'),
      '/list?a=1&b=2': page('List'),
      '/print/a': page('Alpha for the printer', [], '<link rel="canonical" href="/a">'),
      '/copy': page('Alpha'),
    }
    const pulled = await crawl()
    expect(paths(pulled)).toEqual(['/', '/a', '/list?a=1&b=2'])
    expect(visited().sort()).toEqual(['/', '/', '/a', '/copy', '/list?a=1&b=2', '/print/a'])
  })

  test('stays where it is if its canonical address is wrong', async () => {
    const toHome = '<link rel="canonical" href="/">'
    web.site = {
      '/': page('Home', ['/a', '/b', '/c'], toHome),
      '/a': page('Alpha', [], toHome),
      '/b': page('Beta', [], '<link rel="canonical" href="/c">'),
      '/c': page('Gamma', [], '<link rel="canonical" href="/b">'),
    }
    expect(paths(await crawl())).toEqual(['/', '/a', '/c'])
  })
})

describe('a later crawl', () => {
  /** A site that knows ETags. */
  function etags(pages: Record<string, Page>): Site {
    const site: Site = {}
    for (const [path, answer] of Object.entries(pages))
      site[path] = ({ headers }) => {
        const etag = `"${Buffer.from(String(answer.body)).toString('base64url').slice(0, 60)}"`
        return headers['if-none-match'] === etag ? { status: 304 } : { ...answer, headers: { etag } }
      }
    return site
  }

  test('asks only for the start page until pages are due, and then conditionally', async () => {
    const site = { '/': page('Home', ['/a', '/b']), '/a': page('Alpha'), '/b': page('Beta') }
    web.site = etags(site)
    const pulled = await crawl()
    web.visits.length = 0
    await crawl({}, pulled, days(1))
    expect(new Set(visited())).toEqual(new Set(['/']))
    web.visits.length = 0
    await crawl({}, pulled, days(10))
    expect(new Set(visited())).toEqual(new Set(['/', '/a', '/b']))
    expect(web.visits.find(({ path }) => path === '/a')!.headers['if-none-match']).toBeDefined()
    expect(pulled.reads).toBe(3)
  })

  test('reads pages that change more often than others', async () => {
    const site: Record<string, Page> = { '/': page('Home', ['/news', '/old']), '/old': page('Old') }
    const counts = { '/news': 0, '/old': 0 }
    const pulled = new PulledItems()
    for (let day = 0; day < 60; day++) {
      web.site = etags({ ...site, '/news': page(`News of ${words(day)}`) })
      web.visits.length = 0
      await crawl({}, pulled, days(day))
      for (const path of visited()) if (path in counts) counts[path as keyof typeof counts]++
    }
    expect(counts['/news']).toBeGreaterThan(20)
    expect(counts['/old']).toBeLessThan(6)
    expect(pulled.items.get(`${web.url}/news`)!.text).toContain('News of')
  })

  test('revises a changed page, adds a new one and deletes one that is gone (404, 410)', async () => {
    web.site = {
      '/': page('Home', ['/a', '/b', '/c']),
      '/a': page('Alpha'),
      '/b': page('Beta'),
      '/c': page('Gamma'),
    }
    const pulled = await crawl()
    web.site = {
      '/': page('Home', ['/a', '/d']),
      '/a': page('Alpha revised'),
      '/b': { status: 410 },
      '/d': page('Delta'),
    }
    await crawl({}, pulled, days(10))
    expect(paths(pulled)).toEqual(['/', '/a', '/d'])
    expect(pulled.items.get(`${web.url}/a`)!.text).toContain('Alpha revised')
  })

  test('reads a page at once when its sitemap names another date, whatever the clocks say', async () => {
    const sitemap = (date: string) => ({
      body: `<urlset><url><loc>${web.url}/a</loc><lastmod>${date}</lastmod></url></urlset>`,
    })
    web.site = { '/': page('Home'), '/a': page('Alpha'), '/sitemap.xml': sitemap('2031-01-01') }
    const pulled = await crawl()
    web.visits.length = 0
    await crawl({}, pulled, days(2))
    expect(visited()).not.toContain('/a')
    web.site = { '/': page('Home'), '/a': page('Alpha revised'), '/sitemap.xml': sitemap('2031-01-02') }
    await crawl({}, pulled, days(3))
    expect(pulled.items.get(`${web.url}/a`)!.text).toContain('revised')
    // A page that leaves the sitemap is looked at: it may be gone.
    web.site = {
      '/': page('Home'),
      '/sitemap.xml': { body: `<urlset><url><loc>${web.url}/</loc></url></urlset>` },
    }
    await crawl({}, pulled, days(4))
    expect(paths(pulled)).toEqual(['/'])
  })

  test('deletes no page for a passing error, a sign-in page or a page that moved for a day', async () => {
    web.site = {
      '/': page('Home', ['/a', '/b', '/c']),
      '/a': page('Alpha'),
      '/b': page('Beta'),
      '/c': page('Gamma'),
    }
    const pulled = await crawl()
    web.site['/a'] = { status: 503 }
    web.site['/b'] = { status: 403 }
    web.site['/c'] = { status: 302, headers: { location: '/login' } }
    web.site['/login'] = page('Sign in')
    await crawl({}, pulled, days(10))
    expect(paths(pulled)).toEqual(['/', '/a', '/b', '/c', '/login'])
    expect([...pulled.failures.values()].sort()).toEqual(['item_forbidden', 'item_unreadable'])
    web.site['/a'] = page('Alpha again')
    await fetchIntoMap(webCrawler, source(), pulled, [`${web.url}/a`])
    expect(pulled.items.get(`${web.url}/a`)!.text).toContain('Alpha again')
    // The redirect stays: the page is gone.
    await crawl({}, pulled, days(12))
    expect(paths(pulled)).toEqual(['/', '/a', '/b', '/login'])
  })

  test('notices that a page has moved by its text', async () => {
    web.site = { '/': page('Home', ['/old']), '/old': page('Alpha') }
    const pulled = await crawl()
    web.site = {
      '/': page('Home', ['/new']),
      '/old': { status: 301, headers: { location: '/new' } },
      '/new': page('Alpha'),
    }
    await crawl({}, pulled, days(10))
    expect(paths(pulled)).toEqual(['/', '/new'])
  })

  test('deletes pages that the settings exclude by now, and all of another site', async () => {
    web.site = { '/': page('Home', ['/a', '/b']), '/a': page('Alpha'), '/b': page('Beta') }
    const pulled = await crawl()
    await crawl({ exclude: ['/b'] }, pulled, days(1))
    expect(paths(pulled)).toEqual(['/', '/a'])
    const other = await startWebServer({ '/': page('Elsewhere') })
    await crawl({ startUrl: `${other.url}/` }, pulled, days(2))
    expect(pulled.ids()).toEqual([`${other.url}/`])
    await other.close()
  })
})

describe('a trap is held:', () => {
  test('a calendar without end', async () => {
    web.site = siteOf(path => {
      if (path === '/') return page('Home', ['/calendar/2026/11', '/a'])
      if (path === '/a') return page('Alpha')
      const [, year, month] = /^\/calendar\/(\d+)\/(\d+)$/.exec(path)?.map(Number) ?? []
      if (year === undefined || month === undefined) return undefined
      const next = month === 12 ? `/calendar/${year + 1}/1` : `/calendar/${year}/${month + 1}`
      const days = Array.from({ length: 28 }, (_, day) => `/calendar/${year}/${month}?day=${day + 1}`)
      return page(`Events of ${month}/${year}`, [next, ...days])
    })
    const pulled = await crawl({ maxPages: 500, maxDepth: 50 })
    expect(paths(pulled)).toContain('/a')
    expect(web.visits.length).toBeLessThan(200)
  })

  test('links that are new on every page and lead to the same text', async () => {
    let links = 0
    web.site = siteOf(path => {
      if (path === '/' || path.startsWith('/list'))
        return page(
          path === '/' ? 'Home' : 'The list',
          Array.from({ length: 20 }, () => `/list?view=${links++}`),
        )
      return undefined
    })
    const pulled = await crawl({ maxPages: 1_000, maxDepth: 50 })
    expect(paths(pulled)).toHaveLength(2)
    expect(web.visits.length).toBeLessThan(100)
  })

  test('pages without end that differ in a number only', async () => {
    web.site = siteOf(path => {
      if (path === '/') return page('Home', ['/item/1', '/about'])
      if (path === '/about') return page('About us')
      const n = Number(/^\/item\/(\d+)$/.exec(path)?.[1] ?? 0)
      return n
        ? page(
            `Number ${n}`,
            Array.from({ length: 50 }, (_, i) => `/item/${n * 50 + i}`),
          )
        : undefined
    })
    const pulled = await crawl({ maxPages: 5_000, maxDepth: 50 })
    expect(paths(pulled)).toContain('/about')
    expect(web.visits.length).toBeLessThan(150)
  })

  test('a family of pages that bring nothing new, also when a slow site answers ten of them in a step', () => {
    let packed = ''
    let visits = 0
    for (let isTrap = false; !isTrap && visits < 200; ) {
      const families = new PageFamilies(packed)
      for (let n = 0; n < 10 && !isTrap; n++) {
        isTrap = families.note('/list', `same-words-${visits % 3}`)
        expect(families.note('/story/#', `other-words-${visits++}`)).toBe(false)
      }
      packed = families.pack()
    }
    expect(visits).toBe(50)
  })

  test('a redirect in a circle, and a relative link that gets longer', async () => {
    web.site = siteOf(path => {
      if (path === '/')
        return page('Home', [...Array.from({ length: 12 }, (_, i) => `/loop/${i}`), '/dir/', '/a'])
      if (path === '/a') return page('Alpha')
      if (path.startsWith('/loop/')) return { status: 302, headers: { location: path } }
      return path.startsWith('/dir/') ? page(`Directory ${path.length}`, ['dir/']) : undefined
    })
    const pulled = await crawl({ maxDepth: 50 })
    expect(paths(pulled)).toContain('/a')
    expect(paths(pulled).filter(path => path.startsWith('/dir/')).length).toBeLessThan(4)
    expect([...pulled.failures.values()]).toEqual(Array(12).fill('item_unreadable'))
  })

  test('a site that shows a page for every address, and one that always shows its start page', async () => {
    web.site = siteOf(path => {
      if (path === '/robots.txt' || path === '/sitemap.xml') return { status: 404 }
      if (path === '/') return page('Home', ['/a', '/gone/one', '/gone/two'])
      return path === '/a' ? page('Alpha') : page(`Sorry, nothing at ${path}`)
    })
    const pulled = await crawl()
    expect(paths(pulled)).toEqual(['/', '/a'])
    web.site = siteOf(() => page('Application', ['/x', '/y', '/z']))
    expect(paths(await crawl())).toEqual(['/'])
  })

  test('a page that is nested without end, and one that is too large', async () => {
    web.site = {
      '/': page('Home', ['/deep', '/large', '/a']),
      '/deep': { body: '<div>'.repeat(100_000) },
      '/large': { body: `<p>${'x'.repeat(11_000_000)}` },
      '/a': page('Alpha'),
    }
    const pulled = await crawl()
    expect(paths(pulled)).toContain('/a')
    expect(paths(pulled)).not.toContain('/large')
  })
})

describe('a site that fails', () => {
  const large = (count: number, broken: (n: number) => Page | undefined = () => undefined) =>
    siteOf(path => {
      if (path === '/robots.txt') return { status: broken(0)?.status ?? 404 }
      const n = path === '/' ? 0 : Number(/^\/p\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)
      if (Number.isNaN(n) || n > count) return undefined
      return (
        broken(n) ??
        page(
          words(n),
          [2 * n + 1, 2 * n + 2].filter(next => next <= count).map(next => `/p/${next}`),
        )
      )
    })

  test('loses nothing and doubles nothing when it is killed at ten moments', async () => {
    web.site = large(700)
    const pulled = new PulledItems()
    await pullWithKills(webCrawler, () => source({ maxDepth: 50 }), pulled, seededRandom(3))
    expect(pulled.items.size).toBe(701)
    expect(pulled.items.get(`${web.url}/p/700`)!.text).toContain(words(700))
    // A batch that was not stored is visited again, no other page is.
    expect(web.visits.length).toBeLessThan(701 + 10 * 110)
    expect(pulled.largestCheckpoint).toBeLessThan(30_000)
  })

  test('with a storm of 503 ends the run with what it has, and goes on later', async () => {
    let isDown = false
    web.site = large(300, n => {
      if (n === 250) isDown = true
      return isDown ? { status: 503 } : undefined
    })
    const pulled = new PulledItems()
    await expect(pullIntoMap(webCrawler, source({ maxDepth: 50 }), pulled)).rejects.toMatchObject({
      code: 'provider_unavailable',
    })
    expect(pulled.items.size).toBeGreaterThan(200)
    web.site = large(300)
    await pullIntoMap(webCrawler, source({ maxDepth: 50 }), pulled)
    await fetchIntoMap(webCrawler, source(), pulled, [...pulled.failures.keys()])
    expect(pulled.items.size).toBe(301)
    expect(pulled.failures.size).toBe(0)
  })

  test('with 429 ends the run, which goes on where it was', async () => {
    let answers = 0
    web.site = large(120, n =>
      n > 0 && answers++ > 60 ? { status: 429, headers: { 'retry-after': '90' } } : undefined,
    )
    const pulled = new PulledItems()
    const first = source({ maxDepth: 50 })
    await expect(pullIntoMap(webCrawler, first, pulled)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(first.http.waits).toContain(90)
    expect(pulled.items.size).toBeGreaterThan(50)
    web.site = large(120)
    web.visits.length = 0
    await pullIntoMap(webCrawler, source({ maxDepth: 50 }), pulled)
    expect(pulled.items.size).toBe(121)
    expect(web.visits.length).toBeLessThan(70)
  })

  test('says why at the start: gone, forbidden, no page, robots.txt', async () => {
    for (const [answer, code] of [
      [{ status: 404 }, 'source_gone'],
      [{ status: 403 }, 'settings_invalid'],
      [{ headers: { 'content-type': 'application/zip' } }, 'settings_invalid'],
      [{ status: 500 }, 'provider_unavailable'],
    ] as const) {
      web.site = { '/': answer }
      await expect(webCrawler.check(source())).rejects.toMatchObject({ code })
    }
    web.site = { '/': page('Home'), '/robots.txt': { status: 500 } }
    await expect(webCrawler.check(source())).rejects.toMatchObject({ code: 'provider_unavailable' })
    web.site = { '/': page('Home') }
    expect(await webCrawler.check(source())).toEqual({ account: web.url.slice('http://'.length) })
  })
})

test.each([
  ['/a?utm_source=x&b=1#c', '/a?b=1'],
  ['/a?sid=12', '/a?sid=12'],
  ['/a?sid=8f14e45fceea167a5a36dedd4bea2543', '/a'],
  ['//x.example/a', undefined],
  ['/%7Euser/%c3%a9', '/~user/%C3%A9'],
  ['ftp://x.example/', undefined],
  ['/a//b', '/a/b'],
  ['http://x.example:80/y', '/y'],
  [`/${'x'.repeat(2_000)}`, undefined],
  ['/a/b/a/b/a/b', undefined],
])('the address %s is known as %s', (written, expected) => {
  const origin = 'https://x.example'
  const full = written.startsWith('//x') ? 'https://y.example/' : written
  expect(normaliseUrl(full, `${origin}/`, origin)).toBe(expected && origin + expected)
})

test('addresses of one family have one shape, and dates far ahead are noticed', () => {
  expect(shapeOf('https://x/a/12?b=1&a=2')).toBe(shapeOf('https://x/a/345?a=9&b=8'))
  const now = new Date('2026-11-18')
  expect(isFarFuture('https://x/cal/2031/04', now)).toBe(true)
  expect(isFarFuture('https://x/cal?year=2031', now)).toBe(true)
  expect(isFarFuture('https://x/blog/2026/11/hello', now)).toBe(false)
  expect(isFarFuture('https://x/products/2040', now)).toBe(false)
})

test('a sitemap that is cut off gives the pages before the cut', () => {
  const { pages, isWhole } = readSitemap(
    Buffer.from('<urlset><url><loc>https://x/1</loc></url><url><loc>https://x/2</loc></url><url><loc>https:'),
  )
  expect(pages.map(({ url }) => url)).toEqual(['https://x/1', 'https://x/2'])
  expect(isWhole).toBe(false)
})
