import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiResponse, layouts, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { Caller } from '../../../test/lost-commits/write.ts'
import { type PostgresProxy, startPostgresProxy } from '../../../test/postgres-proxy.ts'
import type { Principal } from '../../platform/access/principal.ts'
import { SHARD_COUNT } from '../../platform/lib/ids.ts'
import { placeContainer } from '../containers/place-container.ts'
import { toIdempotentRequest } from './answer-once.ts'

describe('the request of an Idempotency-Key', () => {
  const principal = { organization: { id: 'org', homeShard: 3 }, key: { id: 'k' } } as Principal
  const read = (idempotencyKey: string | undefined, body: unknown, route = 'POST /v3/documents') =>
    toIdempotentRequest(principal, { route, idempotencyKey, body })

  test('is none without the header, and has a key of at most 255 characters', () => {
    expect(read(undefined, {})).toBeUndefined()
    expect(read('k'.repeat(255), {})).toMatchObject({ org: 'org', homeShard: 3, principal: 'k' })
    expect(() => read('k'.repeat(256), {})).toThrow('at most 255 characters')
  })

  test('tells bodies apart by every value and by the order of items, and knows the same body again', () => {
    const hashOf = (body: unknown) => read('key', body)!.requestHash.toString('hex')
    const bodies = [{}, [], null, { a: 1 }, { a: '1' }, { a: [1, 2] }, { a: [2, 1] }, { a: null }, { b: 1 }]
    expect(new Set(bodies.map(hashOf)).size).toBe(bodies.length)
    expect(hashOf(structuredClone(bodies[5]))).toBe(hashOf(bodies[5]))
  })
})

