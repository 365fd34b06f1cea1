import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { add, type Client, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { type PostgresProxy, startPostgresProxy } from '../../../test/postgres-proxy.ts'
import { createKey } from './create-organization.ts'

let server: TestServer
let directory: PostgresProxy
let scoped: Client

beforeAll(async () => {
  server = await startTestServer({
    isDirectoryApart: true,
    worker: false,
    async between(url, index) {
      if (index === 0) return url
      directory = await startPostgresProxy(url)
      return directory.url
    },
  })
  const made = await server.client.request('POST', '/v3/auth/scoped-key', {
    containerTag: 'ada',
    rateLimitMax: 4,
    rateLimitTimeWindow: 60_000,
  })
  scoped = server.clientFor(made.body.key)
})
afterAll(async () => {
  vi.useRealTimers()
  await server.close()
  await directory.close()
})

const list = (client: Client) => client.request('POST', '/v3/documents/list', {})

describe('while a directory of its own is away', () => {
  beforeAll(async () => {
    await add(server.client, { content: 'Ada grows tomatoes.', containerTag: 'ada' })
    expect((await server.client.request('POST', '/v4/profile', { containerTag: 'ada' })).status).toBe(200)
    expect((await list(scoped)).status).toBe(200)
    directory.refuse(true)
    // Longer than a key is fresh.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  })

  test('keys that were used before go on reading, searching, adding and asking for profiles', async () => {
    const { client } = server
    expect((await list(client)).status).toBe(200)
    const found = await client.request('POST', '/v3/search', { q: 'tomatoes', containerTags: ['ada'] })
    expect(found.status).toBe(200)
    expect((await client.request('POST', '/v4/profile', { containerTag: 'ada' })).status).toBe(200)
    expect(await add(client, { content: 'Ada grows beans.', containerTag: 'ada' })).toBeTypeOf('string')
  })

  test('a scoped key goes on within its limit, which each process then keeps by itself', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await list(scoped)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  })

  test('a scoped key still sees its container alone', async () => {
    const other = await add(server.client, { content: 'Bob is elsewhere.', containerTag: 'bob' })
    expect((await server.client.request('GET', `/v3/documents/${other}`)).status).toBe(200)
    const principal = await server.app.keys.findPrincipal(scoped.key)
    expect(principal?.containerTag).toBe('ada')
  })

  test('what has to be certain is refused with 503: unknown keys, new keys and settings', async () => {
    const { client } = server
    const pool = server.databases.at(-1)!.admin
    const unseen = await createKey({ name: 'directory', pool }, client.organization.id, 'new')
    const unknown = server.clientFor(unseen.value)
    for (const answer of [
      await list(unknown),
      await client.request('POST', '/v3/auth/scoped-key', { containerTag: 'ada' }),
      await client.request('PATCH', '/v3/settings', { chunkSize: 500 }),
    ])
      expect([answer.status, answer.body.code]).toEqual([503, 'cell.unavailable'])
  })

  test('/ready says so and stays ready', async () => {
    const { status, body } = await server.client.request('GET', '/ready')
    expect([status, body.status]).toEqual([200, 'ready'])
    expect(body.checks).toMatchObject({ main: 'ok', directory: 'failing' })
  })

  test('everything works again when it is back', async () => {
    directory.refuse(false)
    const { client } = server
    const made = await until(
      () => client.request('POST', '/v3/auth/scoped-key', { containerTag: 'ada' }),
      ({ status }) => status === 200,
    )
    expect((await list(server.clientFor(made.body.key))).status).toBe(200)
    expect((await client.request('GET', '/ready')).body.checks).toMatchObject({ directory: 'ok' })
  })
})
