import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  type Client,
  layouts,
  startTestServer,
  type TestServer,
  untilFinished,
} from '../../../test/harness.ts'
import { rowOf } from '../../../test/lane-of.ts'
import { encodeId, newId } from '../../platform/lib/ids.ts'

type Chunk = { content: string; isRelevant: boolean; score: number; position: number }
type Result = { documentId: string; score: number; chunks: Chunk[]; explain?: { filters: object } }

/** Searches with filters, paths, categories and users, and the chunks around a match. */
describe.each(layouts)('a filtered search on $layout:', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  const ids: Record<string, string> = {}

  async function put(name: string, body: Record<string, unknown>): Promise<void> {
    ids[name] = await add(client, { customId: name, ...body })
  }

  beforeAll(async () => {
    server = await startTestServer({ cellCount })
    client = server.client
    const texts = {
      tea: 'Ada drinks green tea in the morning.',
      coffee: 'Ada drinks black coffee after lunch.',
      milk: 'Ada drinks warm milk before bed.',
    }
    for (const [i, [name, content]] of Object.entries(texts).entries())
      await put(name, {
        content,
        containerTag: 'drinks',
        metadata: { kind: name, hour: 7 + i * 6, tags: [name, 'drink'] },
        filepath: `/day/${i}/${name}.md`,
      })
    await put('mine', { content: 'Water from the tap.', containerTag: 'u_7' })
    await put('named', {
      content: 'Water from the well.',
      containerTag: 'wells',
      metadata: { userId: 'u_7' },
    })
    await put('shared', { content: 'Water from the spring.', containerTags: ['springs', 'u_7'] })
    await put('theirs', {
      content: 'Water from the river.',
      containerTag: 'rivers',
      metadata: { userId: 'u_8' },
    })
    await put('long', {
      content: Array.from(
        { length: 6 },
        (_, i) => `# Part ${i}\n\n${`Plain words, number ${i}. `.repeat(50)}`,
      )
        .join('\n\n')
        .replace('number 3. Plain', 'number 3. The otter builds a raft. Plain'),
      containerTag: 'books',
    })
    await Promise.all(Object.values(ids).map(id => untilFinished(client, id)))
  })
  afterAll(() => server.close())

  const ask = (body: Record<string, unknown>, path = '/v3/search', who = client) =>
    who.request('POST', path, body)
  const search = async (body: Record<string, unknown>, path?: string): Promise<Result[]> => {
    const answer = await ask(body, path)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.results
  }
  const names = (results: Result[]) =>
    results.map(({ documentId }) => Object.keys(ids).find(name => ids[name] === documentId)).sort()
  const drinks = (more: Record<string, unknown>) =>
    search({ q: 'What does Ada drink?', containerTag: 'drinks', ...more }).then(names)

  test.each<[string, object, string[]]>([
    ['equal', { AND: [{ key: 'kind', value: 'tea' }] }, ['tea']],
    ['not equal', { AND: [{ key: 'kind', value: 'tea', negate: true }] }, ['coffee', 'milk']],
    ['a number', { AND: [{ key: 'hour', value: '13', filterType: 'numeric' }] }, ['coffee']],
    ['an element', { AND: [{ key: 'tags', value: 'milk', filterType: 'array_contains' }] }, ['milk']],
    [
      'a part',
      { AND: [{ key: 'kind', value: 'COFF', filterType: 'string_contains', ignoreCase: true }] },
      ['coffee'],
    ],
    [
      'either',
      {
        OR: [
          { key: 'kind', value: 'tea' },
          { key: 'kind', value: 'milk' },
        ],
      },
      ['milk', 'tea'],
    ],
    ['nothing', { AND: [{ key: 'kind', value: 'beer' }] }, []],
  ])('a filter by metadata finds the documents that match: %s', async (_, filters, expected) => {
    expect(await drinks({ filters })).toEqual(expected)
    expect(await drinks({ filters: JSON.stringify(filters) })).toEqual(expected)
    const everywhere = names(await search({ q: 'What does Ada drink?', filters, documentThreshold: 0.2 }))
    expect(everywhere.filter(name => name! in { tea: 1, coffee: 1, milk: 1 })).toEqual(expected)
  })

  test('a filter applies before the best chunks are taken', async () => {
    const [only] = await search({
      q: 'Ada drinks green tea in the morning.',
      containerTag: 'drinks',
      limit: 1,
      filters: { AND: [{ key: 'kind', value: 'milk' }] },
    })
    expect(only!.documentId).toBe(ids.milk)
  })

  test('changed metadata takes effect at once', async () => {
    const moved = { AND: [{ key: 'kind', value: 'nightcap' }] }
    await client.request('PATCH', `/v3/documents/${ids.milk}`, { metadata: { kind: 'nightcap' } })
    expect(await drinks({ filters: moved })).toEqual(['milk'])
    await client.request('PATCH', `/v3/documents/${ids.milk}`, { metadata: { kind: 'milk', tags: ['milk'] } })
    expect(await drinks({ filters: moved })).toEqual([])
  })

  test('filepath finds the document at a path, or all documents in a folder', async () => {
    expect(await drinks({ filepath: '/day/1/coffee.md' })).toEqual(['coffee'])
    expect(await drinks({ filepath: '/day/1/' })).toEqual(['coffee'])
    expect(await drinks({ filepath: '/day/' })).toEqual(['coffee', 'milk', 'tea'])
    expect(await drinks({ filepath: '/day/1' })).toEqual([])
    expect(await drinks({ filepath: '/da' })).toEqual([])
  })

  test('filepath may be longer than the prefix in its index', async () => {
    const folder = `/${'ü'.repeat(300)}/`
    await put('deep', { content: 'A very deep place.', containerTag: 'paths', filepath: `${folder}a` })
    await put('deeper', { content: 'A deeper place.', containerTag: 'paths', filepath: `${folder}b/c` })
    await Promise.all([ids.deep!, ids.deeper!].map(id => untilFinished(client, id)))
    const at = async (filepath: string) =>
      names(await search({ q: 'place', containerTag: 'paths', filepath }))
    expect(await at(folder)).toEqual(['deep', 'deeper'])
    expect(await at(`${folder}b/`)).toEqual(['deeper'])
    expect(await at(`${folder}a`)).toEqual(['deep'])
    expect(await at(`${folder}b`)).toEqual([])
  })

  test('userId matches any container tag of a document, or its metadata', async () => {
    expect(names(await search({ q: 'water', userId: 'u_7' }))).toEqual(['mine', 'named', 'shared'])
    expect(names(await search({ q: 'water', userId: 'u_7', containerTag: 'wells' }))).toEqual(['named'])
    expect(names(await search({ q: 'water', userId: 'u_7', containerTag: 'u_7' }))).toEqual(['mine'])
    expect(names(await search({ q: 'water', userId: 'u_9' }))).toEqual([])
  })

  test('a docId that looks like an id also finds a customId', async () => {
    const customId = encodeId(newId(3))
    ids[customId] = await add(client, { content: 'It looks like an id.', containerTag: 'ids', customId })
    await untilFinished(client, ids[customId])
    expect(names(await search({ q: 'id', docId: customId }))).toEqual([customId])
    expect(await search({ q: 'id', docId: encodeId(newId(3)) })).toEqual([])
  })

  test('explain lists the filters that were applied', async () => {
    const filters = { AND: [{ key: 'kind', value: 'tea' }] }
    const [tea] = await search({
      q: 'tea',
      containerTag: 'drinks',
      filters,
      filepath: '/day/',
      explain: true,
    })
    expect(tea!.explain).toMatchObject({
      dense: { rank: 1 },
      fused: tea!.score,
      filters: {
        containerTags: ['drinks'],
        filepath: '/day/',
        filters: { AND: [{ key: 'kind', value: 'tea' }] },
      },
    })
    const [plain] = await search({ q: 'tea', explain: true, limit: 1 })
    expect(plain!.explain!.filters).toEqual({})
  })

  describe('the chunks around a match', () => {
    const about = { q: 'The otter builds a raft.', containerTag: 'books', chunkThreshold: 0.5 }

    test('are returned on request, in reading order and once each', async () => {
      const [only] = await search(about)
      expect(only!.chunks).toMatchObject([{ isRelevant: true, content: expect.stringContaining('otter') }])
      const at = only!.chunks[0]!.position
      const [around] = await search({ ...about, onlyMatchingChunks: false })
      expect(around!.chunks.map(({ position, isRelevant }) => [position, isRelevant])).toEqual([
        [at - 1, false],
        [at, true],
        [at + 1, false],
      ])
      expect(around!.score).toBe(only!.score)
    })

    test('are returned once each for many matches, and never before the first or after the last chunk', async () => {
      const { chunks } = (await client.request('GET', `/v3/documents/${ids.long}/chunks`)).body
      const [all] = await search({ q: 'Plain words', containerTag: 'books', onlyMatchingChunks: false })
      const positions = all!.chunks.map(({ position }) => position)
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
      expect(positions[0]).toBeGreaterThanOrEqual(0)
      expect(positions.at(-1)).toBeLessThan(chunks.length)
      for (const chunk of all!.chunks) expect(chunk.content).toBe(chunks[chunk.position].content)
    })

    test('are returned by default in /v2/search', async () => {
      const [older] = await search(about, '/v2/search')
      expect(older!.chunks.map(({ isRelevant }) => isRelevant)).toEqual([false, true, false])
      expect(await search({ ...about, onlyMatchingChunks: true }, '/v2/search')).toEqual(await search(about))
    })
  })

  describe('categories', () => {
    const texts = {
      technology: 'The compiler caches modules, so that large software projects in TypeScript build faster.',
      science: 'Astronomers measured the mass of the black hole from the orbits of nearby stars.',
      business: 'Quarterly revenue rose, and the board approved a dividend for the shareholders.',
      health: 'The patient was given antibiotics for pneumonia and recovered within a week.',
      nothing: 'Bob practises the guitar every evening.',
    }
    beforeAll(async () => {
      for (const [name, content] of Object.entries(texts))
        await put(name, { content, containerTag: 'subjects' })
      await Promise.all(Object.keys(texts).map(name => untilFinished(client, ids[name]!)))
    })
    const of = async (...categoriesFilter: string[]) =>
      names(await search({ q: 'What happened?', containerTag: 'subjects', categoriesFilter, limit: 100 }))

    test('match the subject of each text, and a text may have none', async () => {
      const all = await of()
      for (const category of ['technology', 'science', 'business', 'health'])
        expect(await of(category)).toEqual(all.filter(name => name === category))
      const rows = await Promise.all(Object.keys(texts).map(name => rowOf(server, ids[name]!)))
      expect(rows.map(({ category }) => category)).toEqual([
        'technology',
        'science',
        'business',
        'health',
        null,
      ])
    })

    test('stay when metadata changes, and are computed again for new content', async () => {
      await client.request('PATCH', `/v3/documents/${ids.health}`, { metadata: { read: true } })
      expect((await rowOf(server, ids.health!)).category).toBe('health')
      await client.request('PATCH', `/v3/documents/${ids.health}`, { content: texts.science })
      await untilFinished(client, ids.health!)
      expect((await rowOf(server, ids.health!)).category).toBe('science')
    })
  })

  test('a scoped key finds only documents of its container, with any filter', async () => {
    const { body } = await client.request('POST', '/v3/auth/scoped-key', { containerTag: 'drinks' })
    const scoped = server.clientFor(body.key)
    const found = await ask({ q: 'water or tea', userId: 'u_7', limit: 100 }, '/v3/search', scoped)
    expect(found.body.results).toEqual([])
    const own = await ask({ q: 'tea', filepath: '/day/0/', explain: true }, '/v3/search', scoped)
    expect(names(own.body.results)).toEqual(['tea'])
    expect(own.body.results[0].explain.filters).toMatchObject({ containerTags: ['drinks'] })
    expect((await ask({ q: 'tea', containerTag: 'wells' }, '/v3/search', scoped)).status).toBe(403)
    expect((await ask({ q: 'tea' }, '/v2/search', scoped)).status).toBe(403)
  })
})
