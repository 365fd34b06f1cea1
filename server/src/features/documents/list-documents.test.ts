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

describe.each(layouts)('listing documents on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  /** All documents of the client, oldest first, over ten containers and so over every cell. */
  const ids: string[] = []
  const tagOf = (i: number) => `tag_${i % 10}`

  beforeAll(async () => {
    // Without a worker nothing moves: what a list says stays true while it is looked at.
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

  /** Every page of a list, one after the other. */
  async function walk(body: Record<string, unknown>, limit: number, who = client): Promise<string[]> {
    const found: string[] = []
    for (let page = 1; ; page++) {
      const answer = await list({ ...body, limit, page }, who)
      found.push(...idsOf(answer))
      if (page >= answer.pagination.totalPages) return found
    }
  }

  test('ten are listed, the newest first, with what there is in all', async () => {
    const answer = await list({})
    expect(idsOf(answer)).toEqual(newestFirst().slice(0, 10))
    expect(answer.pagination).toEqual({ currentPage: 1, totalItems: 25, totalPages: 3, limit: 10 })
    expect(await list(undefined)).toEqual(answer)
  })

  test('an item has the fields of the interface and no content', async () => {
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

  test('content comes when it is asked for', async () => {
    const { memories } = await list({ limit: 3, order: 'asc', includeContent: true })
    expect(memories.map(({ content }: { content: string }) => content)).toEqual([
      'Document 0.',
      'Document 1.',
      'Document 2.',
    ])
  })

  test.each([1, 4, 7, 25, 1100])('pages of %i hold every document once, in both orders', async limit => {
    expect(await walk({ order: 'desc' }, limit)).toEqual(newestFirst())
    expect(await walk({ order: 'asc' }, limit)).toEqual(ids)
  })

  test.each<[limit: unknown, page: unknown]>([
    ['5', '2'],
    [5, 2],
    ['5', 2],
  ])('limit %j and page %j are numbers or their digits', async (limit, page) => {
    const answer = await list({ limit, page })
    expect(idsOf(answer)).toEqual(newestFirst().slice(5, 10))
    expect(answer.pagination).toEqual({ currentPage: 2, totalItems: 25, totalPages: 5, limit: 5 })
  })

  test('a page beyond the end is empty, and says so', async () => {
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
  ])('%j is refused', async body => {
    const answer = await client.request('POST', '/v3/documents/list', body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
    expect(answer.body.error).toMatch(new RegExp(`^${Object.keys(body)[0]}`))
  })

  test('fields nobody knows are ignored', async () => {
    expect(await list({ offset: 3, title: 'x' })).toEqual(await list({}))
  })

  describe('container tags', () => {
    test('one names a container, several name all of theirs, none the whole organization', async () => {
      const one = await list({ containerTag: 'tag_3' })
      expect(idsOf(one)).toEqual([ids[23], ids[13], ids[3]])
      expect(one.pagination.totalItems).toBe(3)
      const several = newestFirst().filter(id => [3, 4, 7, 8].includes(ids.indexOf(id) % 10))
      const tags = { containerTags: ['tag_3', 'tag_4', 'tag_7', 'tag_8', 'tag_3'] }
      expect(await walk(tags, 3)).toEqual(several)
      expect((await list(tags)).pagination.totalItems).toBe(several.length)
    })

    test('an unknown one names nothing', async () => {
      expect(await list({ containerTag: 'nobody' })).toEqual({
        memories: [],
        pagination: { currentPage: 1, totalItems: 0, totalPages: 0, limit: 10 },
      })
    })
  })

  describe('filepath', () => {
    test.each<[filepath: string, found: number[]]>([
      ['/notes/1.md', [1]],
      ['/notes/', [2, 1, 0]],
      ['/notes', []],
      ['/notes%/', [4, 3]],
      ['/notes_/', []],
      ['/', [4, 3, 2, 1, 0]],
    ])('%s finds %j', async (filepath, found) => {
      const answer = await list({ filepath })
      expect(idsOf(answer)).toEqual(found.map(i => ids[i]))
      expect(answer.pagination.totalItems).toBe(found.length)
    })

    test('within a container', async () => {
      const answer = await list({ filepath: '/notes/', containerTags: ['tag_1', 'tag_2', 'tag_5'] })
      expect(idsOf(answer)).toEqual([ids[2], ids[1]])
      expect(answer.pagination.totalItems).toBe(2)
    })
  })

  describe('sort by updatedAt', () => {
    const touch = (id: string, at: string) =>
      queryCells(server.databases, 'update cell.documents set updated_at = $2 where id = $1', [
        decodeId(id),
        at,
      ])

    test('the last one touched comes first', async () => {
      const order = ids.map((_, i) => ids[(i * 7) % 25]!)
      for (const [i, id] of order.entries())
        await touch(id, `2026-03-01T00:00:${String(i).padStart(2, '0')}Z`)
      expect(await walk({ sort: 'updatedAt', order: 'asc' }, 4)).toEqual(order)
      expect(await walk({ sort: 'updatedAt' }, 4)).toEqual(order.toReversed())
    })

    test('pages hold every document once also when many were touched in one millisecond', async () => {
      // Newer ids at earlier microseconds: a merge that sees only milliseconds and ids would have it backwards.
      for (const [i, id] of ids.entries()) await touch(id, `2026-03-02T00:00:00.0000${String(99 - i)}Z`)
      for (const order of ['asc', 'desc']) {
        const found = await walk({ sort: 'updatedAt', order }, 3)
        expect(found).toHaveLength(25)
        expect(new Set(found).size).toBe(25)
      }
    })
  })

  test('a deleted document is missing from the page and from the total', async () => {
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
