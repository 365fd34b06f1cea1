import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer } from '../../../test/harness.ts'
import { placeContainer } from '../containers/place-container.ts'

describe.each(layouts)('a document that is moved from container to container on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  let tags: string[]
  beforeAll(async () => {
    server = await startTestServer({ cellCount, worker: false })
    client = server.client
    tags = tagsOfOneCell()
  })
  afterAll(() => server.close())

  /**
   * Tags of one cell, because a document stays in its cell. In a spread organization they are on several shards of
   * it.
   */
  function tagsOfOneCell(): string[] {
    const { cells } = server.app
    const cellOf = (tag: string) => cells.of(placeContainer(client.organization, tag))
    const all = Array.from({ length: 40 }, (_, i) => `tag_${i}`)
    return all.filter(tag => cellOf(tag) === cellOf('tag_0')).slice(0, 4)
  }

  /** Keeps moving a document until `work` is done. */
  async function whileMoving(id: string, work: () => Promise<void>): Promise<void> {
    let isDone = false
    const move = async () => {
      for (let i = 1; !isDone; i++)
        await client.request('PATCH', `/v3/documents/${id}`, { containerTag: tags[i % tags.length] })
    }
    const moving = move()
    await work().finally(() => {
      isDone = true
    })
    await moving
  }

  const rounds = 40
  const requests = [
    ['GET', ''],
    ['PATCH', '', { metadata: { round: 1 } }],
    ['GET', '/chunks'],
    ['GET', '/attempts'],
  ] as const

  test('is always found by every request while it is live', async () => {
    const id = await add(client, { content: 'It is never long in one place.', containerTag: tags[0] })
    await whileMoving(id, async () => {
      for (let round = 0; round < rounds; round++) {
        const sent = requests.map(([method, path, body]) =>
          client.request(method, `/v3/documents/${id}${path}`, body),
        )
        for (const { status, body } of await Promise.all(sent))
          expect([status, body.code]).toEqual([200, undefined])
      }
    })
  })

  test('can be deleted meanwhile, and stays deleted', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await add(client, {
        content: `It moves, and then it is gone: ${round}.`,
        containerTag: tags[0],
      })
      await whileMoving(id, async () => {
        const { status, headers } = await client.request('DELETE', `/v3/documents/${id}`)
        expect(status).toBe(204)
        const receipt = await client.request('GET', `/v3/erasures/${headers.get('x-erasure-id')}`)
        expect(receipt.body).toMatchObject({ requested: 1 })
        expect((await client.request('GET', `/v3/documents/${id}`)).status).toBe(404)
      })
    }
  })
})
