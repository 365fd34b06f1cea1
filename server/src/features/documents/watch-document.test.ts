import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, startTestServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
let id: string
beforeAll(async () => {
  // Without a worker the document stays queued, and its streams stay open.
  server = await startTestServer({ worker: false })
  id = await add(server.client, { content: 'A text that waits.', containerTag: 'ada' })
})
afterAll(() => server.close())

type Stream = { status: number; headers: Headers; read(): Promise<string>; close(): void; body: Response }

async function watch(key: string): Promise<Stream> {
  const aborter = new AbortController()
  const response = await fetch(`${server.url}/v3/documents/${id}/events`, {
    headers: { authorization: `Bearer ${key}` },
    signal: aborter.signal,
  })
  const reader = response.body!.getReader()
  return {
    status: response.status,
    headers: response.headers,
    body: response,
    close: () => aborter.abort(),
    /** The next part of the stream, or nothing at its end. */
    read: async () => {
      const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }))
      return done ? '' : new TextDecoder().decode(value)
    },
  }
}

const newKey = async (): Promise<{ id: string; key: string }> =>
  (await server.client.request('POST', '/v3/auth/scoped-key', { containerTag: 'ada' })).body

describe('event streams', () => {
  test('are limited to twenty per key: the next gets 429, and other keys are not affected', async () => {
    const { key } = await newKey()
    const streams = await Promise.all(Array.from({ length: 20 }, () => watch(key)))
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await watch(key)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect(await refused.read()).toContain('stream.limited')
    const other = await watch(server.client.key)
    expect(other.status).toBe(200)
    for (const stream of [...streams, other]) stream.close()
    await expect.poll(async () => (await probe(key)).status, { timeout: 20_000 }).toBe(200)
  })

  test('of one document share their database reads', async () => {
    const { pool } = server.app.cells.of(server.client.organization.homeShard)
    let reads = 0
    const query = pool.connect.bind(pool) as () => ReturnType<typeof pool.connect>
    pool.connect = (() => {
      reads++
      return query()
    }) as typeof pool.connect
    const streams = await Promise.all(Array.from({ length: 15 }, () => watch(server.client.key)))
    for (const stream of streams) expect(await stream.read()).toContain('"status":"queued"')
    reads = 0
    const since = performance.now()
    await expect.poll(() => reads, { timeout: 30_000, interval: 10 }).toBeGreaterThanOrEqual(8)
    const ms = performance.now() - since
    pool.connect = query as typeof pool.connect
    for (const stream of streams) stream.close()
    // Fifteen streams without shared reads would make eight within the first second. With them there is one read a second,
    // beside two connections a second at most that write usage and the request log.
    expect(ms).toBeGreaterThan(1_500)
  })

  test('end when their key is disabled', async () => {
    const { id: keyId, key } = await newKey()
    const stream = await watch(key)
    expect(await stream.read()).toContain('"status":"queued"')
    await server.client.request('DELETE', `/v3/auth/scoped-key/${keyId}`)
    expect(await stream.read()).toBe('')
  })
})

async function probe(key: string): Promise<Stream> {
  const stream = await watch(key)
  stream.close()
  return stream
}
