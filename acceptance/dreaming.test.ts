import { describe, expect, test } from 'vitest'
import { add, get, newTag, post, until } from './client.ts'

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
  test('MEM-23: what a document says becomes memories that name it', async () => {
    const containerTag = newTag('dreaming')
    const id = await dream(containerTag, earlier)
    const memories = await list(containerTag)
    expect(memories).toMatchObject([{ documentIds: [id], sourceCount: 1, isLatest: true }])
    expect(memories[0].memory).toContain('Lisbon')
    expect((await get(`/v3/documents/${id}`)).body.memories).toMatchObject([{ id: memories[0].id }])
  })

  test('MEM-24: a memory shows the passage that says so', async () => {
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
  ])('MEM-25: the later statement stands, the earlier one added %s', async (_, documents) => {
    const containerTag = newTag('dreaming')
    for (const document of documents) await dream(containerTag, document)
    const memories = await list(containerTag)
    expect(memories).toMatchObject([{ version: 2, history: [{ version: 1, isLatest: false }] }])
    expect(memories[0].memory).toContain('Porto')
    expect(memories[0].parentMemoryId).toBe(memories[0].history[0].id)
  })

  test('MEM-26: an update that was wrong is undone, once', async () => {
    const containerTag = newTag('dreaming')
    for (const document of [earlier, later]) await dream(containerTag, document)
    const [memory] = await list(containerTag)
    const undone = await post(`/v4/memories/${memory.id}/undo`)
    expect(undone).toMatchObject({ status: 200, body: { id: memory.id, undone: 'update' } })
    expect(await list(containerTag)).toHaveLength(2)
    expect((await post(`/v4/memories/${memory.id}/undo`)).status).toBe(409)
  })
})
