import { beforeAll, describe, expect, test } from 'vitest'
import { add, addDone, get, newTag, post, remove, until, untilDone } from './client.ts'

const itemFields = [
  'connectionId',
  'containerTags',
  'createdAt',
  'customId',
  'dreamingOutcome',
  'dreamingStatus',
  'errorCode',
  'errorMessage',
  'filepath',
  'id',
  'memoryCount',
  'memoryState',
  'metadata',
  'status',
  'summary',
  'title',
  'type',
  'updatedAt',
  'url',
]

type Item = { id: string; content?: string; updatedAt: string; createdAt: string }

async function list(body: Record<string, unknown>) {
  const answer = await post('/v3/documents/list', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const idsOf = async (body: Record<string, unknown>): Promise<string[]> =>
  (await list(body)).memories.map(({ id }: Item) => id)

/** The ids of 23 documents in one container, oldest first. */
const containerTag = newTag('list')
const ids: string[] = []
beforeAll(async () => {
  for (let i = 0; i < 23; i++) {
    ids.push(await add({ content: `Note ${i}.`, containerTag, metadata: { number: i, name: `note-${i}` } }))
  }
  for (const id of ids) await untilDone(id)
})

describe('lists: response and filters', () => {
  test('LIST-1: a list returns memories and pagination', async () => {
    expect(Object.keys(await list({ containerTag })).sort()).toEqual(['memories', 'pagination'])
  })

  test('LIST-2: a list item has every field of the document but no content', async () => {
    const tag = newTag()
    const document = await addDone({
      content: '# A heading\n\nAnd a sentence.',
      containerTag: tag,
      customId: 'listed',
      metadata: { a: 1, b: ['x'] },
      filepath: '/a/b.md',
    })
    const { memories } = await list({ containerTag: tag })
    expect(memories).toHaveLength(1)
    expect(Object.keys(memories[0]).sort()).toEqual(itemFields)
    for (const field of itemFields) expect(memories[0][field], field).toEqual(document[field])
  })

  test('LIST-3: includeContent adds the content to each item', async () => {
    const { memories } = await list({ containerTag, includeContent: true })
    expect(Object.keys(memories[0]).sort()).toEqual([...itemFields, 'content'].sort())
    expect(memories.map(({ content }: Item) => content)).toEqual(
      Array.from({ length: 10 }, (_, i) => `Note ${22 - i}.`),
    )
    const without = await list({ containerTag, includeContent: false })
    expect(without.memories[0]).not.toHaveProperty('content')
  })

  test('LIST-4: the default is the first page with 10 items', async () => {
    const { memories, pagination } = await list({ containerTag })
    expect(memories).toHaveLength(10)
    expect(pagination).toEqual({ currentPage: 1, totalItems: 23, totalPages: 3, limit: 10 })
  })

  test('LIST-14: an invalid order, sort, includeContent or filepath returns 400', async () => {
    const bad = [
      { order: 'up' },
      { order: 'ASC' },
      { sort: 'title' },
      { includeContent: 'yes' },
      { filepath: 7 },
    ]
    for (const body of bad) {
      const { status, body: answer } = await post('/v3/documents/list', body)
      expect(status, JSON.stringify(body)).toBe(400)
      expect(answer.error).toContain(Object.keys(body)[0])
    }
  })

  test.for([
    { AND: [], OR: [] },
    {},
    { key: 'a', value: 'b' },
    { AND: [{ OR: [{ key: 'a', value: 'b' }], AND: [] }] },
    '{"AND":[],"OR":[]}',
  ])('LIST-21: filters without exactly one of AND and OR return 400: %j', async filters => {
    for (const [path, body] of [
      ['/v3/documents/list', {}],
      ['/v3/search', { q: 'x' }],
      ['/v4/search', { q: 'x' }],
      ['/v4/profile', { containerTag: newTag() }],
    ] as const) {
      const refused = await post(path, { ...body, filters })
      expect([refused.status, refused.body.error]).toEqual([
        400,
        expect.stringMatching(/^filters.*AND or OR/),
      ])
    }
  })

  test('LIST-15: filters are applied, or refused by routes that do not support them', async () => {
    const filters = { AND: [{ key: 'name', value: 'note-7' }] }
    for (const given of [filters, JSON.stringify(filters)])
      expect(await idsOf({ containerTag, filters: given })).toEqual([ids[7]])
    // Without the filters, each of these would act on the whole container.
    const refused = [
      await post('/v3/documents/documents', { containerTags: [containerTag], filters }),
      await remove('/v3/documents/bulk', { containerTags: [containerTag], filters }),
      await post('/v3/documents/reprocess', { containerTags: [containerTag], filters }),
      await post('/v4/memories/forget-matching', { containerTag, query: 'note', threshold: 0, filters }),
      await get(`/v3/documents/processing?containerTag=${containerTag}&filters=${JSON.stringify(filters)}`),
    ]
    for (const { status, body } of refused)
      expect([status, body.error]).toEqual([400, expect.stringMatching(/^filters: /)])
    expect((await list({ containerTag })).pagination.totalItems).toBe(23)
  })
})

describe('lists: pages and order', () => {
  test('LIST-5: the pages of a list hold each document once, and a page after the last is empty', async () => {
    const newestFirst = [...ids].reverse()
    const seen: string[] = []
    for (let page = 1; page <= 4; page++) {
      const { memories, pagination } = await list({ containerTag, limit: 7, page })
      expect(pagination).toEqual({ currentPage: page, totalItems: 23, totalPages: 4, limit: 7 })
      expect(memories).toHaveLength(page < 4 ? 7 : 2)
      seen.push(...memories.map(({ id }: Item) => id))
    }
    expect(seen).toEqual(newestFirst)
    const beyond = await list({ containerTag, limit: 7, page: 5 })
    expect(beyond).toEqual({
      memories: [],
      pagination: { currentPage: 5, totalItems: 23, totalPages: 4, limit: 7 },
    })
  })

  test('LIST-6: limit and page accept numbers and strings of digits', async () => {
    const numbers = await list({ containerTag, limit: 5, page: 2 })
    expect(await list({ containerTag, limit: '5', page: '2' })).toEqual(numbers)
    for (const bad of ['five', '5.0', '-1', '', '1e1', true, null, [5]]) {
      expect((await post('/v3/documents/list', { containerTag, limit: bad })).status, `limit ${bad}`).toBe(
        400,
      )
      expect((await post('/v3/documents/list', { containerTag, page: bad })).status, `page ${bad}`).toBe(400)
    }
  })

  test('LIST-7: documents are listed newest first, or oldest first with order asc', async () => {
    expect(await idsOf({ containerTag, limit: 100 })).toEqual([...ids].reverse())
    expect(await idsOf({ containerTag, limit: 100, order: 'desc' })).toEqual([...ids].reverse())
    expect(await idsOf({ containerTag, limit: 100, order: 'asc' })).toEqual(ids)
    expect(await idsOf({ containerTag, limit: 100, order: 'asc', sort: 'createdAt' })).toEqual(ids)
    expect(await idsOf({ containerTag, limit: 4, page: 2, order: 'asc' })).toEqual(ids.slice(4, 8))
  })

  test('LIST-8: sort updatedAt lists documents by their last change', async () => {
    const tag = newTag()
    const first = await addDone({ content: 'First.', containerTag: tag, customId: 'first' })
    const second = await addDone({ content: 'Second.', containerTag: tag, customId: 'second' })
    const sorted = { containerTag: tag, sort: 'updatedAt' }
    expect(await idsOf(sorted)).toEqual([second.id, first.id])
    await addDone({ content: 'First, changed.', containerTag: tag, customId: 'first' })
    expect(await idsOf(sorted)).toEqual([first.id, second.id])
    expect(await idsOf({ ...sorted, order: 'asc' })).toEqual([second.id, first.id])
    expect(await idsOf({ containerTag: tag })).toEqual([second.id, first.id])
  })
})

describe('lists: selection', () => {
  test('LIST-9: a list holds the documents that have any of the tags', async () => {
    const [a, b, c] = [newTag('a'), newTag('b'), newTag('c')]
    const inA = await add({ content: 'In a.', containerTag: a })
    const inB = await add({ content: 'In b.', containerTag: b })
    const inC = await add({ content: 'In c.', containerTag: c })
    expect(await idsOf({ containerTag: a })).toEqual([inA])
    expect(await idsOf({ containerTags: [a] })).toEqual([inA])
    expect((await idsOf({ containerTags: [a, b] })).sort()).toEqual([inA, inB].sort())
    expect((await idsOf({ containerTag: c, containerTags: [a] })).sort()).toEqual([inA, inC].sort())
    expect((await list({ containerTags: [a, b, c] })).pagination.totalItems).toBe(3)
  })

  test('LIST-10: a document with two tags is listed under each, and once under both', async () => {
    const [a, b] = [newTag('a'), newTag('b')]
    const both = await add({ content: 'In both.', containerTags: [a, b] })
    const onlyB = await add({ content: 'In b.', containerTag: b })
    expect(await idsOf({ containerTag: a })).toEqual([both])
    expect(await idsOf({ containerTag: b })).toEqual([onlyB, both])
    const { memories, pagination } = await list({ containerTags: [a, b] })
    expect(memories.map(({ id }: Item) => id)).toEqual([onlyB, both])
    expect(pagination.totalItems).toBe(2)
  })

  test('LIST-20: list items omit project tags unless the document has no other tag', async () => {
    const [project, user] = [`sm_project_${newTag()}`, newTag()]
    await add({ content: 'Of a project.', containerTag: project })
    const both = await add({ content: 'Of both.', containerTags: [project, user] })
    const { memories } = await list({ containerTag: project, order: 'asc' })
    expect(memories.map((item: { containerTags: string[] }) => item.containerTags)).toEqual([
      [project],
      [user],
    ])
    expect((await get(`/v3/documents/${both}`)).body.containerTags).toEqual([project, user])
  })

  test('LIST-11: filepath matches one path, or everything below it if it ends with a slash', async () => {
    const tag = newTag()
    const paths = ['/notes/a.md', '/notes/b.md', '/notes/deep/c.md', '/notes', '/notes2/d.md', '/NOTES/e.md']
    const byPath = new Map<string, string>()
    for (const filepath of paths)
      byPath.set(filepath, await add({ content: 'A note.', containerTag: tag, filepath }))
    await add({ content: 'A note without a path.', containerTag: tag })
    const found = async (filepath: string) => {
      const { memories, pagination } = await list({ containerTag: tag, filepath })
      expect(pagination.totalItems).toBe(memories.length)
      return memories.map((item: { filepath: string }) => item.filepath).sort()
    }
    expect(await found('/notes/a.md')).toEqual(['/notes/a.md'])
    expect(await found('/notes')).toEqual(['/notes'])
    expect(await found('/notes/')).toEqual(['/notes/a.md', '/notes/b.md', '/notes/deep/c.md'])
    expect(await found('/notes/deep/')).toEqual(['/notes/deep/c.md'])
    expect(await found('/')).toEqual([...paths].sort())
    expect(await found('/notes/a')).toEqual([])
    expect(await found('/note_/')).toEqual([])
    expect(await found('%/')).toEqual([])
  })

  test('LIST-12: a list without a body holds all documents', async () => {
    const id = await add({ content: 'The newest of all.', containerTag: newTag() })
    const bare = await post('/v3/documents/list')
    expect(bare.status).toBe(200)
    expect(bare.body.pagination).toMatchObject({ currentPage: 1, limit: 10 })
    const everything = await idsOf({ limit: 1100 })
    expect(everything).toContain(id)
    expect(everything).toEqual(expect.arrayContaining(ids))
  })

  test('LIST-13: the list of a tag that was never used is empty', async () => {
    expect(await list({ containerTag: newTag() })).toEqual({
      memories: [],
      pagination: { currentPage: 1, totalItems: 0, totalPages: 0, limit: 10 },
    })
    expect((await list({ containerTags: [] })).pagination.totalItems).toBeGreaterThanOrEqual(23)
  })

  test('LIST-16: totalItems stays exact after adds and deletes', async () => {
    const tag = newTag()
    const total = async () => (await list({ containerTag: tag })).pagination.totalItems
    const added: string[] = []
    for (let i = 1; i <= 5; i++) {
      added.push(await add({ content: `Note ${i}.`, containerTag: tag }))
      expect(await total()).toBe(i)
    }
    for (const id of added) await untilDone(id)
    expect(await total()).toBe(5)
    for (let i = 4; i >= 0; i--) {
      await remove(`/v3/documents/${added[i]}`)
      expect(await total()).toBe(i)
    }
    // The purge runs in the background and must not change the count.
    await until(
      async () => (await addDone({ content: 'The last.', containerTag: tag })).status,
      status => status === 'done',
    )
    expect(await total()).toBe(1)
  })
})
