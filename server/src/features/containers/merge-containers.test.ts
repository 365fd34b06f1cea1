import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  type Client,
  layouts,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../test/harness.ts'
import { claim, laneOf } from '../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { placeContainer } from './place-container.ts'
import { runUpkeepStep } from './upkeep/run-upkeep-step.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

/** The last shard, which is in the second of two cells. */
const homeShard = 1023

/**
 * A merge stays within a cell: on one shard, or for a spread organization on the only cell. Test servers have two
 * partitions.
 */
const places = [
  ...layouts.map(layout => ({ ...layout, spread: false })),
  { layout: 'several shards', cellCount: 1, spread: true } as const,
]

const merge = (client: Client, containerTags: string[], targetContainerTag: string) =>
  client.request('POST', '/v3/container-tags/merge', { containerTags, targetContainerTag })

const untilMerged = async (client: Client, mergeId: string) =>
  (
    await until(
      () => client.request('GET', `/v3/container-tags/merge/${mergeId}`),
      ({ body }) => body.status === 'done',
    )
  ).body

describe.each(places)('a merge of containers on $layout', ({ cellCount, spread }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: embedder.config })
    client = await server.newClient(spread ? { spread } : { homeShard })
  })
  afterAll(() => server.close())

  const untilPurged = () =>
    until(
      () => queryCells(server.databases, 'select tag from cell.containers where deleted_at is not null', []),
      ({ length }) => length === 0,
    )

  test('moves documents with all their rows, and frees the tags', async () => {
    const ids = []
    for (let i = 0; i < 6; i++) {
      const containerTag = `source_${i % 2}`
      const body = { content: `Otters swim at ${i}.`, metadata: { i }, customId: `otter-${i}` }
      ids.push(await add(client, { ...body, containerTags: [containerTag, 'both', 'target'] }))
    }
    const kept = await add(client, { content: 'Owls fly.', containerTag: 'target', customId: 'otter-0' })
    for (const id of [...ids, kept]) await untilFinished(client, id)
    await client.request('PATCH', '/v3/container-tags/source_0', { entityContext: 'Otters.' })
    const { status, body } = await merge(client, ['source_0', 'source_1'], 'target')
    expect({ status, body }).toMatchObject({
      status: 202,
      body: { success: true, status: 'queued', targetTag: 'target', sourceTags: ['source_0', 'source_1'] },
    })
    expect(await untilMerged(client, body.mergeId)).toMatchObject({ movedDocuments: 6, targetTag: 'target' })
    const { body: target } = await client.request('GET', '/v3/container-tags/target')
    expect(target).toMatchObject({ documentCount: 7, entityContext: 'Otters.' })
    for (const [i, id] of ids.entries()) {
      const { body: document } = await client.request('GET', `/v3/documents/${id}`)
      const customId = i === 0 ? null : `otter-${i}`
      expect(document).toMatchObject({ status: 'done', containerTags: ['target', 'both'], customId })
      expect((await client.request('GET', `/v3/documents/${id}/attempts`)).body.attempts).toHaveLength(1)
    }
    expect((await client.request('GET', '/v3/documents/otter-0')).body.id).toBe(kept)
    const search = { q: 'Otters swim at 3.', containerTag: 'target', limit: 1 }
    expect((await client.request('POST', '/v3/search', search)).body.results[0].documentId).toBe(ids[3])
    const list = { containerTag: 'both', filters: { AND: [{ key: 'i', value: '4' }] } }
    const { body: filtered } = await client.request('POST', '/v3/documents/list', list)
    expect(filtered.memories.map((memory: any) => memory.id)).toEqual([ids[4]])
    expect((await client.request('GET', '/v3/container-tags/source_0')).status).toBe(404)
    const again = await add(client, { content: 'A new beginning.', containerTag: 'source_0' })
    await untilFinished(client, again)
    expect((await client.request('GET', '/v3/container-tags/source_0')).body.documentCount).toBe(1)
    await untilPurged()
    await expectFiguresToAgree(server.databases)
  })

  test('moves memories with all their rows', async () => {
    const memories = Array.from({ length: 8 }, (_, i) => ({
      content: `Ada owns kiln ${i}.`,
      metadata: { i },
    }))
    const added = await client.request('POST', '/v4/memories', { containerTag: 'knew', memories })
    const [first] = added.body.memories
    await client.request('PATCH', '/v4/memories', {
      containerTag: 'knew',
      id: first.id,
      newContent: 'Ada sold kiln 0.',
    })
    await client.request('POST', '/v4/memories', {
      containerTag: 'knows',
      memories: [{ content: 'Ada swims.' }],
    })
    const { body } = await merge(client, ['knew'], 'knows')
    await untilMerged(client, body.mergeId)
    const list = async (filters?: object) =>
      (await client.request('POST', '/v4/memories/list', { containerTags: ['knows'], limit: 50, filters }))
        .body.memoryEntries
    expect(await list()).toHaveLength(9)
    expect((await list({ AND: [{ key: 'i', value: '5' }] })).map((entry: any) => entry.memory)).toEqual([
      'Ada owns kiln 5.',
    ])
    const { body: tag } = await client.request('GET', '/v3/container-tags/knows')
    expect(tag).toMatchObject({ memoryCount: 9 })
    await untilPurged()
    await expectFiguresToAgree(server.databases)
  })

  test('loses nothing that is added to source and target meanwhile', async () => {
    for (let i = 0; i < 30; i++)
      await add(client, { content: `Early ${i}.`, containerTag: 'from', customId: `e-${i}` })
    const ids: string[] = []
    let adding = true
    const adds = Promise.all(
      ['from', 'from', 'into'].map(async containerTag => {
        while (adding) ids.push(await add(client, { content: `Late ${ids.length}.`, containerTag }))
      }),
    )
    const { body } = await merge(client, ['from'], 'into')
    await untilMerged(client, body.mergeId)
    adding = false
    await adds
    for (const id of ids) expect(await untilFinished(client, id)).toMatchObject({ status: 'done' })
    await until(
      () => client.request('GET', '/v3/documents/processing'),
      answer => answer.body.totalCount === 0,
    )
    const tags = (await client.request('GET', '/v3/container-tags/list')).body
    const counts = tags
      .filter(({ containerTag }: any) => ['from', 'into'].includes(containerTag))
      .map(({ documentCount }: any) => documentCount)
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(30 + ids.length)
    await untilPurged()
    await expectFiguresToAgree(server.databases)
  })

  test('refuses a source or target that does not exist', async () => {
    expect((await merge(client, ['nobody'], 'somewhere')).body.code).toBe('container.not_found')
    expect((await merge(client, ['a'], 'a')).status).toBe(400)
    const unknown = await client.request('GET', '/v3/container-tags/merge/nobody')
    expect(unknown.body.code).toBe('merge.not_found')
    await add(client, { content: 'x', containerTag: 'mine' })
    const { body } = await merge(client, ['mine'], 'yours')
    const stranger = await server.newClient({ homeShard })
    expect((await stranger.request('GET', `/v3/container-tags/merge/${body.mergeId}`)).status).toBe(404)
  })
})

