import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, layouts, startTestServer, type TestServer, untilFinished } from '../../test/harness.ts'
import { expectFiguresToAgree } from '../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../test/scripted-embedder.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

describe.each(layouts)('updating a document on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: embedder.config })
  })
  afterAll(() => server.close())

  const patch = (id: string, body: unknown) => server.client.request('PATCH', `/v3/documents/${id}`, body)
  const get = async (id: string) => (await server.client.request('GET', `/v3/documents/${id}`)).body
  const listed = async (body: unknown) =>
    (await server.client.request('POST', '/v3/documents/list', body)).body.memories.map(
      ({ id }: { id: string }) => id,
    )

  test('content is replaced and processed anew', async () => {
    const id = await add(server.client, { content: 'The first text.', containerTag: 'p', metadata: { a: 1 } })
    await untilFinished(server.client, id)
    expect((await patch(id, { content: 'The second text.' })).body).toEqual({ id, status: 'queued' })
    expect(await untilFinished(server.client, id)).toMatchObject({
      content: 'The second text.',
      latestRevision: 2,
      status: 'done',
      metadata: { a: 1 },
      activeContentUpdateId: null,
    })
    expect((await patch(id, { content: 'The second text.' })).body).toEqual({ id, status: 'done' })
    expect((await get(id)).latestRevision).toBe(2)
    await expectFiguresToAgree(server.databases)
  })

  test('all else takes effect at once and is no work', async () => {
    const id = await add(server.client, {
      content: 'A note.',
      containerTag: 'q',
      metadata: { colour: 'red' },
    })
    await untilFinished(server.client, id)
    const calls = embedder.calls.length
    const answer = await patch(id, {
      metadata: { colour: 'blue' },
      filepath: '/a/b.md',
      containerTags: ['q', 'further'],
      customId: 'c'.repeat(255),
      taskType: 'superrag',
    })
    expect(answer.body).toEqual({ id, status: 'done' })
    expect(await get('c'.repeat(255))).toMatchObject({
      id,
      metadata: { colour: 'blue' },
      filepath: '/a/b.md',
      containerTags: ['q', 'further'],
      taskType: 'rag',
      latestRevision: 1,
    })
    const colour = (value: string) => ({ containerTag: 'q', filters: { AND: [{ key: 'colour', value }] } })
    expect(await listed(colour('blue'))).toEqual([id])
    expect(await listed(colour('red'))).toEqual([])
    expect(await listed({ containerTag: 'further' })).toEqual([id])
    expect(embedder.calls).toHaveLength(calls)
  })

  test('the container stays, and a customId belongs to one document', async () => {
    const id = await add(server.client, { content: 'One.', containerTag: 'r', customId: 'one' })
    await add(server.client, { content: 'Two.', containerTag: 'r', customId: 'two' })
    const moved = await patch('one', { containerTag: 'elsewhere' })
    expect(moved.status).toBe(409)
    expect(moved.headers.get('x-should-retry')).toBe('false')
    expect((await patch(id, { customId: 'two' })).status).toBe(409)
    expect((await get(id)).customId).toBe('one')
  })

  test('what is not there, or not valid, is refused', async () => {
    expect((await patch('nobody', { metadata: {} })).status).toBe(404)
    const id = await add(server.client, { content: 'Three.' })
    expect((await patch(id, { content: ' ' })).status).toBe(400)
    expect((await patch(id, { metadata: { a: { b: 1 } } })).status).toBe(400)
    expect((await patch(id, { content: 'x'.repeat(1_000_001) })).status).toBe(413)
    await server.client.request('DELETE', `/v3/documents/${id}`)
    expect((await patch(id, { metadata: {} })).status).toBe(404)
  })
})
