import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, layouts, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'
import { rowOf } from '../../../test/lane-of.ts'
import { expectFiguresToAgree } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

describe.each(layouts)('a request for many documents on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: embedder.config })
  })
  afterAll(() => server.close())

  const batch = (body: unknown, headers: Record<string, string> = {}) =>
    send('/v3/documents/batch', body, headers)
  async function send(path: string, body: unknown, headers: Record<string, string>) {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.client.key}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
    return { status: response.status, headers: response.headers, body: (await response.json()) as any }
  }
  const get = async (id: string) => (await server.client.request('GET', `/v3/documents/${id}`)).body
  const remove = (body: unknown) => server.client.request('DELETE', '/v3/documents/bulk', body)

  test('may mix texts and objects, and fields of an item override the shared fields', async () => {
    const { status, body } = await batch({
      containerTag: 'shared',
      metadata: { from: 'all', kind: 'note' },
      taskType: 'rag',
      documents: [
        'A plain text.',
        { content: 'An object.', metadata: { kind: 'letter' }, containerTag: 'own', customId: 'letter' },
        { content: 'Another.', taskType: 'memory' },
      ],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ failed: 0, success: 3 })
    const [plain, object, other] = await Promise.all(body.results.map(({ id }: { id: string }) => get(id)))
    expect(plain).toMatchObject({
      content: 'A plain text.',
      containerTags: ['shared'],
      metadata: { from: 'all', kind: 'note' },
      taskType: 'rag',
    })
    expect(object).toMatchObject({
      customId: 'letter',
      containerTags: ['own'],
      metadata: { from: 'all', kind: 'letter' },
    })
    expect(other).toMatchObject({ taskType: 'memory', containerTags: ['shared'] })
  })

  test('fails only the invalid items, and names each by its customId or address', async () => {
    const { status, body } = await batch({
      containerTag: 'partly',
      documents: [
        'Good.',
        { content: '', customId: 'empty' },
        { content: 'https://example.com/a', metadata: { a: null } },
        { content: 'x'.repeat(1_000_001) },
      ],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: 1, failed: 3 })
    expect(body.results[1]).toMatchObject({ id: '', status: 'error', customId: 'empty' })
    expect(body.results[1].error).toContain('content')
    expect(body.results[2]).toMatchObject({ id: 'unknown', status: 'error', url: 'https://example.com/a' })
    expect(body.results[3]).toMatchObject({
      id: 'unknown',
      status: 'error',
      error: 'content: must be at most 1000000 bytes',
    })
  })

  test('lists every fault of an item on its own line of `details`', async () => {
    const { body } = await batch({ documents: ['Fine.', { content: '', customId: 'a b' }] })
    expect(body.results[1].details.split('\n')).toEqual([
      expect.stringMatching(/^content: /),
      expect.stringMatching(/^customId: /),
    ])
  })

  test('makes one document with the newest content of a customId that exists already or occurs twice', async () => {
    const id = await add(server.client, { content: 'Old.', containerTag: 'twice', customId: 'diary' })
    const { body } = await batch({
      containerTag: 'twice',
      documents: [
        { content: 'In May.', customId: 'diary', documentDate: '2026-05-01' },
        { content: 'In March.', customId: 'diary', documentDate: '2026-03-01' },
        'Something else.',
      ],
    })
    expect(body.results.slice(0, 2).map((result: { id: string }) => result.id)).toEqual([id, id])
    expect((await get(id)).content).toBe('In May.')
    expect(body.success).toBe(3)
  })

  test('adds 600 documents in the bulk lane, and refuses 0 and 601', async () => {
    const documents = Array.from({ length: 600 }, (_, i) => `Number ${i}.`)
    const { body } = await batch({ containerTag: 'six_hundred', documents })
    expect(body).toMatchObject({ success: 600, failed: 0 })
    expect(await rowOf(server, body.results[599].id)).toMatchObject({ lane: 1 })
    expect((await batch({ documents: [] })).status).toBe(400)
    expect((await batch({ documents: [...documents, 'One more.'] })).status).toBe(400)
    expect((await remove({ containerTags: ['six_hundred'] })).body).toEqual({
      success: true,
      deletedCount: 600,
      containerTags: ['six_hundred'],
      erasureIds: [expect.any(String)],
    })
    await expectFiguresToAgree(server.databases)
  })

  test('deletes documents by id, tag and path', async () => {
    const at = (containerTag: string, filepath?: string) =>
      add(server.client, { content: 'X.', containerTag, filepath })
    const [a, b, c, d] = [
      await at('k', '/n/1'),
      await at('k', '/n/2'),
      await at('k', '/m/1'),
      await at('l', '/n/1'),
    ]
    expect((await remove({})).status).toBe(400)
    expect((await remove({ ids: [] })).status).toBe(400)
    expect((await remove({ ids: Array(101).fill('a') })).status).toBe(400)
    expect((await remove({ ids: [a, 'nobody'] })).body).toEqual({
      success: false,
      deletedCount: 1,
      errors: [{ id: 'nobody', error: 'Document not found', code: 'document.not_found' }],
      erasureIds: [expect.any(String)],
    })
    expect((await remove({ containerTags: ['k'], filepath: '/n/' })).body.deletedCount).toBe(1)
    expect((await get(b)).code).toBe('document.not_found')
    expect((await get(c)).id).toBe(c)
    expect((await get(d)).id).toBe(d)
    expect((await remove({ ids: [d], containerTags: ['k'] })).body.deletedCount).toBe(0)
  })

  test('lists the chunks of a document by position', async () => {
    const content = ['one', 'two', 'three']
      .map(word => `# ${word}\n\n${`About ${word} a lot. `.repeat(60)}`)
      .join('\n\n')
    const id = await add(server.client, { content, containerTag: 'chunks' })
    await untilFinished(server.client, id)
    const { body } = await server.client.request('GET', `/v3/documents/${id}/chunks`)
    expect(body).toMatchObject({ documentId: id, total: body.chunks.length })
    expect(body.total).toBeGreaterThan(1)
    expect(body.chunks.map(({ position }: { position: number }) => position)).toEqual([...body.chunks.keys()])
    expect(body.chunks[0]).toMatchObject({ type: 'text', id: expect.stringMatching(/^\w{22}$/) })
    expect((await server.client.request('GET', '/v3/documents/nobody/chunks')).status).toBe(404)
  })

  test('lists whole documents with their memories', async () => {
    const id = await add(server.client, { content: 'Whole.', containerTag: 'whole' })
    const list = (body: unknown) => server.client.request('POST', '/v3/documents/documents', body)
    const { body } = await list({
      containerTags: ['whole'],
      page: 1,
      limit: '5',
      sort: 'createdAt',
      order: 'desc',
    })
    expect(body.documents).toMatchObject([{ id, content: 'Whole.', memoryEntries: [], latestRevision: 1 }])
    expect(body.pagination).toEqual({ currentPage: 1, totalItems: 1, totalPages: 1, limit: 5 })
    expect((await list({ containerTags: ['whole'], sources: ['gmail'] })).body.pagination.totalItems).toBe(0)
    expect((await list({ containerTags: ['whole'], sources: ['api'] })).body.pagination.totalItems).toBe(1)
  })

  test('gets the first answer again with the same Idempotency-Key, and 409 with another body', async () => {
    const key = { 'idempotency-key': 'once' }
    const sent = { documents: ['Once.'], containerTag: 'idem' }
    const first = await batch(sent, key)
    expect((await batch(sent, key)).body).toEqual(first.body)
    expect((await batch({ ...sent, documents: ['Twice.'] }, key)).status).toBe(409)
    const one = (content: string) => send('/v3/documents', { content, containerTag: 'idem' }, key)
    const { body } = await one('One.')
    expect((await one('One.')).body).toEqual(body)
    expect((await one('Two.')).status).toBe(409)
    const list = await server.client.request('POST', '/v3/documents/list', { containerTag: 'idem' })
    expect(list.body.pagination.totalItems).toBe(2)
  })

  test('is done once when it is sent several times at once with one Idempotency-Key', async () => {
    const one = () =>
      send('/v3/documents', { content: 'Only one.', containerTag: 'race' }, { 'idempotency-key': 'race' })
    const answers = await Promise.all(Array.from({ length: 5 }, one))
    const good = answers.filter(({ status }) => status === 200)
    expect(good.length).toBeGreaterThan(0)
    expect(new Set(good.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const list = await server.client.request('POST', '/v3/documents/list', { containerTag: 'race' })
    expect(list.body.pagination.totalItems).toBe(1)
  })

  test('releases its Idempotency-Key when it fails', async () => {
    const key = { 'idempotency-key': 'again' }
    const bad = await send('/v3/documents', { content: 'x'.repeat(1_000_001) }, key)
    expect(bad.status).toBe(413)
    expect((await send('/v3/documents', { content: 'Good now.' }, key)).status).toBe(200)
  })
})
