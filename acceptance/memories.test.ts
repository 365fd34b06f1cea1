import { describe, expect, test } from 'vitest'
import { add, newTag, otherKey, post, remove, request } from './client.ts'

const patch = (body: unknown) => request('PATCH', '/v4/memories', body)

async function remember(containerTag: string, ...memories: (string | Record<string, unknown>)[]) {
  const answer = await post('/v4/memories', {
    containerTag,
    memories: memories.map(memory => (typeof memory === 'string' ? { content: memory } : memory)),
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.memories
}

async function list(containerTag: string, more: Record<string, unknown> = {}) {
  const answer = await post('/v4/memories/list', { containerTags: [containerTag], ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const textsOf = ({ memoryEntries }: { memoryEntries: { memory: string }[] }) =>
  memoryEntries.map(({ memory }) => memory)

describe('memories: adding', () => {
  test('MEM-1: POST returns 201 with the memories in the order sent', async () => {
    const containerTag = newTag('memories')
    const { status, body } = await post('/v4/memories', {
      containerTag,
      memories: [
        { content: 'Ada prefers tea.', isStatic: true, metadata: { topic: 'drinks' } },
        { content: 'Ada is on holiday.', forgetAfter: '2999-01-01', forgetReason: 'it ends' },
      ],
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      documentId: null,
      memories: [
        {
          id: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{22}$/),
          memory: 'Ada prefers tea.',
          isStatic: true,
          createdAt: expect.any(String),
          forgetAfter: null,
          forgetReason: null,
          metadata: { topic: 'drinks' },
        },
        {
          id: expect.any(String),
          memory: 'Ada is on holiday.',
          isStatic: false,
          createdAt: expect.any(String),
          forgetAfter: '2999-01-01T00:00:00.000Z',
          forgetReason: 'it ends',
          metadata: null,
        },
      ],
    })
  })

  test.each([
    [{ memories: [{ content: 'x' }] }],
    [{ containerTag: 'a' }],
    [{ containerTag: 'a', memories: [] }],
    [{ containerTag: 'a', memories: Array(101).fill({ content: 'x' }) }],
    [{ containerTag: 'a', memories: [{ content: '' }] }],
    [{ containerTag: 'a', memories: [{ content: ' \n' }] }],
    [{ containerTag: 'a', memories: [{ content: 'x'.repeat(10_001) }] }],
    [{ containerTag: 'a', memories: [{ content: 'x', isStatic: 'yes' }] }],
    [{ containerTag: 'a', memories: [{ content: 'x', metadata: { a: { b: 1 } } }] }],
    [{ containerTag: 'a', memories: [{ content: 'x', forgetAfter: 'soon' }] }],
    [{ containerTag: 'a', memories: [{ content: 'x', temporalContext: { eventDate: ['never'] } }] }],
  ])('MEM-2: memories that are missing or over a limit return 400, case %#', async body => {
    expect((await post('/v4/memories', body)).status).toBe(400)
  })

  test('MEM-2: 100 memories, and one of 10,000 characters, are accepted', async () => {
    const containerTag = newTag('memories')
    await remember(containerTag, ...Array.from({ length: 100 }, (_, i) => `Fact number ${i}.`))
    await remember(containerTag, 'x'.repeat(10_000))
    expect((await list(containerTag)).pagination.totalItems).toBe(101)
  })

  test('MEM-3: the memory list returns temporalContext', async () => {
    const containerTag = newTag('memories')
    const temporalContext = { documentDate: '2026-05-01', eventDate: ['2026-05-03', '2026-05-04T12:00:00Z'] }
    await remember(containerTag, { content: 'The fair was in May.', temporalContext }, 'It rained.')
    const { memoryEntries } = await list(containerTag, { order: 'asc' })
    expect(memoryEntries[0].temporalContext).toEqual({
      documentDate: '2026-05-01T00:00:00.000Z',
      eventDate: ['2026-05-03T00:00:00.000Z', '2026-05-04T12:00:00.000Z'],
    })
    expect(memoryEntries[1].temporalContext).toBeNull()
  })
})

describe('memories: new versions', () => {
  test('MEM-4: PATCH creates a version that names its predecessor and the first version', async () => {
    const containerTag = newTag('memories')
    const [first] = await remember(containerTag, {
      content: 'Bob works at a bank.',
      metadata: { topic: 'work' },
    })
    const second = await patch({ containerTag, id: first.id, newContent: 'Bob works at a bakery.' })
    expect(second.status).toBe(200)
    expect(second.body).toEqual({
      id: expect.not.stringMatching(first.id),
      memory: 'Bob works at a bakery.',
      version: 2,
      parentMemoryId: first.id,
      rootMemoryId: first.id,
      createdAt: expect.any(String),
      forgetAfter: null,
      forgetReason: null,
      metadata: { topic: 'work' },
    })
    const third = await patch({
      containerTag,
      content: 'Bob works at a bakery.',
      newContent: 'Bob works at a zoo.',
      metadata: { topic: 'animals' },
      forgetAfter: '2999-01-01',
    })
    expect(third.body).toMatchObject({
      version: 3,
      parentMemoryId: second.body.id,
      rootMemoryId: first.id,
      metadata: { topic: 'animals' },
      forgetAfter: '2999-01-01T00:00:00.000Z',
    })
  })

  test('MEM-5: the list shows the newest version with the older ones as its history', async () => {
    const containerTag = newTag('memories')
    const [first] = await remember(containerTag, 'The meeting is on Monday.')
    const { body: second } = await patch({
      containerTag,
      id: first.id,
      newContent: 'The meeting is on Tuesday.',
    })
    const { memoryEntries, pagination } = await list(containerTag)
    expect(pagination.totalItems).toBe(1)
    expect(memoryEntries[0]).toMatchObject({ id: second.id, isLatest: true, version: 2 })
    expect(memoryEntries[0].memoryRelations).toEqual({ [first.id]: 'updates' })
    expect(memoryEntries[0].history).toMatchObject([
      { id: first.id, memory: 'The meeting is on Monday.', isLatest: false, version: 1 },
    ])
  })

  test('MEM-6: PATCH returns 404 for an unknown memory and 409 for a forgotten one', async () => {
    const containerTag = newTag('memories')
    const [memory] = await remember(containerTag, 'Short-lived.')
    for (const named of [{ id: '1'.repeat(22) }, { id: 'no-id' }, { content: 'Never said.' }])
      expect((await patch({ containerTag, ...named, newContent: 'x' })).status).toBe(404)
    expect((await patch({ containerTag: newTag(), id: memory.id, newContent: 'x' })).status).toBe(404)
    await remove('/v4/memories', { containerTag, id: memory.id })
    const answer = await patch({ containerTag, id: memory.id, newContent: 'x' })
    expect(answer.status).toBe(409)
    expect(answer.headers.get('x-should-retry')).toBe('false')
  })

  test.each([
    [{ id: 'x' }],
    [{ newContent: 'x' }],
    [{ id: 'x', newContent: '' }],
    [{ id: 'x', newContent: 'x'.repeat(10_001) }],
  ])('MEM-7: PATCH without a memory or without new content returns 400, case %#', async body => {
    expect((await patch({ containerTag: newTag(), ...body })).status).toBe(400)
  })
})

describe('memories: forgetting', () => {
  test('MEM-8: DELETE forgets a memory by id or exact content, and a second DELETE returns 409', async () => {
    const containerTag = newTag('memories')
    const [one, two] = await remember(containerTag, 'The door code is 1234.', 'The gate is green.')
    const gone = await remove('/v4/memories', { containerTag, id: one.id, reason: 'changed' })
    expect(gone).toMatchObject({ status: 200, body: { id: one.id, forgotten: true } })
    const again = await remove('/v4/memories', { containerTag, id: one.id })
    expect(again.status).toBe(409)
    expect(again.headers.get('x-should-retry')).toBe('false')
    const byWords = await remove('/v4/memories', { containerTag, content: 'The gate is green.' })
    expect(byWords.body).toEqual({ id: two.id, forgotten: true })
    expect(textsOf(await list(containerTag))).toEqual([])
    const { memoryEntries } = await list(containerTag, { include: { forgottenMemories: true }, order: 'asc' })
    expect(memoryEntries).toMatchObject([
      { id: one.id, isForgotten: true, forgetReason: 'changed' },
      { id: two.id, isForgotten: true },
    ])
  })

  test('MEM-9: DELETE of an unknown memory returns 404 and says if the id belongs to a document', async () => {
    const containerTag = newTag('memories')
    const document = await add({ content: 'A document.', containerTag })
    const answer = await remove('/v4/memories', { containerTag, id: document })
    expect(answer.status).toBe(404)
    expect(answer.body.details).toContain('document')
    const unknown = await remove('/v4/memories', { containerTag, content: 'Never said.' })
    expect(unknown.status).toBe(404)
    expect((await remove('/v4/memories', { containerTag })).status).toBe(400)
  })

  test('MEM-10: a memory past its forgetAfter is not listed', async () => {
    const containerTag = newTag('memories')
    await remember(containerTag, { content: 'Old news.', forgetAfter: '2020-01-01' }, 'News.')
    expect(textsOf(await list(containerTag))).toEqual(['News.'])
  })

  test('MEM-11: a dry run of forget-matching returns candidates and forgets nothing', async () => {
    const containerTag = newTag('memories')
    await remember(containerTag, 'Carol drinks coffee.', 'Carol drinks coffee at noon.', 'The roof leaks.')
    const query = 'Carol drinks coffee'
    const { status, body } = await post('/v4/memories/forget-matching', { containerTag, query, dryRun: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ dryRun: true, count: 2, forgetBatchId: null, summary: expect.any(String) })
    expect(body.candidates.map(({ memory }: { memory: string }) => memory)).toEqual([
      'Carol drinks coffee.',
      'Carol drinks coffee at noon.',
    ])
    for (const { score } of body.candidates) expect(score).toBeGreaterThanOrEqual(0.5)
    expect(body).not.toHaveProperty('forgotten')
    expect((await list(containerTag)).pagination.totalItems).toBe(3)
  })

  test('MEM-12: forget-matching forgets the best matches, at most maxForget, as one batch', async () => {
    const containerTag = newTag('memories')
    await remember(containerTag, 'Carol drinks coffee.', 'Carol drinks coffee at noon.', 'The roof leaks.')
    const { body } = await post('/v4/memories/forget-matching', {
      containerTag,
      query: 'Carol drinks coffee',
      maxForget: 1,
      reason: 'asked to',
    })
    expect(body).toMatchObject({ dryRun: false, count: 1, forgetBatchId: expect.stringMatching(/^\w{22}$/) })
    expect(body.forgotten).toMatchObject([{ memory: 'Carol drinks coffee.' }])
    expect(textsOf(await list(containerTag, { order: 'asc' }))).toEqual([
      'Carol drinks coffee at noon.',
      'The roof leaks.',
    ])
  })

  test('MEM-13: forget-matching by ids forgets those that exist and ignores the others', async () => {
    const containerTag = newTag('memories')
    const [one] = await remember(containerTag, 'One.', 'Two.')
    const ids = [one.id, '1'.repeat(22), 'no-id']
    const { body } = await post('/v4/memories/forget-matching', { containerTag, ids })
    expect(body).toMatchObject({ count: 1, forgotten: [{ id: one.id, memory: 'One.', score: 1 }] })
    expect(textsOf(await list(containerTag))).toEqual(['Two.'])
    const again = await post('/v4/memories/forget-matching', { containerTag, ids })
    expect(again.body).toMatchObject({ count: 0, forgetBatchId: null })
  })

  test.each([
    [{}],
    [{ query: 'x', ids: ['y'] }],
    [{ query: '' }],
    [{ query: 'x', threshold: 1.1 }],
    [{ query: 'x', threshold: -0.1 }],
    [{ query: 'x', maxForget: 0 }],
    [{ query: 'x', maxForget: 501 }],
  ])('MEM-14: forget-matching without query or ids, or over a limit, returns 400, case %#', async body => {
    expect((await post('/v4/memories/forget-matching', { containerTag: newTag(), ...body })).status).toBe(400)
  })
})

describe('memories: listing', () => {
  test('MEM-15: a memory entry has every field', async () => {
    const containerTag = newTag('memories')
    const [memory] = await remember(containerTag, 'The sky is blue.')
    const { memoryEntries, pagination } = await list(containerTag)
    expect(memoryEntries).toEqual([
      {
        id: memory.id,
        memory: 'The sky is blue.',
        version: 1,
        isLatest: true,
        isForgotten: false,
        isStatic: false,
        isInference: false,
        createdAt: memory.createdAt,
        updatedAt: expect.any(String),
        spaceId: expect.stringMatching(/^\w{22}$/),
        orgId: expect.stringMatching(/^\w{22}$/),
        sourceCount: 1,
        parentMemoryId: null,
        rootMemoryId: null,
        forgetAfter: null,
        forgetReason: null,
        metadata: null,
        memoryRelations: {},
        temporalContext: null,
        history: [],
        documentIds: [],
      },
    ])
    expect(pagination).toEqual({ currentPage: 1, totalItems: 1, totalPages: 1, limit: 10 })
  })

  test('MEM-54: state, origins and contains narrow the list', async () => {
    const containerTag = newTag('memories')
    const [kept, gone] = await remember(containerTag, 'The sky is blue.', 'The sea is calm.')
    await remove('/v4/memories', { containerTag, id: gone.id })
    const idsOf = async (body: Record<string, unknown>) =>
      (await list(containerTag, body)).memoryEntries.map(({ id }: { id: string }) => id)
    expect(await idsOf({ state: 'current' })).toEqual([kept.id])
    expect(await idsOf({ state: 'forgotten' })).toEqual([gone.id])
    expect(await idsOf({ state: 'superseded' })).toEqual([])
    expect(await idsOf({ origins: ['api'] })).toEqual([kept.id])
    expect(await idsOf({ origins: ['document'] })).toEqual([])
    expect(await idsOf({ contains: 'SKY blu' })).toEqual([kept.id])
    expect(await idsOf({ contains: 'sky calm' })).toEqual([])
    expect(await idsOf({ contains: 'b_ue' })).toEqual([])
    expect(await idsOf({ contains: 'sea', state: 'forgotten' })).toEqual([gone.id])
    const both = { containerTag, state: 'current', include: { forgottenMemories: true } }
    expect((await post('/v4/memories/list', both)).status).toBe(400)
  })

  test('MEM-16: the pages of the memory list hold each memory once, in order', async () => {
    const tags = [newTag('memories'), newTag('memories'), newTag('memories')]
    for (const tag of tags) await remember(tag, `First of ${tag}.`, `Second of ${tag}.`)
    const seen: string[] = []
    for (const page of [1, 2, 3]) {
      const { body } = await post('/v4/memories/list', { containerTags: tags, limit: 2, page, order: 'asc' })
      expect(body.pagination).toEqual({ currentPage: page, totalItems: 6, totalPages: 3, limit: 2 })
      seen.push(...textsOf(body))
    }
    expect(seen).toEqual(tags.flatMap(tag => [`First of ${tag}.`, `Second of ${tag}.`]))
    await patch({ containerTag: tags[0], content: seen[0], newContent: 'Changed last.' })
    const byUpdate = await post('/v4/memories/list', { containerTags: tags, sort: 'updatedAt', limit: '6' })
    expect(textsOf(byUpdate.body)[0]).toBe('Changed last.')
    expect(textsOf(byUpdate.body).toSorted()).toEqual(['Changed last.', ...seen.slice(1)].toSorted())
  })

  test('MEM-17: filters limit the memory list to matching metadata', async () => {
    const containerTag = newTag('memories')
    await remember(
      containerTag,
      { content: 'A.', metadata: { topic: 'work', tags: ['x'] } },
      { content: 'B.', metadata: { topic: 'home' } },
    )
    const filters = (condition: Record<string, unknown>) => ({ filters: { AND: [condition] } })
    expect(textsOf(await list(containerTag, filters({ key: 'topic', value: 'home' })))).toEqual(['B.'])
    const tagged = filters({ key: 'tags', value: 'x', filterType: 'array_contains' })
    expect(textsOf(await list(containerTag, tagged))).toEqual(['A.'])
  })

  test('MEM-18: a memory list without a tag, or over a limit, returns 400', async () => {
    const containerTags = [newTag()]
    for (const body of [
      {},
      { containerTags: [] },
      { containerTags, limit: 1101 },
      { containerTags, limit: 0 },
      { containerTags, page: 0 },
      { containerTags, order: 'up' },
      { containerTags, sort: 'size' },
    ])
      expect((await post('/v4/memories/list', body)).status).toBe(400)
  })

  test.skipIf(!otherKey)('MEM-19: another organization cannot list, change or forget a memory', async () => {
    const containerTag = newTag('memories')
    const [memory] = await remember(containerTag, 'Ours.')
    const options = { key: otherKey! }
    const listed = await post('/v4/memories/list', { containerTags: [containerTag] }, options)
    expect(listed.body.memoryEntries).toEqual([])
    for (const method of ['PATCH', 'DELETE']) {
      const body = { containerTag, id: memory.id, newContent: 'Theirs.' }
      expect((await request(method, '/v4/memories', body, options)).status).toBe(404)
    }
    expect(textsOf(await list(containerTag))).toEqual(['Ours.'])
  })
})
