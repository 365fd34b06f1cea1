import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer, until } from '../../../test/harness.ts'

/** Memories that callers write are reconciled with facts of documents. */
describe.each(layouts)('Stated memories ($layout)', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: { DREAM_QUIET_MS: 0, RECONCILE_MS: 2_000 } })
    client = server.client
  })
  afterAll(() => server.close())

  type Entry = { id: string; memory: string; version: number; sourceCount: number; history: Entry[] }

  const list = async (containerTag: string): Promise<Entry[]> =>
    (await client.request('POST', '/v4/memories/list', { containerTags: [containerTag], limit: 100 })).body
      .memoryEntries
  const listed = (tag: string, isThere: (entries: Entry[]) => boolean) => until(() => list(tag), isThere)

  async function say(containerTag: string, said: string, documentDate: string): Promise<string> {
    const content = `user: ${said}\nassistant: I see.`
    const id = await add(client, { content, containerTag, documentDate })
    await until(
      async () => (await client.request('GET', `/v3/documents/${id}`)).body,
      ({ dreamingStatus }) => dreamingStatus === 'done',
    )
    return id
  }

  async function state(containerTag: string, content: string, more: object = {}): Promise<string> {
    const { body, status } = await client.request('POST', '/v4/memories', {
      containerTag,
      memories: [{ content, ...more }],
    })
    expect(status).toBe(201)
    return body.memories[0].id
  }

  test('supersede older facts, with a reason, and that can be undone', async () => {
    await say('newer', 'I live in Lisbon.', '2024-01-05T10:00:00Z')
    const id = await state('newer', 'Lives in Berlin')
    const entries = await listed('newer', ([first]) => first?.version === 2)
    expect(entries).toMatchObject([
      { id, memory: 'Lives in Berlin', history: [{ memory: expect.stringContaining('Lisbon'), version: 1 }] },
    ])
    const { body } = await client.request('GET', `/v4/memories/${id}`)
    expect(body).toMatchObject({
      origin: 'api',
      decisions: [{ relation: 'updates', reason: expect.any(String) }],
    })
    expect((await client.request('POST', `/v4/memories/${id}/undo`)).body).toMatchObject({ undone: 'update' })
    expect(await list('newer')).toHaveLength(2)
  })

  test.each([[true], [false]])(
    'give way to facts that are newer than their date (stated first: %s)',
    async isFirst => {
      const tag = `older_${isFirst}`
      const from = { temporalContext: { documentDate: '2023-01-05T10:00:00Z' } }
      if (isFirst) await state(tag, 'Lives in Berlin', from)
      await say(tag, 'I live in Porto now.', '2024-01-05T10:00:00Z')
      if (!isFirst) await state(tag, 'Lives in Berlin', from)
      const entries = await listed(tag, all => all.length === 1 && all[0]!.version === 2)
      expect(entries).toMatchObject([
        { memory: expect.stringContaining('Porto'), history: [{ memory: 'Lives in Berlin' }] },
      ])
    },
  )

  test('give way to no document when they are static', async () => {
    const from = { temporalContext: { documentDate: '2023-01-05T10:00:00Z' } }
    await state('lasting', 'Lives in Berlin', { isStatic: true, ...from })
    await say('lasting', 'I live in Porto now.', '2024-01-05T10:00:00Z')
    expect(await list('lasting')).toHaveLength(2)
  })

  test('are merged with facts that say the same, under the id of the statement', async () => {
    await say('same', 'My dog is called Bruno.', '2024-01-05T10:00:00Z')
    const first = await state('same', "User's dog is called Bruno")
    await listed('same', all => all.length === 1 && all[0]!.sourceCount === 2)
    const second = await state('same', "User's dog is called Bruno")
    const entries = await listed('same', all => all.length === 1 && all[0]!.sourceCount === 3)
    expect(entries).toMatchObject([{ id: first, memory: "User's dog is called Bruno", version: 1 }])
    const gone = await client.request('DELETE', '/v4/memories', { containerTag: 'same', id: second })
    expect(gone.status).toBe(200)
    expect(await list('same')).toEqual([])
  })

  test('become current again when stated again after they were forgotten', async () => {
    const id = await state('again', 'Prefers tea')
    await client.request('DELETE', '/v4/memories', { containerTag: 'again', id })
    const again = await state('again', 'Prefers tea')
    await say('again', 'I live in Porto now.', '2024-01-05T10:00:00Z')
    expect((await list('again')).map(each => each.id)).toContain(again)
  })

  test('correct older facts, and give way to newer ones', async () => {
    await say('corrected', 'I live in Lisbon.', '2024-01-05T10:00:00Z')
    const [memory] = await list('corrected')
    const newContent = 'The user lives in Cascais.'
    await client.request('PATCH', '/v4/memories', { containerTag: 'corrected', id: memory!.id, newContent })
    await say('corrected', 'I live in Faro now.', '2023-01-05T10:00:00Z')
    await say('corrected', 'I live in Lisbon.', '2024-02-05T10:00:00Z')
    expect((await list('corrected')).map(each => each.memory)).toEqual([newContent])
    await say('corrected', 'I live in Madrid now.', '2040-02-05T10:00:00Z')
    const entries = await list('corrected')
    expect(entries).toHaveLength(1)
    expect(entries[0]!.memory).toMatch(/Madrid/)
    expect(entries[0]!.history[0]).toMatchObject({ memory: newContent })
  })

  test('keep the position of a correction when the corrected memory is gone', async () => {
    const document = await say('kept', 'I live in Lisbon.', '2024-01-05T10:00:00Z')
    const [memory] = await list('kept')
    const newContent = 'The user lives in Cascais.'
    await client.request('PATCH', '/v4/memories', { containerTag: 'kept', id: memory!.id, newContent })
    await client.request('DELETE', `/v3/documents/${document}`)
    await say('kept', 'I live in Madrid now.', '2040-02-05T10:00:00Z')
    const entries = await listed('kept', ([first]) => /Madrid/.test(first?.memory ?? ''))
    expect(entries).toMatchObject([{ version: 3 }])
    const named = await client.request('PATCH', '/v4/memories', {
      ...{ containerTag: 'kept', id: memory!.id, newContent: 'The user lives in Sintra.' },
    })
    expect(named.body).toMatchObject({ version: 4 })
  })

  /**
   * The cell of a container cannot be predicted, and no document moves between cells: one of these tags is in
   * the same cell.
   */
  async function move(id: string): Promise<string> {
    const tags = Array.from({ length: 20 }, (_, i) => `arrives_${i}`)
    for (const containerTag of tags) {
      const { status } = await client.request('PATCH', `/v3/documents/${id}`, { containerTag })
      if (status === 200) return containerTag
      expect(status).toBe(409)
    }
    throw new Error('No tag is in the same cell')
  }

  test('move with their document, which takes its part of a version chain along', async () => {
    await say('leaves', 'I live in Lisbon.', '2024-01-05T10:00:00Z')
    const id = await say('leaves', 'I live in Porto now.', '2024-06-05T10:00:00Z')
    const target = await move(id)
    const entries = await listed('leaves', ([first]) => /Lisbon/.test(first?.memory ?? ''))
    expect(entries).toMatchObject([{ version: 1 }])
    await listed(target, ([first]) => /Porto/.test(first?.memory ?? ''))
  })
})

