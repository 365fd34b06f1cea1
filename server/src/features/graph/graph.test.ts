import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { inScope } from '../../platform/db/tx.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import { relateMemories } from '../memories/store.ts'

type Node = { id: string; kind: string; label: string; support: number; state: string }
type Edge = { from: string; to: string; relation: string }

const readGraph = (client: Client, body: object) => client.request('POST', '/v3/graph', body)
const idsOf = (nodes: Node[]) => nodes.map(({ id }) => id)

test('the graph of a dreamed container has its current memories, their documents and what they are about', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const id = await add(server.client, {
    content: 'user: I live in Lisbon.',
    containerTag: 'dreamed',
    dreaming: 'instant',
  })
  await until(
    async () => (await server.client.request('GET', `/v3/documents/${id}`)).body,
    ({ memoryCount }) => memoryCount > 0,
  )
  const { body } = await readGraph(server.client, { containerTag: 'dreamed' })
  const memory = body.nodes.find(({ kind }: Node) => kind === 'memory')
  expect(memory).toMatchObject({ support: 1, state: 'current', label: expect.stringContaining('Lisbon') })
  expect(body.nodes).toContainEqual({
    ...{ id, kind: 'document', label: expect.any(String), state: 'done', support: 1 },
  })
  expect(body.nodes).toContainEqual(expect.objectContaining({ id: 'entity:user', kind: 'entity' }))
  expect(body.edges).toContainEqual({ from: memory.id, to: id, relation: 'source' })
  expect(body.edges).toContainEqual({ from: memory.id, to: 'entity:user', relation: 'about' })
  expect(body.totals).toEqual({ memories: 1, documents: 1 })
  expect(body.isComplete).toBe(true)

  const around = await readGraph(server.client, { containerTag: 'dreamed', of: { kind: 'document', id } })
  expect(idsOf(around.body.nodes)).toEqual([id, memory.id])
  const about = await readGraph(server.client, {
    containerTag: 'dreamed',
    of: { kind: 'entity', id: 'User' },
  })
  expect(idsOf(about.body.nodes)).toEqual(['entity:user', memory.id])
})

