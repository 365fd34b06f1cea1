import { describe, expect, test } from 'vitest'
import { addDone, get, newTag, post, until } from './client.ts'

const graph = (body: object, key?: string) => post('/v3/graph', body, key === undefined ? {} : { key })

async function remember(containerTag: string) {
  const { id } = await addDone({ content: 'user: I live in Lisbon.', containerTag, dreaming: 'instant' })
  const { memories } = await until(
    async () => (await get(`/v3/documents/${id}`)).body,
    ({ memoryCount }) => memoryCount > 0,
  )
  return { document: id as string, memory: memories[0].id as string }
}

describe('the graph', () => {
  test('GRAPH-1, GRAPH-3: an overview has memories, documents and entities with their edges', async () => {
    const containerTag = newTag('graph')
    const { document, memory } = await remember(containerTag)
    const { status, body } = await graph({ containerTag })
    expect(status).toBe(200)
    expect(body.nodes).toEqual([
      { id: memory, kind: 'memory', label: expect.stringContaining('Lisbon'), support: 1, state: 'current' },
      expect.objectContaining({ support: 1 }),
      expect.objectContaining({ support: 1 }),
    ])
    expect(body.nodes).toContainEqual(
      expect.objectContaining({ id: document, kind: 'document', state: 'done' }),
    )
    expect(body.edges).toEqual([
      { from: memory, to: document, relation: 'source' },
      { from: memory, to: expect.stringMatching(/^entity:/), relation: 'about' },
    ])
    expect(body).toMatchObject({ isComplete: true, totals: { memories: 1, documents: 1 } })
  })

  test('GRAPH-2: the nodes around a document begin with the document', async () => {
    const containerTag = newTag('graph')
    const { document, memory } = await remember(containerTag)
    const of = { kind: 'document', id: document }
    const near = (await graph({ containerTag, of })).body.nodes
    expect(near.map(({ id }: { id: string }) => id)).toEqual([document, memory])
    const far = (await graph({ containerTag, of, depth: 2 })).body.nodes
    expect(far).toHaveLength(3)
    expect((await graph({ containerTag: newTag(), of })).status).toBe(404)
    expect((await graph({ containerTag, of: { kind: 'memory', id: document } })).status).toBe(404)
  })

  test('GRAPH-4: the caller chooses smaller limits, and learns that something is left out', async () => {
    const containerTag = newTag('graph')
    await remember(containerTag)
    const { nodes, edges, isComplete } = (await graph({ containerTag, maxNodes: 1 })).body
    expect([nodes.length, edges.length, isComplete]).toEqual([1, 0, false])
    expect((await graph({ containerTag, maxNodes: 5_001 })).status).toBe(400)
  })

  test('GRAPH-5: a scoped key sees the graph of its container only', async () => {
    const containerTag = newTag('graph')
    await remember(containerTag)
    const { key } = (await post('/v3/auth/scoped-key', { containerTag })).body
    expect((await graph({}, key)).body.totals.memories).toBe(1)
    expect((await graph({ containerTag: newTag() }, key)).status).toBe(403)
  })
})
