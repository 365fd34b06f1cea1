import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'
import { RateLimiter } from './rate-limiter.ts'

describe('scoped keys:', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const create = (body: Record<string, unknown>) => server.client.request('POST', '/v3/auth/scoped-key', body)

  test('creation returns the key, once, and its limits', async () => {
    const { status, body } = await create({ containerTag: 'user_1', expiresInDays: 30 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'scoped_user_1', containerTag: 'user_1' })
    expect(body.key).toMatch(/^sm_\S{17,}$/)
    expect(body.allowedEndpoints).toContain('/v3/documents')
    expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(29 * 86_400_000)
    const { body: listed } = await server.client.request('GET', '/v3/auth/keys')
    expect(JSON.stringify(listed)).not.toContain(body.key)
    expect(listed.keys.find((key: { id: string }) => key.id === body.id)).toMatchObject({ type: 'scoped' })
  })

  test.each([
    [{ expiresInDays: 0 }],
    [{ expiresInDays: 366 }],
    [{ rateLimitMax: 0 }],
    [{ rateLimitMax: 10_001 }],
    [{ rateLimitTimeWindow: 3_600_001 }],
    [{ containerTag: 'a b' }],
    [{ name: 'a\0b' }],
  ])('creation with %j is refused', async fields => {
    expect((await create({ containerTag: 'user_1', ...fields })).status).toBe(400)
  })

  test('an id with U+0000, which no key has, is refused', async () => {
    expect((await server.client.request('DELETE', '/v3/auth/scoped-key/%00')).status).toBe(400)
  })

  test('the key works only in its container, and opens nothing else of the organization', async () => {
    const { body } = await create({ containerTag: 'user_2' })
    const scoped = server.clientFor(body.key)
    const id = await add(scoped, { content: 'Bo keeps bees on the roof.' })
    const elsewhere = await add(server.client, { content: 'Cy sails on Sundays.', containerTag: 'user_3' })
    expect(await untilFinished(scoped, id)).toMatchObject({ status: 'done', containerTags: ['user_2'] })
    await untilFinished(server.client, elsewhere)
    expect((await scoped.request('GET', `/v3/documents/${elsewhere}`)).status).toBe(404)
    expect((await scoped.request('DELETE', `/v3/documents/${elsewhere}`)).status).toBe(404)
    expect(
      (await scoped.request('POST', '/v3/search', { q: 'sailing' })).body.results.map(
        (r: any) => r.documentId,
      ),
    ).toEqual([id])
    const { body: list } = await scoped.request('POST', '/v3/documents/list', {})
    expect(list.memories.map((memory: { id: string }) => memory.id)).toEqual([id])
    expect(
      (await scoped.request('POST', '/v3/documents', { content: 'x', containerTag: 'user_3' })).status,
    ).toBe(403)
    expect((await scoped.request('POST', '/v3/search', { q: 'x', containerTag: 'user_3' })).status).toBe(403)
    expect((await scoped.request('POST', '/v3/auth/scoped-key', { containerTag: 'user_2' })).status).toBe(403)
    expect((await scoped.request('GET', '/v3/settings')).status).toBe(403)
    expect((await scoped.request('GET', '/v3/session')).body.scope).toEqual({
      type: 'scoped',
      containerTag: 'user_2',
      tag: 'user_2',
      tags: ['user_2'],
      permission: 'write',
      expires: null,
      rateLimit: { max: 500, timeWindow: 60_000 },
    })
  })

  test('the key need not repeat its container tag where a request is about one container', async () => {
    const { body } = await create({ containerTag: 'user_own' })
    const scoped = server.clientFor(body.key)
    const added = await scoped.request('POST', '/v4/memories', { memories: [{ content: 'Di keeps owls.' }] })
    expect(added.status).toBe(201)
    const { id } = added.body.memories[0]
    const profile = await scoped.request('POST', '/v4/profile', {})
    expect(profile.body.profile.dynamic).toEqual(['Di keeps owls.'])
    expect((await scoped.request('POST', '/v4/profile/buckets', {})).status).toBe(200)
    const update = { id, newContent: 'Di keeps barn owls.' }
    expect((await scoped.request('PATCH', '/v4/memories', update)).body.memory).toBe('Di keeps barn owls.')
    const listed = await scoped.request('POST', '/v4/memories/list', {})
    expect(listed.body.memoryEntries).toMatchObject([{ memory: 'Di keeps barn owls.' }])
    const matching = { query: 'owls', dryRun: true, threshold: 0 }
    expect((await scoped.request('POST', '/v4/memories/forget-matching', matching)).body.count).toBe(1)
    const forget = { content: 'Di keeps barn owls.' }
    expect((await scoped.request('DELETE', '/v4/memories', forget)).body.forgotten).toBe(true)
    const another = await scoped.request('POST', '/v4/profile', { containerTag: 'user_other' })
    expect(another.status).toBe(403)
    expect(another.body.error).toContain('limited to the container tag user_own')
    const whole = await server.client.request('POST', '/v4/profile', {})
    expect([whole.status, whole.body.error]).toEqual([400, 'containerTag: is required'])
  })

  test('a refused route names the routes that the key can use', async () => {
    const { body } = await create({ containerTag: 'user_stays' })
    const { status, body: refusal } = await server
      .clientFor(body.key)
      .request('POST', '/v2/search', { q: 'x' })
    expect([status, refusal.code]).toEqual([403, 'auth.forbidden'])
    for (const route of body.allowedEndpoints) expect(refusal.error).toContain(route)
  })

  test('a disabled key is refused, and unknown or foreign ids are not found', async () => {
    const { body } = await create({ containerTag: 'user_4' })
    const other = await server.newClient()
    expect((await other.request('DELETE', `/v3/auth/scoped-key/${body.id}`)).status).toBe(404)
    const scoped = server.clientFor(body.key)
    expect((await scoped.request('GET', '/v3/session')).status).toBe(200)
    expect((await server.client.request('DELETE', `/v3/auth/scoped-key/${body.id}`)).body).toEqual({
      success: true,
    })
    expect((await scoped.request('GET', '/v3/session')).status).toBe(401)
    expect((await server.client.request('DELETE', '/v3/auth/scoped-key/nothing')).status).toBe(404)
  })

  test('a key over its rate limit gets the time after which to retry', async () => {
    const { body } = await create({ containerTag: 'user_5', rateLimitMax: 3, rateLimitTimeWindow: 600_000 })
    const scoped = server.clientFor(body.key)
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await scoped.request('GET', '/v3/session'))
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 429])
    expect(answers[0]!.headers.get('ratelimit-limit')).toBe('3')
    expect(answers[2]!.headers.get('ratelimit-remaining')).toBe('0')
    const refused = answers[3]!
    expect(refused.body).toMatchObject({ code: 'rate.limited', retryAfterSeconds: expect.any(Number) })
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.retryAfterSeconds))
  })

  test('the rate limit holds over several processes', async () => {
    const limit = { max: 1_000, windowMs: 600_000 }
    const limiters = Array.from({ length: 4 }, () => new RateLimiter(server.app.cells.directory))
    let granted = 0
    const drain = async (limiter: RateLimiter) => {
      for (;;) {
        await limiter.take('shared', limit)
        granted++
      }
    }
    await Promise.allSettled(limiters.map(drain))
    expect(granted).toBeGreaterThan(950)
    expect(granted).toBeLessThan(1_050)
  })

  test('requests that arrive together get no more than the rate limit, and the refused ones ask the directory once', async () => {
    const { directory } = server.app.cells
    let transactions = 0
    const counted = {
      ...directory,
      pool: new Proxy(directory.pool, {
        get(pool, name) {
          if (name === 'connect') transactions++
          const value = Reflect.get(pool, name)
          return typeof value === 'function' ? value.bind(pool) : value
        },
      }),
    }
    const limiter = new RateLimiter(counted)
    const takes = Array.from({ length: 300 }, () =>
      limiter.take('together', { max: 20, windowMs: 600_000 }).then(
        () => 'granted',
        error => error.code,
      ),
    )
    const outcomes = Map.groupBy(await Promise.all(takes), outcome => outcome)
    expect([outcomes.get('granted')?.length, outcomes.get('rate.limited')?.length]).toEqual([20, 280])
    expect(transactions).toBe(21)
  })
})