test('merging one container into another reconciles the memories of both', async () => {
  const server = await startTestServer({ config: { DREAM_QUIET_MS: 0, RECONCILE_MS: 2_000 } })
  try {
    const { client } = server
    const say = async (containerTag: string, content: string, documentDate: string) =>
      add(client, { content: `user: ${content}\nassistant: I see.`, containerTag, documentDate })
    const list = async (tag: string) =>
      (await client.request('POST', '/v4/memories/list', { containerTags: [tag], limit: 100 })).body
        .memoryEntries
    await say('source', 'I live in Lisbon.', '2024-01-05T10:00:00Z')
    await say('target', 'I live in Porto now.', '2024-06-05T10:00:00Z')
    await client.request('POST', '/v4/memories', {
      containerTag: 'source',
      memories: [{ content: 'Lives in Faro', temporalContext: { documentDate: '2022-01-05T10:00:00Z' } }],
    })
    await until(
      async () => [...(await list('source')), ...(await list('target'))],
      entries => entries.length === 2,
    )
    await client.request('POST', '/v3/container-tags/merge', {
      containerTags: ['source'],
      targetContainerTag: 'target',
    })
    const entries = await until(
      () => list('target'),
      all => all.length === 1 && all[0].version === 3,
    )
    expect(entries).toMatchObject([
      {
        memory: expect.stringContaining('Porto'),
        history: [{ memory: expect.stringContaining('Lisbon') }, { memory: 'Lives in Faro' }],
      },
    ])
  } finally {
    await server.close()
  }
})
