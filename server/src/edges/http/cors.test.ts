import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedRoutes, serveRoutes } from '../../../test/serve-routes.ts'
import { route } from '../../platform/routing/route.ts'

const routes = [
  route({
    method: 'POST',
    path: '/v3/search',
    access: 'scoped',
    tag: 'search',
    summary: 'Search',
    response: z.object({ results: z.array(z.string()) }),
    handle: async () => ({ results: [] }),
  }),
]

let server: ServedRoutes
afterEach(() => server.drain(0))
const serve = async (CORS_ORIGINS?: string) => {
  server = await serveRoutes(routes, {
    config: { HOST: '127.0.0.1', PORT: 0, MAX_TEXT_BYTES: 1000, ...(CORS_ORIGINS && { CORS_ORIGINS }) },
  })
}

const listed = 'https://app.example.org'
const from = (origin: string) => ({ headers: { origin } })
const preflight = (origin: string) => ({
  key: null,
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  },
})

describe('a page of a listed origin', () => {
  test('gets the answer to its preflight without a key', async () => {
    await serve(`${listed}/, http://localhost:3000`)
    const { status, headers, text } = await server.send('OPTIONS', '/v3/search', preflight(listed))
    expect([status, text]).toEqual([204, ''])
    expect(headers.get('access-control-allow-origin')).toBe(listed)
    expect(headers.get('access-control-allow-methods')).toContain('POST')
    expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type')
  })

  test('may read answers and errors, and the headers that say when to try again', async () => {
    await serve(listed)
    const answer = await server.send('POST', '/v3/search', from(listed))
    const refusal = await server.send('POST', '/v3/search', { key: null, ...from(listed) })
    expect([answer.status, refusal.status]).toEqual([200, 401])
    for (const { headers } of [answer, refusal]) {
      expect(headers.get('access-control-allow-origin')).toBe(listed)
      expect(headers.get('access-control-expose-headers')).toMatch(/www-authenticate.*retry-after/)
      expect(headers.get('vary')).toBe('Origin')
    }
  })

  test('never makes the browser send a cookie', async () => {
    await serve('*')
    const { headers } = await server.send('OPTIONS', '/v3/search', preflight(listed))
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })
})

describe('a page of another origin', () => {
  test.each([undefined, listed])('gets no permission with CORS_ORIGINS %s', async setting => {
    await serve(setting)
    for (const origin of ['https://evil.example', `${listed}.evil.example`, 'null']) {
      const asked = await server.send('OPTIONS', '/v3/search', preflight(origin))
      const sent = await server.send('POST', '/v3/search', from(origin))
      expect(asked.status).toBe(405)
      expect(asked.headers.get('access-control-allow-origin')).toBeNull()
      expect(sent.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})
