import { afterEach, describe, expect, test } from 'vitest'
import { Reverie, ReverieError, type ReverieOptions } from '../src/reverie.ts'
import { answer, HttpDouble, hangUp, type Reaction, refuse, staySilent } from './http-double.ts'

let double: HttpDouble | undefined
afterEach(() => double?.close())

async function clientOf(reactions: Reaction[], options: Partial<ReverieOptions> = {}): Promise<Reverie> {
  double = new HttpDouble(...reactions)
  return new Reverie({ baseUrl: await double.listen(), apiKey: 'sm_test', ...options })
}

const accepted = answer(200, { id: 'a', status: 'queued' })
const keysSent = () => new Set(double!.received.map(({ headers }) => headers['idempotency-key']))

describe('an add', () => {
  test.each([
    ['is rate limited', refuse(429)],
    ['meets a restarting server', refuse(503)],
    ['meets a server error', refuse(500)],
    ['took too long to arrive', refuse(408)],
    ['is still in progress', refuse(409)],
    ['loses its connection', hangUp],
  ])('that %s is retried with the same idempotency key', async (_, reaction) => {
    const client = await clientOf([reaction, accepted])
    expect(await client.add({ content: 'x' })).toEqual({ id: 'a', status: 'queued' })
    expect(double!.received).toHaveLength(2)
    expect(keysSent()).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{32}$/)]))
    expect(double!.received.map(({ body }) => body)).toEqual(Array(2).fill('{"content":"x"}'))
  })

  test('of a batch or of a file is retried too', async () => {
    const client = await clientOf([
      hangUp,
      answer(200, { results: [], success: 0, failed: 0 }),
      hangUp,
      accepted,
    ])
    await client.addBatch({ documents: ['x'] })
    await client.upload(new File(['a note'], 'note.txt'))
    expect(double!.received).toHaveLength(4)
    expect(keysSent().size).toBe(2)
    for (const { body } of double!.received.slice(2)) expect(body).toContain('a note')
  })

  test('of a batch is retried with the same key for items whose database was unreachable', async () => {
    const added = { id: 'a', status: 'queued' }
    const away = { id: 'unknown', status: 'error', code: 'cell.unavailable', retryable: true }
    const client = await clientOf([
      answer(200, { results: [added, away], success: 1, failed: 1 }),
      answer(200, { results: [added, added], success: 2, failed: 0 }),
    ])
    expect(await client.addBatch({ documents: ['x', 'y'] })).toMatchObject({ failed: 0 })
    expect(double!.received).toHaveLength(2)
    expect(keysSent().size).toBe(1)
  })

  test('of a batch returns the failed items if their database stays unreachable', async () => {
    const away = { id: 'unknown', status: 'error', code: 'cell.unavailable', retryable: true }
    const client = await clientOf([answer(200, { results: [away], success: 0, failed: 1 })], {
      maxRetries: 1,
    })
    expect(await client.addBatch({ documents: ['x'] })).toMatchObject({ failed: 1 })
    expect(double!.received).toHaveLength(2)
  })

  test('of memories is retried with the same idempotency key', async () => {
    const written = answer(201, { documentId: null, memories: [] })
    const client = await clientOf([hangUp, written])
    await client.memories.add({ containerTag: 'a', memories: [{ content: 'x' }] })
    expect(double!.received).toHaveLength(2)
    expect(keysSent()).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{32}$/)]))
  })

  test('has an idempotency key of its own, or the one that the caller gives', async () => {
    const client = await clientOf([accepted])
    await client.add({ content: 'x' })
    await client.add({ content: 'x' })
    await client.add({ content: 'x' }, { idempotencyKey: 'mine' })
    expect(keysSent().size).toBe(3)
    expect(keysSent()).toContain('mine')
  })
})

test('a conversation is retried, because the server skips messages that it already has', async () => {
  const client = await clientOf([hangUp, answer(200, { id: 'a', conversationId: 'c', status: 'queued' })])
  await client.conversations.add({ conversationId: 'c', messages: [{ role: 'user', content: 'Hello.' }] })
  expect(double!.received).toHaveLength(2)
})

describe('a request that is not safe to repeat', () => {
  const updateMemory = (client: Reverie) =>
    client.memories.update({ containerTag: 'a', id: 'b', newContent: 'x' })

  test.each([500, 503, 408, 409])('is not retried after %s', async status => {
    await expect(updateMemory(await clientOf([refuse(status)]))).rejects.toMatchObject({ status })
    expect(double!.received).toHaveLength(1)
  })

  test('is not retried after a lost connection', async () => {
    const client = await clientOf([hangUp])
    await expect(updateMemory(client)).rejects.toMatchObject({ code: 'client.no_answer', status: undefined })
    expect(double!.received).toHaveLength(1)
  })

  test.each(['server.overloaded', 'server.draining'])(
    'is retried after 503 %s, because the server did not begin with it',
    async code => {
      await updateMemory(await clientOf([answer(503, { error: 'Not now', code }), answer(200, { id: 'c' })]))
      expect(double!.received).toHaveLength(2)
    },
  )

  test('is retried after 429', async () => {
    await updateMemory(await clientOf([refuse(429), answer(200, { id: 'c' })]))
    expect(double!.received).toHaveLength(2)
  })
})

describe('retries', () => {
  test('stop after maxRetries', async () => {
    const client = await clientOf([refuse(503)], { maxRetries: 2 })
    const failed = client.search({ q: 'x' })
    await expect(failed).rejects.toBeInstanceOf(ReverieError)
    await expect(failed).rejects.toMatchObject({ status: 503, code: 'test.503', requestId: 'req_1' })
    expect(double!.received).toHaveLength(3)
  })

  test('do not wait longer than a minute', async () => {
    const client = await clientOf([refuse(429, { 'retry-after': '3600' })])
    await expect(client.get('a')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3600 })
    expect(double!.received).toHaveLength(1)
  })

  test('do not repeat a request after a final answer such as 404', async () => {
    const client = await clientOf([refuse(404)])
    await expect(client.get('a')).rejects.toMatchObject({ status: 404 })
    expect(double!.received).toHaveLength(1)
  })

  test('follow a timeout', async () => {
    const client = await clientOf([staySilent, answer(200, { results: [], total: 0, timing: 1 })], {
      timeoutMs: 2_000,
    })
    expect(await client.search({ q: 'x' })).toMatchObject({ total: 0 })
    expect(double!.received).toHaveLength(2)
  })

  test('stop when the caller aborts', async () => {
    const caller = new AbortController()
    const callOff = () => caller.abort(new DOMException('enough', 'AbortError'))
    const client = await clientOf([
      response => {
        // Aborts while the client waits for its retry, after the first answer.
        response.once('finish', () => setTimeout(callOff, 100))
        refuse(503, { 'retry-after': '30' })(response)
      },
    ])
    await expect(client.get('a', { signal: caller.signal })).rejects.toMatchObject({ message: 'enough' })
    expect(double!.received).toHaveLength(1)
  })
})

test('an error page of a proxy becomes a ReverieError', async () => {
  const client = await clientOf([response => response.writeHead(404).end('<h1>nginx</h1>')])
  await expect(client.get('a')).rejects.toMatchObject({ status: 404, code: 'http.404' })
})
