import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  type ApiResponse,
  type Client,
  layouts,
  startTestServer,
  type TestServer,
  until,
} from '../../../test/harness.ts'
import { queryCells } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { createKey } from '../keys/create-organization.ts'
import { chatResponse, errorsResponse, type UsageJson, usageResponse } from './schema.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

describe.each(layouts)('analytics on $layout:', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: embedder.config })
    client = server.client
  })
  afterAll(() => server.close())

  /** Checks every answer against its schema. */
  async function read<T>(schema: z.ZodType<T>, path: string, who = client): Promise<T> {
    await server.usage.flush()
    const { status, body } = await who.request('GET', `/v3/analytics/${path}`)
    expect(status, JSON.stringify(body)).toBe(200)
    const parsed = schema.parse(body)
    expect(parsed).toEqual(body)
    return parsed
  }

  const total = (entries: { count: number }[]) => entries.reduce((sum, { count }) => sum + count, 0)

  /** A request is recorded when its connection closes, often after the client has its answer. */
  const untilRecorded = (requests: number, who = client) =>
    until(
      () => read(usageResponse, 'usage', who),
      ({ usage }) => total(notRequests(usage)) >= requests,
    )

  /** Without the requests of the test itself. */
  const notRequests = (rows: UsageJson['usage']) => rows.filter(({ type }) => type !== 'request')

  test('the counts equal the requests that were sent, by key and by status', async () => {
    const startedAt = Date.now()
    const other = await createKey(server.app.cells.directory, client.organization.id, 'one container')
    await server.databases[0]!.admin.query(`update directory.keys set container_tag = 'mine' where id = $1`, [
      other.id,
    ])
    const id = (await client.request('POST', '/v3/documents', { content: 'x'.repeat(401) })).body.id
    const done = `select from cell.documents where status = 'done'`
    await until(
      () => queryCells(server.databases, done, []),
      ({ length }) => length === 1,
    )

    const send = (method: string, path: string, body?: unknown) => () => client.request(method, path, body)
    const sendWith = (key: string, path: string, body: unknown) => async () => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      return { status: (await fetch(`${server.url}${path}`, init)).status, body: undefined }
    }
    const mix: [number, number, () => Promise<Pick<ApiResponse, 'status' | 'body'>>][] = [
      [59, 200, send('POST', '/v3/documents', { content: 'y'.repeat(40) })],
      [20, 400, send('POST', '/v3/documents', { content: 17 })],
      [70, 200, send('GET', `/v3/documents/${id}`)],
      [30, 404, send('GET', '/v3/documents/nobody-has-this')],
      [10, 404, send('DELETE', '/v3/documents/nobody-has-this')],
      [25, 200, send('POST', '/v3/documents/list', {})],
      [15, 400, send('POST', '/v3/documents/list', { limit: 0 })],
      [20, 200, send('POST', '/v3/search', { q: 'xxx' })],
      [12, 403, sendWith(other.value, '/v3/documents', { content: 'z', containerTag: 'theirs' })],
      [13, 200, sendWith(other.value, '/v3/documents/list', {})],
      // These belong to no organization.
      [26, 401, sendWith('sm_unknown', '/v3/documents', { content: 'z' })],
    ]
    const queue = mix.flatMap(([times, status, ask]) =>
      Array.from({ length: times }, () => ({ status, ask })),
    )
    const sendAll = async () => {
      for (let next = queue.shift(); next; next = queue.shift())
        expect((await next.ask()).status).toBe(next.status)
    }
    await Promise.all(Array.from({ length: 8 }, sendAll))
    const { usage, hourly, byKey } = await untilRecorded(275)

    const counts = Object.fromEntries(notRequests(usage).map(({ type, count }) => [type, count]))
    expect(counts).toEqual({ add: 92, get: 100, delete: 10, list: 53, search: 20 })
    expect(total(byKey)).toBe(total(usage))
    expect(total(hourly)).toBe(total(usage))
    const keys = Object.fromEntries(byKey.map(key => [key.keyName, key]))
    expect(keys['one container']).toMatchObject({ count: 25, apiKeyId: other.id, keyId: other.id })
    expect(total(usage) - 25).toBe(keys.test!.count)
    for (const entry of [...usage, ...hourly, ...byKey]) expect(entry.avgDuration).toBeGreaterThan(0)
    for (const { lastUsed } of [...usage, ...byKey]) {
      expect(Date.parse(lastUsed)).toBeGreaterThanOrEqual(startedAt)
      expect(Date.parse(lastUsed)).toBeLessThanOrEqual(Date.now())
    }

    const errors = await read(errorsResponse, 'errors')
    expect(errors.errors).toEqual([
      { type: 'get', statusCode: 404, count: 30, percentage: 34.48 },
      { type: 'add', statusCode: 400, count: 20, percentage: 22.99 },
      { type: 'list', statusCode: 400, count: 15, percentage: 17.24 },
      { type: 'add', statusCode: 403, count: 12, percentage: 13.79 },
      { type: 'delete', statusCode: 404, count: 10, percentage: 11.49 },
    ])
    const summary = Object.fromEntries(errors.summary.map(row => [row.type, row]))
    expect(summary.add).toMatchObject({ totalRequests: 92, successRate: 65.22, errorRate: 34.78 })
    expect(summary.search).toMatchObject({ totalRequests: 20, successRate: 100, errorRate: 0 })
    expect(summary.delete).toMatchObject({ successRate: 0, errorRate: 100 })
    expect(errors.hourly.reduce((sum, { errorCount }) => sum + errorCount, 0)).toBe(87)
    expect(errors.byKey.map(({ keyName, errorCount }) => [keyName, errorCount])).toEqual([
      ['test', 75],
      ['one container', 12],
    ])
    expect(errors.byKey[1]?.errorRate).toBe(48)

    const chat = await read(chatResponse, 'chat')
    // No chat went through the router, so no tokens were spared. Tokens of documents and searches do not count here.
    const none = { current: 0, previousPeriod: 0 }
    const nothing = { tokensProcessed: none, tokensSent: none, totalTokensSaved: none, amountSaved: none }
    for (const span of ['7d', '30d', '90d', 'lifetime'] as const)
      expect(chat.overview[span], span).toEqual(nothing)
    const { latency, apiUsage } = chat.analytics
    expect(latency).toMatchObject({ unit: 'ms', current: expect.any(Number) })
    expect(latency.trend).toHaveLength(24)
    // An hour that has just begun has no requests yet.
    expect(Math.max(...latency.trend.slice(-2))).toBeGreaterThan(0)
    expect(apiUsage).toEqual({ current: expect.any(Number), limit: 0 })
    expect(apiUsage.current).toBeGreaterThanOrEqual(275)
  })

  test('a key shows when it was last used, once its requests are counted', async () => {
    const fresh = await server.newClient()
    const read = async () =>
      (
        await server.databases[0]!.admin.query(
          'select last_used_at as at from directory.keys where org = $1',
          [fresh.organization.id],
        )
      ).rows[0].at
    expect(await read()).toBeNull()
    const startedAt = Date.now()
    await fresh.request('POST', '/v3/documents/list', {})
    await untilRecorded(1, fresh)
    expect((await read()).getTime()).toBeGreaterThanOrEqual(startedAt)
  })

  test('an organization sees only its own counts', async () => {
    const [ada, bob] = await Promise.all([server.newClient(), server.newClient()])
    for (let i = 0; i < 3; i++) await ada.request('POST', '/v3/documents/list', {})
    await untilRecorded(3, ada)
    const { usage, byKey } = await read(usageResponse, 'usage', bob)
    expect(notRequests(usage)).toEqual([])
    expect(byKey.every(({ keyId }) => keyId === bob.key.split('_')[1])).toBe(true)
    expect((await read(chatResponse, 'chat', bob)).overview.lifetime.tokensProcessed.current).toBe(0)
  })

  test('an organization without requests gets empty lists and zeros', async () => {
    const fresh = await server.newClient()
    const usage = await read(usageResponse, 'usage?from=2020-01-01&to=2020-02-01', fresh)
    const pagination = { currentPage: 1, totalPages: 0, limit: 20, totalItems: 0 }
    expect(usage).toEqual({ usage: [], hourly: [], byKey: [], pagination })
    const errors = await read(errorsResponse, 'errors?from=2020-01-01&to=2020-02-01', fresh)
    expect(errors).toEqual({ errors: [], summary: [], hourly: [], byKey: [], pagination })
  })

  test.each([
    'period=2d',
    'from=yesterday',
    'from=2026-02-01&to=2026-01-01',
    'page=0',
    'limit=101',
    'limit=x',
  ])('?%s is refused', async query => {
    for (const path of ['usage', 'errors'])
      expect((await client.request('GET', `/v3/analytics/${path}?${query}`)).status).toBe(400)
  })
})
