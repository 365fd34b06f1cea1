import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  type Client,
  layouts,
  startTestServer,
  type TestServer,
  untilFinished,
} from '../../../test/harness.ts'
import { expectFiguresToAgree } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { placeContainer } from '../containers/place-container.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

describe.each(layouts)('an update of a document on $layout', ({ cellCount }) => {
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

  test('replaces the content, which is processed again', async () => {
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

  test('changes all other fields at once, without processing', async () => {
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

  test('cannot take a customId of another document in the container', async () => {
    const id = await add(server.client, { content: 'One.', containerTag: 'r', customId: 'one' })
    await add(server.client, { content: 'Two.', containerTag: 'r', customId: 'two' })
    const taken = await patch(id, { customId: 'two' })
    expect(taken.status).toBe(409)
    expect(taken.headers.get('x-should-retry')).toBe('false')
    expect((await get(id)).customId).toBe('one')
  })

  test('is refused for a missing document or an invalid body', async () => {
    expect((await patch('nobody', { metadata: {} })).status).toBe(404)
    const id = await add(server.client, { content: 'Three.' })
    expect((await patch(id, { content: ' ' })).status).toBe(400)
    expect((await patch(id, { metadata: { a: { b: 1 } } })).status).toBe(400)
    expect((await patch(id, { content: 'x'.repeat(1_000_001) })).status).toBe(413)
    await server.client.request('DELETE', `/v3/documents/${id}`)
    expect((await patch(id, { metadata: {} })).status).toBe(404)
  })
})

/**
 * Moves stay within a cell: on the last shard, which is in the second of two cells, or between shards of the only cell.
 */
const places = [
  ...layouts.map(layout => ({ ...layout, owner: { homeShard: 1023 } })),
  { layout: 'several shards', cellCount: 1, owner: { spread: true } } as const,
]

describe.each(places)('moving a document on $layout', ({ cellCount, owner }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: embedder.config })
    client = await server.newClient(owner)
  })
  afterAll(() => server.close())

  const patch = (id: string, body: unknown) => client.request('PATCH', `/v3/documents/${id}`, body)
  const listed = async (body: unknown) =>
    (await client.request('POST', '/v3/documents/list', body)).body.memories.map(
      ({ id }: { id: string }) => id,
    )
  const found = async (containerTag: string, q: string) =>
    (await client.request('POST', '/v3/search', { q, containerTag })).body.results.map(
      (r: any) => r.documentId,
    )

  test('takes it to the other container at once, with all its rows', async () => {
    const [id, stays] = await Promise.all(
      ['Herons nest in reeds.', 'Herons stand in water.'].map(content =>
        add(client, { content, containerTags: ['from', 'further'], metadata: { bird: 'heron' } }),
      ),
    )
    for (const each of [id!, stays!]) await untilFinished(client, each)
    const calls = embedder.calls.length
    expect((await patch(id!, { containerTag: 'to' })).body).toEqual({ id, status: 'done' })
    expect(await listed({ containerTag: 'to' })).toEqual([id])
    expect(await listed({ containerTag: 'from' })).toEqual([stays])
    const filters = { AND: [{ key: 'bird', value: 'heron' }] }
    expect(await listed({ containerTag: 'to', filters })).toEqual([id])
    expect(await found('from', 'Herons nest in reeds.')).toEqual([stays])
    expect(embedder.calls.slice(calls).flat()).not.toContain('Herons nest in reeds.')
    expect(await found('to', 'Herons nest in reeds.')).toEqual([id])
    const { body } = await client.request('GET', `/v3/documents/${id}`)
    expect(body).toMatchObject({ status: 'done', containerTags: ['to'], metadata: { bird: 'heron' } })
    expect((await client.request('GET', `/v3/documents/${id}/chunks`)).body.total).toBe(1)
    await expectFiguresToAgree(server.databases)
  })

  test('loses nothing when it has new content, or is being processed', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, i) => add(client, { content: `Finch ${i}.`, containerTag: 'finches' })),
    )
    const move = (id: string) => {
      const i = ids.indexOf(id)
      return patch(id, { containerTag: 'cage', ...(i % 2 === 0 && { content: `Caged ${i}.` }) })
    }
    // A few at a time: all at once would wait for a connection, on a busy machine longer than the limit of 5 s.
    for (let at = 0; at < ids.length; at += 4) {
      const answers = await Promise.all(ids.slice(at, at + 4).map(move))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    }
    for (const id of ids)
      expect(await untilFinished(client, id)).toMatchObject({ status: 'done', containerTags: ['cage'] })
    expect(await found('cage', 'Caged 4.')).toContain(ids[4])
    await expectFiguresToAgree(server.databases)
  })

  test('is refused where the customId is taken, and for a scoped key', async () => {
    const id = await add(client, { content: 'One.', containerTag: 'left', customId: 'same' })
    await add(client, { content: 'Two.', containerTag: 'right', customId: 'same' })
    expect((await patch(id, { containerTag: 'right' })).status).toBe(409)
    expect(await listed({ containerTag: 'left' })).toEqual([id])
    const scoped = await client.request('POST', '/v3/auth/scoped-key', { containerTag: 'left' })
    const answer = await server
      .clientFor(scoped.body.key)
      .request('PATCH', `/v3/documents/${id}`, { containerTag: 'right' })
    expect(answer.status).toBe(403)
    await expectFiguresToAgree(server.databases)
  })
})

test('in a spread organization a document stays in its cell', async () => {
  const server = await startTestServer({ cellCount: 2, worker: false })
  try {
    const { client, app } = server
    const cellOf = (tag: string) => app.cells.of(placeContainer(client.organization, tag))
    const apart = Array.from({ length: 50 }, (_, i) => `there_${i}`).find(
      tag => cellOf(tag) !== cellOf('here'),
    )!
    const id = await add(client, { content: 'x', containerTag: 'here' })
    const { status, body } = await client.request('PATCH', `/v3/documents/${id}`, { containerTag: apart })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'document.across_cells' })
  } finally {
    await server.close()
  }
})
