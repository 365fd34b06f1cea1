import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import { outOfOrder, type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { decodeId } from '../../platform/lib/ids.ts'

/** Adding, editing and forgetting memories, without dreaming. */
let embedder: ScriptedEmbedder
let server: TestServer
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
  server = await startTestServer({ worker: false, config: embedder.config })
})
afterEach(() => {
  embedder.behave = undefined
})
afterAll(async () => {
  await server.close()
  await embedder.close()
})

const request = (method: string, path: string, body?: unknown) => server.client.request(method, path, body)
const remember = async (containerTag: string, ...memories: (string | Record<string, unknown>)[]) => {
  const body = {
    containerTag,
    memories: memories.map(each => (typeof each === 'string' ? { content: each } : each)),
  }
  const answer = await request('POST', '/v4/memories', body)
  return answer.body.memories.map(({ id }: { id: string }) => id) as string[]
}
const edit = (containerTag: string, body: object) =>
  request('PATCH', '/v4/memories', { containerTag, newContent: 'Edited.', ...body })
const forget = (containerTag: string, body: object) =>
  request('DELETE', '/v4/memories', { containerTag, ...body })
const forgetMatching = async (containerTag: string, body: object) =>
  (await request('POST', '/v4/memories/forget-matching', { containerTag, ...body })).body
const list = async (containerTag: string, more = {}) =>
  (
    await request('POST', '/v4/memories/list', {
      containerTags: [containerTag],
      limit: 200,
      order: 'asc',
      ...more,
    })
  ).body.memoryEntries
const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id)

describe('The exact text of a memory names', () => {
  test('the newest of several current memories with that text', async () => {
    const [first, second] = await remember('named', 'Ada rows.', 'Ada rows.')
    const { body } = await edit('named', { content: 'Ada rows.' })
    expect(body.parentMemoryId).toBe(second)
    expect(await list('named')).toMatchObject([{ id: first }, { id: body.id }])
  })

  test('no memory that a newer version has replaced, and none whose letters differ', async () => {
    const [id] = await remember('replaced', 'Ada rows.')
    await edit('replaced', { id })
    for (const content of ['Ada rows.', 'edited.', 'Edited. ', ''])
      expect((await forget('replaced', { content })).body.code).toBe('memory.not_found')
    expect((await forget('replaced', { content: 'Edited.' })).status).toBe(200)
  })

  test('a memory that was stated again, not the one with the same text that is forgotten', async () => {
    const [gone] = await remember('stated_again', 'Ada rows.')
    await forget('stated_again', { content: 'Ada rows.' })
    expect((await forget('stated_again', { content: 'Ada rows.' })).body.code).toBe('memory.forgotten')
    const [again] = await remember('stated_again', 'Ada rows.')
    expect((await edit('stated_again', { content: 'Ada rows.' })).body.parentMemoryId).toBe(again)
    expect((await edit('stated_again', { id: gone })).body.code).toBe('memory.forgotten')
  })

  test('no memory of another container of the organization, and neither does its id', async () => {
    const [id] = await remember('here', 'Ada rows.')
    await remember('there', 'Bob rows.')
    for (const name of [{ id }, { content: 'Ada rows.' }]) {
      expect((await edit('there', name)).body.code).toBe('memory.not_found')
      expect((await forget('there', name)).body.code).toBe('memory.not_found')
      expect((await edit('nowhere', name)).body.code).toBe('memory.not_found')
    }
    expect(await forgetMatching('there', { ids: [id] })).toMatchObject({ count: 0, forgetBatchId: null })
    expect(await list('here')).toMatchObject([{ id, version: 1 }])
  })
})