describe.each(layouts)('an Idempotency-Key on $layout', ({ cellCount }) => {
  let server: TestServer
  let caller: Caller
  let proxy: PostgresProxy | undefined
  beforeAll(async () => {
    server = await startTestServer({
      cellCount,
      worker: false,
      async between(url, cell) {
        if (cell === 0) return url
        proxy = await startPostgresProxy(url)
        return proxy.url
      },
    })
    caller = new Caller(server.url, server.client.key)
  })
  afterAll(async () => {
    await server.close()
    await proxy?.close()
  })

  const keyed = (key: string) => ({ 'idempotency-key': key })
  const add = (who: Caller, key: string, containerTag: string, content = 'Said once.') =>
    who.send('POST', '/v3/documents', { content, containerTag }, keyed(key))
  const totalOf = async (containerTag: string, who = caller) =>
    (await who.send('POST', '/v3/documents/list', { containerTag })).body.pagination.totalItems
  const admins = () => server.databases.map(({ admin }) => admin)

  async function scopedTo(containerTag: string): Promise<Caller> {
    const { body } = await caller.send('POST', '/v3/auth/scoped-key', { containerTag })
    return new Caller(server.url, body.key)
  }

  test('belongs to the API key that sends it, so another API key may use the same value', async () => {
    const [ada, bob] = [await scopedTo('ada'), await scopedTo('bob')]
    const answers = [
      await add(ada, 'same', 'ada', 'Of Ada.'),
      await add(bob, 'same', 'bob', 'Of Bob.'),
      await add(caller, 'same', 'all', 'Of all.'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3)
    expect((await add(bob, 'same', 'bob', 'Of Bob.')).body).toEqual(answers[1]!.body)
  })

  test('with another body is refused, whatever that body would do, and without a Retry-After', async () => {
    const key = randomUUID()
    expect((await add(caller, key, 'bound-0')).status).toBe(200)
    for (let n = 1; n < 6; n++) {
      const { status, headers } = await add(caller, key, `bound-${n}`)
      expect(status).toBe(409)
      expect(headers.get('x-should-retry')).toBe('false')
      expect(headers.get('retry-after')).toBeNull()
      expect(await totalOf(`bound-${n}`)).toBe(0)
    }
  })

  test("is locked while the first request runs, and free as soon as that request's process dies", async () => {
    const key = randomUUID()
    await add(caller, randomUUID(), 'busy')
    const lockers = await Promise.all(admins().map(admin => admin.connect()))
    for (const locker of lockers) await locker.query('begin; lock table cell.revisions in exclusive mode')
    const first = add(caller, key, 'busy')
    const waiting = () =>
      Promise.all(
        admins().map(admin =>
          admin.query<{ pid: number }>(
            `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        ),
      ).then(found => found.flatMap(({ rows }) => rows))
    await until(waiting, rows => rows.length > 0)
    const second = await add(caller, key, 'busy')
    expect(second).toMatchObject({ status: 409, body: { code: 'request.conflict', retryAfterSeconds: 1 } })
    expect(second.headers.get('x-should-retry')).toBe('true')
    for (const [i, admin] of admins().entries()) {
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      await lockers[i]!.query('rollback')
      lockers[i]!.release()
    }
    expect((await first).status).toBe(503)
    const again = await until(
      () => add(caller, key, 'busy'),
      ({ status }: ApiResponse) => status === 200,
      5_000,
    )
    expect(again.status).toBe(200)
    expect(await totalOf('busy')).toBe(2)
  })

  test('returns the stored answer to a request that has filled the quota, alone or in a batch', async () => {
    const client = await server.newClient({ spread: cellCount > 1 })
    const owner = new Caller(server.url, client.key)
    await server.databases[0]!.admin.query(
      'update directory.organizations set token_quota = 20 where id = $1',
      [client.organization.id],
    )
    await until(
      () => owner.send('POST', '/v3/documents', { content: 'x'.repeat(1_000) }),
      ({ status }: ApiResponse) => status === 402,
    )
    const documents = ['a'.repeat(36), 'b'.repeat(36)].map((content, n) => ({
      content,
      containerTag: `full-${n}`,
    }))
    const send = () => owner.send('POST', '/v3/documents/batch', { documents }, keyed('batch'))
    const first = await send()
    expect(first.body).toMatchObject({ success: 2, failed: 0 })
    // As if the process had died before it stored the answer to the whole.
    for (const admin of admins())
      await admin.query('update cell.idempotency_keys set response = null where item = -1 and org = $1', [
        client.organization.id,
      ])
    await until(
      () => owner.send('POST', '/v3/documents', { content: 'No room.' }),
      ({ status }: ApiResponse) => status === 402,
    )
    expect((await send()).body).toEqual(first.body)
    const other = await owner.send('POST', '/v3/documents/batch', { documents: ['Other.'] }, keyed('other'))
    expect(other.status).toBe(402)
  })

  test('of memories stores none of their words', async () => {
    const body = {
      containerTag: 'words',
      memories: [{ content: 'The user likes marzipan.', isStatic: true }],
    }
    const send = () => caller.send('POST', '/v4/memories', body, keyed('words'))
    const first = await send()
    expect(first.status).toBe(201)
    expect((await send()).body).toEqual(first.body)
    for (const admin of admins()) {
      const { rows } = await admin.query(
        `select from cell.idempotency_keys where response::text ilike '%marzipan%'`,
      )
      expect(rows).toEqual([])
    }
  })

  // Needs a second cell, which still works while the first is down.
  if (cellCount === 1) return
  test('lets a batch be sent again after a cell was down, and adds the missing documents', async () => {
    const second = proxy!
    const homeShard = [...Array(SHARD_COUNT).keys()].find(
      shard => server.app.cells.of(shard).name === 'main',
    )!
    const { key, organization } = await server.newClient({ spread: true, homeShard })
    const owner = new Caller(server.url, key)
    // Four in each cell: eight tags of a new organization all fall to one cell once in 128 runs.
    const placed = Map.groupBy(
      Array.from({ length: 100 }, (_, n) => `away-${n}`),
      tag => server.app.cells.of(placeContainer(organization, tag)).name,
    )
    const tags = [...placed.values()].flatMap(inOneCell => inOneCell.slice(0, 4))
    const documents = tags.map(containerTag => ({ content: `In ${containerTag}`, containerTag }))
    const send = (name: string, some = documents) =>
      owner.send('POST', '/v3/documents/batch', { documents: some }, keyed(name))
    await send('warm')
    second.refuse(true)
    const partly = await send('partly')
    expect(partly.status).toBe(200)
    const missing = partly.body.results.filter(({ retryable }: { retryable?: true }) => retryable)
    expect(missing.length).toBeGreaterThan(0)
    expect(partly.body).toMatchObject({ failed: missing.length, success: 8 - missing.length })
    expect(missing[0]).toMatchObject({ status: 'error', code: 'cell.unavailable', retryable: true })
    const away = documents.filter((_, n) => partly.body.results[n].retryable)
    const none = await send('none', away)
    expect(none).toMatchObject({ status: 503, body: { code: 'cell.unavailable' } })
    expect(none.headers.get('retry-after')).toBe('5')
    second.refuse(false)
    const whole = await until(
      () => send('partly'),
      ({ body }: ApiResponse) => body.failed === 0,
    )
    for (const [n, result] of partly.body.results.entries())
      if (!result.retryable) expect(whole.body.results[n]).toEqual(result)
    expect((await send('none', away)).body).toMatchObject({ failed: 0 })
    for (const [n, tag] of tags.entries())
      expect(await totalOf(tag, owner)).toBe(partly.body.results[n].retryable ? 3 : 2)
  })
})
