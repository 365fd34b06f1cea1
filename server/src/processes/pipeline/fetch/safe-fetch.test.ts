import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWebServer, type WebServer } from '../../../../test/web-server.ts'
import { readAllowList } from './allow-list.ts'
import type { FetchSettings } from './fetch-settings.ts'
import type { FetchedContent } from './read-response.ts'
import { type FetchOptions, safeFetch } from './safe-fetch.ts'

const maxBytes = 100_000
let web: WebServer
let fetching: FetchSettings

beforeAll(async () => {
  web = await startWebServer()
  fetching = {
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    allow: readAllowList('127.0.0.1'),
    maxBytes,
    timeoutMs: 30_000,
    connectTimeoutMs: 30_000,
    userAgent: 'Reverie/test',
  }
})
afterAll(() => web.close())
beforeEach(() => {
  web.visits.length = 0
})

const ask = (path: string, asked?: FetchOptions, settings: Partial<FetchSettings> = {}) =>
  safeFetch(`${web.url}${path}`, { ...fetching, ...settings }, asked)
const text = async (path: string) => ((await ask(path)) as FetchedContent).body.toString()

describe('a fetched page', () => {
  test('comes with the headers of its server', async () => {
    web.site['/docs/report%20%C3%A9.txt'] = {
      body: 'Hello.',
      headers: {
        'content-type': 'text/plain; charset=latin1',
        etag: '"1"',
        'last-modified': 'Sun, 15 Nov 2026 00:00:00 GMT',
      },
    }
    expect(await ask('/docs/report%20%C3%A9.txt#part')).toEqual({
      url: `${web.url}/docs/report%20%C3%A9.txt`,
      body: Buffer.from('Hello.'),
      contentType: 'text/plain; charset=latin1',
      fileName: 'report é.txt',
      etag: '"1"',
      lastModified: 'Sun, 15 Nov 2026 00:00:00 GMT',
    })
    expect(web.visits[0]!.headers).toMatchObject({ 'user-agent': 'Reverie/test' })
  })

  test.each([
    ['attachment; filename="a \\"b\\".csv"', 'a "b".csv'],
    ["attachment; filename=x.csv; filename*=UTF-8''%e2%82%ac.csv", '€.csv'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['inline', '127.0.0.1'],
  ])('sent as %s is named %s', async (disposition, fileName) => {
    web.site['/'] = { body: 'x', headers: { 'content-disposition': disposition } }
    expect(await ask('/')).toMatchObject({ fileName })
  })

  test('that has not changed is not sent again', async () => {
    web.site['/tagged'] = request =>
      request.headers['if-none-match'] === '"7"'
        ? { status: 304 }
        : { body: 'New.', headers: { etag: '"8"' } }
    expect(await ask('/tagged', { etag: '"7"' })).toBe('unchanged')
    expect(await ask('/tagged', { etag: '"6"' })).toMatchObject({ etag: '"8"' })
    const since = 'Sun, 15 Nov 2026 00:00:00 GMT'
    web.site['/dated'] = request => ({ status: request.headers['if-modified-since'] === since ? 304 : 200 })
    expect(await ask('/dated', { lastModified: since })).toBe('unchanged')
    web.site['/odd'] = { status: 304 }
    await expect(ask('/odd')).rejects.toMatchObject({ code: 'fetch.http_error' })
  })

  test('is requested by its name, which TLS verifies, at the address that was checked', async () => {
    const greeted = Promise.withResolvers<string>()
    const server = createServer(socket =>
      socket.once('data', hello => {
        greeted.resolve(hello.toString('latin1'))
        socket.destroy()
      }),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await expect(safeFetch(`https://secure.test:${port}/`, fetching)).rejects.toMatchObject({
      code: 'fetch.http_error',
      isPassing: true,
    })
    expect(await greeted.promise).toContain('secure.test')
    server.close()
  })
})

describe('a compressed body', () => {
  const page = 'The hedgehog sleeps. '.repeat(100)
  const packed = {
    gzip: gzipSync(page),
    'x-gzip': gzipSync(page),
    br: brotliCompressSync(page),
    zstd: zstdCompressSync(page),
    deflate: deflateSync(page),
    'gzip, br': brotliCompressSync(gzipSync(page)),
    identity: Buffer.from(page),
  }
  test.each(Object.entries(packed))('as %s is decompressed', async (encoding, body) => {
    web.site['/packed'] = { body, headers: { 'content-encoding': encoding } }
    expect(await text('/packed')).toBe(page)
  })

  test('as deflate without a zlib header is decompressed, too', async () => {
    web.site['/packed'] = { body: deflateRawSync(page), headers: { 'content-encoding': 'deflate' } }
    expect(await text('/packed')).toBe(page)
  })

  const bomb = Buffer.alloc(20_000_000)
  test.each([
    ['gzip', gzipSync(bomb)],
    ['br', brotliCompressSync(bomb)],
    ['zstd', zstdCompressSync(bomb)],
    ['deflate', deflateSync(bomb)],
    ['gzip, gzip', gzipSync(gzipSync(bomb))],
  ])('that is a %s bomb is cut off', async (encoding, body) => {
    web.site['/bomb'] = { body, headers: { 'content-encoding': encoding } }
    await expect(ask('/bomb')).rejects.toMatchObject({ code: 'fetch.too_large', isPassing: false })
  })

  test.each([
    ['gzip', Buffer.from('not packed at all')],
    ['br', Buffer.from('not packed at all')],
    ['zstd', Buffer.from('not packed at all')],
    ['compress', Buffer.from('x')],
    ['gzip, gzip, gzip', gzipSync(gzipSync(gzipSync('x')))],
  ])('declared as %s but not in that format is an error', async (encoding, body) => {
    web.site['/broken'] = { body, headers: { 'content-encoding': encoding } }
    await expect(ask('/broken')).rejects.toMatchObject({ code: 'fetch.http_error', isPassing: false })
  })

  test('that is empty gives an empty page', async () => {
    web.site['/nothing'] = { headers: { 'content-encoding': 'gzip' } }
    expect(await text('/nothing')).toBe('')
  })
})

describe('a fetch is limited:', () => {
  test('to a number of bytes, whether or not the server announces them', async () => {
    web.site['/fits'] = { body: 'x'.repeat(maxBytes) }
    expect(await text('/fits')).toHaveLength(maxBytes)
    const tooLarge = { code: 'fetch.too_large', isPassing: false }
    web.site['/announced'] = { body: 'x'.repeat(maxBytes + 1) }
    await expect(ask('/announced')).rejects.toMatchObject(tooLarge)
    web.site['/endless'] = (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      }
      response.on('drain', more)
      more()
      return undefined
    }
    await expect(ask('/endless')).rejects.toMatchObject(tooLarge)
    web.site['/headers'] = { headers: Object.fromEntries(lines(1_000)) }
    await expect(ask('/headers')).rejects.toMatchObject(tooLarge)
  })

  function* lines(count: number): Generator<[string, string]> {
    for (let i = 0; i < count; i++) yield [`x-${i}`, 'y'.repeat(100)]
  }

  test('in time, for the headers and for the whole', async () => {
    const timeout = { code: 'fetch.timeout', isPassing: true }
    web.site['/silent'] = () => undefined
    await expect(ask('/silent', {}, { timeoutMs: 150 })).rejects.toMatchObject(timeout)
    web.site['/slow'] = (_, response) => {
      response.write('one byte')
      return undefined
    }
    await expect(ask('/slow', {}, { timeoutMs: 150 })).rejects.toMatchObject(timeout)
    const never = () => new Promise<never>(() => undefined)
    await expect(
      safeFetch('http://x.test/', { ...fetching, timeoutMs: 150, resolve: never }),
    ).rejects.toMatchObject(timeout)
  })

  test('and an abort ends it at once with its own reason', async () => {
    const stopping = new AbortController()
    web.site['/held'] = () => {
      stopping.abort(new Error('stopping'))
      return undefined
    }
    await expect(ask('/held', { signal: stopping.signal })).rejects.toThrow('stopping')
  })
})

describe('the answer of a server', () => {
  test.each([
    [404, 'fetch.not_found', false],
    [410, 'fetch.not_found', false],
    [400, 'fetch.http_error', false],
    [401, 'fetch.http_error', false],
    [403, 'fetch.http_error', false],
    [451, 'fetch.http_error', false],
    [408, 'fetch.http_error', true],
    [429, 'fetch.http_error', true],
    [500, 'fetch.http_error', true],
    [503, 'fetch.http_error', true],
  ])('with status %s is %s', async (status, code, isPassing) => {
    web.site['/status'] = { status }
    await expect(ask('/status')).rejects.toMatchObject({ code, isPassing, retryAfterMs: undefined })
  })

  test('with Retry-After says when to try again', async () => {
    web.site['/busy'] = { status: 503, headers: { 'retry-after': '7' } }
    await expect(ask('/busy')).rejects.toMatchObject({ isPassing: true, retryAfterMs: 7_000 })
  })

  test('that is missing, because the connection is refused or cut, is tried again', async () => {
    const passing = { code: 'fetch.http_error', isPassing: true }
    web.site['/cut'] = (_, response) => void response.destroy()
    await expect(ask('/cut')).rejects.toMatchObject(passing)
    web.site['/short'] = (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('x', () => response.destroy())
      return undefined
    }
    await expect(ask('/short')).rejects.toMatchObject(passing)
    const gone = await startWebServer()
    await gone.close()
    await expect(safeFetch(gone.url, fetching)).rejects.toMatchObject(passing)
  })
})

describe('robots.txt', () => {
  const robots = (body: string) => ({ body, headers: { 'content-type': 'text/plain' } })

  test('is obeyed by crawlers, and requested by nobody else', async () => {
    web.site['/robots.txt'] = robots('User-agent: *\nDisallow: /private\nAllow: /private/open')
    web.site['/private'] = { body: 'x' }
    web.site['/private/open'] = { body: 'x' }
    await expect(ask('/private', { isCrawl: true })).rejects.toMatchObject({
      code: 'fetch.disallowed',
      isPassing: false,
    })
    expect(web.visits.map(({ path }) => path)).toEqual(['/robots.txt'])
    await ask('/private/open', { isCrawl: true })
    web.visits.length = 0
    await ask('/private')
    expect(web.visits.map(({ path }) => path)).toEqual(['/private'])
    web.site['/robots.txt'] = robots('User-agent: reverie\nDisallow: /\nUser-agent: *\nAllow: /')
    await expect(ask('/private', { isCrawl: true })).rejects.toMatchObject({ code: 'fetch.disallowed' })
  })

  test('is obeyed after a redirect, too', async () => {
    web.site['/robots.txt'] = robots('User-agent: *\nDisallow: /private')
    web.site['/public'] = { status: 302, headers: { location: '/private' } }
    await expect(ask('/public', { isCrawl: true })).rejects.toMatchObject({ code: 'fetch.disallowed' })
  })

  test('allows everything when it is missing, and nothing while its server fails', async () => {
    web.site['/page'] = { body: 'x' }
    web.site['/robots.txt'] = { status: 404 }
    expect(await ask('/page', { isCrawl: true })).toMatchObject({ body: Buffer.from('x') })
    web.site['/robots.txt'] = { status: 500 }
    await expect(ask('/page', { isCrawl: true })).rejects.toMatchObject({ isPassing: true })
  })
})

test('a fetch ignores the proxy settings of the environment', async () => {
  const proxy = await startWebServer()
  const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
  for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url
  web.site['/direct'] = { body: 'x' }
  await ask('/direct')
  for (const name of names) delete process.env[name]
  expect(web.visits).toHaveLength(1)
  expect(proxy.visits).toEqual([])
  await proxy.close()
})
