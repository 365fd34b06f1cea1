import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  type Client,
  layouts,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../test/harness.ts'

const none = {
  memories: 0,
  setting: null,
  truncated: false,
  errorCode: null,
  errorMessage: null,
  until: null,
}

describe.each(layouts)('The dreaming outcome of a document ($layout)', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: { DREAM_QUIET_MS: 0, RECONCILE_MS: 2_000 } })
    client = server.client
  })
  afterAll(() => server.close())
  const change = (settings: object) => client.request('PATCH', '/v3/settings', settings)
  afterEach(() =>
    change({ includeItems: null, excludeItems: null, filterPrompt: null, shouldLLMFilter: null }),
  )

  const show = async (id: string) => (await client.request('GET', `/v3/documents/${id}`)).body
  const dreamed = (id: string) =>
    until(
      () => show(id),
      ({ dreamingStatus }) => dreamingStatus !== 'dreaming',
    )
  const say = async (containerTag: string, content: string) =>
    dreamed(await add(client, { content, containerTag }))
  const attemptsOf = async (id: string) =>
    (await client.request('GET', `/v3/documents/${id}/attempts`)).body.attempts
  const listed = async (path: string, containerTag: string) =>
    (await client.request('POST', path, { containerTags: [containerTag] })).body

  test('counts the formed memories wherever the document is shown, and its attempt is done', async () => {
    const { id, ...document } = await say('formed', 'user: I live in Lisbon.\nassistant: How nice!')
    const ending = {
      dreamingStatus: 'done',
      memoryCount: 1,
      dreamingOutcome: { ...none, outcome: 'formed', memories: 1 },
      errorCode: null,
      errorMessage: null,
    }
    expect(document).toMatchObject(ending)
    expect((await listed('/v3/documents/list', 'formed')).memories).toMatchObject([{ id, ...ending }])
    expect((await listed('/v3/documents/documents', 'formed')).documents).toMatchObject([{ id, ...ending }])
    expect(await attemptsOf(id)).toMatchObject([
      { stage: 'dreaming', outcome: 'done', revision: 1, endedAt: expect.any(String) },
      { stage: 'indexing', outcome: 'done' },
    ])
  })

  test('no longer counts a memory that is forgotten or superseded', async () => {
    const { id } = await say('forgotten', 'user: I live in Lisbon.')
    const [memory] = (await client.request('POST', '/v4/memories/list', { containerTags: ['forgotten'] }))
      .body.memoryEntries
    await client.request('DELETE', '/v4/memories', { containerTag: 'forgotten', id: memory.id })
    expect(await show(id)).toMatchObject({
      memoryCount: 0,
      dreamingOutcome: { outcome: 'formed', memories: 1 },
    })
  })

  test('is `nothing` for a text with nothing to remember', async () => {
    const document = await say('nothing', 'user: Hello!\nassistant: Hello, how can I help?')
    expect(document).toMatchObject({
      dreamingStatus: 'done',
      memoryCount: 0,
      dreamingOutcome: { ...none, outcome: 'nothing' },
    })
  })

  test.each([
    ['includeItems', { includeItems: ['sailing'] }],
    ['excludeItems', { excludeItems: ['dog'] }],
    ['filterPrompt', { shouldLLMFilter: true, filterPrompt: 'Only remember politics.' }],
  ])('names the setting %s when it leaves the facts out', async (setting, settings) => {
    await change(settings)
    expect(await say(`filtered_${setting}`, 'user: My dog is called Bruno.')).toMatchObject({
      dreamingStatus: 'done',
      memoryCount: 0,
      dreamingOutcome: { ...none, outcome: 'filtered', setting },
    })
  })

  test('is `skipped` with taskType rag, until the document becomes one for memories', async () => {
    const id = await add(client, { content: 'user: I live in Lisbon.', containerTag: 'rag', taskType: 'rag' })
    const skipped = { dreamingStatus: 'done', dreamingOutcome: { ...none, outcome: 'skipped' } }
    expect(await show(id)).toMatchObject(skipped)
    expect(await untilFinished(client, id)).toMatchObject(skipped)
    await client.request('PATCH', `/v3/documents/${id}`, { taskType: 'memory' })
    expect(await dreamed(id)).toMatchObject({ memoryCount: 1, dreamingOutcome: { outcome: 'formed' } })
  })

  test('is a failure for an unreadable upload, which is titled with its file name', async () => {
    const form = new FormData()
    form.set('file', new Blob(['no pdf'], { type: 'application/pdf' }), 'scan of May.pdf')
    form.set('containerTag', 'unreadable')
    const headers = { authorization: `Bearer ${client.key}` }
    const answer = await fetch(`${server.url}/v3/documents/file`, { method: 'POST', headers, body: form })
    const { id } = (await answer.json()) as { id: string }
    const ending = {
      title: 'scan of May.pdf',
      dreamingStatus: 'failed',
      errorCode: 'extract.malformed',
      errorMessage: expect.any(String),
      dreamingOutcome: {
        ...none,
        outcome: 'failed',
        errorCode: 'extract.malformed',
        errorMessage: expect.any(String),
      },
    }
    expect(await untilFinished(client, id)).toMatchObject(ending)
    expect((await listed('/v3/documents/list', 'unreadable')).memories).toMatchObject([{ id, ...ending }])
  })

  test('is reset at once by new content, which is then dreamed about', async () => {
    const { id } = await say('renewed', 'user: I live in Lisbon.')
    await client.request('PATCH', `/v3/documents/${id}`, { content: 'user: Hello!' })
    const between = await show(id)
    if (between.latestRevision === 2 && between.dreamingStatus === 'dreaming')
      expect(between.dreamingOutcome).toBeNull()
    expect(await dreamed(id)).toMatchObject({ memoryCount: 0, dreamingOutcome: { outcome: 'nothing' } })
  })

  test('is reached in the new container after a move', async () => {
    const { id } = await say('moves_from', 'user: I live in Lisbon.')
    const { status } = await client.request('PATCH', `/v3/documents/${id}`, { containerTag: 'moves_to' })
    // With two cells the two containers may be in different cells; then the move is refused.
    if (status === 409) return
    expect(await dreamed(id)).toMatchObject({
      containerTags: ['moves_to'],
      memoryCount: 1,
      dreamingOutcome: { outcome: 'formed', memories: 1 },
    })
  })

  test('is reported by the events stream, which continues until the memories are formed', async () => {
    const id = await add(client, { content: 'user: I live in Lisbon.', containerTag: 'events' })
    const response = await fetch(`${server.url}/v3/documents/${id}/events`, {
      headers: { authorization: `Bearer ${client.key}` },
    })
    const last = (await response.text()).split('\n').findLast(line => line.startsWith('data: '))!
    expect(JSON.parse(last.slice('data: '.length))).toMatchObject({
      status: 'done',
      dreamingStatus: 'done',
      memoryCount: 1,
      dreamingOutcome: { ...none, outcome: 'formed', memories: 1 },
    })
  })
})

