import { describe, expect, test } from 'vitest'
import { get, newTag, post, until } from './client.ts'

type Row = { type: string; count: number; keyId: string; statusCode: number }

/** Creates a key for one test, so that its requests are counted separately. */
async function newKey(): Promise<{ id: string; key: string; name: string; containerTag: string }> {
  const containerTag = newTag()
  const { body } = await post('/v3/auth/scoped-key', { containerTag, name: newTag('key') })
  return { id: body.id, key: body.key, name: body.name, containerTag }
}

const keyRow = (rows: Row[], id: string) => rows.find(({ keyId }) => keyId === id)

/** Reads the pages until it finds the key, because the suite creates many keys. */
async function readKeyRow(report: 'usage' | 'errors', id: string): Promise<Row | undefined> {
  for (let page = 1; ; page++) {
    const { body } = await get(`/v3/analytics/${report}?period=1h&limit=100&page=${page}`)
    const row = keyRow(body.byKey, id)
    if (row || page >= body.pagination.totalPages) return row
  }
}

const untilCounted = (report: 'usage' | 'errors', id: string, count: number) =>
  until(
    () => readKeyRow(report, id),
    row => row?.count === count,
  )

describe('analytics', () => {
  test('MEM-27: a document with instant dreaming counts as two operations', async () => {
    const { id, key } = await newKey()
    await post('/v3/documents', { content: 'Counted twice.', dreaming: 'instant' }, { key })
    await post('/v3/documents', { content: 'Counted once.' }, { key })
    expect(await untilCounted('usage', id, 3)).toMatchObject({ count: 3 })
  })

  test('ANA-1, ANA-2: usage has every field and counts the requests of a key', async () => {
    const { id, key, name, containerTag } = await newKey()
    await post('/v3/documents', { content: 'Counted.' }, { key })
    for (let i = 0; i < 3; i++) await get('/v3/documents/nobody', { key })
    await post('/v3/search', { q: 'counted', containerTag }, { key })
    expect(await untilCounted('usage', id, 5)).toEqual({
      apiKeyId: id,
      keyId: id,
      keyName: name,
      count: 5,
      lastUsed: expect.any(String),
      avgDuration: expect.any(Number),
    })
    const { status, body } = await get('/v3/analytics/usage')
    expect(status).toBe(200)
    expect(Object.keys(body).toSorted()).toEqual(['byKey', 'hourly', 'pagination', 'usage'])
    const types = new Map(body.usage.map((row: Row) => [row.type, row]))
    for (const type of ['add', 'get', 'search'])
      expect(types.get(type)).toEqual({
        type,
        count: expect.any(Number),
        avgDuration: expect.any(Number),
        lastUsed: expect.any(String),
      })
    const [hour] = body.hourly
    expect(Date.parse(hour.hour)).toBe(hour.timestamp)
    expect(hour.timestamp % 3_600_000).toBe(0)
    expect(hour).toMatchObject({ count: expect.any(Number), avgDuration: expect.any(Number) })
  })

  test('ANA-3, ANA-4: errors have every field, and rates are percentages', async () => {
    const { id, key, name } = await newKey()
    for (let i = 0; i < 3; i++) await get('/v3/documents/nobody', { key })
    await post('/v3/documents/list', {}, { key })
    expect(await untilCounted('errors', id, 4)).toEqual({
      apiKeyId: id,
      keyId: id,
      keyName: name,
      count: 4,
      lastUsed: expect.any(String),
      errorRate: 75,
      errorCount: 3,
    })
    const { status, body } = await get('/v3/analytics/errors')
    expect(status).toBe(200)
    expect(Object.keys(body).toSorted()).toEqual(['byKey', 'errors', 'hourly', 'pagination', 'summary'])
    const notFound = body.errors.find((row: Row) => row.type === 'get' && row.statusCode === 404)
    expect(notFound).toMatchObject({ count: expect.any(Number), percentage: expect.any(Number) })
    const shares = body.errors.reduce((sum: number, row: { percentage: number }) => sum + row.percentage, 0)
    expect(shares).toBeGreaterThan(99)
    expect(shares).toBeLessThan(101)
    for (const row of body.summary) {
      expect(row.successRate + row.errorRate).toBeCloseTo(100, 1)
      expect(row).toMatchObject({ totalRequests: expect.any(Number), lastRequest: expect.any(String) })
    }
    for (const row of body.hourly)
      expect(row).toMatchObject({ errorRate: expect.any(Number), errorCount: expect.any(Number) })
  })

  test('ANA-5: chat has every field', async () => {
    const { status, body } = await get('/v3/analytics/chat')
    expect(status).toBe(200)
    const compared = { current: expect.any(Number), previousPeriod: expect.any(Number) }
    const savings = {
      totalTokensSaved: compared,
      tokensProcessed: compared,
      tokensSent: compared,
      amountSaved: compared,
    }
    expect(body.overview).toEqual({ '7d': savings, '30d': savings, '90d': savings, lifetime: savings })
    const { usage, latency, apiUsage } = body.analytics
    expect(Object.keys(usage.tokensByDay)).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
    expect(Object.keys(usage.tokensByDay)).toContain(usage.currentDay)
    expect(latency).toMatchObject({ current: expect.any(Number), unit: 'ms' })
    expect(latency.trend).toHaveLength(24)
    expect(apiUsage).toEqual({ current: expect.any(Number), limit: 0 })
  })

  test('ANA-6: keys are listed in pages, 20 per page by default', async () => {
    for (const { id, key } of [await newKey(), await newKey()]) {
      await get('/v3/session', { key })
      await untilCounted('usage', id, 1)
    }
    const [first, second] = await Promise.all(
      [1, 2].map(page => get(`/v3/analytics/usage?limit=1&page=${page}`)),
    )
    expect(first!.body.byKey).toHaveLength(1)
    expect(second!.body.byKey).toHaveLength(1)
    expect(first!.body.pagination).toMatchObject({ currentPage: 1, limit: 1 })
    expect(first!.body.pagination.totalPages).toBe(first!.body.pagination.totalItems)
    expect((await get('/v3/analytics/usage')).body.pagination.limit).toBe(20)
  })

  test.for([
    ['period=1h', 200],
    ['period=24h', 200],
    ['period=7d', 200],
    ['period=30d', 200],
    ['period=all', 200],
    ['period=2h', 400],
    ['from=2026-01-01&to=2026-01-02T00:00:00Z', 200],
    ['from=2026-01-02&to=2026-01-01', 400],
    ['from=yesterday', 400],
    ['limit=100', 200],
    ['limit=101', 400],
    ['limit=0', 400],
    ['page=0', 400],
  ] as const)('ANA-7: an analytics query with %s returns %i', async ([query, status]) => {
    for (const report of ['usage', 'errors'])
      expect((await get(`/v3/analytics/${report}?${query}`)).status).toBe(status)
  })

  test('ANA-8: a period without requests has no counts', async () => {
    const { body } = await get('/v3/analytics/usage?from=2001-01-01&to=2001-02-01')
    expect(body).toMatchObject({ usage: [], hourly: [], byKey: [], pagination: { totalItems: 0 } })
  })

  test('ANA-9: a scoped key may not read analytics', async () => {
    const { key } = await newKey()
    for (const report of ['usage', 'errors', 'chat'])
      expect((await get(`/v3/analytics/${report}`, { key })).status).toBe(403)
  })

  test('ANA-10, ANA-11: the request log has the requests of a key, and is filtered', async () => {
    const { id, key, name } = await newKey()
    await get('/v3/documents/nobody', { key })
    await post('/v3/documents', { content: 'Logged.' }, { key })
    const read = async (query: string) =>
      (await get(`/v3/analytics/requests?keyId=${id}${query}`)).body.requests
    const requests = await until(
      () => read(''),
      found => found.length === 2,
    )
    expect(requests[1]).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      method: 'GET',
      route: '/v3/documents/:id',
      operation: 'get',
      status: 404,
      durationMs: expect.any(Number),
      keyId: id,
      keyName: name,
    })
    expect(await read('&status=4xx')).toHaveLength(1)
    expect(await read('&operation=add')).toMatchObject([{ route: '/v3/documents' }])
    const { body } = await get(`/v3/analytics/requests?keyId=${id}&limit=1`)
    expect(await read(`&before=${body.next}`)).toEqual([requests[1]])
  })

  test('ANA-12, ANA-13: latency has percentiles, and spending has days', async () => {
    const { operations } = await until(
      async () => (await get('/v3/analytics/latency')).body,
      body => body.operations.length > 0,
    )
    expect(operations[0].p50).toBeLessThanOrEqual(operations[0].p99)
    const { status, body } = await get('/v3/analytics/spending?days=7')
    expect(status).toBe(200)
    expect(body).toEqual({
      totalUsd: expect.any(Number),
      days: expect.any(Array),
      isComplete: expect.any(Boolean),
    })
  })
})
