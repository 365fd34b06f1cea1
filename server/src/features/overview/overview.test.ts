import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, layouts, startTestServer, type TestServer } from '../../../test/harness.ts'

describe.each(layouts)('the overview on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ cellCount, worker: false })
  })
  afterAll(() => server.close())

  const read = async () => (await server.client.request('GET', '/v3/overview')).body

  test('of an empty organization has only zeros, and the models in use', async () => {
    expect(await read()).toEqual({
      documents: 0,
      pending: 0,
      failed: 0,
      memories: 0,
      learnedThisWeek: 0,
      recent: [],
      models: { embedding: 'all-MiniLM-L6-v2', dimensions: 384, language: null },
    })
  })

  test('counts documents and memories of all containers, the memories learned last first', async () => {
    const { client } = server
    for (const containerTag of ['ada', 'grace']) {
      await add(client, { content: `About ${containerTag}`, containerTag })
      const memories = [{ content: `${containerTag} lives in London` }]
      await client.request('POST', '/v4/memories', { containerTag, memories })
    }
    const [{ id }] = (await client.request('POST', '/v4/memories/list', { containerTag: 'ada' })).body
      .memoryEntries
    await client.request('PATCH', '/v4/memories', {
      containerTag: 'ada',
      id,
      newContent: 'ada lives in Lisbon',
    })
    const overview = await read()
    expect(overview).toMatchObject({ documents: 2, pending: 2, failed: 0, memories: 2, learnedThisWeek: 2 })
    expect(overview.models).toMatchObject({ dimensions: expect.any(Number), language: null })
    expect(overview.recent).toMatchObject([
      { memory: 'ada lives in Lisbon', containerTag: 'ada', version: 2, before: 'ada lives in London' },
      { memory: 'grace lives in London', containerTag: 'grace', version: 1, before: null },
    ])
  })

  test('shows nothing of another organization', async () => {
    const other = await server.newClient()
    expect((await other.request('GET', '/v3/overview')).body).toMatchObject({ documents: 0, recent: [] })
  })

  test('is streamed at once and after a change', async () => {
    const stop = new AbortController()
    const response = await fetch(`${server.url}/v3/overview/events`, {
      headers: { authorization: `Bearer ${server.client.key}` },
      signal: stop.signal,
    })
    const counts: number[] = []
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      const [, count] = /"documents":(\d+)/.exec(part) ?? []
      if (count === undefined) continue
      counts.push(Number(count))
      if (counts.length === 2) break
      await add(server.client, { content: 'One more', containerTag: 'ada' })
    }
    stop.abort()
    expect(counts).toEqual([2, 3])
  })
})
