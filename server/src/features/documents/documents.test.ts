import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, layouts, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'

describe.each(layouts)('a new document on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ cellCount })
  })
  afterAll(() => server.close())

  test('can be read at once, and is done shortly after', async () => {
    const { client } = server
    const id = await add(client, {
      content: 'Ada moved to Lisbon.',
      containerTag: 'user_1',
      metadata: { topic: 'moves' },
    })
    expect(id).toHaveLength(22)
    const early = await client.request('GET', `/v3/documents/${id}`)
    expect(early.body).toMatchObject({
      id,
      content: 'Ada moved to Lisbon.',
      containerTags: ['user_1'],
      metadata: { topic: 'moves' },
    })
    const done = await untilFinished(client, id)
    expect(done).toMatchObject({
      status: 'done',
      title: 'Ada moved to Lisbon.',
      latestRevision: 1,
      activeContentUpdateId: null,
    })
  })

  test('is found by meaning, and search explains the result', async () => {
    const { client } = server
    const id = await add(client, {
      content: 'The cat refuses to eat dry food since Tuesday.',
      containerTag: 'pets',
    })
    await untilFinished(client, id)
    const { body } = await client.request('POST', '/v3/search', {
      q: 'what is wrong with the kitten?',
      containerTag: 'pets',
      explain: true,
    })
    expect(body.results[0]).toMatchObject({ documentId: id })
    expect(body.results[0].score).toBeGreaterThan(0)
    expect(body.results[0].chunks[0].explain).toMatchObject({ path: 'exact', dense: { rank: 1 } })
  })
})
