import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer } from '../../../test/harness.ts'

describe.each(layouts)('a customId in several containers, on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  let alice: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, worker: false })
    client = server.client
    const answer = await client.request('POST', '/v3/auth/scoped-key', { containerTag: 'alice' })
    alice = server.clientFor(answer.body.key)
  })
  afterAll(() => server.close())

  /** Documents with one customId in Alice's container and in other containers, hers first. */
  async function addShared(customId: string, tags = ['alice', 'bob']): Promise<string[]> {
    const ids = []
    for (const containerTag of tags)
      ids.push(await add(client, { content: `The diary of ${containerTag}.`, customId, containerTag }))
    return ids
  }
  const status = async (who: Client, method: string, path: string, body?: unknown) =>
    (await who.request(method, path, body)).status

  test('lets a scoped key read, change and delete the document of its own container', async () => {
    const [hers, his] = await addShared('diary')
    expect((await alice.request('GET', '/v3/documents/diary')).body.id).toBe(hers)
    expect((await alice.request('PATCH', '/v3/documents/diary', { metadata: { a: 1 } })).body.id).toBe(hers)
    expect((await alice.request('GET', '/v3/documents/diary/chunks')).body.documentId).toBe(hers)
    expect(await status(alice, 'GET', '/v3/documents/diary/attempts')).toBe(200)
    expect(await status(alice, 'POST', '/v3/documents/diary/retry')).toBe(409)
    expect((await alice.request('POST', '/v3/documents/reprocess', { ids: ['diary'] })).body.errors).toBe(
      undefined,
    )
    expect(await status(alice, 'DELETE', '/v3/documents/diary')).toBe(204)
    expect(await status(alice, 'GET', '/v3/documents/diary')).toBe(404)
    expect((await client.request('GET', `/v3/documents/${his}`)).body.metadata).toBe(null)
  })

  test('lets a bulk delete with a scoped key delete its own document and no other', async () => {
    const [hers, his] = await addShared('bulk-scoped')
    const answer = await alice.request('DELETE', '/v3/documents/bulk', { ids: ['bulk-scoped'] })
    expect(answer.body).toMatchObject({ success: true, deletedCount: 1 })
    expect(await status(client, 'GET', `/v3/documents/${hers}`)).toBe(404)
    expect(await status(client, 'GET', `/v3/documents/${his}`)).toBe(200)
  })

  test('can be combined by a scoped key with its own container tag and no other', async () => {
    const [hers] = await addShared('named')
    expect((await alice.request('GET', '/v3/documents/named?containerTag=alice')).body.id).toBe(hers)
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(
        await status(
          alice,
          method,
          '/v3/documents/named?containerTag=bob',
          method === 'GET' ? undefined : {},
        ),
      ).toBe(403)
  })

  test('gives an organization key 409 with the candidates on every route, and changes nothing', async () => {
    const ids = await addShared('which')
    const routes = [
      ['GET', '/v3/documents/which'],
      ['PATCH', '/v3/documents/which', { metadata: { a: 1 } }],
      ['DELETE', '/v3/documents/which'],
      ['GET', '/v3/documents/which/chunks'],
      ['GET', '/v3/documents/which/attempts'],
      ['GET', '/v3/documents/which/events'],
      ['GET', '/v3/documents/which/file-url'],
      ['POST', '/v3/documents/which/retry'],
      ['GET', '/v3/memories/which'],
    ] as const
    for (const [method, path, body] of routes) {
      const answer = await client.request(method, path, body)
      expect([path, answer.status, answer.body.code]).toEqual([path, 409, 'document.ambiguous'])
      expect(answer.body.details.split('\n').toSorted()).toEqual(
        [`id: ${ids[0]}, containerTag: alice`, `id: ${ids[1]}, containerTag: bob`].toSorted(),
      )
    }
    for (const id of ids)
      expect((await client.request('GET', `/v3/documents/${id}`)).body.metadata).toBe(null)
  })

  test('names one document for an organization key that adds the container tag', async () => {
    const [hers, his] = await addShared('tagged')
    for (const [tag, id] of [
      ['alice', hers],
      ['bob', his],
    ]) {
      expect((await client.request('GET', `/v3/documents/tagged?containerTag=${tag}`)).body.id).toBe(id)
      expect((await client.request('PATCH', `/v3/documents/tagged?containerTag=${tag}`, {})).body.id).toBe(id)
    }
    expect(await status(client, 'GET', '/v3/documents/tagged?containerTag=carol')).toBe(404)
    expect(await status(client, 'DELETE', '/v3/documents/tagged?containerTag=bob')).toBe(204)
    expect((await client.request('GET', '/v3/documents/tagged')).body.id).toBe(hers)
  })

  test('is reported as ambiguous by a bulk delete, which deletes none of the documents', async () => {
    const ids = await addShared('bulk')
    const [alone] = await addShared('alone', ['alice'])
    const answer = await client.request('DELETE', '/v3/documents/bulk', { ids: ['bulk', 'alone'] })
    expect(answer.body).toMatchObject({
      success: false,
      deletedCount: 1,
      errors: [
        { id: 'bulk', code: 'document.ambiguous', details: expect.stringContaining('containerTag: bob') },
      ],
    })
    expect(await status(client, 'GET', `/v3/documents/${alone}`)).toBe(404)
    for (const id of ids) expect(await status(client, 'GET', `/v3/documents/${id}`)).toBe(200)
    const narrowed = await client.request('DELETE', '/v3/documents/bulk', {
      ids: ['bulk'],
      containerTag: 'bob',
    })
    expect(narrowed.body).toMatchObject({ success: true, deletedCount: 1 })
    expect(await status(client, 'GET', `/v3/documents/${ids[0]}`)).toBe(200)
  })

  test('is reported as ambiguous by reprocessing', async () => {
    await addShared('again')
    const answer = await client.request('POST', '/v3/documents/reprocess', { ids: ['again'] })
    expect(answer.body).toMatchObject({ count: 0, errors: [{ id: 'again', code: 'document.ambiguous' }] })
    const tagged = { ids: ['again'], containerTags: ['bob'] }
    expect((await client.request('POST', '/v3/documents/reprocess', tagged)).body.errors).toBe(undefined)
  })

  test('lists at most 20 candidates', async () => {
    await addShared(
      'crowd',
      Array.from({ length: 23 }, (_, i) => `crowd_${i}`),
    )
    const { body } = await client.request('GET', '/v3/documents/crowd')
    expect(body.details.split('\n')).toHaveLength(20)
  })

  test('yields to an id of the same spelling', async () => {
    const id = await add(client, { content: 'It has the id.', containerTag: 'alice' })
    const squatter = await add(client, {
      content: 'It took the id as its name.',
      customId: id,
      containerTag: 'bob',
    })
    expect((await client.request('GET', `/v3/documents/${id}`)).body.id).toBe(id)
    expect((await client.request('GET', `/v3/documents/${id}?containerTag=bob`)).body.id).toBe(squatter)
    const { body } = await client.request('POST', '/v3/auth/scoped-key', { containerTag: 'bob' })
    expect((await server.clientFor(body.key).request('GET', `/v3/documents/${id}`)).body.id).toBe(squatter)
    expect(await status(client, 'DELETE', `/v3/documents/${id}`)).toBe(204)
    expect(await status(client, 'GET', `/v3/documents/${squatter}`)).toBe(200)
  })
})
