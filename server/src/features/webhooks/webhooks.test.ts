import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ApiResponse,
  add,
  type Client,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../test/harness.ts'
import { type Receiver, startReceiver } from '../../../test/webhook-receiver.ts'
import { resealEndpoints } from './reseal-endpoints.ts'

let server: TestServer
let receiver: Receiver
let client: Client
beforeAll(async () => {
  receiver = await startReceiver()
  server = await startTestServer({
    cellCount: 2,
    config: { FETCH_ALLOW: '127.0.0.1', WEBHOOK_TIMEOUT_MS: 1_000, WEBHOOK_SLOTS: 4 },
  })
  client = server.client
})
afterAll(async () => {
  await server?.close()
  await receiver?.close()
})

let paths = 0
const newPath = () => `/hook-${++paths}`

async function create(path: string, body: Record<string, unknown> = {}, by = client) {
  const answer = await by.request('POST', '/v3/webhooks', {
    url: receiver.url + path,
    events: ['document.done', 'document.failed'],
    ...body,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body as { id: string; secret: string }
}

const deliveriesOf = async (id: string, query = '', by = client) =>
  (await by.request('GET', `/v3/webhooks/${id}/deliveries${query}`)).body.deliveries as ApiResponse['body'][]

const received = (path: string, count: number) =>
  until(
    async () => receiver.of(path),
    found => found.length >= count,
    20_000,
  )

/** As the owner, in every cell: makes what is to happen later happen now. */
async function everywhere(statement: string): Promise<void> {
  for (const { admin } of server.databases) await admin.query(statement)
}

const now = () =>
  everywhere(`update cell.webhook_subscriptions set paused_until = null;
    update cell.webhook_deliveries set due_at = now() where due_at is not null`)

describe('events', () => {
  test('a document that is done is told of once, signed, and without its text', async () => {
    const path = newPath()
    const { id, secret } = await create(path)
    const document = await add(client, {
      content: 'Ada fires her kiln on Sundays.',
      customId: 'kiln-note',
      containerTag: 'events_done',
    })
    const [message] = await received(path, 1)
    expect(new Webhook(secret).verify(message!.text, message!.headers as Record<string, string>)).toEqual({
      type: 'document.done',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { id: document, customId: 'kiln-note', containerTags: ['events_done'] },
    })
    expect(message!.id).toMatch(/^evt_[1-9A-HJ-NP-Za-km-z]{22}$/)
    expect(message!.text).not.toContain('kiln on Sundays')
    const [delivery] = await until(
      () => deliveriesOf(id),
      ([first]) => first?.state === 'delivered',
    )
    expect(delivery).toMatchObject({ eventId: message!.id, type: 'document.done', nextAttemptAt: null })
    expect(delivery.attempts).toEqual([
      { at: expect.any(String), status: 204, durationMs: expect.any(Number), error: null },
    ])
    expect(receiver.of(path)).toHaveLength(1)
  })

  test('a document that fails is told of with its error code', async () => {
    const path = newPath()
    await create(path)
    const id = await add(client, { content: 'http://10.11.12.13/page', containerTag: 'events_failed' })
    expect((await untilFinished(client, id)).status).toBe('failed')
    const [message] = await received(path, 1)
    expect(message!.body).toMatchObject({
      type: 'document.failed',
      data: { id, error: 'fetch.blocked_address' },
    })
  })

  test('a memory is told of when it is formed, superseded and forgotten', async () => {
    const path = newPath()
    await create(path, { events: ['memory.formed', 'memory.superseded', 'memory.forgotten'] })
    const containerTag = 'events_memories'
    const memories = [{ content: 'Ada prefers tea.' }]
    const added = await client.request('POST', '/v4/memories', { containerTag, memories })
    const first = added.body.memories[0].id
    const updated = await client.request('PATCH', '/v4/memories', {
      containerTag,
      id: first,
      newContent: 'Ada prefers coffee.',
    })
    const second = updated.body.id
    await client.request('DELETE', '/v4/memories', { containerTag, id: second })
    const messages = await received(path, 4)
    const told = messages
      .map(({ body: { type, data } }) => `${type} ${data.id} ${data.version} ${data.containerTag}`)
      .sort()
    expect(told).toEqual(
      [
        `memory.formed ${first} 1 ${containerTag}`,
        `memory.superseded ${first} 1 ${containerTag}`,
        `memory.formed ${second} 2 ${containerTag}`,
        `memory.forgotten ${second} 2 ${containerTag}`,
      ].sort(),
    )
    const formed = messages.find(({ body }) => body.data.id === second && body.type === 'memory.formed')
    expect(formed!.body.data).toMatchObject({ parentId: first, rootId: first })
  })

  test('an endpoint gets only the events and container tags that it has chosen', async () => {
    const [tagged, failures, all] = [newPath(), newPath(), newPath()]
    await create(tagged, { containerTags: ['events_chosen'] })
    await create(failures, { events: ['document.failed'] })
    await create(all)
    const other = await add(client, { content: 'Not chosen.', containerTag: 'events_other' })
    const chosen = await add(client, { content: 'Chosen.', containerTag: 'events_chosen' })
    const toAll = await received(all, 2)
    expect(toAll.map(({ body }) => body.data.id).sort()).toEqual([chosen, other].sort())
    const [message] = await received(tagged, 1)
    expect(message!.body.data.id).toBe(chosen)
    // Two endpoints get the same event under the same id.
    expect(toAll.find(({ body }) => body.data.id === chosen)!.id).toBe(message!.id)
    expect([receiver.of(tagged).length, receiver.of(failures).length]).toEqual([1, 0])
  })

  test('another organization hears nothing', async () => {
    const path = newPath()
    const stranger = await server.newClient()
    await create(path, {}, stranger)
    const mine = newPath()
    await create(mine)
    await add(client, { content: 'Mine alone.', containerTag: 'events_mine' })
    await received(mine, 1)
    await add(stranger, { content: 'Theirs.', containerTag: 'events_theirs' })
    expect((await received(path, 1)).map(({ body }) => body.data.containerTags)).toEqual([['events_theirs']])
  })
})

describe('a receiver that fails', () => {
  test('gets the same message again under the same id, after a pause', async () => {
    const path = newPath()
    receiver.answer(path, response => response.writeHead(500).end())
    const { id } = await create(path)
    await add(client, { content: 'Try again.', containerTag: 'fails_once' })
    const [pending] = await until(
      () => deliveriesOf(id),
      ([first]) => first?.attempts.length === 1,
    )
    expect(pending).toMatchObject({ state: 'pending', attempts: [{ status: 500, error: null }] })
    const wait = Date.parse(pending.nextAttemptAt) - Date.parse(pending.attempts[0].at)
    expect(wait).toBeGreaterThan(3_500)
    expect(wait).toBeLessThan(7_000)
    const { body: endpoint } = await client.request('GET', `/v3/webhooks/${id}`)
    expect(endpoint).toMatchObject({ enabled: true, failures: 1, failingSince: expect.any(String) })
    receiver.answer(path, response => response.writeHead(200).end('ok'))
    await now()
    const [first, second] = await received(path, 2)
    expect([second!.id, second!.text]).toEqual([first!.id, first!.text])
    await until(
      () => client.request('GET', `/v3/webhooks/${id}`),
      ({ body }) => body.failures === 0 && body.failingSince === null,
    )
  })

  test('is not followed to another address, and gets no answer within the time: both are failures', async () => {
    const [redirecting, silent] = [newPath(), newPath()]
    const target = newPath()
    receiver.answer(redirecting, response =>
      response.writeHead(307, { location: receiver.url + target }).end(),
    )
    receiver.answer(silent, () => undefined)
    const hooks = [await create(redirecting), await create(silent)]
    await add(client, { content: 'Do not follow.', containerTag: 'fails_oddly' })
    const [moved, late] = await Promise.all(
      hooks.map(({ id }) =>
        until(
          () => deliveriesOf(id),
          ([first]) => first?.attempts.length > 0,
        ),
      ),
    )
    expect(moved![0].attempts[0]).toMatchObject({ status: 307, error: null })
    expect(late![0].attempts[0]).toMatchObject({ status: null, error: 'fetch.timeout' })
    expect(receiver.of(target)).toEqual([])
  })

  test('in a private network gets nothing unless the server allows it', async () => {
    const answer = await client.request('POST', '/v3/webhooks', {
      url: 'http://10.11.12.13/hook',
      events: ['document.done'],
    })
    const { id } = answer.body
    await client.request('POST', `/v3/webhooks/${id}/test`)
    const [delivery] = await until(
      () => deliveriesOf(id),
      ([first]) => first?.attempts.length > 0,
    )
    expect(delivery.attempts[0]).toMatchObject({ status: null, error: 'fetch.blocked_address' })
  })

  test('is switched off when it answers 410, and says so', async () => {
    const path = newPath()
    receiver.answer(path, response => response.writeHead(410).end())
    const { id } = await create(path)
    await client.request('POST', `/v3/webhooks/${id}/test`)
    const { body } = await until(
      () => client.request('GET', `/v3/webhooks/${id}`),
      ({ body }) => !body.enabled,
    )
    expect(body).toMatchObject({ disabledReason: 'gone', disabledAt: expect.any(String) })
    const refused = await client.request('POST', `/v3/webhooks/${id}/test`)
    expect([refused.status, refused.body.code]).toEqual([409, 'webhook.disabled'])
  })

  test('is switched off after days of failures; once on again, all failed events are replayed', async () => {
    const path = newPath()
    receiver.answer(path, response => response.writeHead(503).end())
    const { id } = await create(path)
    const documents = [
      await add(client, { content: 'One of two.', containerTag: 'fails_for_days' }),
      await add(client, { content: 'Two of two.', containerTag: 'fails_for_days_too' }),
    ]
    await until(
      () => deliveriesOf(id),
      found => found.length === 2 && found.every(({ attempts }) => attempts.length > 0),
    )
    await everywhere(
      `update cell.webhook_subscriptions set failing_since = now() - interval '4 days' where failures > 0`,
    )
    await now()
    const { body } = await until(
      () => client.request('GET', `/v3/webhooks/${id}`),
      ({ body }) => !body.enabled,
    )
    expect(body.disabledReason).toBe('failing')
    // Nothing is noted for an endpoint that is off.
    await untilFinished(client, await add(client, { content: 'Unheard.', containerTag: 'fails_for_days' }))
    await until(
      () => deliveriesOf(id, '?state=failed'),
      found => found.length === 2,
    )
    receiver.answer(path, response => response.writeHead(204).end())
    const on = await client.request('PATCH', `/v3/webhooks/${id}`, { enabled: true })
    expect(on.body).toMatchObject({ enabled: true, failures: 0, failingSince: null, disabledReason: null })
    const before = receiver.of(path).length
    const replay = await client.request('POST', `/v3/webhooks/${id}/replay`, { failed: true })
    expect(replay.body).toEqual({ replayed: 2, hasMore: false })
    const messages = (await received(path, before + 2)).slice(before)
    expect(messages.map(({ body }) => body.data.id).sort()).toEqual(documents.sort())
  })

  test('delays nobody else, however many of it there are', async () => {
    const crowd = await server.newClient()
    for (let i = 0; i < 8; i++) {
      const path = newPath()
      receiver.answer(path, () => undefined)
      await create(path, {}, crowd)
    }
    await add(crowd, { content: 'Never answered.', containerTag: 'silence' })
    await until(
      async () => receiver.messages.filter(({ body }) => body.data.containerTags?.[0] === 'silence').length,
      count => count >= 2,
    )
    const path = newPath()
    const quick = await server.newClient()
    const { id } = await create(path, {}, quick)
    for (let i = 0; i < 3; i++) await quick.request('POST', `/v3/webhooks/${id}/test`)
    await received(path, 3)
    const found = await until(
      () => deliveriesOf(id, '', quick),
      all => all.every(({ state }) => state === 'delivered'),
    )
    const waits = found.map(({ createdAt, attempts }) => Date.parse(attempts[0].at) - Date.parse(createdAt))
    // The others hold their slots for a second each. One of ours at a time is waited for, not all eight.
    expect(Math.max(...waits)).toBeLessThan(3_000)
  })
})

describe('replay', () => {
  test('sends chosen events again, delivered ones too, under their ids', async () => {
    const path = newPath()
    const { id } = await create(path)
    for (let i = 0; i < 2; i++) await client.request('POST', `/v3/webhooks/${id}/test`)
    await received(path, 2)
    const [latest] = await until(
      () => deliveriesOf(id),
      found => found.every(({ state }) => state === 'delivered'),
    )
    const events = [latest.eventId, 'evt_1CbgdhVREVkT2TV2Z8FYBo']
    const replay = await client.request('POST', `/v3/webhooks/${id}/replay`, { events })
    expect(replay.body).toEqual({ replayed: 1, hasMore: false })
    const messages = await received(path, 3)
    expect(messages[2]!.id).toBe(latest.eventId)
    const [again] = await until(
      () => deliveriesOf(id),
      ([first]) => first.attempts.length === 2,
    )
    expect(again.attempts.map(({ status }: { status: number }) => status)).toEqual([204, 204])
  })

  test('asks for either events or all that failed', async () => {
    const { id } = await create(newPath())
    for (const body of [{}, { failed: true, events: ['evt_1CbgdhVREVkT2TV2Z8FYBo'] }])
      expect((await client.request('POST', `/v3/webhooks/${id}/replay`, body)).status).toBe(400)
  })
})

describe('endpoints', () => {
  test('are created, listed, changed and deleted, and show their secret once', async () => {
    const owner = await server.newClient({ spread: true })
    const path = newPath()
    const { id, secret } = await create(path, { description: 'Index', containerTags: ['a', 'a'] }, owner)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { body: listed } = await owner.request('GET', '/v3/webhooks')
    expect(listed.webhooks).toMatchObject([
      { id, url: receiver.url + path, description: 'Index', containerTags: ['a'], enabled: true },
    ])
    expect(JSON.stringify(listed)).not.toContain('whsec_')
    const changes = { containerTags: null, events: ['memory.formed'], description: null }
    const changed = await owner.request('PATCH', `/v3/webhooks/${id}`, changes)
    expect(changed.body).toMatchObject(changes)
    expect((await client.request('GET', `/v3/webhooks/${id}`)).status).toBe(404)
    expect((await owner.request('DELETE', `/v3/webhooks/${id}`)).status).toBe(200)
    const gone = await owner.request('DELETE', `/v3/webhooks/${id}`)
    expect([gone.status, gone.body.code]).toEqual([404, 'webhook.not_found'])
    expect((await owner.request('GET', '/v3/webhooks')).body.webhooks).toEqual([])
  })

  test('sign with two secrets for a while after a rotation', async () => {
    const path = newPath()
    const { id, secret: old } = await create(path)
    const rotated = await client.request('POST', `/v3/webhooks/${id}/rotate-secret`, { overlapHours: 1 })
    const left = Date.parse(rotated.body.previousSecretUntil) - Date.now()
    expect(left).toBeGreaterThan(3_500_000)
    await client.request('POST', `/v3/webhooks/${id}/test`)
    const [message] = await received(path, 1)
    for (const secret of [old, rotated.body.secret])
      new Webhook(secret).verify(message!.text, message!.headers as Record<string, string>)
    const ended = await client.request('POST', `/v3/webhooks/${id}/rotate-secret`, { overlapHours: 0 })
    expect(ended.body.previousSecretUntil).toBeNull()
    await client.request('POST', `/v3/webhooks/${id}/test`)
    const [, next] = await received(path, 2)
    const headers = next!.headers as Record<string, string>
    new Webhook(ended.body.secret).verify(next!.text, headers)
    expect(() => new Webhook(rotated.body.secret).verify(next!.text, headers)).toThrow()
  })

  test('have their secrets sealed in the database', async () => {
    const { secret } = await create(newPath())
    for (const { admin } of server.databases) {
      const { rows } = await admin.query('select secret::text as text from cell.webhook_endpoints')
      expect(rows.length).toBeGreaterThan(0)
      for (const { text } of rows) expect(text).not.toContain(secret.slice(6))
    }
  })

  test('have their secrets sealed with a new key, each once, and none is lost', async () => {
    const owner = await server.newClient()
    await create(newPath(), {}, owner)
    const { id: org, homeShard } = owner.organization
    const [old, next] = [server.app.secretsKey, randomBytes(32)]
    const cell = server.app.cells.of(homeShard)
    const seal = async (keys: [Buffer, ...Buffer[]]) => {
      const report = { secrets: 0, resealed: 0, unreadable: [] as string[] }
      await resealEndpoints(cell, org, keys, report)
      return report
    }
    expect(await seal([next])).toMatchObject({ resealed: 0, unreadable: [expect.stringContaining(org)] })
    expect(await seal([next, old])).toEqual({ secrets: 1, resealed: 1, unreadable: [] })
    expect(await seal([next, old])).toEqual({ secrets: 1, resealed: 0, unreadable: [] })
    expect(await seal([next])).toEqual({ secrets: 1, resealed: 0, unreadable: [] })
  })

  test('are at most 20 in an organization', async () => {
    const many = await server.newClient()
    for (let i = 0; i < 20; i++) await create(newPath(), { enabled: false }, many)
    const refused = await many.request('POST', '/v3/webhooks', {
      url: receiver.url,
      events: ['document.done'],
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'webhook.too_many'])
  })

  test.each(['ftp://example.org/', 'https://user:pass@example.org/', 'nowhere'])(
    'have an http address without a password, and not %s',
    async url => {
      const refused = await client.request('POST', '/v3/webhooks', { url, events: ['document.done'] })
      expect(refused.status).toBe(400)
    },
  )
})