describe.each(layouts)('the graph on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    // Without a worker: it would replace the relations that the tests make when it dreams of the memories.
    server = await startTestServer({ cellCount, worker: false })
  })
  afterAll(() => server.close())

  const graph = (body: object, client: Client = server.client) => readGraph(client, body)
  const remember = async (containerTag: string, ...texts: string[]): Promise<string[]> => {
    const memories = texts.map(content => ({ content }))
    const { body } = await server.client.request('POST', '/v4/memories', { containerTag, memories })
    return body.memories.map(({ id }: { id: string }) => id)
  }
  const relate = async (tag: string, from: string, to: string, relation: 'extends' | 'derives') => {
    const key = await server.app.containers.resolve(server.client.organization, tag)
    await inScope(server.app.cells.of(key.shard), key, db =>
      relateMemories(db, key, { memory: decodeId(from)!, related: decodeId(to)!, relation }),
    )
  }

  test('around a memory goes as many steps as asked, and shows superseded and forgotten memories', async () => {
    const containerTag = 'chain'
    const [a, b, c] = await remember(containerTag, 'Eve plays chess.', 'Eve likes games.', 'Eve is clever.')
    await relate(containerTag, b!, a!, 'derives')
    await relate(containerTag, c!, b!, 'extends')
    await server.client.request('DELETE', '/v4/memories', { containerTag, id: c })
    const of = { kind: 'memory', id: a }
    const near = (await graph({ containerTag, of })).body
    expect(idsOf(near.nodes).filter(id => !id.startsWith('entity:'))).toEqual([a, b])
    const far = (await graph({ containerTag, of, depth: 2 })).body
    expect(far.nodes.find(({ id }: Node) => id === c)).toMatchObject({ state: 'forgotten' })
    const between = far.edges.filter(({ relation }: Edge) => relation !== 'about')
    expect(between).toEqual([
      { from: b, to: a, relation: 'derives' },
      { from: c, to: b, relation: 'extends' },
    ])
    const overview = (await graph({ containerTag })).body
    expect(idsOf(overview.nodes)).not.toContain(c)
  })

  test('keeps to the limits of the caller and says that it is incomplete', async () => {
    const containerTag = 'star'
    const [hub, ...others] = await remember(
      containerTag,
      ...['A', 'B', 'C', 'D', 'E'].map(x => `${x} sings.`),
    )
    for (const other of others) await relate(containerTag, other, hub!, 'derives')
    const of = { kind: 'memory', id: hub }
    const few = (await graph({ containerTag, of, maxNodes: 3 })).body
    expect([few.nodes.length, few.nodes[0].id, few.isComplete]).toEqual([3, hub, false])
    const bare = (await graph({ containerTag, of, maxEdges: 1 })).body
    expect([bare.edges.length, bare.isComplete]).toEqual([1, false])
    for (const body of [{ maxNodes: 5_001 }, { maxEdges: 10_001 }, { depth: 3 }])
      expect((await graph({ containerTag, ...body })).status).toBe(400)
  })

  test('of an unknown node is 404, and of an unused container is empty', async () => {
    const [id] = await remember('other', 'Ada sings.')
    const of = { kind: 'memory', id }
    expect((await graph({ containerTag: 'chain', of })).body.code).toBe('memory.not_found')
    const nobody = { kind: 'document', id: 'nobody' }
    expect((await graph({ containerTag: 'chain', of: nobody })).body.code).toBe('document.not_found')
    expect((await graph({ containerTag: 'unused' })).body).toMatchObject({ nodes: [], edges: [] })
  })

  test('shows a scoped key its own container only, and other organizations nothing', async () => {
    const [id] = await remember('private', 'Ada sings in private.')
    const made = await server.client.request('POST', '/v3/auth/scoped-key', { containerTag: 'star' })
    const scoped = server.clientFor(made.body.key)
    expect((await graph({ containerTag: 'private' }, scoped)).body.code).toBe('auth.container_mismatch')
    expect((await graph({}, scoped)).body.totals.memories).toBe(5)
    expect((await graph({ of: { kind: 'memory', id } }, scoped)).body.code).toBe('memory.not_found')
    const stranger = await server.newClient()
    expect((await graph({ containerTag: 'private' }, stranger)).body.nodes).toEqual([])
  })

  test('of a large container is bounded in nodes, edges and bytes', async () => {
    const key = await server.app.containers.resolve(server.client.organization, 'large')
    const of = sql`${key.shard}::smallint, ${key.org}::uuid, ${key.container}::uuid`
    await inScope(server.app.cells.of(key.shard), key, async db => {
      await sql`insert into cell.memories (shard, org, container, id, text, root, source_count)
        select ${of}, m.id, repeat('long ', 60) || n, m.id, n % 5 from generate_series(1, 6000) n
         cross join lateral (select md5('large' || n)::uuid as id) m`.execute(db)
      await sql`insert into cell.memory_relations (shard, org, container, memory, related, relation)
        select ${of}, md5('large' || n)::uuid, md5('large' || (n * 7 + k * 131) % 6000 + 1)::uuid, 'extends'
          from generate_series(1, 6000) n, generate_series(1, 5) k on conflict do nothing`.execute(db)
    })
    const limits = { maxNodes: 5_000, maxEdges: 10_000 }
    const { body } = await graph({ containerTag: 'large', ...limits })
    expect(body.nodes.length).toBeGreaterThan(3_000)
    expect(body.nodes.length).toBeLessThanOrEqual(5_000)
    expect(body.edges.length).toBeLessThanOrEqual(10_000)
    const begun = Object.values(Object.groupBy(body.edges as Edge[], ({ from }) => from))
    expect(Math.max(...begun.map(edges => edges!.length))).toBeLessThanOrEqual(3)
    expect(Math.max(...body.nodes.map(({ label }: Node) => label.length))).toBe(80)
    expect(JSON.stringify(body).length).toBeLessThan(3_000_000)
    expect(body.isComplete).toBe(false)
    expect(body.nodes[0].support).toBe(4)
  })
})