describe('A new version', () => {
  const old = {
    content: 'Ada rents a boat.',
    isStatic: true,
    metadata: { topic: 'boats' },
    forgetAfter: '2999-01-01',
    forgetReason: 'the lease ends',
    temporalContext: { documentDate: '2024-05-01', eventDate: ['2024-06-01'] },
  }
  const dates = { documentDate: '2024-05-01T00:00:00.000Z', eventDate: ['2024-06-01T00:00:00.000Z'] }
  const kept = {
    isStatic: true,
    metadata: { topic: 'boats' },
    forgetAfter: '2999-01-01T00:00:00.000Z',
    forgetReason: 'the lease ends',
    temporalContext: dates,
  }

  test.each<[string, object, object]>([
    ['keeps every field that the request omits', {}, {}],
    ['clears the metadata with null', { metadata: null }, { metadata: null }],
    ['replaces the metadata as a whole', { metadata: { place: 'Faro' } }, { metadata: { place: 'Faro' } }],
    ['no longer expires with null', { forgetAfter: null }, { forgetAfter: null }],
    ['clears the reason with null', { forgetReason: null }, { forgetReason: null }],
    ['keeps its dates with null', { temporalContext: null }, {}],
    [
      'replaces both dates when one is sent',
      { temporalContext: { documentDate: '2024-07-01' } },
      { temporalContext: { documentDate: '2024-07-01T00:00:00.000Z', eventDate: [] } },
    ],
  ])('%s', async (title, change, expected) => {
    const tag = title.replaceAll(' ', '_')
    const [id] = await remember(tag, old)
    await edit(tag, { id, ...change })
    expect(await list(tag)).toMatchObject([{ memory: 'Edited.', version: 2, ...kept, ...expected }])
  })

  test('with an expiry date in the past is forgotten at once, and can neither be edited nor forgotten', async () => {
    const [id] = await remember('past', 'Ada rents a boat.')
    const { body } = await edit('past', { id, forgetAfter: '2020-01-01' })
    expect(await list('past')).toEqual([])
    expect((await edit('past', { id: body.id })).body.code).toBe('memory.forgotten')
    expect((await forget('past', { id })).body.code).toBe('memory.forgotten')
  })

  test('is matched by filters with its own metadata, not with that of the version before', async () => {
    const [id] = await remember('filtered', old)
    await edit('filtered', { id, metadata: { topic: 'cars' } })
    const filters = (value: string) => ({ filters: { AND: [{ key: 'topic', value }] } })
    expect(await list('filtered', filters('boats'))).toEqual([])
    expect(await list('filtered', filters('cars'))).toHaveLength(1)
  })
})

