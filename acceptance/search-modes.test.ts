import { beforeAll, describe, expect, test } from 'vitest'
import { add, addDone, get, newTag, otherKey, post, remove, request, until } from './client.ts'

// biome-ignore lint/suspicious/noExplicitAny: a black box may answer anything
type Result = any

/** Two memories about Ada, and two documents. */
const containerTag = newTag('modes')
const fact = 'Ada lives in Lisbon.'
const taste = 'Ada likes green tea.'
const text = 'Ada moved to Lisbon in May and started at a ceramics studio.'
const hobby = 'Bob plays the guitar.'
const q = 'Where does Ada live?'
let known: { id: string }[]
let document: Result
beforeAll(async () => {
  // `rag`, so that no memories form from these documents while the tests run.
  const taskType = 'rag'
  document = await addDone({
    content: text,
    containerTag,
    taskType,
    filepath: '/people/ada.md',
    metadata: { source: 'letter' },
  })
  await addDone({ content: hobby, containerTag, taskType })
  const memories = [
    { content: fact, metadata: { topic: 'home' } },
    { content: taste, metadata: { topic: 'taste' } },
  ]
  known = (await post('/v4/memories', { containerTag, memories })).body.memories
})

async function search(body: Record<string, unknown>) {
  const answer = await post('/v4/search', { q, containerTag, threshold: 0, ...body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const said = ({ results }: { results: Result[] }) => results.map(result => result.memory ?? result.chunk)

describe('/v4/search: modes', () => {
  test('SRCH-30: /v4/search finds memories by default', async () => {
    const body = await search({})
    expect(Object.keys(body).sort()).toEqual(['results', 'timing', 'total'])
    expect(body.total).toBe(body.results.length)
    expect(said(body)).toEqual([fact, taste])
    expect(body.results[0]).toEqual({
      id: known[0]!.id,
      memory: fact,
      similarity: expect.any(Number),
      metadata: { topic: 'home' },
      updatedAt: expect.any(String),
      version: 1,
      filepath: null,
    })
    expect(await search({ searchMode: 'memories' })).toMatchObject({ results: body.results })
  })

  test('SRCH-31: searchMode documents returns one result per chunk', async () => {
    const { results } = await search({ searchMode: 'documents' })
    const { body } = await get(`/v3/documents/${document.id}/chunks`)
    expect(results[0]).toEqual({
      id: body.chunks[0].id,
      chunk: text,
      place: { start: 0, end: text.length },
      similarity: expect.any(Number),
      metadata: { source: 'letter' },
      updatedAt: document.updatedAt,
      filepath: '/people/ada.md',
    })
    expect(results.every((result: Result) => !('memory' in result))).toBe(true)
  })

  test('SRCH-32: searchMode hybrid merges memories and chunks by similarity', async () => {
    const both = await search({ searchMode: 'hybrid' })
    const parts = await Promise.all(['memories', 'documents'].map(searchMode => search({ searchMode })))
    expect(said(both).sort()).toEqual(parts.flatMap(said).sort())
    const similarities = both.results.map(({ similarity }: Result) => similarity)
    expect(similarities).toEqual([...similarities].sort((a, b) => b - a))
    for (const result of both.results) expect('memory' in result).not.toBe('chunk' in result)
    expect((await search({ searchMode: 'hybrid', limit: 1 })).results).toEqual(both.results.slice(0, 1))
  })

  test('SRCH-33: results below threshold are left out, with 0.6 as the default', async () => {
    for (const searchMode of ['memories', 'documents', 'hybrid']) {
      const { results } = await search({ q: fact, searchMode })
      const above = (least: number) => results.filter(({ similarity }: Result) => similarity >= least)
      const { body } = await post('/v4/search', { q: fact, containerTag, searchMode })
      expect(body.results).toEqual(above(0.6))
      expect((await search({ q: fact, searchMode, threshold: 0.4 })).results).toEqual(above(0.4))
    }
    expect((await post('/v4/search', { q: fact, containerTag })).body.total).toBeGreaterThan(0)
  })
})

describe('/v4/search: include', () => {
  test('SRCH-34: include.documents and include.summaries add the documents and their summaries', async () => {
    const about = { searchMode: 'documents', limit: 1 }
    const { id, title, type, metadata, summary, createdAt, updatedAt } = document
    const plain = { id, title, type, metadata, createdAt, updatedAt }
    const one = (await search({ ...about, include: { documents: true } })).results[0]
    expect(one.documents).toEqual([plain])
    const full = (await search({ ...about, include: { documents: true, summaries: true } })).results[0]
    expect(full.documents).toEqual([{ ...plain, summary }])
    expect((await search(about)).results[0]).not.toHaveProperty('documents')
    // A memory written through the API has no document.
    const [stated] = (await search({ include: { documents: true } })).results
    expect(stated).toMatchObject({ memory: fact, documents: [] })
  })

  test('SRCH-35, SRCH-36: related memories are included on request, superseded and forgotten ones are not found', async () => {
    const tag = newTag()
    await post('/v4/memories', { containerTag: tag, memories: [{ content: taste }] })
    const newContent = 'Ada likes black tea.'
    await request('PATCH', '/v4/memories', { containerTag: tag, content: taste, newContent })
    const ask = (include: object) => search({ q: 'tea', containerTag: tag, include })
    const { results } = await ask({ relatedMemories: true })
    expect(results).toMatchObject([
      {
        memory: newContent,
        version: 2,
        context: {
          parents: [{ relation: 'updates', version: -1, memory: taste, updatedAt: expect.any(String) }],
          children: [],
          related: [],
        },
      },
    ])
    expect((await ask({})).results[0]).not.toHaveProperty('context')
    await remove('/v4/memories', { containerTag: tag, content: newContent })
    expect(said(await ask({}))).toEqual([])
    expect(said(await ask({ forgottenMemories: true }))).toEqual([newContent])
  })

  test('SRCH-37: include.chunks adds the chunks around a chunk, and to a memory those of its documents that answer', async () => {
    const [tag, talk] = [newTag(), newTag()]
    const parts = Array.from({ length: 5 }, (_, i) => `# Part ${i}\n\n${`Plain words ${i}. `.repeat(60)}`)
    parts[2] = parts[2]!.replace('Plain', 'The otter builds a raft. Plain')
    const filler = 'The sky over the old harbour stayed grey for the whole of that long afternoon. '
    const said = await add({
      content: `${filler.repeat(30)}My dog is called Bruno.`,
      containerTag: talk,
      dreaming: 'instant',
    })
    const { id } = await addDone({ content: parts.join('\n\n'), containerTag: tag, taskType: 'rag' })
    const about = { q: 'The otter builds a raft.', containerTag: tag, searchMode: 'documents', limit: 1 }
    const [{ chunk, chunks }] = (await search({ ...about, include: { chunks: true } })).results
    expect(chunks.map(({ isRelevant }: Result) => isRelevant)).toEqual([false, true, false])
    expect(chunks[1]).toMatchObject({ content: chunk, documentId: id })
    await until(
      () => get(`/v3/documents/${said}`),
      ({ body }) => body.dreamingStatus === 'done',
    )
    const asked = { q: 'What is the dog called?', containerTag: talk }
    const [formed] = (await search({ ...asked, include: { chunks: true } })).results
    expect(formed.memory).toContain('Bruno')
    expect(formed.chunks[0]).toMatchObject({
      documentId: said,
      isRelevant: true,
      content: expect.stringContaining('My dog is called Bruno.'),
    })
    expect(formed.chunks.map(({ score }: Result) => score)).toEqual(
      formed.chunks.map(({ score }: Result) => score).toSorted((a: number, b: number) => b - a),
    )
    const [stated] = (await search({ include: { chunks: true } })).results
    expect(stated).toMatchObject({ memory: fact, chunks: [] })
    for (const plain of [about, asked]) expect((await search(plain)).results[0]).not.toHaveProperty('chunks')
  })
})

describe('/v4/search: selection', () => {
  test('SRCH-38: filters and filepath select memories and chunks', async () => {
    const both = async (more: object) =>
      Promise.all(
        ['memories', 'documents'].map(async searchMode => said(await search({ searchMode, ...more })).sort()),
      )
    const where = (key: string, value: string) => ({ AND: [{ key, value }] })
    expect(await both({ filters: where('topic', 'taste') })).toEqual([[taste], []])
    expect(await both({ filters: JSON.stringify(where('source', 'letter')) })).toEqual([[], [text]])
    expect(await both({ filepath: '/people/ada.md' })).toEqual([[], [text]])
    expect(await both({ filepath: '/people/' })).toEqual([[], [text]])
    expect(await both({ filepath: '/people' })).toEqual([[], []])
  })

  test('SRCH-39: container tags limit /v4/search to their containers', async () => {
    const tag = newTag()
    await post('/v4/memories', { containerTag: tag, memories: [{ content: 'Ada lives in Porto.' }] })
    const ask = async (tags: object) => {
      const { body } = await post('/v4/search', { q: fact, threshold: 0.3, limit: 100, ...tags })
      return said(body)
    }
    expect(await ask({ containerTag: tag })).toEqual(['Ada lives in Porto.'])
    expect((await ask({ containerTags: [tag, containerTag] })).sort()).toContain('Ada lives in Porto.')
    expect(await ask({})).toEqual(expect.arrayContaining([fact]))
    expect(await ask({ containerTag: newTag() })).toEqual([])
  })

  test.skipIf(!otherKey)('SRCH-39: /v4/search finds nothing of another organization', async () => {
    for (const searchMode of ['memories', 'documents', 'hybrid'])
      for (const tags of [{}, { containerTag }]) {
        const body = { q: fact, searchMode, threshold: 0, limit: 100, ...tags }
        const answer = await post('/v4/search', body, { key: otherKey! })
        expect(answer.status).toBe(200)
        for (const mine of [fact, taste, text, hobby]) expect(said(answer.body)).not.toContain(mine)
      }
  })
})

describe('/v4/search: limits', () => {
  const good: object[] = [
    { q: 'x' },
    { q: 'x'.repeat(10_000) },
    { limit: 1 },
    { limit: 100 },
    { threshold: 0 },
    { threshold: 1 },
    ...['memories', 'documents', 'hybrid'].map(searchMode => ({ searchMode })),
    { include: {} },
  ]
  const bad: object[] = [
    { q: '' },
    { q: undefined },
    { q: 'x'.repeat(10_001) },
    { limit: 0 },
    { limit: 101 },
    { limit: '10' },
    { threshold: -0.1 },
    { threshold: 1.1 },
    { searchMode: 'everything' },
    { include: { documents: 'yes' } },
    { filters: [] },
    { filepath: 7 },
    { explain: 'yes' },
  ]
  test('SRCH-40: /v4/search accepts values up to its limits and returns 400 beyond', async () => {
    for (const fields of good) {
      const { status, text } = await post('/v4/search', { q, containerTag, ...fields })
      expect(status, `${JSON.stringify(fields).slice(0, 80)}: ${text.slice(0, 200)}`).toBe(200)
    }
    for (const fields of bad) {
      const { status, body } = await post('/v4/search', { q, containerTag, ...fields })
      expect(status, JSON.stringify(fields).slice(0, 80)).toBe(400)
      expect(body.error).toContain(Object.keys(fields)[0])
    }
    const tag = newTag()
    const memories = Array.from({ length: 12 }, (_, i) => ({ content: `Ada wrote letter number ${i}.` }))
    await post('/v4/memories', { containerTag: tag, memories })
    expect(await search({ q: 'Ada wrote a letter', containerTag: tag })).toMatchObject({ total: 10 })
  })

  test.for(['memories', 'documents', 'hybrid'])(
    'SRCH-42: /v4/search in mode %s applies rewriteQuery, and rerank to chunks',
    async searchMode => {
      const ask = (more: object) => search({ q: 'who moved to lsibon?', searchMode, explain: true, ...more })
      const both = await ask({ rewriteQuery: true, rerank: true })
      expect(both.rewrittenQuery).toBe('who moved to lisbon?')
      expect(said(both)[0]).toContain('Lisbon')
      // The server under test has no external reranker, so it reranks chunks but not memories.
      for (const { chunk, explain } of both.results)
        if (chunk) expect(explain.rerank).toEqual({ by: expect.any(String), score: expect.any(Number) })
      const neither = await ask({})
      expect(neither).not.toHaveProperty('rewrittenQuery')
      for (const { explain } of neither.results) expect(explain).not.toHaveProperty('rerank')
    },
  )

  test('SRCH-42: aggregate must be a boolean and does not change the results', async () => {
    const { results } = await search({})
    for (const aggregate of [true, false]) expect((await search({ aggregate })).results).toEqual(results)
    const { status, body } = await post('/v4/search', { q, containerTag, aggregate: 'yes' })
    expect([status, body.error]).toEqual([400, 'aggregate: must be true or false'])
  })

  test('SRCH-41: explain adds ranks, scores and filters to the results of every generation', async () => {
    const arm = { rank: 1, score: expect.any(Number), normalised: expect.any(Number) }
    const body = { q: 'Ada and Lisbon', containerTag, filepath: '/people/', explain: true }
    const filters = { containerTags: [containerTag], filepath: '/people/' }
    const parts = expect.objectContaining({ meaning: expect.any(Number) })
    const why = { dense: arm, lexical: arm, fused: expect.any(Number), path: 'exact', filters, parts }
    const tokens = expect.any(Number)
    for (const path of ['/v2/search', '/v3/search']) {
      const { results } = (await post(path, body)).body
      expect(results[0].explain).toEqual({ ...why, tokens, fused: results[0].score })
    }
    const chunks = (await search({ ...body, searchMode: 'documents' })).results
    expect(chunks[0].explain).toEqual({ ...why, tokens, fused: chunks[0].similarity })
    const { results } = await search({ q: 'Ada and Lisbon', explain: true })
    const signals = expect.objectContaining({ owner: expect.any(Number), named: expect.any(Number) })
    expect(results[0].explain).toEqual({ ...why, signals, filters: { containerTags: [containerTag] } })
    expect((await search({})).results[0]).not.toHaveProperty('explain')
  })
})
