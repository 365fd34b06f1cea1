import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startTestServer, type TestServer } from '../../../test/harness.ts'
import { laneOf } from '../../../test/lane-of.ts'
import { queryCells } from '../../../test/recount.ts'
import { outOfOrder, type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { inScope } from '../../platform/db/tx.ts'
import { embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import { buildContainer } from './build-container.ts'
import { claimBuild } from './build-store.ts'
import { dropSet } from './drop-set.ts'
import { readStatus } from './read-status.ts'
import { startBuild } from './start-build.ts'
import { rollBackSets, switchSets } from './switch-sets.ts'

/** No worker runs: each test takes the steps of a build itself. Memories need no worker to be written. */
describe('a build of another embedding set', () => {
  let main: ScriptedEmbedder
  let next: ScriptedEmbedder
  let server: TestServer
  let client: Client
  const leaseMs = 60_000
  const model = () => server.app.nextEmbedder!.model
  const newSet = () => embeddingSetOf(model())
  const oldSet = () => embeddingSetOf(server.app.embedder.model)

  beforeAll(async () => {
    main = await startScriptedEmbedder(32)
    next = await startScriptedEmbedder(48)
    server = await startTestServer({
      worker: false,
      config: {
        ...main.config,
        EMBEDDER_NEXT: 'http',
        EMBEDDER_NEXT_URL: next.config.EMBEDDER_URL,
        EMBEDDER_NEXT_MODEL: next.config.EMBEDDER_MODEL,
        EMBEDDER_NEXT_DIMENSIONS: next.config.EMBEDDER_DIMENSIONS,
      },
    })
  })
  afterEach(() => {
    next.behave = undefined
    next.calls.length = 0
  })
  afterAll(async () => {
    await server.close()
    await main.close()
    await next.close()
  })

  async function remember(count: number, tag = 'user', of = client): Promise<void> {
    const memories = Array.from({ length: count }, (_, i) => ({ content: `Fact ${i} of ${tag} is noted.` }))
    const { status } = await of.request('POST', '/v4/memories', { containerTag: tag, memories })
    expect(status).toBe(201)
  }

  /** A new organization with some memories, and a build that nobody works on yet. */
  async function begin(count: number): Promise<void> {
    client = await server.newClient()
    await remember(count)
    await startBuild(server.app, client.organization, model())
  }

  const step = async (tag = 'user') => {
    const lane = await laneOf(server, client, tag)
    const app = { embedders: server.app, leaseMs }
    return buildContainer(app, server.app.cells.of(lane.shard), lane)
  }
  const finish = async () => {
    while ((await step()) !== 'done');
  }
  const figures = async (of = client) => {
    const { sets } = await readStatus(server.app, of.organization)
    return new Map(sets.map(each => [each.id, each]))
  }
  const made = async () => (await figures()).get(newSet())?.memories
  /** Every text that the next model was asked for, with repetitions. */
  const asked = () => next.calls.flatMap(({ texts }) => texts)

  test('makes at most 32 vectors a step, each text once, and then ends', async () => {
    await begin(70)
    const progress: (number | undefined)[] = []
    for (let i = 0; i < 3; i++) {
      expect(await step()).toBeInstanceOf(Date)
      progress.push(await made())
    }
    expect(progress).toEqual([32, 64, 70])
    await finish()
    expect((await figures()).get(newSet())).toMatchObject({ role: 'building', memories: 70, open: 0 })
    expect(new Set(asked()).size).toBe(asked().length)
    const calls = next.calls.length
    expect(await step()).toBe('done')
    expect(next.calls).toHaveLength(calls)
  })

  test('is left alone while its worker has a lease, and continues where it was when the lease ends', async () => {
    await begin(40)
    await step()
    const lane = await laneOf(server, client, 'user')
    const claimed = await inScope(server.app.cells.of(lane.shard), { org: lane.org }, db =>
      claimBuild(db, lane, [newSet()], leaseMs),
    )
    expect(claimed).toMatchObject({ embeddingSet: newSet() })
    expect(await step()).toBe('done')
    expect(await made()).toBe(32)
    await queryCells(
      server.databases,
      'update cell.embedding_builds set leased_until = now() where org = $1',
      [lane.org],
    )
    await finish()
    expect(await made()).toBe(40)
    expect(new Set(asked()).size).toBe(asked().length)
  })

  test('asks the model for each text once, although three workers come at the same time', async () => {
    await begin(20)
    await Promise.all([step(), step(), step()])
    await finish()
    expect((await figures()).get(newSet())).toMatchObject({ memories: 20, open: 0 })
    expect(new Set(asked()).size).toBe(asked().length)
  })

  test('waits as long as the model asks it to, without a vector lost', async () => {
    await begin(10)
    next.behave = () => ({ kind: 'status', status: 503, headers: { 'retry-after': '3600' } })
    expect(await step()).toBe('done')
    next.behave = undefined
    expect(await step()).toBe('done')
    const [row] = await queryCells<{ minutes: number }>(
      server.databases,
      `select extract(epoch from leased_until - now()) / 60 as minutes from cell.embedding_builds where org = $1`,
      [client.organization.id],
    )
    expect(Number(row!.minutes)).toBeGreaterThan(30)
    expect((await figures()).get(newSet())).toMatchObject({ memories: 0, open: 1 })
    await startBuild(server.app, client.organization, model())
    await queryCells(
      server.databases,
      'update cell.embedding_builds set leased_until = null where org = $1',
      [client.organization.id],
    )
    await finish()
    expect(await made()).toBe(10)
  })

  test('includes memories that are added behind its back', async () => {
    await begin(33)
    await step()
    next.behave = () => outOfOrder
    await remember(3, 'user')
    await queryCells(
      server.databases,
      'update cell.embedding_builds set leased_until = null where org = $1',
      [client.organization.id],
    )
    next.behave = undefined
    await finish()
    const { memories } = await readStatus(server.app, client.organization)
    expect((await figures()).get(newSet())).toMatchObject({ memories, open: 0 })
  })

  test('of which every text is refused cannot be switched to, because searches would find nothing', async () => {
    await begin(3)
    next.behave = () => ({ kind: 'status', status: 400 })
    await finish()
    expect((await figures()).get(newSet())).toMatchObject({ memories: 0, open: 0 })
    await expect(switchSets(server.app, client.organization)).rejects.toThrow('is empty')
    next.behave = undefined
    await startBuild(server.app, client.organization, model())
    await finish()
    await switchSets(server.app, client.organization)
    expect((await figures()).get(newSet())).toMatchObject({ role: 'active', memories: 3 })
  })

  test('that is dropped while its vectors are made leaves none behind', async () => {
    await begin(5)
    const gate = next.hold('Fact 0')
    const late = step()
    await gate.reached
    await dropSet(server.app, client.organization)
    gate.open()
    expect(await late).toBe('done')
    const rows = await queryCells(
      server.databases,
      'select from cell.memory_vectors where org = $1 and embedding_set = $2',
      [client.organization.id, newSet()],
    )
    expect(rows).toEqual([])
    expect([...(await figures()).keys()]).toEqual([oldSet()])
    await startBuild(server.app, client.organization, model())
    await finish()
    expect(await made()).toBe(5)
  })

  test('is refused for the model that searches use, and for a third one', async () => {
    await begin(1)
    const third = { ...model(), name: 'third' }
    await expect(startBuild(server.app, client.organization, server.app.embedder.model)).rejects.toThrow(
      'already the model that searches use',
    )
    await expect(startBuild(server.app, client.organization, third)).rejects.toThrow(
      'already another embedding set',
    )
    await finish()
    await switchSets(server.app, client.organization)
    await expect(startBuild(server.app, client.organization, server.app.embedder.model)).rejects.toThrow(
      'rollback',
    )
    await rollBackSets(server.app, client.organization)
    await dropSet(server.app, client.organization)
    await startBuild(server.app, client.organization, third)
  })

  test('of two models started at once begins for one of them', async () => {
    client = await server.newClient()
    await remember(1)
    const models = ['a', 'b', 'c', 'd'].map(name => ({ ...model(), name }))
    const started = await Promise.allSettled(
      models.map(one => startBuild(server.app, client.organization, one)),
    )
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of started)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'request.conflict' })
    const roles = [...(await figures()).values()].map(({ role }) => role)
    expect(roles.toSorted()).toEqual(['active', 'building'])
  })

  test('that is started twice at once has one build for each container', async () => {
    client = await server.newClient()
    for (const tag of ['one', 'two']) await remember(1, tag)
    await Promise.all([1, 2, 3].map(() => startBuild(server.app, client.organization, model())))
    const builds = await queryCells(
      server.databases,
      'select container from cell.embedding_builds where org = $1',
      [client.organization.id],
    )
    expect(builds).toHaveLength(2)
  })

  test('does not concern another organization', async () => {
    await begin(2)
    const other = await server.newClient()
    await remember(2, 'user', other)
    await finish()
    await switchSets(server.app, client.organization)
    expect([...(await figures(other)).values()]).toMatchObject([{ id: oldSet(), role: null, memories: 2 }])
    await expect(switchSets(server.app, other.organization)).rejects.toThrow(
      'No embedding set is being built',
    )
    await expect(dropSet(server.app, other.organization)).rejects.toThrow('nothing to drop')
    expect(asked().filter(text => text.startsWith('Fact'))).toHaveLength(2)
  })

  test('of an organization without a container is ready at once, and later memories follow it', async () => {
    client = await server.newClient()
    await startBuild(server.app, client.organization, model())
    await switchSets(server.app, client.organization)
    await remember(2)
    expect((await figures()).get(newSet())).toMatchObject({ role: 'active', memories: 2 })
  })
})
