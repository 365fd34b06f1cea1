import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer } from '../../../test/harness.ts'
import { placeContainer } from '../containers/place-container.ts'
import { retryWhileMoving } from './with-document.ts'

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

  const principal = () => ({
    organization: client.organization,
    key: { id: 'k', name: 'k' },
    containerTag: undefined,
  })
  /** Fails as Postgres does when the row was moved, or with any other code. */
  const failing = (code: string) => Promise.reject(Object.assign(new Error('moved'), { code }))

  test('is refused with document.moving and a time to wait after ten lookups that each came too late', async () => {
    const id = await add(client, { content: 'It is always elsewhere.', containerTag: tags[0] })
    for (const late of [async () => undefined, () => failing('RV001'), () => failing('40001')]) {
      let lookups = 0
      const work = () => {
        lookups++
        return late()
      }
      await expect(retryWhileMoving(server.app.cells, principal(), { id }, work)).rejects.toMatchObject({
        code: 'document.moving',
        status: 503,
        retryAfterSeconds: 1,
      })
      expect(lookups).toBe(10)
    }
  })

  test('is answered by the first lookup that finds it in place', async () => {
    const id = await add(client, { content: 'It comes to rest.', containerTag: tags[0] })
    let lookups = 0
    const work = async () => (++lookups < 10 ? undefined : 'found')
    expect(await retryWhileMoving(server.app.cells, principal(), { id }, work)).toBe('found')
  })

  test('is not looked up again after an error of another kind, or once it is deleted', async () => {
    const id = await add(client, { content: 'It is deleted meanwhile.', containerTag: tags[0] })
    let lookups = 0
    const broken = () => {
      lookups++
      return failing('23505')
    }
    await expect(retryWhileMoving(server.app.cells, principal(), { id }, broken)).rejects.toMatchObject({
      code: '23505',
    })
    expect(lookups).toBe(1)
    const deleted = async () => {
      await client.request('DELETE', `/v3/documents/${id}`)
      return undefined
    }
    await expect(retryWhileMoving(server.app.cells, principal(), { id }, deleted)).rejects.toMatchObject({
      code: 'document.not_found',
    })
  })
})
