import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer, until } from '../../../test/harness.ts'

describe.each(layouts)('Inferences ($layout)', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: { DREAM_QUIET_MS: 0, RECONCILE_MS: 2_000 } })
    client = server.client
  })
  afterAll(() => server.close())

  async function say(containerTag: string, said: string, documentDate: string): Promise<string> {
    const content = `user: ${said}\nassistant: I see.`
    const id = await add(client, { content, containerTag, documentDate })
    await until(
      async () => (await client.request('GET', `/v3/documents/${id}`)).body,
      ({ dreamingStatus }) => dreamingStatus === 'done',
    )
    return id
  }

  type Inferred = { memory: string; id: string }
  const inferred = async (tag: string): Promise<Inferred[]> =>
    (await client.request('GET', `/v3/container-tags/${tag}/inferred`)).body.memories
  const textsOf = async (tag: string) => (await inferred(tag)).map(({ memory }) => memory)
  const review = (tag: string, id: string, action: string) =>
    client.request('POST', `/v3/container-tags/${tag}/inferred/${id}/review`, { action })
  const toldOfTom = "The user's brother Tom lives in Oslo."

  async function sayOfTom(tag: string): Promise<string[]> {
    return [
      await say(tag, 'My brother is called Tom.', '2024-01-05T10:00:00Z'),
      await say(tag, 'Tom lives in Oslo.', '2024-02-05T10:00:00Z'),
    ]
  }

  test('follow from two documents, cite both, and wait for review', async () => {
    const documents = await sayOfTom('follows')
    expect(await textsOf('follows')).toEqual([toldOfTom])
    const [{ id }] = (await inferred('follows')) as [Inferred]
    const { body } = await client.request('GET', `/v4/memories/${id}`)
    expect(body).toMatchObject({ isInference: true, sourceCount: 2 })
    expect(body.citations.map((each: { documentId: string }) => each.documentId).sort()).toEqual(
      documents.sort(),
    )
    expect(body.decisions).toMatchObject([{ relation: 'derives' }, { relation: 'derives' }])
    const premises = await Promise.all(
      body.decisions.map(
        async (each: { memoryId: string }) =>
          (await client.request('GET', `/v4/memories/${each.memoryId}`)).body.confidence,
      ),
    )
    expect(premises).toHaveLength(2)
    expect(body.confidence).toBeLessThan(Math.min(...premises))
  })

  test('are withdrawn when their premises are superseded, forgotten or deleted, and restored with them', async () => {
    const [, lives] = await sayOfTom('withdrawn')
    const moved = await say('withdrawn', 'Tom moved to Bergen.', '2024-03-05T10:00:00Z')
    expect(await textsOf('withdrawn')).toEqual(["The user's brother Tom moved to Bergen."])
    await client.request('DELETE', `/v3/documents/${moved}`)
    await until(
      () => textsOf('withdrawn'),
      texts => texts[0] === toldOfTom,
    )
    await client.request('DELETE', '/v4/memories', {
      containerTag: 'withdrawn',
      content: 'Tom lives in Oslo.',
    })
    await until(
      () => textsOf('withdrawn'),
      texts => texts.length === 0,
    )
    await client.request('DELETE', `/v3/documents/${lives}`)
    await say('withdrawn', 'Tom works at a bakery.', '2024-04-05T10:00:00Z')
    expect(await textsOf('withdrawn')).toEqual(["The user's brother Tom works at a bakery."])
  })

  test('stay declined or corrected when they would follow again', async () => {
    const [, lives] = await sayOfTom('declined')
    const [{ id }] = (await inferred('declined')) as [Inferred]
    expect((await review('declined', id, 'decline')).status).toBe(200)
    await client.request('PATCH', `/v3/documents/${lives}`, {
      content: 'user: Tom lives in Oslo.\nassistant: Oh.',
    })
    await say('declined', 'Tom is vegan.', '2024-03-05T10:00:00Z')
    expect((await textsOf('declined')).filter(text => text === toldOfTom)).toEqual([])
    expect((await review('declined', id, 'undo')).status).toBe(200)
    expect(await textsOf('declined')).toContain(toldOfTom)
    const newContent = "The user's brother Tom lives near Oslo."
    await client.request('PATCH', '/v4/memories', { containerTag: 'declined', id, newContent })
    await say('declined', 'Tom speaks Norwegian.', '2024-05-05T10:00:00Z')
    expect(await textsOf('declined')).not.toContain(toldOfTom)
    const { body } = await client.request('GET', `/v4/memories/${id}`)
    expect(body).toMatchObject({ isLatest: false })
  })

  test('also follow from stated memories', async () => {
    const memories = [{ content: "User's brother is called Tom" }, { content: 'Tom lives in Oslo' }]
    await client.request('POST', '/v4/memories', { containerTag: 'stated', memories })
    const texts = await until(
      () => textsOf('stated'),
      all => all.length === 1,
    )
    expect(texts).toEqual(["The user's brother Tom lives in Oslo"])
  })
})
