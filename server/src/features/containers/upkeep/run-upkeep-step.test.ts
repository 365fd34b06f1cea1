import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DreamSteps } from '../../../../test/dream-steps.ts'
import { laneOf, rowOf } from '../../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../../test/recount.ts'
import { lanes } from '../../../platform/lanes/lane.ts'
import { runUpkeepStep } from './run-upkeep-step.ts'

let d: DreamSteps
beforeAll(async () => {
  d = await DreamSteps.start()
})
afterAll(() => d.close())

const [lisbon, porto] = ['Lisbon', 'Porto'].map(town => `The user lives in ${town}.`) as [string, string]

const startMerge = (containerTags: string[], targetContainerTag: string) =>
  d.request('POST', '/v3/container-tags/merge', { containerTags, targetContainerTag })
const merge = async (containerTags: string[], target: string) => {
  expect((await startMerge(containerTags, target)).status).toBe(202)
  await d.upkeep(target)
}
const all = { include: { forgottenMemories: true } }

describe('A merge of containers', () => {
  test('moves version chains, expiry dates and forgotten memories, and their ids lead to them', async () => {
    const first = await d.state('knows_a', 'Ada likes tea.')
    const { body: second } = await d.edit('knows_a', first, 'Ada likes green tea.')
    const gone = await d.state('knows_a', 'Ada likes beer.')
    await d.request('DELETE', '/v4/memories', { containerTag: 'knows_a', id: gone, reason: 'untrue' })
    const expires = await d.state('knows_a', 'Ada rents a boat.', { forgetAfter: '2999-01-01' })
    await d.state('knows_b', 'Ada swims.')
    await merge(['knows_a'], 'knows_b')
    const check = async () =>
      expect(await d.list('knows_b', all)).toMatchObject([
        { id: second.id, version: 2, history: [{ id: first }] },
        { id: gone, isForgotten: true, forgetReason: 'untrue' },
        { id: expires, forgetAfter: '2999-01-01T00:00:00.000Z' },
        { memory: 'Ada swims.' },
      ])
    await check()
    await d.dreamAll('knows_b')
    await check()
    expect((await d.edit('knows_a', first, 'Ada likes mint tea.')).body.code).toBe('memory.not_found')
    expect((await d.edit('knows_b', first, 'Ada likes mint tea.')).body).toMatchObject({ version: 3 })
    expect((await d.undo(gone)).body).toMatchObject({ undone: 'forgetting' })
  })

  test('reconciles statements of several sources, and counts the documents that agree', async () => {
    await d.say('towns_a', lisbon, '2024-01-05')
    await d.say('towns_b', lisbon, '2024-03-05')
    await d.say('towns_c', porto, '2024-02-05')
    await merge(['towns_a', 'towns_b'], 'towns_c')
    await d.dreamAll('towns_c')
    expect(await d.list('towns_c')).toMatchObject([
      { memory: lisbon, version: 3, history: [{ memory: porto }, { memory: lisbon }] },
    ])
  })

  test('lets the details of the target stand, and takes missing ones from the first source that has them', async () => {
    const describeAs = (tag: string, body: object) => d.request('PATCH', `/v3/container-tags/${tag}`, body)
    await describeAs('details_a', { name: 'A', entityContext: 'Ada.' })
    await describeAs('details_b', { entityContext: 'Bob.', memoryFilesystemPaths: ['/bob'] })
    await describeAs('details_c', { name: 'C', profileBuckets: [] })
    await merge(['details_a', 'details_b'], 'details_c')
    expect((await d.request('GET', '/v3/container-tags/details_c')).body).toMatchObject({
      name: 'C',
      entityContext: 'Ada.',
      memoryFilesystemPaths: ['/bob'],
      profileBuckets: [],
    })
  })

  test('takes a container from a worker that dreams of it, which writes nothing more', async () => {
    await d.write('dreams_a', lisbon, '2024-01-05')
    await d.state('dreams_b', 'Ada swims.')
    const step = await d.dream('dreams_a', { meanwhile: () => merge(['dreams_a'], 'dreams_b') })
    expect(step).toBe('later')
    expect(await d.texts('dreams_b', all)).toEqual(['Ada swims.'])
    await d.dreamAll('dreams_b')
    expect(await d.texts('dreams_b', all)).toEqual(['Ada swims.', lisbon])
  })

  test('keeps source and target from dreaming until its last step', async () => {
    await d.state('waits_a', 'Ada rows.')
    await d.state('waits_b', 'Ada sails.')
    await d.state('waits_c', 'Ada swims.')
    await startMerge(['waits_a', 'waits_b'], 'waits_c')
    const lane = await laneOf(d.server, d.client, 'waits_c', lanes.upkeep)
    const { cells, wakes, blobs } = d.server.app
    const cell = cells.of(lane.shard)
    const step = () => runUpkeepStep(cell, wakes.ofCell(cell.name), lane, blobs)
    expect(await step()).toBe('again')
    expect(await d.dream('waits_c')).toBe('later')
    await d.upkeep('waits_c')
    await d.dreamAll('waits_c')
    expect(await d.texts('waits_c')).toEqual(['Ada rows.', 'Ada sails.', 'Ada swims.'])
  })

  test('moves large documents one by one, each of them whole, and small ones together', async () => {
    const write = async (content: string) =>
      (await d.request('POST', '/v3/documents', { content, containerTag: 'books_a' })).body.id
    const ids = []
    for (let n = 0; n < 6; n++) ids.push(await write(`Book ${n}.`))
    await d.process('books_a')
    const large = await Promise.all(ids.slice(0, 3).map(id => rowOf(d.server, id)))
    await queryCells(
      d.server.databases,
      `insert into cell.chunks (shard, org, container, document, position, id, revision, start_offset, end_offset, content, content_hash)
       select d.shard, d.org, d.container, d.id, n, gen_random_uuid(), 1, 0, 1, 'x', '' from cell.documents d, generate_series(1, 2500) n
        where d.id = any($1)`,
      [large.map(({ id }) => id)],
    )
    await queryCells(
      d.server.databases,
      `insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
       select shard, org, container, embedding_set, document, n, embedding from cell.chunk_vectors v, generate_series(1, 2500) n
        where v.document = any($1)`,
      [large.map(({ id }) => id)],
    )
    await d.state('books_b', 'Ada reads.')
    await startMerge(['books_a'], 'books_b')
    const lane = await laneOf(d.server, d.client, 'books_b', lanes.upkeep)
    const { cells, wakes, blobs } = d.server.app
    const cell = cells.of(lane.shard)
    const moved = async () =>
      (
        await queryCells<{ chunks: number }>(
          d.server.databases,
          'select count(c)::int as chunks from cell.documents d left join cell.chunks c on c.document = d.id and c.container = d.container where d.container = $1 group by d.id order by 1',
          [lane.container],
        )
      ).map(({ chunks }) => chunks)
    const steps = []
    for (let next = 'again'; next === 'again'; ) {
      next = String(await runUpkeepStep(cell, wakes.ofCell(cell.name), lane, blobs))
      steps.push(await moved())
    }
    expect(steps.slice(0, 3)).toEqual([[2501], [2501, 2501], [2501, 2501, 2501]])
    expect(steps[3]).toEqual([1, 1, 1, 2501, 2501, 2501])
    for (const table of ['chunk_vectors', 'chunks'])
      expect(
        await queryCells(
          d.server.databases,
          `delete from cell.${table} where container = $1 and position > 0 returning 1`,
          [lane.container],
        ),
      ).toHaveLength(7_500)
  })

  test('touches no container of another organization with the same tags', async () => {
    const client = await d.server.newClient()
    for (const containerTag of ['same_a', 'same_b']) {
      const memories = [{ content: `In ${containerTag}.` }]
      for (const each of [client, d.client])
        await each.request('POST', '/v4/memories', { containerTag, memories })
    }
    await merge(['same_a'], 'same_b')
    expect(await d.texts('same_b')).toEqual(['In same_a.', 'In same_b.'])
    expect(await d.texts('same_a', { client })).toEqual(['In same_a.'])
    expect(await d.texts('same_b', { client })).toEqual(['In same_b.'])
  })
})