test('of tags in several cells of a spread organization is refused with a reason', async () => {
  const server = await startTestServer({ cellCount: 2, worker: false })
  try {
    const { client, app } = server
    const cellOf = (tag: string) => app.cells.of(placeContainer(client.organization, tag))
    const apart = Array.from({ length: 50 }, (_, i) => `there_${i}`).find(
      tag => cellOf(tag) !== cellOf('here'),
    )!
    await add(client, { content: 'x', containerTag: 'here' })
    const { status, body } = await merge(client, ['here'], apart)
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'merge.across_cells' })
    expect(body.details).toContain('here')
  } finally {
    await server.close()
  }
})

test('goes on where a dead worker left it, takes documents from workers, and is busy until it is done', async () => {
  const server = await startTestServer({ worker: false })
  const { client, app } = server
  try {
    for (let i = 0; i < 130; i++) await add(client, { content: `Text ${i}.`, containerTag: 'from' })
    await add(client, { content: 'There.', containerTag: 'into' })
    const held = await claim(server, await laneOf(server, client, 'from'), 'a worker')
    expect(held.documents.length).toBeGreaterThan(0)
    const { body } = await merge(client, ['from'], 'into')
    for (const [first, second] of [
      ['from', 'other'],
      ['into', 'other'],
    ])
      expect((await merge(client, [first!], second!)).body.code).toBe('merge.busy')
    for (const tag of ['from', 'into'])
      expect((await client.request('DELETE', `/v3/container-tags/${tag}`)).status).toBe(409)

    const lane = { ...(await laneOf(server, client, 'into')), kind: lanes.upkeep }
    const cell = app.cells.of(lane.shard)
    const step = () => runUpkeepStep(cell, app.wakes.of(lane.shard), lane, app.blobs)
    const status = async () => (await client.request('GET', `/v3/container-tags/merge/${body.mergeId}`)).body
    expect(await status()).toMatchObject({ status: 'queued', movedDocuments: 0 })
    // Each step is independent: the next one needs nothing from the one before.
    expect(await step()).toBe('again')
    expect(await status()).toMatchObject({ status: 'running', movedDocuments: 100 })
    // One of two concurrent steps finds the merge locked.
    await Promise.all([step(), step()])
    expect(await status()).toMatchObject({ status: 'done', movedDocuments: 130 })
    expect((await client.request('GET', '/v3/container-tags/into')).body.documentCount).toBe(131)
    const taken = await server.databases[0]!.admin.query(
      `select distinct outcome from cell.attempts where document = any($1)`,
      [held.documents.map(({ id }) => id)],
    )
    expect(taken.rows).toEqual([{ outcome: 'superseded' }])
    const due = await claim(server, await laneOf(server, client, 'into'), 'another worker')
    expect(due.documents.length).toBeGreaterThan(0)
    await expectFiguresToAgree(server.databases)
  } finally {
    await server.close()
  }
})