describe('Two requests at once', () => {
  test('forget a memory once', async () => {
    const [id] = await remember('both', 'Ada rows.')
    const answers = await Promise.all([1, 2, 3].map(() => forget('both', { id })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('of which one edits and one forgets leave at most one current version', async () => {
    const [id] = await remember('mixed', 'Ada rows.')
    const [edited, forgotten] = await Promise.all([edit('mixed', { id }), forget('mixed', { id })])
    // The later one either forgets the new version, or meets a forgotten memory.
    expect(forgotten.status).toBe(200)
    expect([200, 409]).toContain(edited.status)
    expect(await list('mixed')).toEqual([])
  })

  test('add to a tag that is new to both, and share its container', async () => {
    await Promise.all(['a', 'b', 'c'].map(text => remember('fresh', text)))
    const entries = await list('fresh')
    expect(new Set(entries.map(({ spaceId }: { spaceId: string }) => spaceId)).size).toBe(1)
    expect(entries).toHaveLength(3)
  })
})

describe('forget-matching', () => {
  test('with ids forgets each memory once, whichever of its versions is named', async () => {
    const [a, b, c] = await remember('by_ids', 'One.', 'Two.', 'Three.')
    const { body } = await edit('by_ids', { id: a })
    const answer = await forgetMatching('by_ids', { ids: [a, body.id, b, b, 'no id'], reason: 'asked to' })
    expect(idsOf(answer.forgotten).toSorted()).toEqual([b, body.id].toSorted())
    expect(idsOf(await list('by_ids'))).toEqual([c])
    const all = await list('by_ids', { include: { forgottenMemories: true } })
    expect(all.find(({ id }: { id: string }) => id === b)).toMatchObject({ forgetReason: 'asked to' })
  })

  test('forgets at most maxForget, and the batch can be continued', async () => {
    const ids = await remember('at_most', 'One.', 'Two.', 'Three.')
    expect(await forgetMatching('at_most', { ids, maxForget: 2 })).toMatchObject({ count: 2 })
    expect(await forgetMatching('at_most', { ids, maxForget: 2 })).toMatchObject({ count: 1 })
    expect(await forgetMatching('at_most', { ids, maxForget: 2 })).toMatchObject({
      count: 0,
      forgetBatchId: null,
    })
  })

  test('finds a memory at a threshold of exactly its score, and not above it', async () => {
    await remember('threshold', 'Ada keeps bees behind the mill.', 'Bob paints.')
    const match = (threshold: number) =>
      forgetMatching('threshold', { query: 'Who keeps bees?', threshold, dryRun: true })
    const { candidates } = await match(0.01)
    const { score } = candidates[0]
    expect((await match(score)).candidates).toMatchObject([{ memory: 'Ada keeps bees behind the mill.' }])
    expect((await match(Math.min(1, score + 1e-9))).candidates).toEqual([])
    expect(await list('threshold')).toHaveLength(2)
  })

  test('has no batch if another request forgot the matches first', async () => {
    const [id] = await remember('outrun', 'Ada rows.')
    const locker = await server.databases[0]!.admin.connect()
    try {
      await locker.query('begin')
      await locker.query('update cell.memories set is_forgotten = true where id = $1', [decodeId(id!)])
      const forgetting = forgetMatching('outrun', { ids: [id] })
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await until(
        () => queryCells(server.databases, waiting, []),
        ({ length }) => length > 0,
      )
      await locker.query('commit')
      expect(await forgetting).toMatchObject({ count: 0, forgotten: [], forgetBatchId: null })
    } finally {
      locker.release()
    }
  })
})

describe('While the embedding model is away,', () => {
  test('no memory is added, none is changed, and memories can still be forgotten', async () => {
    const [id] = await remember('away', 'Ada rows.')
    embedder.behave = () => outOfOrder
    const body = { containerTag: 'away', memories: [{ content: 'Ada sails.' }, { content: 'Ada swims.' }] }
    expect((await request('POST', '/v4/memories', body)).body.code).toBe('embed.unavailable')
    expect((await edit('away', { id, newContent: 'Ada sails.' })).body.code).toBe('embed.unavailable')
    expect(await list('away')).toMatchObject([{ id, version: 1 }])
    expect((await forget('away', { id })).status).toBe(200)
  })
})

test('Counters and term counts agree with the rows after all these changes', async () => {
  await expectFiguresToAgree(server.databases)
})

describe('A container that is deleted while its memory is embedded', () => {
  test('is created again for an added memory, which is its only one', async () => {
    await remember('reborn', 'Ada rows.')
    const gate = embedder.hold('walrus')
    const adding = remember('reborn', 'Ada saw a walrus.')
    await gate.reached
    await request('DELETE', '/v3/container-tags/reborn')
    gate.open()
    const ids = await adding
    expect(idsOf(await list('reborn'))).toEqual(ids)
  })

  test('is not created again for an edit, which finds no memory', async () => {
    const [id] = await remember('erased', 'Ada rows.')
    const gate = embedder.hold('narwhal')
    const editing = edit('erased', { id, newContent: 'Ada saw a narwhal.' })
    await gate.reached
    await request('DELETE', '/v3/container-tags/erased')
    gate.open()
    expect((await editing).body.code).toBe('memory.not_found')
    expect((await request('GET', '/v3/container-tags/erased')).status).toBe(404)
  })
})
