import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { layouts, startTestServer, type TestServer } from '../../../test/harness.ts'

const count = 150
const contentOf = (n: number) => `Document ${n} about kilns.\n${'clay "and" fire\n'.repeat(5_000)}`

describe.each(layouts)('a streamed list on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ cellCount, worker: false, config: { DATABASE_POOL_SIZE: 2 } })
    for (const containerTag of ['ada', 'bo', 'cleo']) {
      const own = Array.from({ length: count / 3 }, (_, n) => ({
        content: contentOf(n),
        customId: `${containerTag}-${n}`,
      }))
      await server.client.request('POST', '/v3/documents/batch', { containerTag, documents: own })
    }
  })
  afterAll(() => server.close())

  const list = async (path: string, body: object) =>
    (await server.client.request('POST', path, body)).body as {
      memories: { id: string; content?: string }[]
      documents: { id: string }[]
      pagination: { totalItems: number }
    }

  test.each(['createdAt', 'updatedAt'])(
    'has the same items in the same order as short pages, by %s',
    async sort => {
      const whole = await list('/v3/documents/list', { limit: 1100, includeContent: true, sort })
      expect(whole.pagination.totalItems).toBe(count)
      const pages = []
      for (const page of [1, 2, 3]) {
        const { memories } = await list('/v3/documents/list', { limit: 50, page, sort })
        pages.push(...memories)
      }
      expect(whole.memories.map(({ content: _, ...item }) => item)).toEqual(pages)
      expect(new Set(whole.memories.map(({ content }) => content))).toEqual(
        new Set(Array.from({ length: count / 3 }, (_, n) => contentOf(n))),
      )
      const light = await list('/v3/documents/list', { limit: 1100, sort })
      expect(light.memories).toEqual(pages)
    },
  )

  test('of whole documents with their memories contains every document once', async () => {
    const { documents, pagination } = await list('/v3/documents/documents', { limit: 1100 })
    expect(pagination.totalItems).toBe(count)
    expect(new Set(documents.map(({ id }) => id)).size).toBe(count)
  })

  test('holds no Postgres connection while its clients do not read', async () => {
    const body = JSON.stringify({ limit: 1100, includeContent: true })
    const sockets = await Promise.all(Array.from({ length: 8 }, () => beginAndStop(server, body)))
    const { status } = await server.client.request('POST', '/v3/documents/list', { limit: 10 })
    expect(status).toBe(200)
    const { pool } = server.app.cells.of(server.client.organization.homeShard)
    // A list may still read one more part that fits into the socket's buffers.
    await vi.waitFor(() => expect(pool.totalCount - pool.idleCount).toBe(0), 20_000)
    for (const socket of sockets) socket.destroy()
  })

  test('is refused to a key that reads none of its 20 others, while its short lists are answered', async () => {
    const body = JSON.stringify({ limit: 1100, includeContent: true })
    const sockets = await Promise.all(Array.from({ length: 20 }, () => beginAndStop(server, body)))
    const { client } = server
    const refused = await client.request('POST', '/v3/documents/list', { limit: 1100, includeContent: true })
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ code: 'concurrency.limited' })
    expect((await client.request('POST', '/v3/documents/list', { limit: 10 })).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(
      async () => expect((await list('/v3/documents/list', JSON.parse(body))).memories).toHaveLength(count),
      20_000,
    )
  })
})

/** Requests a long list and stops reading after the first bytes. */
async function beginAndStop({ port, client }: TestServer, body: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /v3/documents/list HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${client.key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  await once(socket, 'readable')
  expect(String(socket.read(12))).toBe('HTTP/1.1 200')
  return socket
}
