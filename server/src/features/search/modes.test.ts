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
import { inScope } from '../../platform/db/tx.ts'
import { decodeId, shardOf } from '../../platform/lib/ids.ts'
import { hasChangedMemories } from '../../processes/dreaming/changed-memory-store.ts'
import { citeSource } from '../memories/source-store.ts'

/** `/v4/search` returns memories, chunks, or both on one scale. */
describe.each(layouts)('/v4/search on $layout:', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  let document: string
  let other: string
  let memory: string
  const fact = 'Ada lives in Lisbon.'
  const text = 'Ada moved to Lisbon in May and started at a ceramics studio.'

  beforeAll(async () => {
    server = await startTestServer({ cellCount })
    client = server.client
    document = await add(client, {
      content: text,
      containerTag: 'ada',
      filepath: '/people/ada.md',
      metadata: { source: 'letter' },
    })
    other = await add(client, { content: 'Bob plays the guitar.', containerTag: 'ada' })
    await Promise.all([document, other].map(id => untilFinished(client, id)))
    const { body } = await client.request('POST', '/v4/memories', {
      containerTag: 'ada',
      memories: [
        { content: fact, metadata: { topic: 'home' } },
        { content: 'Ada likes green tea.', metadata: { topic: 'taste' } },
      ],
    })
    memory = body.memories[0].id
    // Dreaming replaces the sources of memories, so the test adds its source afterwards.
    await untilSettled()
    await cite(memory, document)
  })
  afterAll(() => server.close())

  async function untilSettled() {
    const key = await server.app.containers.resolve(client.organization, 'ada')
    await until(
      () => inScope(server.app.cells.of(key.shard), { org: key.org }, db => hasChangedMemories(db, key)),
      isChanged => !isChanged,
    )
  }

  async function cite(memoryId: string, documentId: string) {
    const id = decodeId(memoryId)!
    const key = await server.app.containers.resolve(client.organization, 'ada')
    await inScope(server.app.cells.of(shardOf(id)), { org: client.organization.id }, db =>
      citeSource(db, key, { memory: id, document: decodeId(documentId)!, revision: 1, spans: [[0, 3]] }),
    )
  }

  const ask = (body: Record<string, unknown>, who = client) => who.request('POST', '/v4/search', body)
  const search = async (body: Record<string, unknown>) => {
    const answer = await ask({ containerTag: 'ada', threshold: 0, ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body).toMatchObject({ total: answer.body.results.length, timing: expect.any(Number) })
    return answer.body.results
  }
  const said = (results: { memory?: string; chunk?: string }[]) =>
    results.map(result => result.memory ?? result.chunk)

  test('the default mode returns memories', async () => {
    const results = await search({ q: 'Where does Ada live?' })
    expect(results[0]).toEqual({
      id: memory,
      memory: fact,
      similarity: expect.any(Number),
      metadata: { topic: 'home' },
      updatedAt: expect.stringMatching(/Z$/),
      version: 1,
      filepath: '/people/ada.md',
    })
    expect(said(results)).not.toContain(text)
  })

  test('the mode documents returns one result per chunk, with the id of the chunk', async () => {
    const [first, ...rest] = await search({ q: 'Where does Ada live?', searchMode: 'documents' })
    const { chunks } = (await client.request('GET', `/v3/documents/${document}/chunks`)).body
    expect(first).toEqual({
      id: chunks[0].id,
      chunk: text,
      place: { start: 0, end: text.length },
      similarity: expect.any(Number),
      metadata: { source: 'letter' },
      updatedAt: expect.stringMatching(/Z$/),
      filepath: '/people/ada.md',
    })
    for (const result of rest) expect(result).not.toHaveProperty('memory')
  })

  test('the mode hybrid returns both, merged by similarity, up to the limit', async () => {
    const q = 'Where does Ada live?'
    const [memories, chunks, both] = await Promise.all(
      ['memories', 'documents', 'hybrid'].map(searchMode => search({ q, searchMode })),
    )
    const similarities = both.map(({ similarity }: { similarity: number }) => similarity)
    expect(similarities).toEqual(similarities.toSorted((a: number, b: number) => b - a))
    expect(said(both).toSorted()).toEqual(said([...memories, ...chunks]).toSorted())
    expect(await search({ q, searchMode: 'hybrid', limit: 2 })).toEqual(both.slice(0, 2))
    for (const result of both) expect('memory' in result).not.toBe('chunk' in result)
  })

  test('results below the threshold are left out, 0.6 by default', async () => {
    const q = fact
    for (const searchMode of ['memories', 'documents', 'hybrid']) {
      const all = await search({ q, searchMode })
      const clear = all.filter(({ similarity }: { similarity: number }) => similarity >= 0.6)
      const answer = await ask({ q, containerTag: 'ada', searchMode })
      expect(answer.body.results).toEqual(clear)
    }
  })

  test('include adds documents and summaries', async () => {
    for (const searchMode of ['memories', 'documents']) {
      const [plain] = await search({ q: 'Where does Ada live?', searchMode, include: { documents: true } })
      expect(plain.documents).toEqual([
        {
          id: document,
          title: text,
          type: 'text',
          metadata: { source: 'letter' },
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      ])
      const [full] = await search({ q: 'Where does Ada live?', searchMode, include: { summaries: true } })
      expect(full.documents).toMatchObject([{ id: document, summary: text }])
    }
  })

  test('include adds the source chunks of a memory, and the chunks around a chunk', async () => {
    const about = { q: 'Where does Ada live?', include: { chunks: true } }
    const chunk = { content: text, isRelevant: true, position: 0, documentId: document }
    const [known] = await search(about)
    expect(known).toMatchObject({ memory: fact, chunks: [chunk] })
    expect(known).not.toHaveProperty('documents')
    const [found] = await search({ ...about, searchMode: 'documents' })
    expect(found).toMatchObject({ chunk: text, chunks: [chunk] })
  })

  test('filters and filepath apply to memories and to chunks', async () => {
    const modes = async (more: object) =>
      Promise.all(
        ['memories', 'documents'].map(async searchMode =>
          said(await search({ q: 'Ada', searchMode, ...more })).toSorted(),
        ),
      )
    const where = (key: string, value: string) => ({ filters: { AND: [{ key, value }] } })
    expect(await modes(where('topic', 'taste'))).toEqual([['Ada likes green tea.'], []])
    expect(await modes(where('source', 'letter'))).toEqual([[], [text]])
    expect(await modes({ filepath: '/people/' })).toEqual([[fact], [text]])
    expect(await modes({ filepath: '/animals/' })).toEqual([[], []])
  })

  test('include adds related memories and forgotten memories', async () => {
    await client.request('PATCH', '/v4/memories', {
      containerTag: 'ada',
      content: 'Ada likes green tea.',
      newContent: 'Ada likes black tea.',
    })
    const [tea] = await search({ q: 'tea', include: { relatedMemories: true } })
    expect(tea).toMatchObject({
      memory: 'Ada likes black tea.',
      version: 2,
      context: { parents: [{ relation: 'updates', version: -1, memory: 'Ada likes green tea.' }] },
    })
    await client.request('DELETE', '/v4/memories', { containerTag: 'ada', content: 'Ada likes black tea.' })
    expect(said(await search({ q: 'tea' }))).not.toContain('Ada likes black tea.')
    const all = await search({ q: 'tea', include: { forgottenMemories: true } })
    expect(said(all)).toContain('Ada likes black tea.')
  })

  test('explain gives the scores in every mode', async () => {
    const arm = { rank: expect.any(Number), score: expect.any(Number), normalised: expect.any(Number) }
    const results = await search({ q: 'Ada and Lisbon', searchMode: 'hybrid', explain: true, limit: 2 })
    expect(results.map((result: object) => 'memory' in result).toSorted()).toEqual([false, true])
    for (const { explain, similarity, memory } of results)
      expect(explain).toEqual({
        dense: arm,
        lexical: arm,
        ...(memory === undefined
          ? { tokens: expect.any(Number), fused: similarity }
          : { signals: expect.any(Object), fused: expect.any(Number) }),
        parts: expect.any(Object),
        path: 'exact',
        filters: { containerTags: ['ada'] },
      })
  })

  test('explain gives parts that add up to the score of a memory and of a chunk', async () => {
    const asked = { q: 'Ada and Lisbon', searchMode: 'hybrid', explain: true, threshold: 0 }
    const results = await search(asked)
    expect(results.map((result: object) => 'memory' in result).toSorted()).toEqual([false, true])
    for (const { explain, similarity } of results) {
      const parts = Object.values<number>(explain.parts)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(similarity, 2)
      expect(parts).not.toContain(0)
    }
  })

  test('a scoped key finds only its own container, and no key finds another organization', async () => {
    const { body } = await client.request('POST', '/v3/auth/scoped-key', { containerTag: 'elsewhere' })
    const strangers = [server.clientFor(body.key), await server.newClient({ spread: cellCount > 1 })]
    for (const stranger of strangers)
      for (const searchMode of ['memories', 'documents', 'hybrid']) {
        const answer = await ask({ q: fact, searchMode, threshold: 0 }, stranger)
        expect(answer).toMatchObject({ status: 200, body: { results: [] } })
      }
    expect((await ask({ q: fact, containerTag: 'ada' }, strangers[0])).status).toBe(403)
  })

  test.each<Record<string, unknown>>([
    { q: '' },
    { limit: 0 },
    { limit: 101 },
    { threshold: -0.1 },
    { threshold: 1.1 },
    { searchMode: 'everything' },
    { include: { chunks: 'yes' } },
    { include: true },
    { filters: { AND: [{ key: 'a', value: 'a\0b' }] } },
    { aggregate: 'no' },
  ])('a request with %j is refused', async body => {
    const answer = await ask({ q: 'Ada', ...body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
    expect(answer.body.error).toMatch(new RegExp(`^${Object.keys(body)[0]}`))
  })
})
