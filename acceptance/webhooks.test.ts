import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchableHost, get, newTag, otherKey, post, remove, request, until } from './client.ts'

type Message = { path: string; headers: IncomingHttpHeaders; text: string }

const messages: Message[] = []
/** Statuses that a path answers with, in turn; then 204. */
const answers = new Map<string, number[]>()
let server: Server
let base: string
const created: string[] = []

beforeAll(async () => {
  server = createServer(async (incoming, response) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const path = incoming.url ?? ''
    messages.push({ path, headers: incoming.headers, text: Buffer.concat(parts).toString() })
    response.writeHead(answers.get(path)?.shift() ?? 204, { location: '/elsewhere' }).end()
  })
  await new Promise<void>(resolve => server.listen(0, fetchableHost ?? '127.0.0.1', resolve))
  base = `http://${fetchableHost ?? '127.0.0.1'}:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const id of created) await remove(`/v3/webhooks/${id}`)
  server.closeAllConnections()
  server.close()
})

async function create(path: string, body: Record<string, unknown> = {}) {
  const answer = await post('/v3/webhooks', { url: base + path, events: ['document.done'], ...body })
  if (answer.status === 201) created.push(answer.body.id)
  return answer
}

const patch = (id: string, body: unknown) => request('PATCH', `/v3/webhooks/${id}`, body)

const receivedAt = (path: string, count = 1) =>
  until(
    async () => messages.filter(message => message.path === path),
    found => found.length >= count,
  )

/** As the specification says, without its package. */
function verify({ headers, text }: Message, secret: string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

describe('webhooks', () => {
  test('HOOK-1, HOOK-2: an endpoint is created, listed, changed and deleted', async () => {
    const { status, body } = await create('/crud', { description: 'Index', containerTags: [newTag()] })
    expect(status).toBe(201)
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/)
    const { id } = body
    const { webhooks } = (await get('/v3/webhooks')).body
    expect(webhooks.map((each: { id: string }) => each.id)).toContain(id)
    expect(JSON.stringify(webhooks)).not.toContain('whsec_')
    expect((await patch(id, { containerTags: null, enabled: false })).body).toMatchObject({
      containerTags: null,
      enabled: false,
      disabledReason: 'caller',
    })
    expect((await get(`/v3/webhooks/${id}`)).body.description).toBe('Index')
    expect((await remove(`/v3/webhooks/${id}`)).status).toBe(200)
    for (const answer of [
      await get(`/v3/webhooks/${id}`),
      await patch(id, {}),
      await get('/v3/webhooks/nobody'),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'webhook.not_found'])
  })

  test('HOOK-1: an address, at least one known event and no unknown field', async () => {
    for (const body of [
      { url: 'ftp://example.org/', events: ['document.done'] },
      { url: 'https://example.org/', events: [] },
      { url: 'https://example.org/', events: ['connection.begun'] },
      { url: 'https://example.org/', events: ['document.done'], secret: 'whsec_mine' },
    ])
      expect((await post('/v3/webhooks', body)).status).toBe(400)
  })

  test('HOOK-12: scoped keys may not use webhooks, and another organization sees none', async () => {
    const { key } = (await post('/v3/auth/scoped-key', { containerTag: newTag() })).body
    expect((await get('/v3/webhooks', { key })).body.code).toBe('auth.forbidden')
    const { id } = (await create('/private')).body
    if (otherKey) expect((await get(`/v3/webhooks/${id}`, { key: otherKey })).status).toBe(404)
  })

  test('HOOK-11: an address in a private network gets nothing', async () => {
    const answer = await post('/v3/webhooks', { url: 'http://10.20.30.40/', events: ['document.done'] })
    const { id } = answer.body
    created.push(id)
    await post(`/v3/webhooks/${id}/test`)
    const { body } = await until(
      () => get(`/v3/webhooks/${id}/deliveries`),
      ({ body }) => body.deliveries[0]?.attempts.length > 0,
    )
    expect(body.deliveries[0].attempts[0]).toMatchObject({ status: null, error: 'fetch.blocked_address' })
  })
})

describe.runIf(fetchableHost)('messages of webhooks', () => {
  test('HOOK-3, HOOK-4, HOOK-5: a document that is done is told of, signed, and without its text', async () => {
    const tag = newTag()
    const { secret } = (await create('/done', { containerTags: [tag] })).body
    const added = await post('/v3/documents', { content: 'Ada glazes at night.', containerTag: tag })
    const [message] = await receivedAt('/done')
    expect(verify(message!, secret)).toBe(true)
    expect(message!.headers['content-type']).toBe('application/json')
    expect(JSON.parse(message!.text)).toEqual({
      type: 'document.done',
      timestamp: expect.stringMatching(/Z$/),
      data: { id: added.body.id, containerTags: [tag] },
    })
  })

  test('HOOK-4: a memory is told of when it is formed, superseded and forgotten', async () => {
    const containerTag = newTag()
    const events = ['memory.formed', 'memory.superseded', 'memory.forgotten']
    await create('/memories', { events, containerTags: [containerTag] })
    const added = await post('/v4/memories', { containerTag, memories: [{ content: 'Ada likes tea.' }] })
    const { id } = added.body.memories[0]
    const next = await request('PATCH', '/v4/memories', { containerTag, id, newContent: 'Ada likes coffee.' })
    await remove('/v4/memories', { containerTag, id: next.body.id })
    const told = (await receivedAt('/memories', 4)).map(({ text }) => {
      const { type, data } = JSON.parse(text)
      return `${type} ${data.id}`
    })
    for (const wanted of [
      `memory.formed ${id}`,
      `memory.superseded ${id}`,
      `memory.formed ${next.body.id}`,
      `memory.forgotten ${next.body.id}`,
    ])
      expect(told).toContain(wanted)
  })

  test('HOOK-6, HOOK-8: a failure is logged with its status and tried again later, and a redirect is one', async () => {
    for (const [path, status] of [
      ['/fails', 500],
      ['/moves', 307],
    ] as const) {
      answers.set(path, [status])
      const { id } = (await create(path)).body
      const { eventId } = (await post(`/v3/webhooks/${id}/test`)).body
      const { body } = await until(
        () => get(`/v3/webhooks/${id}/deliveries?state=pending`),
        ({ body }) => body.deliveries[0]?.attempts.length === 1,
      )
      const [delivery] = body.deliveries
      expect(delivery).toMatchObject({ eventId, type: 'webhook.test', attempts: [{ status, error: null }] })
      expect(Date.parse(delivery.nextAttemptAt)).toBeGreaterThan(Date.parse(delivery.attempts[0].at))
    }
    expect(messages.some(({ path }) => path === '/elsewhere')).toBe(false)
  })

  test('HOOK-7, HOOK-9: 410 switches an endpoint off, and switched on it gets chosen events again', async () => {
    answers.set('/gone', [410])
    const { id } = (await create('/gone')).body
    const { eventId } = (await post(`/v3/webhooks/${id}/test`)).body
    const { body } = await until(
      () => get(`/v3/webhooks/${id}`),
      ({ body }) => !body.enabled,
    )
    expect(body.disabledReason).toBe('gone')
    for (const path of ['test', 'replay'])
      expect(
        (await post(`/v3/webhooks/${id}/${path}`, path === 'replay' ? { failed: true } : undefined)).body
          .code,
      ).toBe('webhook.disabled')
    await until(
      () => get(`/v3/webhooks/${id}/deliveries?state=failed`),
      ({ body }) => body.deliveries.length === 1,
    )
    await patch(id, { enabled: true })
    expect((await post(`/v3/webhooks/${id}/replay`, { events: [eventId] })).body).toEqual({
      replayed: 1,
      hasMore: false,
    })
    const sent = await receivedAt('/gone', 2)
    expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId])
  })

  test('HOOK-10: after a rotation, both secrets sign', async () => {
    const { id, secret: old } = (await create('/rotates')).body
    const { secret } = (await post(`/v3/webhooks/${id}/rotate-secret`, {})).body
    await post(`/v3/webhooks/${id}/test`)
    const [message] = await receivedAt('/rotates')
    expect([verify(message!, old), verify(message!, secret)]).toEqual([true, true])
  })
})