describe.each(layouts)('Documents that wait for dreaming ($layout)', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ cellCount })
  })
  afterAll(() => server.close())

  const processing = async (query: string) =>
    (await server.client.request('GET', `/v3/documents/processing?${query}`)).body

  test('are counted next to those being processed, and can be listed separately', async () => {
    const tags = ['waits_a', 'waits_b', 'waits_b']
    const ids = await Promise.all(
      tags.map(containerTag => add(server.client, { content: 'I live in Lisbon.', containerTag })),
    )
    const rag = await add(server.client, { content: 'A page.', containerTag: 'waits_b', taskType: 'rag' })
    for (const id of [...ids, rag]) await untilFinished(server.client, id)
    expect(await processing('view=pending')).toMatchObject({ documents: [], totalCount: 0, dreamingCount: 3 })
    const all = await processing('view=dreaming')
    expect(all).toMatchObject({ totalCount: 3, dreamingCount: 3 })
    expect(all.documents.map(({ id }: { id: string }) => id)).toEqual(ids.toSorted().toReversed())
    expect(all.documents[0]).toMatchObject({ status: 'done', dreamingStatus: 'dreaming', stuck: false })
    expect(await processing('view=dreaming&containerTags=waits_b&limit=1')).toMatchObject({
      documents: [{}],
      totalCount: 2,
      dreamingCount: 2,
    })
    await server.client.request('DELETE', `/v3/documents/${ids[0]}`)
    expect(await processing('')).toMatchObject({ totalCount: 0, dreamingCount: 2 })
  })
})
