import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedRoutes, serveRoutes } from '../../../test/serve-routes.ts'
import { route } from '../../platform/routing/route.ts'

const routes = [
  route({
    method: 'GET',
    path: '/link',
    access: 'scoped',
    tag: 'link',
    summary: 'Give a link',
    response: z.object({ url: z.string() }),
    handle: async ({ origin }) => ({ url: `${origin}/v3/files/token` }),
  }),
]

let server: ServedRoutes
afterEach(() => server.drain(0))
const serve = async (config: object = {}) => {
  server = await serveRoutes(routes, {
    config: { HOST: '127.0.0.1', PORT: 0, MAX_TEXT_BYTES: 1000, ...config },
  })
}

/** Sends any Host header. `fetch` always sends the host that it calls, so it cannot play the attacker. */
function linkFor(host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(
      `${server.url}/link`,
      { headers: { host, authorization: 'Bearer sm_organization', 'x-forwarded-host': 'evil.example' } },
      async response => {
        let text = ''
        for await (const piece of response) text += piece
        resolve(JSON.parse(text).url)
      },
    )
      .on('error', reject)
      .end()
  })
}

describe('a link in an answer', () => {
  test('begins with PUBLIC_URL, path included, whatever the Host header says', async () => {
    await serve({ PUBLIC_URL: 'https://memory.example.org/reverie/' })
    for (const host of ['evil.example', 'localhost:8787', '127.0.0.1'])
      expect(await linkFor(host)).toBe('https://memory.example.org/reverie/v3/files/token')
  })

  test('without PUBLIC_URL uses the loopback address as called, and never a host that the caller invents', async () => {
    await serve()
    expect(await linkFor('localhost:9000')).toBe('http://localhost:9000/v3/files/token')
    expect(await linkFor('[::1]:9000')).toBe('http://[::1]:9000/v3/files/token')
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80', '10.1.2.3'])
      expect(await linkFor(host)).toBe(`${server.url}/v3/files/token`)
  })
})

describe('every JSON answer', () => {
  test('forbids caching and content sniffing', async () => {
    await serve()
    const answers = [
      await server.send('GET', '/link'),
      await server.send('GET', '/link', { key: null }),
      await server.send('GET', '/nowhere'),
      await server.send('GET', '/health', { key: null }),
      await server.send('GET', '/ready', { key: null }),
      await server.send('GET', '/openapi.json', { key: null }),
    ]
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('has Server-Timing only for callers with a key', async () => {
    await serve()
    expect((await server.send('GET', '/link')).headers.get('server-timing')).toMatch(/^total;dur=/)
    for (const path of ['/link', '/health', '/nowhere'])
      expect((await server.send('GET', path, { key: null })).headers.get('server-timing')).toBeNull()
  })
})
