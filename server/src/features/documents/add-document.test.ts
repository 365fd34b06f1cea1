import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, layouts, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

describe.each(layouts)('adding a document on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: embedder.config })
  })
  afterAll(() => server.close())

  const post = (body: unknown) => server.client.request('POST', '/v3/documents', body)
  const get = async (id: string) => (await server.client.request('GET', `/v3/documents/${id}`)).body
  const text = 'Ada moved to Lisbon in May. She works at a ceramics studio.'

  describe('with POST /v3/documents', () => {
    test('returns its id and status and nothing else', async () => {
      const answer = await post({ content: text })
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        id: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{22}$/),
        status: 'queued',
      })
    })

    test('gives it every field of the interface, before and after processing', async () => {
      const gate = embedder.hold('Full shape')
      const id = await add(server.client, {
        content: `# Full shape\n\n${text}`,
        containerTag: 'shape',
        customId: 'shape:1',
        metadata: { topic: 'moves', year: 2026, draft: false, people: ['Ada', 'Bob'] },
        filepath: '/notes/ada.md',
        entityContext: 'Ada is a potter.',
        filterByMetadata: { topic: 'moves' },
        // Not instant: dreaming might or might not have ended by the time the document is read again.
        dreaming: 'dynamic',
      })
      const queued = {
        id,
        connectionId: null,
        content: `# Full shape\n\n${text}`,
        containerTags: ['shape'],
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        customId: 'shape:1',
        metadata: { topic: 'moves', year: 2026, draft: false, people: ['Ada', 'Bob'] },
        ogImage: null,
        raw: null,
        source: 'api',
        taskType: 'memory',
        latestRevision: 1,
        activeContentUpdateId: null,
        tombstonedAt: null,
        status: expect.stringMatching(/^(queued|extracting|chunking|embedding)$/),
        dreamingStatus: 'dreaming',
        dreamingOutcome: null,
        memoryState: expect.objectContaining({ state: 'waiting' }),
        memoryCount: 0,
        errorCode: null,
        errorMessage: null,
        summary: null,
        title: null,
        type: 'text',
        url: null,
        filepath: '/notes/ada.md',
      }
      await gate.reached
      expect(await get(id)).toEqual(queued)
      gate.open()
      expect(await untilFinished(server.client, id)).toEqual({
        ...queued,
        status: 'done',
        title: 'Full shape',
        summary: text,
      })
    })

    test('fills absent fields with their defaults', async () => {
      const id = await add(server.client, { content: text })
      expect(await get(id)).toMatchObject({
        containerTags: ['sm_project_default'],
        customId: null,
        metadata: null,
        filepath: null,
        taskType: 'memory',
        source: 'api',
      })
    })

    test.each([
      ['browser-extension', 'browser-extension'],
      ['x'.repeat(300), 'x'.repeat(255)],
    ])('stores the source that the client names, cut to 255 characters', async (named, kept) => {
      const response = await fetch(`${server.url}/v3/documents`, {
        method: 'POST',
        headers: { 'x-api-key': server.client.key, 'x-sm-source': named },
        body: JSON.stringify({ content: text }),
      })
      const { id } = (await response.json()) as { id: string }
      expect(await get(id)).toMatchObject({ source: kept })
    })

    test('ignores a title, which published clients send, and refuses any other unknown field', async () => {
      const { status, body } = await server.client.request('POST', '/v3/documents', {
        content: text,
        status: 'done',
      })
      expect([status, body.error]).toEqual([400, expect.stringMatching(/^status: unknown field; /)])
      const id = await add(server.client, { content: text, title: 'Mine' })
      expect(await get(id)).toMatchObject({ content: text })
      expect((await untilFinished(server.client, id)).title).toBe(
        'Ada moved to Lisbon in May. She works at a ceramics studio.',
      )
    })
  })

  describe('with container tags', () => {
    const listed = async (tag: string) => {
      const { body } = await server.client.request('POST', '/v3/documents/list', { containerTags: [tag] })
      return body.memories.map(({ id }: { id: string }) => id)
    }

    test('puts it into the container of the first of two tags, and a list by either tag finds it', async () => {
      const id = await add(server.client, { content: text, containerTags: ['first_tag', 'second_tag'] })
      expect(await get(id)).toMatchObject({ containerTags: ['first_tag', 'second_tag'] })
      expect(await listed('first_tag')).toEqual([id])
      expect(await listed('second_tag')).toEqual([id])
      const both = await server.client.request('POST', '/v3/documents/list', {
        containerTags: ['second_tag', 'first_tag'],
      })
      expect(both.body).toMatchObject({ memories: [{ id }], pagination: { totalItems: 1 } })
    })

    test('puts containerTag before containerTags, and stores a repeated tag once', async () => {
      const id = await add(server.client, {
        content: text,
        containerTag: 'c',
        containerTags: ['a', 'b', 'c', 'a'],
      })
      expect(await get(id)).toMatchObject({ containerTags: ['c', 'a', 'b'] })
    })
  })

  test.each([
    ['rag', 'rag', 'done'],
    ['superrag', 'rag', 'done'],
    ['memory', 'memory', 'dreaming'],
  ])('stores the task type %s as %s', async (sent, kept, dreamingStatus) => {
    const id = await add(server.client, { content: text, taskType: sent })
    expect(await get(id)).toMatchObject({ taskType: kept, dreamingStatus })
  })
})
