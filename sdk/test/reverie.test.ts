import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../server/test/harness.ts'
import { DocumentFailedError, Reverie } from '../src/reverie.ts'

let server: TestServer
let client: Reverie
beforeAll(async () => {
  server = await startTestServer()
  client = new Reverie({ baseUrl: `${server.url}/`, apiKey: server.client.key })
})
afterAll(() => server.close())

/** A new container tag for each test. */
let tags = 0
const newTag = () => `sdk_${++tags}`

describe('a document', () => {
  test('is added, waited for, found, changed and deleted', async () => {
    const containerTag = newTag()
    const { id } = await client.add({ content: 'Ada moved to Lisbon in May.', containerTag, customId: 'ada' })
    const seen: string[] = []
    const done = await client.waitUntilDone(id, { onProgress: ({ status }) => seen.push(status) })
    expect(done).toMatchObject({ id, status: 'done', containerTags: [containerTag] })
    expect(seen.at(-1)).toBe('done')
    expect(new Set(seen).size).toBe(seen.length)
    const { results } = await client.search({ q: 'where does Ada live?', containerTag })
    expect(results[0]!.documentId).toBe(id)
    await client.update('ada', { metadata: { city: 'Lisbon' } })
    expect((await client.get(id)).metadata).toEqual({ city: 'Lisbon' })
    await client.delete('ada')
    await expect(client.get(id)).rejects.toMatchObject({ status: 404, code: 'document.not_found' })
  })

  test('sent twice with one idempotency key is one document', async () => {
    const again = { idempotencyKey: newTag() }
    const [first, second] = [
      await client.add({ content: 'Once.' }, again),
      await client.add({ content: 'Once.' }, again),
    ]
    expect(second.id).toBe(first.id)
  })

  test('that is refused in a batch does not stop the others', async () => {
    const containerTag = newTag()
    const { results, success, failed } = await client.addBatch({
      containerTag,
      documents: ['One.', { content: 'Two.', customId: 'no spaces, please' }],
    })
    expect([success, failed, results[1]!.status]).toEqual([1, 1, 'error'])
  })
})

describe('a file', () => {
  const text = 'Kilns are hot.'
  const bytes = new TextEncoder().encode(text)
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'reverie-sdk-'))
    await writeFile(join(directory, 'kilns.txt'), text)
  })
  afterAll(() => rm(directory, { recursive: true }))

  async function* parts() {
    yield bytes.subarray(0, 5)
    yield bytes.subarray(5)
  }

  test.each([
    ['a File', () => new File([text], 'kilns.txt', { type: 'text/plain' })],
    ['a Blob', () => new Blob([text], { type: 'text/plain' })],
    ['bytes', () => bytes],
    ['a web stream', () => new Blob([text]).stream()],
    ['an iterable of bytes', parts],
    ['a path', () => ({ path: join(directory, 'kilns.txt') })],
  ])('can be uploaded as %s', async (_, make) => {
    const containerTag = newTag()
    const fields = {
      containerTag,
      metadata: { topic: 'kilns', hot: true },
      name: 'kilns.txt',
      fileType: 'text' as const,
    }
    const { id } = await client.upload(make(), fields)
    expect(await client.waitUntilDone(id)).toMatchObject({
      raw: text,
      containerTags: [containerTag],
      metadata: { topic: 'kilns', hot: true },
    })
  })

  test('that cannot be read fails with an error code', async () => {
    const { id } = await client.upload(new File(['  \n '], 'empty.txt', { type: 'text/plain' }))
    const failed = client.waitUntilDone(id)
    await expect(failed).rejects.toBeInstanceOf(DocumentFailedError)
    await expect(failed).rejects.toMatchObject({
      errorCode: 'extract.empty',
      documentId: id,
      status: undefined,
    })
  })
})

describe('pages', () => {
  test('of documents contain each document once, oldest first', async () => {
    const containerTag = newTag()
    const documents = Array.from({ length: 23 }, (_, n) => `Note ${n}.`)
    const { results } = await client.addBatch({ containerTag, documents })
    const listed = await Array.fromAsync(client.documents.list({ containerTags: [containerTag], limit: 10 }))
    expect(listed.map(({ id }) => id)).toEqual(results.map(({ id }) => id))
  })

  test('of memories contain each memory once', async () => {
    const containerTag = newTag()
    const memories = Array.from({ length: 7 }, (_, n) => ({ content: `Fact ${n}.` }))
    await client.memories.add({ containerTag, memories })
    const listed = await Array.fromAsync(client.memories.list({ containerTags: [containerTag], limit: 3 }))
    expect(new Set(listed.map(({ memory }) => memory)).size).toBe(7)
  })

  test('that the caller does not reach are not requested', async () => {
    const containerTag = newTag()
    await client.addBatch({ containerTag, documents: ['a', 'b', 'c'] })
    let asked = 0
    const counting = new Reverie({
      baseUrl: server.url,
      apiKey: server.client.key,
      fetch: (url, init) => {
        asked++
        return fetch(url, init)
      },
    })
    for await (const _ of counting.documents.list({ containerTags: [containerTag], limit: 1 })) break
    expect(asked).toBe(1)
  })
})

describe('an error', () => {
  test('names the invalid field and the request id', async () => {
    const failed = client.add({ content: 'x', containerTag: 'no spaces, please' })
    await expect(failed).rejects.toMatchObject({
      name: 'ReverieError',
      status: 400,
      code: 'request.invalid',
      details: expect.stringContaining('containerTag: '),
      requestId: expect.stringMatching(/^req_/),
    })
  })

  test('for an unknown key has status 401', async () => {
    const stranger = new Reverie({ baseUrl: server.url, apiKey: 'sm_nobody' })
    await expect(stranger.search({ q: 'x' })).rejects.toMatchObject({ status: 401, code: 'auth.invalid_key' })
  })
})

describe('waiting', () => {
  test('ends at its timeout or when the caller aborts', async () => {
    const idle = await startTestServer({ worker: false })
    try {
      const waiting = new Reverie({ baseUrl: idle.url, apiKey: idle.client.key })
      const { id } = await waiting.add({ content: 'Nobody works here.' })
      await expect(waiting.waitUntilDone(id, { timeoutMs: 150 })).rejects.toMatchObject({
        code: 'client.timeout',
      })
      const signal = AbortSignal.timeout(50)
      await expect(waiting.waitUntilDone(id, { signal })).rejects.toMatchObject({ name: 'TimeoutError' })
    } finally {
      await idle.close()
    }
  })
})
