import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer } from '../../../test/harness.ts'
import { queryCells } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { decodeId } from '../../platform/lib/ids.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

describe.each(layouts)('a list of documents on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  /** All documents of the client, oldest first, over ten containers and so over every cell. */
  const ids: string[] = []
  const tagOf = (i: number) => `tag_${i % 10}`

  beforeAll(async () => {
    // Without a worker no document changes while the tests read lists.
    server = await startTestServer({ cellCount, worker: false, config: embedder.config })
    client = server.client
    for (let i = 0; i < 25; i++) {
      const filepath = i < 3 ? `/notes/${i}.md` : i < 5 ? `/notes%/${i}.md` : undefined
      ids.push(
        await add(client, { content: `Document ${i}.`, containerTag: tagOf(i), filepath, metadata: { i } }),
      )
    }
  })
  afterAll(() => server.close())

  const list = async (body: unknown, who = client) =>
    (await who.request('POST', '/v3/documents/list', body)).body
  const idsOf = ({ memories }: { memories: { id: string }[] }) => memories.map(({ id }) => id)
  const newestFirst = () => ids.toReversed()

  /** Reads every page of a list, one after the other. */
  async function walk(body: Record<string, unknown>, limit: number, who = client): Promise<string[]> {
    const found: string[] = []
    for (let page = 1; ; page++) {
      const answer = await list({ ...body, limit, page }, who)
      found.push(...idsOf(answer))
      if (page >= answer.pagination.totalPages) return found
    }
  }

  test('has ten documents by default, newest first, with the total', async () => {
    const answer = await list({})
    expect(idsOf(answer)).toEqual(newestFirst().slice(0, 10))
    expect(answer.pagination).toEqual({ currentPage: 1, totalItems: 25, totalPages: 3, limit: 10 })
    expect(await list(undefined)).toEqual(answer)
  })

  test('has items with the fields of the interface and without content', async () => {
    const { memories } = await list({ limit: 1 })
    expect(memories).toEqual([
      {
        id: ids[24],
        connectionId: null,
        containerTags: [tagOf(24)],
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
        customId: null,
        filepath: null,
        metadata: { i: 24 },
        status: 'queued',
        dreamingStatus: 'dreaming',
        dreamingOutcome: null,
        memoryState: expect.objectContaining({ state: 'waiting', reason: 'processing' }),
        memoryCount: 0,
        errorCode: null,
        errorMessage: null,
        summary: null,
        title: null,
        type: 'text',
        url: null,
      },
    ])
  })

  test('includes content on request', async () => {
    const { memories } = await list({ limit: 3, order: 'asc', includeContent: true })
    expect(memories.map(({ content }: { content: string }) => content)).toEqual([
      'Document 0.',
      'Document 1.',
      'Document 2.',
    ])
  })

  test.each([1, 4, 7, 25, 1100])(
    'contains every document once in pages of %i, in both orders',
    async limit => {
      expect(await walk({ order: 'desc' }, limit)).toEqual(newestFirst())
      expect(await walk({ order: 'asc' }, limit)).toEqual(ids)
    },
  )

  test.each<[limit: unknown, page: unknown]>([
    ['5', '2'],
    [5, 2],
    ['5', 2],
  ])('accepts the limit %j and the page %j: numbers or digits', async (limit, page) => {
    const answer = await list({ limit, page })
    expect(idsOf(answer)).toEqual(newestFirst().slice(5, 10))
    expect(answer.pagination).toEqual({ currentPage: 2, totalItems: 25, totalPages: 5, limit: 5 })
  })

  test('is empty beyond the last page, with the same total', async () => {
    const answer = await list({ limit: 10, page: 4 })
    expect(answer).toEqual({
      memories: [],
      pagination: { currentPage: 4, totalItems: 25, totalPages: 3, limit: 10 },
    })
  })

  test.each<Record<string, unknown>>([
    { limit: 0 },
    { limit: 1101 },
    { limit: '1101' },
    { limit: -1 },
    { limit: 1.5 },
    { limit: 'ten' },
    { page: 0 },
    { page: '' },
    { order: 'up' },
    { sort: 'title' },
    { includeContent: 'yes' },
    { containerTags: 'tag_1' },
    { filters: { key: 'i', value: '1' } },
    { containerTags: ['a b'] },
  ])('refuses %j', async body => {
    const answer = await client.request('POST', '/v3/documents/list', body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
    expect(answer.body.error).toMatch(new RegExp(`^${Object.keys(body)[0]}`))
  })

  test('ignores unknown fields', async () => {
    expect(await list({ offset: 3, title: 'x' })).toEqual(await list({}))
  })

  describe('by container tags', () => {
    test('contains one container for one tag, all of them for several, and the whole organization without tags', async () => {
      const one = await list({ containerTag: 'tag_3' })
      expect(idsOf(one)).toEqual([ids[23], ids[13], ids[3]])
      expect(one.pagination.totalItems).toBe(3)
      const several = newestFirst().filter(id => [3, 4, 7, 8].includes(ids.indexOf(id) % 10))
      const tags = { containerTags: ['tag_3', 'tag_4', 'tag_7', 'tag_8', 'tag_3'] }
      expect(await walk(tags, 3)).toEqual(several)
      expect((await list(tags)).pagination.totalItems).toBe(several.length)
    })

    test('is empty for an unknown tag', async () => {
      expect(await list({ containerTag: 'nobody' })).toEqual({
        memories: [],
        pagination: { currentPage: 1, totalItems: 0, totalPages: 0, limit: 10 },
      })
    })
  })

  describe('by filepath', () => {
    test.each<[filepath: string, found: number[]]>([
      ['/notes/1.md', [1]],
      ['/notes/', [2, 1, 0]],
      ['/notes', []],
      ['/notes%/', [4, 3]],
      ['/notes_/', []],
      ['/', [4, 3, 2, 1, 0]],
    ])('with the path %s contains documents %j', async (filepath, found) => {
      const answer = await list({ filepath })
      expect(idsOf(answer)).toEqual(found.map(i => ids[i]))
      expect(answer.pagination.totalItems).toBe(found.length)
    })

    test('can be limited to a container', async () => {
      const answer = await list({ filepath: '/notes/', containerTags: ['tag_1', 'tag_2', 'tag_5'] })
      expect(idsOf(answer)).toEqual([ids[2], ids[1]])
      expect(answer.pagination.totalItems).toBe(2)
    })
  })

  describe('sorted by updatedAt', () => {
    const touch = (id: string, at: string) =>
      queryCells(server.databases, 'update cell.documents set updated_at = $2 where id = $1', [
        decodeId(id),
        at,
      ])

    test('begins with the document that was updated last', async () => {
      const order = ids.map((_, i) => ids[(i * 7) % 25]!)
      for (const [i, id] of order.entries())
        await touch(id, `2026-03-01T00:00:${String(i).padStart(2, '0')}Z`)
      expect(await walk({ sort: 'updatedAt', order: 'asc' }, 4)).toEqual(order)
      expect(await walk({ sort: 'updatedAt' }, 4)).toEqual(order.toReversed())
    })

    test('contains every document once, even when many were updated in one millisecond', async () => {
      // Newer ids have earlier microseconds. A merge by milliseconds and ids would reverse their order.
      for (const [i, id] of ids.entries()) await touch(id, `2026-03-02T00:00:00.0000${String(99 - i)}Z`)
      for (const order of ['asc', 'desc']) {
        const found = await walk({ sort: 'updatedAt', order }, 3)
        expect(found).toHaveLength(25)
        expect(new Set(found).size).toBe(25)
      }
    })
  })

  test('leaves a deleted document out of the page and the total', async () => {
    const own = await server.newClient({ spread: cellCount > 1 })
    const [kept, gone] = [
      await add(own, { content: 'Kept.', containerTags: ['a', 'z'] }),
      await add(own, { content: 'Gone.', containerTags: ['b', 'z'] }),
    ]
    expect(idsOf(await list({ containerTag: 'z' }, own))).toEqual([gone, kept])
    await own.request('DELETE', `/v3/documents/${gone}`)
    for (const body of [{}, { containerTag: 'z' }, { containerTags: ['a', 'b'] }, { filepath: undefined }])
      expect(await list(body, own)).toMatchObject({ memories: [{ id: kept }], pagination: { totalItems: 1 } })
  })
})
