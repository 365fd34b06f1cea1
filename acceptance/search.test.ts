import { beforeAll, describe, expect, test } from 'vitest'
import { add, addDone, newTag, post, remove, until } from './client.ts'
import { prose } from './prose.ts'

const resultFields = ['chunks', 'createdAt', 'documentId', 'metadata', 'score', 'title', 'type', 'updatedAt']

type Chunk = { content: string; isRelevant: boolean; score: number; position: number }
type Result = { documentId: string; score: number; chunks: Chunk[] }

async function search(body: Record<string, unknown>) {
  const answer = await post('/v3/search', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const idsOf = ({ results }: { results: Result[] }) => results.map(({ documentId }) => documentId)

/** A few documents of one container, by name. */
const containerTag = newTag('search')
const texts = {
  lisbon: 'Ada moved to Lisbon in May and started at a ceramics studio.',
  cat: 'The cat refuses to eat dry food since Tuesday.',
  guitar: 'Bob practises the guitar every evening after work.',
  invoice: 'Invoice QX-4417-Z was paid twice by mistake.',
  mountain: 'They hiked up the mountain and slept in a hut.',
}
const facts: Record<string, { id: string; [field: string]: unknown }> = {}
beforeAll(async () => {
  await Promise.all(
    Object.entries(texts).map(async ([name, content]) => {
      // `rag`, because dreaming during these tests would change `updatedAt` and add memories.
      const fields = { containerTag, customId: `fact-${name}`, metadata: { name }, taskType: 'rag' }
      facts[name] = await addDone({ content, ...fields })
    }),
  )
})

describe('search: response', () => {
  test('SRCH-1: a search returns results, total and timing', async () => {
    const started = performance.now()
    const body = await search({ q: 'music', containerTag })
    const elapsed = performance.now() - started
    expect(Object.keys(body).sort()).toEqual(['results', 'timing', 'total'])
    expect(body.total).toBe(body.results.length)
    expect(body.timing).toBeGreaterThanOrEqual(0)
    expect(body.timing).toBeLessThanOrEqual(elapsed + 1)
  })

  test('SRCH-2: a result has every field, with the values of the document', async () => {
    const { results } = await search({ q: 'Ada moved to Lisbon', containerTag })
    const { id, title, type, metadata, createdAt, updatedAt } = facts.lisbon!
    expect(Object.keys(results[0]).sort()).toEqual(resultFields)
    expect(results[0]).toMatchObject({ documentId: id, title, type, metadata, createdAt, updatedAt })
    const tag = newTag()
    await addDone({ content: 'Nothing more is known of it.', containerTag: tag })
    expect((await search({ q: 'what is known', containerTag: tag })).results[0].metadata).toBeNull()
  })

  test('SRCH-3: a chunk has every field', async () => {
    const { results } = await search({ q: 'Ada moved to Lisbon', containerTag })
    expect(results[0].chunks).toEqual([
      {
        content: texts.lisbon,
        isRelevant: true,
        score: expect.any(Number),
        position: 0,
        place: { start: 0, end: texts.lisbon!.length },
      },
    ])
  })

  test('SRCH-11: results have summary and content only if the request asks for them', async () => {
    const q = 'Ada moved to Lisbon'
    const { results } = await search({ q, containerTag, includeSummary: true, includeFullDocs: true })
    expect(Object.keys(results[0]).sort()).toEqual([...resultFields, 'content', 'summary'].sort())
    expect(results[0]).toMatchObject({ summary: facts.lisbon!.summary, content: texts.lisbon })
    const summaries = await search({ q, containerTag, includeSummary: true })
    expect(Object.keys(summaries.results[0]).sort()).toEqual([...resultFields, 'summary'].sort())
    const contents = await search({ q, containerTag, includeFullDocs: true })
    expect(Object.keys(contents.results[0]).sort()).toEqual([...resultFields, 'content'].sort())
  })

  test('SRCH-12: explain adds the rank and score of each chunk in vector and keyword search', async () => {
    const { results } = await search({ q: 'Did Ada move to Lisbon?', containerTag, explain: true })
    const [chunk] = results[0].chunks
    const arm = { rank: 1, score: expect.any(Number), normalised: expect.any(Number) }
    const [tokens, parts] = [expect.any(Number), expect.objectContaining({ meaning: expect.any(Number) })]
    expect(chunk.explain).toEqual({
      dense: arm,
      lexical: arm,
      tokens,
      fused: chunk.score,
      parts,
      path: 'exact',
    })
    // A chunk that only vector search found has no rank in keyword search.
    const { results: all } = await search({ q: 'feline diet', containerTag, explain: true })
    expect(all[0].chunks[0].explain.lexical).toMatchObject({ rank: null, normalised: 0 })
    const { results: plain } = await search({ q: 'feline diet', containerTag, explain: false })
    expect(plain[0].chunks[0]).not.toHaveProperty('explain')
  })
})

describe('search: recall', () => {
  const questions = [
    { q: 'Where does she live now?', name: 'lisbon' },
    { q: 'a pet with a poor appetite', name: 'cat' },
    { q: 'someone learning a musical instrument', name: 'guitar' },
    { q: 'a billing error', name: 'invoice' },
  ]
  test.for(questions)('SRCH-4: "$q" finds the text "$name" by meaning', async ({ q, name }) => {
    expect(idsOf(await search({ q, containerTag }))[0]).toBe(facts[name]!.id)
  })

  test('SRCH-5: a rare word finds the text that contains it', async () => {
    expect(idsOf(await search({ q: 'QX-4417-Z', containerTag }))[0]).toBe(facts.invoice!.id)
    expect(idsOf(await search({ q: 'hut', containerTag }))[0]).toBe(facts.mountain!.id)
  })

  test('SRCH-6: scores are between 0 and 1 and results are ordered best first', async () => {
    for (const q of ['Ada moved to Lisbon', 'music', 'animals', 'zzz', '?']) {
      const { results } = await search({ q, containerTag })
      const scores = results.map(({ score }: Result) => score)
      expect(scores).toEqual([...scores].sort((a, b) => b - a))
      for (const { score, chunks } of results as Result[]) {
        expect(score).toBeGreaterThan(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(score).toBe(Math.max(...chunks.map(chunk => chunk.score)))
      }
    }
    const exact = await search({ q: texts.cat, containerTag })
    expect(exact.results[0].score).toBeGreaterThan(0.8)
  })

  test('SRCH-13: a search that finds nothing returns no results and total 0', async () => {
    expect(await search({ q: 'anything', containerTag: newTag() })).toMatchObject({ results: [], total: 0 })
    expect(await search({ q: 'Ada', containerTag, docId: 'no-such-document' })).toMatchObject({
      results: [],
      total: 0,
    })
    expect(await search({ q: 'Ada', containerTag, docId: '1'.repeat(22) })).toMatchObject({ total: 0 })
    expect(await search({ q: 'Ada', containerTag: newTag(), docId: facts.lisbon!.id })).toMatchObject({
      total: 0,
    })
  })

  test('SRCH-14: a search returns the matching chunks of a long text, verbatim', async () => {
    const tag = newTag()
    const middle = 'Our lighthouse keeper breeds carrier pigeons in the lantern room.'
    const content = `# Chronicle\n\n${prose(6_000)}\n\n${middle}\n\n${prose(6_000)}`
    const { id } = await addDone({ content, containerTag: tag })
    const { results } = await search({ q: 'Who keeps pigeons in the lighthouse?', containerTag: tag })
    expect(idsOf({ results })).toEqual([id])
    const chunks: Chunk[] = results[0].chunks
    expect(chunks[0]!.content).toContain(middle)
    expect(chunks.length).toBeGreaterThan(1)
    expect(new Set(chunks.map(({ position }) => position)).size).toBe(chunks.length)
    for (const chunk of chunks) {
      expect(content).toContain(chunk.content)
      expect(chunk.isRelevant).toBe(true)
    }
  })

  test('SRCH-17: the same search returns the same results in the same order', async () => {
    const ask = async () => (await search({ q: 'Ada, Bob and the cat', containerTag })).results
    const first = await ask()
    for (let i = 0; i < 5; i++) expect(await ask()).toEqual(first)
  })
})

describe('search: limits', () => {
  test('SRCH-7: limit is the maximum number of results, 10 by default', async () => {
    const tag = newTag()
    const ids = await Promise.all(
      Array.from({ length: 14 }, (_, i) =>
        add({ content: `Ada wrote letter number ${i}.`, containerTag: tag }),
      ),
    )
    const ask = (limit?: number) =>
      search({ q: 'Ada wrote a letter', containerTag: tag, ...(limit && { limit }) })
    await until(
      () => ask(100),
      ({ total }) => total === ids.length,
    )
    expect(await ask()).toMatchObject({ total: 10 })
    expect(await ask(1)).toMatchObject({ total: 1 })
    expect(await ask(13)).toMatchObject({ total: 13 })
    expect(idsOf(await ask(100)).sort()).toEqual([...ids].sort())
    // A smaller limit returns the beginning of the same list.
    expect(idsOf(await ask(3))).toEqual(idsOf(await ask(100)).slice(0, 3))
  })

  test('SRCH-8: results below a threshold are left out', async () => {
    const q = 'Ada, Bob and the cat'
    const all: Result[] = (await search({ q, containerTag, limit: 100 })).results
    expect(all.length).toBeGreaterThan(1)
    const [best, second] = all as [Result, Result]
    const between = (best.score + second.score) / 2
    for (const field of ['documentThreshold', 'chunkThreshold']) {
      expect(idsOf(await search({ q, containerTag, [field]: 0 }))).toEqual(idsOf({ results: all }))
      expect(idsOf(await search({ q, containerTag, [field]: between }))).toEqual([best.documentId])
      expect(await search({ q: 'quantum chromodynamics', containerTag, [field]: 1 })).toMatchObject({
        total: 0,
      })
    }
  })

  test('SRCH-9: container tags limit the search to their containers', async () => {
    const [a, b] = [newTag('a'), newTag('b')]
    const word = `zyzzyva${Date.now()}`
    const [inA, inB] = await Promise.all([
      addDone({ content: `The ${word} is a weevil.`, containerTag: a }),
      addDone({ content: `The ${word} is a beetle.`, containerTag: b }),
    ])
    const found = async (tags: object) =>
      idsOf(await search({ q: word, documentThreshold: 0.2, ...tags })).sort()
    expect(await found({ containerTag: a })).toEqual([inA.id])
    expect(await found({ containerTags: [b] })).toEqual([inB.id])
    expect(await found({ containerTags: [a, b] })).toEqual([inA.id, inB.id].sort())
    expect(await found({ containerTag: a, containerTags: [b] })).toEqual([inA.id, inB.id].sort())
    expect(await found({})).toEqual(expect.arrayContaining([inA.id, inB.id]))
  })

  test('SRCH-10: docId limits the search to one document', async () => {
    const q = 'Ada, Bob and the cat'
    expect(idsOf(await search({ q, containerTag, docId: facts.cat!.id }))).toEqual([facts.cat!.id])
    expect(idsOf(await search({ q, containerTag, docId: 'fact-cat' }))).toEqual([facts.cat!.id])
    expect(idsOf(await search({ q, docId: facts.cat!.id }))).toEqual([facts.cat!.id])
    const { id } = await addDone({ content: 'Ada, Bob and the cat met.', containerTag })
    await remove(`/v3/documents/${id}`)
    expect(idsOf(await search({ q, containerTag, docId: id }))).toEqual([])
  })

  test('SRCH-16: a field of the wrong type returns 400', async () => {
    const bad = [
      { q: 7 },
      { q: undefined },
      { limit: '10' },
      { limit: 1.5 },
      { chunkThreshold: '0.5' },
      { documentThreshold: null },
      { docId: 7 },
      { includeSummary: 'yes' },
      { includeFullDocs: 1 },
      { explain: 'true' },
      { containerTags: 'a' },
      { filters: 'name = cat' },
      { filepath: 7 },
      { userId: 7 },
      { categoriesFilter: 'science' },
      { onlyMatchingChunks: 'no' },
      { rerank: 1 },
      { rewriteQuery: 'yes' },
    ]
    for (const fields of bad) {
      const { status, body } = await post('/v3/search', { q: 'Ada', containerTag, ...fields })
      expect(status, JSON.stringify(fields)).toBe(400)
      expect(body.error).toContain(Object.keys(fields)[0])
    }
  })
})