describe('The upkeep of a deleted container', () => {
  test('removes its memories with everything about them, and nothing of its tag after it was used again', async () => {
    const id = await d.say('purged', lisbon, '2024-01-05')
    await d.say('purged', porto, '2024-02-05')
    await d.undo((await d.list('purged'))[0]!.id)
    const stated = await d.state('purged', 'Ada likes tea.', { metadata: { topic: 'tea' } })
    await d.edit('purged', stated, 'Ada likes green tea.')
    await d.dreamAll('purged')
    const lane = await laneOf(d.server, d.client, 'purged', lanes.upkeep)
    await d.request('DELETE', '/v3/container-tags/purged')
    const again = await d.state('purged', 'Ada swims.')
    expect((await d.request('GET', `/v4/memories/${stated}`)).body.code).toBe('memory.not_found')
    expect((await d.request('GET', `/v3/documents/${id}`)).status).toBe(404)
    await d.purge(lane)
    const left = await Promise.all(
      [
        'memories',
        'memory_vectors',
        'memory_terms',
        'memory_sources',
        'memory_relations',
        'facts',
        'fact_keys',
      ]
        .concat('memory_attributes', 'memory_term_counts', 'undone', 'documents', 'revisions', 'containers')
        .map(table =>
          queryCells(d.server.databases, `select from cell.${table} where container = $1`, [lane.container]),
        ),
    )
    expect(left.flat()).toEqual([])
    expect(await d.list('purged')).toMatchObject([{ id: again }])
  })

  test('and of merges leaves counters and term counts that agree with the rows', async () => {
    const closed = 'select shard, org, container from cell.containers where deleted_at is not null'
    for (const row of await queryCells<{ shard: number; org: string; container: string }>(
      d.server.databases,
      closed,
      [],
    ))
      await d.purge({ ...row, kind: lanes.upkeep })
    await expectFiguresToAgree(d.server.databases)
  })
})
