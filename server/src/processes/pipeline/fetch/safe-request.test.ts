import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWebServer, type WebServer } from '../../../../test/web-server.ts'
import { readAllowList } from './allow-list.ts'
import { openRequester, type Requester } from './safe-request.ts'

let web: WebServer
let other: WebServer
let requester: Requester
beforeAll(async () => {
  web = await startWebServer()
  other = await startWebServer()
  requester = openRequester({
    resolve: async host =>
      host === 'rebound.example.org'
        ? [{ address: '10.0.0.7', family: 4 }]
        : [{ address: '127.0.0.1', family: 4 }],
    allow: readAllowList('127.0.0.1, source.example.org'),
    maxBytes: 1_000,
    timeoutMs: 2_000,
    connectTimeoutMs: 1_000,
    userAgent: 'Reverie',
  })
})
afterAll(async () => {
  await requester?.close()
  await Promise.all([web?.close(), other?.close()])
})
beforeEach(() => {
  for (const each of [web, other]) {
    each.site = {}
    each.visits.length = 0
  }
})

const ask = (url: string, changes: Record<string, unknown> = {}) =>
  requester.exchange({
    ...{
      url,
      method: 'GET',
      headers: {},
      maxBytes: 1_000,
      isCrawl: false,
      signal: new AbortController().signal,
    },
    ...changes,
  })

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    error => (error as { code: string }).code,
  )

test('returns status, headers and the unpacked body of any answer', async () => {
  web.site['/a'] = {
    status: 418,
    headers: { 'content-encoding': 'gzip', etag: '"1"' },
    body: gzipSync('short and stout'),
  }
  const answer = await ask(`${web.url}/a`)
  expect([answer.status, answer.headers.get('etag'), Buffer.from(answer.body).toString()]).toEqual([
    418,
    '"1"',
    'short and stout',
  ])
})

test('sends other methods, headers and bodies', async () => {
  web.site['/dav'] = request => ({ status: 207, body: `${request.method} ${request.headers.depth}` })
  const answer = await ask(`${web.url}/dav`, {
    method: 'PROPFIND',
    headers: { depth: '1' },
    body: '<propfind/>',
  })
  expect([answer.status, Buffer.from(answer.body).toString()]).toEqual([207, 'PROPFIND 1'])
})

test('gives no credentials to another origin, and keeps them within one', async () => {
  const headers = {
    authorization: 'Bearer secret',
    'x-api-key': 'secret',
    cookie: 'a=b',
    accept: 'text/plain',
  }
  web.site['/within'] = { status: 302, headers: { location: '/there' } }
  web.site['/there'] = { body: 'here' }
  await ask(`${web.url}/within`, { headers })
  expect(web.visits[1]!.headers).toMatchObject({ authorization: 'Bearer secret', 'x-api-key': 'secret' })
  web.site['/out'] = { status: 307, headers: { location: `${other.url}/taken` } }
  other.site['/taken'] = { body: 'gotcha' }
  expect((await ask(`${web.url}/out`, { headers })).url).toBe(`${other.url}/taken`)
  const [visit] = other.visits
  expect(visit!.headers.accept).toBe('text/plain')
  for (const name of ['authorization', 'x-api-key', 'cookie'])
    expect(visit!.headers[name], name).toBeUndefined()
})

test('holds a redirect loop, a private address, a redirect to one, and a bomb', async () => {
  web.site['/loop'] = { status: 302, headers: { location: '/loop' } }
  const loop = await ask(`${web.url}/loop`).catch(error => error as Error)
  expect(loop).toMatchObject({
    code: 'fetch.http_error',
    message: 'The address redirects in a circle',
  })
  expect(web.visits).toHaveLength(1)
  expect(await codeOf(ask('http://rebound.example.org/'))).toBe('fetch.blocked_address')
  web.site['/inward'] = { status: 302, headers: { location: 'http://169.254.169.254/latest/' } }
  expect(await codeOf(ask(`${web.url}/inward`))).toBe('fetch.blocked_address')
  expect(await codeOf(ask('file:///etc/passwd'))).toBe('fetch.blocked_address')
  web.site['/bomb'] = { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(50_000)) }
  expect(await codeOf(ask(`${web.url}/bomb`))).toBe('fetch.too_large')
  expect(await codeOf(requester.resolve('rebound.example.org'))).toBe('fetch.blocked_address')
  expect(await requester.resolve('source.example.org')).toBe('127.0.0.1')
})

test('a longer circle ends when it comes back, and a POST may be answered at its own address by GET', async () => {
  web.site['/a'] = { status: 302, headers: { location: '/b' } }
  web.site['/b'] = { status: 302, headers: { location: '/a' } }
  expect(await codeOf(ask(`${web.url}/a`))).toBe('fetch.http_error')
  expect(web.visits.map(({ path }) => path)).toEqual(['/a', '/b'])
  web.site['/form'] = ({ method }) =>
    method === 'POST' ? { status: 303, headers: { location: '/form' } } : { body: 'sent' }
  expect((await ask(`${web.url}/form`, { method: 'POST', body: 'x' })).status).toBe(200)
})

test('every request says who asks, also after a redirect and when a library names itself', async () => {
  web.site['/here'] = { status: 302, headers: { location: `${other.url}/there` } }
  other.site['/there'] = { body: 'there' }
  await ask(`${web.url}/here`, { headers: { 'User-Agent': 'Mozilla/5.0 (a browser)' } })
  expect([...web.visits, ...other.visits].map(({ headers }) => headers['user-agent'])).toEqual([
    'Reverie',
    'Reverie',
  ])
})

test('a crawler heeds robots.txt, and reads it once', async () => {
  web.site['/robots.txt'] = {
    headers: { 'content-type': 'text/plain' },
    body: 'User-agent: *\nDisallow: /private',
  }
  web.site['/public'] = { body: 'open' }
  expect((await ask(`${web.url}/public`, { isCrawl: true })).status).toBe(200)
  expect(await codeOf(ask(`${web.url}/private`, { isCrawl: true }))).toBe('fetch.disallowed')
  expect((await ask(`${web.url}/private`)).status).toBe(404)
  expect(web.visits.filter(({ path }) => path === '/robots.txt')).toHaveLength(1)
})
