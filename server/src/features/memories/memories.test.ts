import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer } from '../../../test/harness.ts'
import { expectFiguresToAgree } from '../../../test/recount.ts'
import { inScope } from '../../platform/db/tx.ts'
import { decodeId, shardOf } from '../../platform/lib/ids.ts'
import { embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import { SearchRequest } from '../recall/search-request.ts'
import { embedTexts } from './embed-texts.ts'
import { recallMemories } from './recall-store.ts'
import { type MemoryQuestion, searchMemories } from './search-memories.ts'
import { citeSource } from './source-store.ts'
import { relateMemories } from './store.ts'

describe.each(layouts)('memories on $layout:', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, worker: false })
    client = server.client
  })
  afterAll(() => server.close())

  const remember = async (containerTag: string, ...memories: Record<string, unknown>[]) => {
    const { status, body } = await client.request('POST', '/v4/memories', { containerTag, memories })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.memories as { id: string; memory: string }[]
  }

  const recall = async (containerTag: string, q: string, more: Partial<MemoryQuestion> = {}) =>
    searchMemories(
      new SearchRequest({
        app: server.app,
        principal: {
          organization: client.organization,
          key: { id: 'k', name: 'k' },
          containerTag: undefined,
        },
        containerTags: containerTag === '' ? [] : [containerTag],
        signal: new AbortController().signal,
      }),
      { q, limit: 10, threshold: 0.3, ...more },
    )

  const textsOf = (found: Awaited<ReturnType<typeof recall>>) => found.map(({ memory }) => memory.text)

  const entriesOf = async (containerTag: string, more: Record<string, unknown> = {}) =>
    (await client.request('POST', '/v4/memories/list', { containerTags: [containerTag], ...more })).body

  test('search finds memories by meaning and by words, best first, in one container and across containers', async () => {
    const spaces = ['recall_a', 'recall_b', 'recall_c', 'recall_d']
    for (const tag of spaces) {
      await remember(
        tag,
        { content: `The parcel of ${tag} is called QX-${tag.toUpperCase()}.` },
        { content: 'Ada drinks tea every morning.' },
        { content: 'The car needs a new tyre.' },
      )
    }
    const [best] = await recall('recall_a', 'What does Ada have for breakfast drinks?')
    expect(best!.memory.text).toBe('Ada drinks tea every morning.')
    expect(textsOf(await recall('recall_b', 'QX-RECALL_B'))[0]).toContain('recall_b')
    const everywhere = await recall('', 'Ada drinks tea every morning')
    expect(textsOf(everywhere).slice(0, 4)).toEqual(spaces.map(() => 'Ada drinks tea every morning.'))
    const scores = everywhere.map(({ similarity }) => similarity)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores.every(score => score >= 0.3 && score <= 1)).toBe(true)
  })

  test('a scan of binary codes finds the same memories as comparing every vector', async () => {
    await remember(
      'codes',
      ...Array.from({ length: 60 }, (_, i) => ({ content: `Fact ${i} is about ${'abcdefgh'[i % 8]}.` })),
    )
    await remember('codes', { content: 'The harbour is closed in winter.' })
    const key = await server.app.containers.resolve(client.organization, 'codes')
    const { embedder, cells } = server.app
    const [vector] = await embedTexts(embedder, ['When is the port shut?'], { purpose: 'query' })
    const ask = (path: 'exact' | 'quantised') =>
      inScope(cells.of(key.shard), key, db =>
        recallMemories(db, {
          scope: { org: key.org, shards: [key.shard], containers: [key.container] },
          plan: { path, candidates: 61, perArm: 5 },
          dense: { set: embeddingSetOf(embedder.model), vector: vector! },
          lexical: undefined,
          withForgotten: false,
        }),
      )
    const [exact, scanned] = [await ask('exact'), await ask('quantised')]
    const sorted = (rows: typeof exact) =>
      rows.map(({ id, similarity }) => ({ id, similarity })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(sorted(scanned)).toEqual(sorted(exact))
    const best = exact.toSorted((a, b) => b.similarity! - a.similarity!)[0]
    expect(best!.text).toBe('The harbour is closed in winter.')
  })

  test('search returns only the new version of a memory, and the list returns both', async () => {
    const [first] = await remember('versions', {
      content: 'Ada lives in Lisbon.',
      metadata: { topic: 'home' },
    })
    const { body: second } = await client.request('PATCH', '/v4/memories', {
      containerTag: 'versions',
      id: first!.id,
      newContent: 'Ada lives in Porto.',
    })
    expect(second).toMatchObject({
      version: 2,
      parentMemoryId: first!.id,
      rootMemoryId: first!.id,
      metadata: { topic: 'home' },
    })
    // The id of the old version and the text of the new version name the same memory.
    const { body: third } = await client.request('PATCH', '/v4/memories', {
      containerTag: 'versions',
      content: 'Ada lives in Porto.',
      newContent: 'Ada lives in Faro.',
    })
    const { body: fourth } = await client.request('PATCH', '/v4/memories', {
      containerTag: 'versions',
      id: first!.id,
      newContent: 'Ada lives in Braga.',
    })
    expect(fourth).toMatchObject({ version: 4, parentMemoryId: third.id, rootMemoryId: first!.id })
    const found = await recall('versions', 'Where does Ada live?', { include: { relatedMemories: true } })
    expect(textsOf(found)).toEqual(['Ada lives in Braga.'])
    expect(found[0]!.relatives).toMatchObject([
      { side: 'parent', relation: 'updates', steps: 1, text: 'Ada lives in Faro.' },
      { side: 'parent', relation: 'updates', steps: 2, text: 'Ada lives in Porto.' },
      { side: 'parent', relation: 'updates', steps: 3, text: 'Ada lives in Lisbon.' },
    ])
    const { memoryEntries, pagination } = await entriesOf('versions')
    expect(pagination.totalItems).toBe(1)
    expect(memoryEntries[0]).toMatchObject({ id: fourth.id, memoryRelations: { [third.id]: 'updates' } })
    expect(memoryEntries[0].history.map(({ memory }: { memory: string }) => memory)).toEqual([
      'Ada lives in Faro.',
      'Ada lives in Porto.',
      'Ada lives in Lisbon.',
    ])
  })

  test('two concurrent updates of a memory become two consecutive versions', async () => {
    const [memory] = await remember('race', { content: 'The count is 0.' })
    const answers = await Promise.all(
      [1, 2, 3, 4].map(n =>
        client.request('PATCH', '/v4/memories', {
          containerTag: 'race',
          id: memory!.id,
          newContent: `The count is ${n}.`,
        }),
      ),
    )
    expect(answers.map(({ body }) => body.version).toSorted()).toEqual([2, 3, 4, 5])
    const { memoryEntries } = await entriesOf('race')
    expect(memoryEntries).toHaveLength(1)
    expect(memoryEntries[0].history).toHaveLength(4)
  })

  test('a memory that is forgotten or past its forgetAfter is found only on request', async () => {
    const [gone] = await remember(
      'forgetting',
      { content: 'The password hint is blue.' },
      { content: 'The password hint was green.', forgetAfter: '2020-01-01' },
      { content: 'The password hint will be red.', forgetAfter: '2999-01-01' },
    )
    await client.request('DELETE', '/v4/memories', {
      containerTag: 'forgetting',
      id: gone!.id,
      reason: 'too old',
    })
    expect(textsOf(await recall('forgetting', 'password hint'))).toEqual(['The password hint will be red.'])
    const all = await recall('forgetting', 'password hint', { includeForgotten: true })
    expect(textsOf(all).toSorted()).toEqual([
      'The password hint is blue.',
      'The password hint was green.',
      'The password hint will be red.',
    ])
    expect((await entriesOf('forgetting')).pagination.totalItems).toBe(1)
    const { memoryEntries } = await entriesOf('forgetting', { include: { forgottenMemories: true } })
    expect(memoryEntries).toHaveLength(3)
    expect(memoryEntries.find(({ id }: { id: string }) => id === gone!.id)).toMatchObject({
      isForgotten: true,
      forgetReason: 'too old',
    })
  })

  test('the list shows one state: current, changed, superseded, forgotten or expired, inferred', async () => {
    const tag = 'states'
    const [tea, hint] = await remember(
      tag,
      { content: 'Ada drinks tea.' },
      { content: 'The hint is blue.' },
      { content: 'The code was 77.', forgetAfter: '2020-01-01' },
      { content: 'Ada rows.' },
    )
    await client.request('PATCH', '/v4/memories', {
      containerTag: tag,
      id: tea!.id,
      newContent: 'Ada drinks coffee.',
    })
    await client.request('DELETE', '/v4/memories', { containerTag: tag, id: hint!.id })
    const inState = async (state: string) => {
      const { memoryEntries, pagination } = await entriesOf(tag, { state })
      expect(pagination.totalItems).toBe(memoryEntries.length)
      return memoryEntries.map(({ memory }: { memory: string }) => memory)
    }
    expect((await inState('current')).toSorted()).toEqual(['Ada drinks coffee.', 'Ada rows.'])
    expect(await inState('changed')).toEqual(['Ada drinks coffee.'])
    expect(await inState('superseded')).toEqual(['Ada drinks tea.'])
    expect((await inState('forgotten')).toSorted()).toEqual(['The code was 77.', 'The hint is blue.'])
    expect(await inState('inferred')).toEqual([])
    const { memoryEntries } = await entriesOf(tag, { state: 'superseded' })
    expect(memoryEntries[0]).toMatchObject({ isLatest: false, version: 1, history: [] })
    expect((await entriesOf(tag, { origins: ['api'] })).pagination.totalItems).toBe(2)
    expect((await entriesOf(tag, { origins: ['user', 'tool'] })).pagination.totalItems).toBe(0)
  })

  test('a filter applies before the best memories are taken', async () => {
    const many = Array.from({ length: 90 }, (_, i) => ({
      content: `Note ${i}: apples are red.`,
      metadata: { kind: 'note', rank: i },
    }))
    await remember('filtered', ...many, {
      content: 'Apples, a little.',
      metadata: { kind: 'wanted', rank: 500 },
    })
    const wanted = {
      AND: [
        {
          key: 'kind',
          value: 'wanted',
          filterType: 'metadata',
          negate: false,
          ignoreCase: false,
          numericOperator: '=',
        },
      ],
    } as const
    const found = await recall('filtered', 'apples are red', {
      filters: wanted as never,
      limit: 5,
      threshold: 0,
    })
    expect(textsOf(found)).toEqual(['Apples, a little.'])
    const { memoryEntries } = await entriesOf('filtered', {
      filters: { AND: [{ key: 'rank', value: '88', filterType: 'numeric', numericOperator: '>=' }] },
    })
    expect(memoryEntries.map(({ metadata }: { metadata: { rank: number } }) => metadata.rank)).toEqual([
      500, 89, 88,
    ])
  })

  describe('of documents', () => {
    async function cite(containerTag: string, memories: { id: string }[], documents: string[]) {
      for (const memory of memories)
        for (const document of documents) {
          const [id, source] = [decodeId(memory.id)!, decodeId(document)!]
          const shard = shardOf(id)
          await inScope(server.app.cells.of(shard), { org: client.organization.id }, async db => {
            const key = await server.app.containers.resolve(client.organization, containerTag)
            await citeSource(db, key, { memory: id, document: source, revision: 1, spans: [[0, 3]] })
          })
        }
    }
    const countSources = async (id: string, sources: number) => {
      for (const { admin } of server.databases)
        await admin.query('update cell.memories set source_count = $2 where id = $1', [decodeId(id), sources])
    }

    test('are part of their document, and are forgotten with it if they have no other source', async () => {
      const [alone, shared, stated] = await remember(
        'sources',
        { content: 'Bob owns a kayak.' },
        { content: 'Bob owns a tent.' },
        { content: 'Bob owns a dog.' },
      )
      const [one, two] = [
        await add(client, { content: 'About Bob.', containerTag: 'sources' }),
        await add(client, { content: 'More about Bob.', containerTag: 'sources' }),
      ]
      await cite('sources', [alone!, shared!, stated!], [one])
      await cite('sources', [shared!], [two])
      await countSources(alone!.id, 1)
      await countSources(shared!.id, 2)
      await countSources(stated!.id, 2)
      const { memories } = (await client.request('GET', `/v3/documents/${one}`)).body
      expect(memories.map(({ memory }: { memory: string }) => memory)).toEqual([
        'Bob owns a kayak.',
        'Bob owns a tent.',
        'Bob owns a dog.',
      ])
      const found = await recall('sources', 'Bob owns a tent.', { include: { documents: true }, limit: 1 })
      expect(found[0]!.documents?.map(({ id }) => id)).toEqual([decodeId(one), decodeId(two)])
      expect((await client.request('DELETE', `/v3/documents/${one}`)).status).toBe(204)
      expect(textsOf(await recall('sources', 'What does Bob own?', { threshold: 0 })).toSorted()).toEqual([
        'Bob owns a dog.',
        'Bob owns a tent.',
      ])
      const { memoryEntries } = await entriesOf('sources', {
        include: { forgottenMemories: true },
        order: 'asc',
      })
      expect(memoryEntries).toMatchObject([
        { isForgotten: true, forgetReason: 'source_deleted', sourceCount: 0, documentIds: [] },
        { isForgotten: false, sourceCount: 1, documentIds: [two] },
        { isForgotten: false, sourceCount: 1, documentIds: [] },
      ])
    })
  })

  test('a memory is returned with the memories that extend it or derive from it', async () => {
    const [base, more, other] = await remember(
      'related',
      { content: 'Eve plays chess.' },
      { content: 'Eve plays chess on Sundays.' },
      { content: 'Eve likes board games.' },
    )
    const key = await server.app.containers.resolve(client.organization, 'related')
    const id = (memory: { id: string } | undefined) => decodeId(memory!.id)!
    await inScope(server.app.cells.of(key.shard), key, async db => {
      await relateMemories(db, key, { memory: id(more), related: id(base), relation: 'extends' })
      await relateMemories(db, key, { memory: id(other), related: id(base), relation: 'derives' })
    })
    const find = async (text: string) =>
      (await recall('related', text, { include: { relatedMemories: true } })).find(
        ({ memory }) => memory.text === text,
      )
    expect(
      (await find('Eve plays chess.'))!.relatives?.toSorted((a, b) => (a.relation < b.relation ? -1 : 1)),
    ).toMatchObject([
      { side: 'child', relation: 'derives', steps: 1, text: 'Eve likes board games.' },
      { side: 'child', relation: 'extends', steps: 1, text: 'Eve plays chess on Sundays.' },
    ])
    expect((await find('Eve plays chess on Sundays.'))!.relatives).toMatchObject([
      { side: 'related', relation: 'derives', text: 'Eve likes board games.' },
      { side: 'parent', relation: 'extends', steps: 1, text: 'Eve plays chess.' },
    ])
  })

  test('an organization neither finds nor changes the memories of another', async () => {
    const [memory] = await remember('private', { content: 'The safe code is 4417.' })
    const other = await server.newClient()
    await other.request('POST', '/v4/memories', {
      containerTag: 'private',
      memories: [{ content: 'Nothing to see.' }],
    })
    for (const method of ['PATCH', 'DELETE']) {
      const body = { containerTag: 'private', id: memory!.id, newContent: 'Mine now.' }
      expect((await other.request(method, '/v4/memories', body)).status).toBe(404)
    }
    const listed = await other.request('POST', '/v4/memories/list', { containerTags: ['private'] })
    expect(listed.body.memoryEntries).toHaveLength(1)
    const matched = await other.request('POST', '/v4/memories/forget-matching', {
      containerTag: 'private',
      ids: [memory!.id],
    })
    expect(matched.body.count).toBe(0)
    expect(textsOf(await recall('private', 'safe code'))).toEqual(['The safe code is 4417.'])
  })

  test('a key limited to a container works only in that container', async () => {
    const created = await client.request('POST', '/v3/auth/scoped-key', { containerTag: 'mine' })
    const scoped = server.clientFor(created.body.key)
    const memories = [{ content: 'Mine.' }]
    expect((await scoped.request('POST', '/v4/memories', { containerTag: 'mine', memories })).status).toBe(
      201,
    )
    for (const [method, path, body] of [
      ['POST', '/v4/memories', { memories }],
      ['PATCH', '/v4/memories', { content: 'a', newContent: 'b' }],
      ['DELETE', '/v4/memories', { content: 'a' }],
      ['POST', '/v4/memories/list', {}],
      ['POST', '/v4/memories/forget-matching', { query: 'a' }],
      ['POST', '/v4/profile', {}],
      ['POST', '/v4/profile/buckets', {}],
    ] as const)
      expect((await scoped.request(method, path, { containerTag: 'theirs', ...body })).status, path).toBe(403)
  })

  test('counters and term counts agree with the rows', async () => {
    await expectFiguresToAgree(server.databases)
  })
})
