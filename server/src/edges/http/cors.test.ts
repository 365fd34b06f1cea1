import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedRoutes, serveRoutes } from '../../../test/serve-routes.ts'
import { route } from '../../platform/routing/route.ts'

const routes = [
  route({
    method: 'DELETE',
    path: '/thing',
    access: 'scoped',
    tag: 'thing',
    summary: 'Delete the thing',
    response: z.object({ success: z.boolean() }),
    handle: async () => ({ success: true }),
  }),
]

let server: ServedRoutes
afterEach(() => server.drain(0))
const serve = async (CORS_ORIGINS?: string) => {
  server = await serveRoutes(routes, {
    config: { HOST: '127.0.0.1', PORT: 0, MAX_TEXT_BYTES: 1000, ...(CORS_ORIGINS && { CORS_ORIGINS }) },
  })
}

const ask = (origin: string) =>
  fetch(`${server.url}/thing`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'DELETE' },
  })
const remove = (origin: string, key = 'sm_organization') =>
  fetch(`${server.url}/thing`, { method: 'DELETE', headers: { origin, authorization: `Bearer ${key}` } })

describe('a page of an origin in CORS_ORIGINS', () => {
  test('may send a key, and read answers and errors', async () => {
    await serve('https://app.example.org, https://other.example.org')
    const preflight = await ask('https://app.example.org')
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example.org')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
    expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE')
    const answer = await remove('https://app.example.org')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.org')
    expect(answer.headers.get('vary')).toContain('origin')
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/www-authenticate.*retry-after/)
    const refused = await remove('https://app.example.org', 'sm_wrong')
    expect(refused.status).toBe(401)
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://app.example.org')
  })

  test('never acts with a session', async () => {
    await serve('*')
    for (const answer of [await ask('https://app.example.org'), await remove('https://app.example.org')]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})

test.each([undefined, 'https://app.example.org'])(
  'a page of another origin may read nothing if CORS_ORIGINS is %s',
  async origins => {
    await serve(origins)
    for (const origin of ['https://evil.example', 'https://app.example.org.evil.example', 'null']) {
      expect((await ask(origin)).headers.get('access-control-allow-origin')).toBeNull()
      expect((await remove(origin)).headers.get('access-control-allow-origin')).toBeNull()
    }
  },
)
