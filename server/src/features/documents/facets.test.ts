import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  type Client,
  layouts,
  startTestServer,
  type TestServer,
  untilFinished,
} from '../../../test/harness.ts'

describe.each(layouts)('facets and documents by id on $layout', ({ cellCount }) => {
  let server: TestServer
  let scoped: Client
  let rose: string
  let tulip: string
  beforeAll(async () => {
    server = await startTestServer({ cellCount })
    rose = await add(server.client, { content: 'A rose.', containerTag: 'garden', customId: 'flower' })
    tulip = await add(server.client, { content: 'A tulip.', containerTag: 'field', customId: 'flower' })
    await untilFinished(server.client, rose)
    await untilFinished(server.client, tulip)
    const { body } = await server.client.request('POST', '/v3/auth/scoped-key', { containerTag: 'garden' })
    scoped = server.clientFor(body.key)
  })
  afterAll(() => server.close())

  const facets = async (body: object, client = server.client) =>
    (await client.request('POST', '/v3/documents/documents/facets', body)).body
  const byIds = async (body: object, client = server.client) =>
    (await client.request('POST', '/v3/documents/documents/by-ids', body)).body
  const one = (category: string, label: string) => [{ category, count: 1, label }]

  test('count documents by type, status, source and container', async () => {
    expect(await facets({})).toEqual({
      facets: [{ category: 'text', count: 2, label: 'Notes and text' }],
      statuses: [{ category: 'done', count: 2, label: 'Done' }],
      sources: [{ category: 'api', count: 2, label: 'api' }],
      containers: [...one('field', 'field'), ...one('garden', 'garden')],
      total: 2,
      isComplete: true,
    })
  })

  test('count only what a request selects, and what a scoped key may see', async () => {
    const ofGarden = { total: 1, containers: one('garden', 'garden') }
    expect(await facets({ containerTag: 'garden' })).toMatchObject(ofGarden)
    expect(await facets({}, scoped)).toMatchObject(ofGarden)
    expect(await facets({ containerTag: 'field' }, scoped)).toMatchObject({ code: 'auth.container_mismatch' })
    expect(await facets({ categories: ['pdf'] })).toMatchObject({ total: 0, facets: [], containers: [] })
    expect(await facets({ filters: { AND: [{ key: 'a', value: 'b' }] } })).toMatchObject({ total: 0 })
    expect(await facets({ statuses: ['done'], sources: ['api'] })).toMatchObject({ total: 2 })
  })

  test('return documents in the order of their ids, and name the ids that are not found', async () => {
    const { documents, notFound } = await byIds({ ids: [tulip, 'nobody', rose, tulip] })
    expect(documents.map(({ id }: { id: string }) => id)).toEqual([tulip, rose])
    expect(documents).toMatchObject([{ content: 'A tulip.' }, { content: 'A rose.', memoryEntries: [] }])
    expect(notFound).toEqual(['nobody'])
  })

  test('find documents by customId, in the containers that the caller names', async () => {
    const ids = async (body: object, client?: Client) => {
      const { documents } = await byIds({ ids: ['flower'], by: 'customId', ...body }, client)
      return documents.map(({ id }: { id: string }) => id).sort()
    }
    expect(await ids({})).toEqual([rose, tulip].sort())
    expect(await ids({ containerTags: ['field'] })).toEqual([tulip])
    expect(await ids({}, scoped)).toEqual([rose])
  })

  test('never show a scoped key the documents of another container', async () => {
    expect(await byIds({ ids: [rose, tulip] }, scoped)).toMatchObject({
      documents: [{ id: rose }],
      notFound: [tulip],
    })
  })
})
