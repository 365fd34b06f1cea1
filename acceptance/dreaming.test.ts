import { describe, expect, test } from 'vitest'
import { add, get, newTag, post, remove, request, until } from './client.ts'

const earlier = { content: 'user: I live in Lisbon.\nassistant: How nice!', documentDate: '2024-01-05' }
const later = { content: 'user: I live in Porto now.\nassistant: Oh.', documentDate: '2024-06-05' }

async function dream(containerTag: string, document: Record<string, unknown>): Promise<string> {
  const id = await add({ ...document, containerTag, dreaming: 'instant' })
  await until(
    () => get(`/v3/documents/${id}`),
    ({ body }) => body.dreamingStatus === 'done',
  )
  return id
}

async function list(containerTag: string) {
  return (await post('/v4/memories/list', { containerTags: [containerTag] })).body.memoryEntries
}

describe('dreaming', () => {
  test('MEM-23: the facts of a document become memories that name the document', async () => {
    const containerTag = newTag('dreaming')
    const id = await dream(containerTag, earlier)
    const memories = await list(containerTag)
    expect(memories).toMatchObject([{ documentIds: [id], sourceCount: 1, isLatest: true }])
    expect(memories[0].memory).toContain('Lisbon')
    expect((await get(`/v3/documents/${id}`)).body.memories).toMatchObject([{ id: memories[0].id }])
  })

  test('DOC-17: memories call the user by the name in entityContext', async () => {
    const containerTag = newTag('dreaming')
    await dream(containerTag, { ...earlier, entityContext: 'The user is Ada, a potter.' })
    expect(await list(containerTag)).toMatchObject([{ memory: 'Ada lives in Lisbon.' }])
    const unnamed = newTag('dreaming')
    await dream(unnamed, earlier)
    expect(await list(unnamed)).toMatchObject([{ memory: 'The user lives in Lisbon.' }])
    const refused = await post('/v3/documents', { ...earlier, containerTag, entityContext: 7 })
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('entityContext')])
  })

  test.each([
    ['updates', { calendar: 'home', level: 2 }, 1],
    ['updates', { calendar: ['work', 'home'] }, 1],
    ['does not update', { calendar: 'work' }, 2],
    ['does not update', { calendar: 'home', level: 3 }, 2],
  ])('DOC-17: a fact %s an earlier memory with filterByMetadata %j', async (_, filterByMetadata, count) => {
    const containerTag = newTag('dreaming')
    await dream(containerTag, { ...earlier, metadata: { calendar: 'home', level: 2 } })
    await dream(containerTag, { ...later, filterByMetadata })
    expect(await list(containerTag)).toHaveLength(count)
  })

  test('MEM-24: a memory cites the passage that states it', async () => {
    const containerTag = newTag('dreaming')
    const id = await dream(containerTag, earlier)
    const [memory] = await list(containerTag)
    const { body } = await get(`/v4/memories/${memory.id}`)
    expect(body).toMatchObject({ ...memory, origin: 'user', citations: [{ documentId: id, revision: 1 }] })
    const [{ start, end, text }] = body.citations[0].spans
    expect(earlier.content.slice(start, end)).toBe(text)
    expect(text).toContain('I live in Lisbon')
    expect((await get(`/v4/memories/${id}`)).status).toBe(404)
  })

  test.each([
    ['first', [earlier, later]],
    ['last', [later, earlier]],
  ])('MEM-25: the later statement supersedes the earlier one, which was added %s', async (_, documents) => {
    const containerTag = newTag('dreaming')
    for (const document of documents) await dream(containerTag, document)
    const memories = await list(containerTag)
    expect(memories).toMatchObject([{ version: 2, history: [{ version: 1, isLatest: false }] }])
    expect(memories[0].memory).toContain('Porto')
    expect(memories[0].parentMemoryId).toBe(memories[0].history[0].id)
  })

  test('MEM-24: a memory gives the reason why it updates or extends another', async () => {
    const containerTag = newTag('dreaming')
    for (const document of [earlier, later]) await dream(containerTag, document)
    const [memory] = await list(containerTag)
    const { body } = await get(`/v4/memories/${memory.id}`)
    expect(body.decisions).toMatchObject([
      { memoryId: memory.history[0].id, relation: 'updates', reason: expect.stringMatching(/\S/) },
    ])
    const old = (await get(`/v4/memories/${memory.history[0].id}`)).body
    expect(old).toMatchObject({ isLatest: false, citations: [{ documentId: expect.any(String) }] })
  })

  test('MEM-26: undo reverts an update once', async () => {
    const containerTag = newTag('dreaming')
    for (const document of [earlier, later]) await dream(containerTag, document)
    const [memory] = await list(containerTag)
    const undone = await post(`/v4/memories/${memory.id}/undo`)
    expect(undone).toMatchObject({ status: 200, body: { id: memory.id, undone: 'update' } })
    expect(await list(containerTag)).toHaveLength(2)
    expect((await post(`/v4/memories/${memory.id}/undo`)).status).toBe(409)
  })

  const state = async (containerTag: string, content: string, more: object = {}) =>
    (await post('/v4/memories', { containerTag, memories: [{ content, ...more }] })).body.memories[0].id
  const settled = (containerTag: string, isThere: (memories: { version: number }[]) => boolean) =>
    until(() => list(containerTag), isThere)

  test('MEM-28: a memory written through the API supersedes others by its date', async () => {
    const containerTag = newTag('stated')
    await dream(containerTag, later)
    const from = { temporalContext: { documentDate: '2024-03-05T00:00:00Z' } }
    await state(containerTag, 'Lives in Berlin', from)
    await settled(containerTag, all => all.length === 1 && all[0]!.version === 2)
    const id = await state(containerTag, 'Lives in Oslo')
    const memories = await settled(containerTag, all => all.length === 1 && all[0]!.version === 3)
    expect(memories).toMatchObject([{ id, history: [{ version: 2 }, { memory: 'Lives in Berlin' }] }])
  })

  test('MEM-28: a static memory is not superseded by a document', async () => {
    const containerTag = newTag('stated')
    const from = { temporalContext: { documentDate: '2024-03-05T00:00:00Z' } }
    await state(containerTag, 'Lives in Berlin', { isStatic: true, ...from })
    await dream(containerTag, later)
    expect(await list(containerTag)).toHaveLength(2)
  })

  test('MEM-29: two memories with the same words are merged, and both ids lead to the merged one', async () => {
    const containerTag = newTag('stated')
    const first = await state(containerTag, 'Prefers tea')
    const second = await state(containerTag, 'Prefers tea.')
    const memories = await settled(containerTag, all => all.length === 1)
    expect(memories).toMatchObject([{ id: first, sourceCount: 2 }])
    expect((await remove('/v4/memories', { containerTag, id: second })).status).toBe(200)
    expect(await list(containerTag)).toEqual([])
  })

  test('MEM-30: a PATCH supersedes earlier statements even if their documents are read again', async () => {
    const containerTag = newTag('corrected')
    await dream(containerTag, later)
    const [{ id }] = await list(containerTag)
    const newContent = 'The user lives in Gaia.'
    await request('PATCH', '/v4/memories', { containerTag, id, newContent })
    await dream(containerTag, earlier)
    await dream(containerTag, later)
    expect(await list(containerTag)).toMatchObject([{ memory: newContent }])
  })

  const said = (content: string, documentDate = '2024-01-05') => ({
    content: `user: ${content}\nassistant: I see.`,
    documentDate,
  })
  const conclusion = "The user's brother Tom lives in Oslo."
  const findInferred = async (containerTag: string) =>
    (await list(containerTag)).filter(({ isInference }: { isInference: boolean }) => isInference)

  test('MEM-31: an inferred memory derives from others and cites their documents', async () => {
    const containerTag = newTag('inferred')
    const brother = await dream(containerTag, said('My brother is called Tom.'))
    const home = await dream(containerTag, said('Tom lives in Oslo.'))
    const [memory] = await findInferred(containerTag)
    expect(memory).toMatchObject({ memory: conclusion })
    const { body } = await get(`/v4/memories/${memory.id}`)
    const sources = (await list(containerTag)).filter(({ id }: { id: string }) => id !== memory.id)
    expect(body).toMatchObject({
      isInference: true,
      decisions: [{ relation: 'derives' }, { relation: 'derives' }],
    })
    expect(body.decisions.map(({ memoryId }: { memoryId: string }) => memoryId).toSorted()).toEqual(
      sources.map(({ id }: { id: string }) => id).toSorted(),
    )
    expect(body.documentIds.toSorted()).toEqual([brother, home].sort())
  })

  const endings: [string, (tag: string, documents: string[]) => Promise<unknown>][] = [
    ['the document of a source is deleted', (_, [brother]) => remove(`/v3/documents/${brother}`)],
    ['a source is superseded', tag => dream(tag, said('Tom lives in Rome now.', '2024-06-05'))],
    [
      'a source is forgotten',
      async tag => {
        const { id } = (await list(tag)).find(
          ({ memory }: { memory: string }) => memory === 'Tom lives in Oslo.',
        )
        return remove('/v4/memories', { containerTag: tag, id })
      },
    ],
  ]
  test.each(endings)('MEM-31: an inferred memory is withdrawn when %s', async (_, end) => {
    const containerTag = newTag('inferred')
    const documents = [
      await dream(containerTag, said('My brother is called Tom.')),
      await dream(containerTag, said('Tom lives in Oslo.')),
    ]
    expect(await findInferred(containerTag)).toHaveLength(1)
    await end(containerTag, documents)
    const holds = ({ memory }: { memory: string }) => memory === conclusion
    await until(
      () => list(containerTag),
      memories => !memories.some(holds),
    )
  })
})
