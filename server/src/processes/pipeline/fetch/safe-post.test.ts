import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebServer, type WebServer } from '../../../../test/web-server.ts'
import { readAllowList } from './allow-list.ts'
import { openPostTarget, type PostSettings } from './safe-post.ts'

let web: WebServer
let settings: PostSettings
beforeAll(async () => {
  web = await startWebServer()
  settings = {
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    allow: readAllowList('127.0.0.1'),
    timeoutMs: 5_000,
    userAgent: 'Reverie/test',
  }
})
afterAll(() => web.close())

async function post(path: string, given: Partial<PostSettings> = {}, host = web.url) {
  const target = await openPostTarget(`${host}${path}`, { ...settings, ...given }, 2)
  try {
    return await target.post({ 'content-type': 'application/json' }, '{}')
  } finally {
    await target.close()
  }
}

test('a post returns the status and the pause that the server asks for, whatever the status is', async () => {
  web.site['/busy'] = { status: 503, headers: { 'retry-after': '7' } }
  expect(await post('/busy')).toEqual({ status: 503, retryAfterMs: 7_000 })
  expect(await post('/nowhere')).toMatchObject({ status: 404 })
})

test('a post follows no redirect', async () => {
  web.site['/moved'] = { status: 307, headers: { location: '/secret' } }
  expect(await post('/moved')).toMatchObject({ status: 307 })
  expect(web.visits.map(({ path }) => path)).not.toContain('/secret')
})

test('a post counts by its status, however long the answer is', async () => {
  web.site['/long'] = { status: 200, body: 'x'.repeat(5_000_000) }
  expect(await post('/long')).toMatchObject({ status: 200 })
})

test('a post counts by its status, however slowly the answer ends', async () => {
  web.site['/trickles'] = (_, response) => void response.writeHead(200).write('o')
  expect(await post('/trickles', { timeoutMs: 2_000 })).toMatchObject({ status: 200 })
})

test('a server that does not answer within the time fails the post', async () => {
  web.site['/silent'] = () => undefined
  await expect(post('/silent', { timeoutMs: 100 })).rejects.toMatchObject({ code: 'fetch.timeout' })
})

test.each([
  ['http://10.1.2.3/', '10.1.2.3'],
  ['http://169.254.169.254/', '169.254.169.254'],
  ['http://[::1]/', '::1'],
  ['http://metadata.example/', '169.254.169.254'],
])('a post to %s is refused before anything is sent', async (url, address) => {
  const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }]
  const refused = post('', { resolve, allow: readAllowList('') }, url)
  await expect(refused).rejects.toMatchObject({ code: 'fetch.blocked_address' })
})

test.each(['ftp://example.org/', 'http://user:pass@example.org/', 'http://example.org:25/'])(
  'a post to %s is refused by its form',
  async url => {
    await expect(post('', {}, url)).rejects.toMatchObject({ code: 'fetch.blocked_address' })
  },
)
