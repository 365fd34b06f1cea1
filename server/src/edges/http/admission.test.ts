import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { principals, type ServedRoutes, serveRoutes } from '../../../test/serve-routes.ts'
import type { Principal } from '../../platform/access/principal.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import type { Operation } from '../../platform/routing/usage.ts'
import { kindOf, limitsFor } from './admission.ts'
import { createAuthenticate } from './authenticate.ts'
import { BodyBudget } from './body-budget.ts'

const other: Principal = {
  ...principals.sm_organization!,
  organization: { ...principals.sm_organization!.organization, id: 'org_2', slug: 'other' },
}

/** A route whose requests are answered when the gate opens. */
function gated(path: string, operation: Operation, gate: Promise<void>, onHandled: () => void): Route {
  return route({
    method: 'POST',
    path,
    access: 'scoped',
    tag: 'gated',
    summary: 'Answers when the gate opens',
    operation,
    response: z.object({}),
    handle: async () => {
      onHandled()
      await gate
      return {}
    },
  })
}

describe('a server that runs four requests of a kind', () => {
  let server: ServedRoutes
  let gate: PromiseWithResolvers<void>
  let handled: number
  const count = () => void handled++
  const post = (path: string, key?: string) => server.send('POST', path, { body: {}, ...(key && { key }) })
  const scrape = async () => (await server.send('GET', '/metrics', { key: null })).text
  const waitingIn = async (kind: string) =>
    Number(new RegExp(`reverie_requests_waiting{kind="${kind}"} (\\d+)`).exec(await scrape())?.[1])

  beforeEach(async () => {
    gate = Promise.withResolvers()
    handled = 0
    server = await serveRoutes(
      [gated('/search', 'search', gate.promise, count), gated('/write', 'add', gate.promise, count)],
      {
        authenticate: createAuthenticate(async key => (key === 'sm_other' ? other : principals[key])),
        config: { HOST: '127.0.0.1', PORT: 0, MAX_TEXT_BYTES: 1_000, MAX_RUNNING_REQUESTS: 4 },
      },
    )
  })
  afterEach(async () => {
    gate.resolve()
    await server.drain(0)
  })

  /** Three searches that run and 48 that wait. */
  async function fillSearches() {
    const searches = Array.from({ length: 51 }, () => post('/search'))
    await expect.poll(() => waitingIn('search')).toBe(48)
    return searches
  }

  test('refuses a search over the line with 429 and Retry-After, and answers all that wait', async () => {
    const searches = await fillSearches()
    const refused = await post('/search')
    expect(refused.status).toBe(429)
    expect(refused.json).toMatchObject({ code: 'concurrency.limited' })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBe(refused.json.retryAfterSeconds)
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(3)
    expect(await scrape()).toContain(
      'reverie_requests_refused_total{kind="search",code="concurrency.limited"} 1',
    )
    gate.resolve()
    expect((await Promise.all(searches)).map(({ status }) => status)).toEqual(Array(51).fill(200))
  })

  test('answers another organization, writes and health checks while searches of one are refused', async () => {
    const searches = await fillSearches()
    const another = post('/search', 'sm_other')
    const write = post('/write')
    expect((await server.send('GET', '/health', { key: null })).status).toBe(200)
    expect((await server.send('GET', '/ready', { key: null })).status).toBe(200)
    await expect
      .poll(async () => /reverie_requests_running{kind="search"} 4\n/.test(await scrape()))
      .toBe(true)
    gate.resolve()
    expect([(await another).status, (await write).status]).toEqual([200, 200])
    await Promise.all(searches)
  })

  test('a request whose client disconnects while it waits is not run, and leaves no place taken', async () => {
    const running = Array.from({ length: 3 }, () => post('/search'))
    await expect.poll(() => handled).toBe(3)
    const aborter = new AbortController()
    const aborted = server.send('POST', '/search', { body: {}, signal: aborter.signal })
    await expect.poll(() => waitingIn('search')).toBe(1)
    aborter.abort()
    await expect(aborted).rejects.toThrow()
    await server.log.find(line => line.aborted === true)
    gate.resolve()
    await Promise.all(running)
    await expect
      .poll(async () => /reverie_requests_running{kind="search"} 0\n/.test(await scrape()))
      .toBe(true)
    expect(handled).toBe(3)
  })
})

test.each([
  ['POST', 'search_v4', 'search'],
  ['POST', 'profile', 'search'],
  ['POST', 'add', 'write'],
  ['DELETE', 'delete', 'write'],
  ['POST', 'list', 'read'],
  ['GET', undefined, 'read'],
  ['PATCH', undefined, 'write'],
] as const)('%s %s counts as %s', (method, operation, kind) => {
  expect(kindOf({ method, ...(operation && { operation }) })).toBe(kind)
})

test('by default, searches follow the cores, and other requests the connections', () => {
  const settings = { MAX_RUNNING_REQUESTS: 0, DATABASE_POOL_SIZE: 10 }
  expect(limitsFor('search', settings, 2)).toEqual({ places: 4, burst: 48, line: 16, shortLine: 2 })
  expect(limitsFor('search', settings, 1).places).toBe(4)
  expect(limitsFor('search', settings, 8).places).toBe(16)
  expect(limitsFor('write', settings, 2)).toEqual({ places: 10, burst: 640, line: 80, shortLine: 5 })
})

describe('the budget of bodies in memory', () => {
  const megabyte = 1024 * 1024
  const sized = (bytes: number) => ({ 'content-length': String(bytes) })

  test('refuses a body that does not fit beside the others, until one of them is answered', () => {
    const budget = new BodyBudget(3 * megabyte)
    const ends = Array.from({ length: 85 }, () => budget.reserve(sized(3 * megabyte)))
    expect(() => budget.reserve(sized(3 * megabyte))).toThrow(
      expect.objectContaining({ code: 'server.overloaded', retryAfterSeconds: expect.any(Number) }),
    )
    ends[0]!()
    expect(budget.reserve(sized(3 * megabyte))).toBeDefined()
  })

  test('a body without a length counts as the largest, and a small one not at all', () => {
    const budget = new BodyBudget(64 * megabyte)
    for (let n = 0; n < 4; n++) budget.reserve({ 'transfer-encoding': 'chunked' })
    expect(() => budget.reserve({ 'transfer-encoding': 'chunked' })).toThrow(
      'more requests than it can answer',
    )
    expect(budget.reserve(sized(1_000))).toBeUndefined()
  })
})
