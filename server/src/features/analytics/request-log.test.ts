import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, layouts, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { inScope, unscoped } from '../../platform/db/tx.ts'
import { latencyResponse, requestsResponse } from './request-schema.ts'
import { spendingResponse } from './spending-schema.ts'

type LoggedRequest = {
  id: string
  route: string
  status: number
  keyId: string
  operation: string
  durationMs: number
}

describe.each(layouts)('the request log on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, worker: false })
    client = server.client
  })
  afterAll(() => server.close())

  const read = async (path: string, who = client) => {
    await server.requests!.flush()
    const { status, body } = await who.request('GET', `/v3/analytics/${path}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const list = async (query = '', who = client): Promise<LoggedRequest[]> => {
    const body = await read(`requests?${query}`, who)
    expect(requestsResponse.parse(body)).toEqual(body)
    return body.requests
  }
  /** A request is recorded when its connection closes, often after the client has its answer. */
  const untilLogged = (count: number, query: string, who = client) =>
    until(
      () => list(query, who),
      requests => requests.length >= count,
    )

  test('has each request with its route, status and key, and never its path or content', async () => {
    await client.request('GET', '/v3/documents/a-secret-name')
    await client.request('POST', '/v3/documents', { content: 'A secret text.' })
    const [found] = await untilLogged(1, 'operation=get')
    expect(found).toMatchObject({
      method: 'GET',
      route: '/v3/documents/:id',
      status: 404,
      operation: 'get',
      durationMs: expect.any(Number),
      keyName: expect.any(String),
    })
    expect(await untilLogged(1, 'operation=add')).toMatchObject([{ route: '/v3/documents', status: 200 }])
    expect(JSON.stringify(await list('limit=200'))).not.toContain('secret')
  })

  test('counts an event stream as answered once it begins, though its client leaves', async () => {
    const headers = { authorization: `Bearer ${client.key}` }
    const { body: events } = await fetch(`${server.url}/v3/overview/events`, { headers })
    await events!.getReader().cancel()
    const streams = await until(
      async () => (await list('limit=200')).filter(({ route }) => route === '/v3/overview/events'),
      found => found.length > 0,
    )
    expect(streams).toMatchObject([{ status: 200 }])
  })

  test('is filtered by status, by class of status, by key and by time', async () => {
    const made = await client.request('POST', '/v3/auth/scoped-key', { containerTag: 'logged' })
    const scoped = server.clientFor(made.body.key)
    await scoped.request('GET', '/v3/documents/nobody')
    await scoped.request('GET', '/v3/session')
    const ofKey = `keyId=${made.body.id}`
    expect(await untilLogged(2, ofKey)).toHaveLength(2)
    expect(await list(`${ofKey}&status=404`)).toMatchObject([{ status: 404, keyId: made.body.id }])
    expect(await list(`${ofKey}&status=2xx`)).toMatchObject([{ route: '/v3/session' }])
    expect(await list(`${ofKey}&to=2026-01-01`)).toEqual([])
    expect((await client.request('GET', '/v3/analytics/requests?status=oops')).status).toBe(400)
    expect((await scoped.request('GET', '/v3/analytics/requests')).status).toBe(403)
  })

  test('is read page by page without gaps or repetition', async () => {
    const who = await server.newClient()
    for (let i = 0; i < 7; i++) await who.request('GET', '/v3/settings')
    const all = (await untilLogged(7, 'limit=200&to=2100-01-01', who)).map(({ id }) => id)
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const body = await read(`requests?limit=3${next === '' ? '' : `&before=${next}`}`, who)
      seen.push(...body.requests.map(({ id }: LoggedRequest) => id))
      next = body.next
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter(id => all.includes(id))).toEqual(all)
    expect((await read('requests?before=nonsense', who)).requests).toEqual([])
  })

  test('shows an organization only its own requests', async () => {
    const stranger = await server.newClient()
    const requests = await list('limit=200', stranger)
    expect(requests.every(({ route }) => route === '/v3/analytics/requests')).toBe(true)
  })

  test('gives percentiles of durations by operation', async () => {
    const body = await read('latency')
    expect(latencyResponse.parse(body)).toEqual(body)
    const get = body.operations.find(({ operation }: LoggedRequest) => operation === 'get')
    expect(get.p50).toBeLessThanOrEqual(get.p99)
    expect(get.p99).toBeLessThanOrEqual(get.max)
    expect((await read('latency?to=2026-01-01')).operations).toEqual([])
  })

  test('shows spending by day and model', async () => {
    const org = client.organization.id
    expect(await read('spending')).toEqual({ totalUsd: 0, days: [], isComplete: true })
    const day = new Date().toISOString().slice(0, 10)
    await unscoped(server.app.cells.directory, db =>
      sql`insert into directory.llm_spend (org, day, usd, calls, input_tokens, output_tokens)
        values (${org}, ${day}::date, 0.5, 2, 100, 10)`.execute(db),
    )
    const key = await server.app.containers.resolve(client.organization, 'paid')
    await inScope(server.app.cells.of(key.shard), key, db =>
      sql`insert into cell.llm_calls (shard, org, container, document, model, prompt, outcome, documents, input_tokens, output_tokens, usd, ms)
        select ${key.shard}::smallint, ${key.org}::uuid, ${key.container}::uuid, gen_random_uuid(), 'model-a', 'extract', 'ok', 2, 50, 5, 0.25, 900
          from generate_series(1, 2)`.execute(db),
    )
    const body = await read('spending?days=7')
    expect(spendingResponse.parse(body)).toEqual(body)
    const sums = { usd: 0.5, inputTokens: 100, outputTokens: 10 }
    expect(body).toMatchObject({
      totalUsd: 0.5,
      days: [{ day, calls: 2, ...sums, models: [{ model: 'model-a', calls: 1, ...sums }] }],
    })
  })
})
