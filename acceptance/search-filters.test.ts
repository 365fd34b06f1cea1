import { beforeAll, describe, expect, test } from 'vitest'
import { addDone, key, newTag, post, request, untilDone } from './client.ts'
import { prose } from './prose.ts'

type Chunk = { content: string; isRelevant: boolean; score: number; position: number }
type Result = { documentId: string; score: number; chunks: Chunk[] }

/** Three documents about drinks in one container. */
const containerTag = newTag('filters')
const drinks = {
  tea: 'Ada drinks green tea in the morning.',
  coffee: 'Ada drinks black coffee after lunch.',
  milk: 'Ada drinks warm milk before bed.',
}
const ids: Record<string, string> = {}
beforeAll(async () => {
  await Promise.all(
    Object.entries(drinks).map(async ([name, content], i) => {
      const metadata = { kind: name, hour: 7 + 6 * i, tags: [name, 'drink'], hot: true }
      const filepath = `/day/${i}/${name}.md`
      ids[name] = (await addDone({ content, containerTag, metadata, filepath, customId: name })).id
    }),
  )
})

async function search(body: Record<string, unknown>, path = '/v3/search') {
  const answer = await post(path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const idsOf = ({ results }: { results: Result[] }) => results.map(({ documentId }) => documentId)
const found = async (more: Record<string, unknown>) =>
  idsOf(await search({ q: 'What does Ada drink?', containerTag, ...more }))
    .map(id => Object.keys(ids).find(name => ids[name] === id))
    .sort()
const all = ['coffee', 'milk', 'tea']
const condition = { key: 'kind', value: 'tea' }

describe('search: filters', () => {
  test('SRCH-15: filters apply before the best results are chosen', async () => {
    const filters = { AND: [{ key: 'kind', value: 'milk' }] }
    expect(await found({ filters })).toEqual(['milk'])
    expect(await found({ filters: JSON.stringify(filters) })).toEqual(['milk'])
    expect(await found({ filters, limit: 1, q: drinks.tea })).toEqual(['milk'])
  })

  const cases: { name: string; filters: object; expected: string[] }[] = [
    { name: 'equality', filters: { AND: [condition] }, expected: ['tea'] },
    {
      name: 'equality with regard to case',
      filters: { AND: [{ ...condition, value: 'TEA' }] },
      expected: [],
    },
    {
      name: 'equality without regard to case',
      filters: { AND: [{ ...condition, value: 'TEA', ignoreCase: 'true' }] },
      expected: ['tea'],
    },
    { name: 'a boolean', filters: { AND: [{ key: 'hot', value: true }] }, expected: all },
    ...(
      [
        ['<', ['tea']],
        ['<=', ['coffee', 'tea']],
        ['=', ['coffee']],
        ['>=', ['coffee', 'milk']],
        ['>', ['milk']],
      ] as const
    ).map(([numericOperator, expected]) => ({
      name: `a number ${numericOperator} 13`,
      filters: { AND: [{ key: 'hour', value: '13', filterType: 'numeric', numericOperator }] },
      expected: [...expected],
    })),
    {
      name: 'an element of an array',
      filters: { AND: [{ key: 'tags', value: 'drink', filterType: 'array_contains' }] },
      expected: all,
    },
    {
      name: 'a substring',
      filters: { AND: [{ key: 'kind', value: 'off', filterType: 'string_contains' }] },
      expected: ['coffee'],
    },
    {
      name: 'both of two conditions',
      filters: { AND: [condition, { key: 'hour', value: 19, filterType: 'numeric' }] },
      expected: [],
    },
    {
      name: 'either of two conditions',
      filters: { OR: [condition, { key: 'hour', value: 19, filterType: 'numeric' }] },
      expected: ['milk', 'tea'],
    },
    {
      name: 'a negated condition',
      filters: { AND: [{ ...condition, negate: true }] },
      expected: ['coffee', 'milk'],
    },
    { name: 'a key that none has', filters: { AND: [{ key: 'colour', value: 'red' }] }, expected: [] },
    {
      name: 'a negated key that none has',
      filters: { AND: [{ key: 'colour', value: 'red', negate: 'true' }] },
      expected: all,
    },
  ]
  test.for(cases)('SRCH-18: filters select documents by $name', async ({ filters, expected }) => {
    expect(await found({ filters })).toEqual(expected)
  })

  const nested = (depth: number): object => (depth === 0 ? condition : { AND: [nested(depth - 1)] })
  test('SRCH-19: filters accept five levels and 200 conditions and return 400 beyond', async () => {
    expect(await found({ filters: nested(5) })).toEqual(['tea'])
    expect(await found({ filters: { OR: Array(200).fill(condition) } })).toEqual(['tea'])
    for (const filters of [nested(6), { OR: Array(201).fill(condition) }])
      for (const path of ['/v2/search', '/v3/search', '/v4/search']) {
        const { status, body } = await post(path, { q: 'Ada', containerTag, filters })
        expect(status).toBe(400)
        expect(body.error).toContain('filters')
      }
  })

  test('SRCH-20: changes of metadata and path take effect in search at once', async () => {
    const tag = newTag()
    const { id } = await addDone({ content: drinks.tea, containerTag: tag, metadata: { kind: 'tea' } })
    const ask = async (more: object) => idsOf(await search({ q: 'Ada drinks', containerTag: tag, ...more }))
    expect(await ask({ filters: { AND: [condition] } })).toEqual([id])
    await request('PATCH', `/v3/documents/${id}`, { metadata: { kind: 'drink' }, filepath: '/new/place' })
    expect(await ask({ filters: { AND: [condition] } })).toEqual([])
    expect(await ask({ filters: { AND: [{ key: 'kind', value: 'drink' }] } })).toEqual([id])
    expect(await ask({ filepath: '/new/' })).toEqual([id])
  })
})

describe('search: other ways to narrow', () => {
  test('SRCH-21: filepath limits the search to a path, or to a folder if it ends with a slash', async () => {
    expect(await found({ filepath: '/day/1/coffee.md' })).toEqual(['coffee'])
    expect(await found({ filepath: '/day/1/' })).toEqual(['coffee'])
    expect(await found({ filepath: '/day/' })).toEqual(all)
    expect(await found({ filepath: '/day' })).toEqual([])
    expect(await found({ filepath: '/da/' })).toEqual([])
  })

  test('SRCH-22: userId limits the search to a container tag or to metadata userId', async () => {
    const [user, other] = [newTag('user'), newTag('other')]
    const [tagged, named, neither] = await Promise.all([
      addDone({ content: 'Water from the tap.', containerTag: user }),
      addDone({ content: 'Water from the well.', containerTag: other, metadata: { userId: user } }),
      addDone({ content: 'Water from the river.', containerTag: other, metadata: { userId: 'somebody' } }),
    ])
    const ask = async (more: object) => idsOf(await search({ q: 'water', ...more })).sort()
    expect(await ask({ userId: user })).toEqual([tagged.id, named.id].sort())
    expect(await ask({ userId: user, containerTag: other })).toEqual([named.id])
    expect(await ask({ containerTag: other })).toEqual([named.id, neither.id].sort())
    expect(await ask({ userId: newTag('nobody') })).toEqual([])
  })

  test('SRCH-23: categoriesFilter limits the search to documents of those categories', async () => {
    const tag = newTag('categories')
    const texts = {
      technology: 'The compiler caches modules, so that large software projects build faster.',
      science: 'Astronomers measured the mass of the black hole from the orbits of nearby stars.',
      business: 'Quarterly revenue rose, and the board approved a dividend for the shareholders.',
      health: 'The patient was given antibiotics for pneumonia and recovered within a week.',
      none: 'Bob practises the guitar every evening.',
    }
    const of: Record<string, string> = {}
    await Promise.all(
      Object.entries(texts).map(async ([name, content]) => {
        of[name] = (await addDone({ content, containerTag: tag })).id
      }),
    )
    const ask = async (categoriesFilter: string[]) => {
      const q = Object.values(texts).join(' ')
      return idsOf(await search({ q, containerTag: tag, categoriesFilter })).sort()
    }
    for (const name of ['technology', 'science', 'business', 'health'])
      expect(await ask([name])).toEqual([of[name]])
    expect(await ask(['science', 'health'])).toEqual([of.science, of.health].sort())
    await request('PATCH', `/v3/documents/${of.health}`, { metadata: { read: true } })
    expect(await ask(['health'])).toEqual([of.health])
    await request('PATCH', `/v3/documents/${of.health}`, { content: texts.science })
    await untilDone(of.health!)
    expect(await ask(['health'])).toEqual([])
    expect(await ask(['science'])).toEqual([of.science, of.health].sort())
  })

  test('SRCH-27: a docId in the form of an id can be a customId', async () => {
    const tag = newTag()
    const { id: likeAnId } = await addDone({ content: 'Nothing.', containerTag: newTag() })
    // With another last character it still has the form of an id, but was never issued.
    const customId = likeAnId.replace(/.$/, (last: string) => (last === '3' ? '4' : '3'))
    const { id } = await addDone({ content: 'The tea is named oddly.', containerTag: tag, customId })
    expect(idsOf(await search({ q: 'tea', docId: customId }))).toEqual([id])
  })
})

describe('search: chunks around a match', () => {
  const tag = newTag('book')
  const middle = 'Our lighthouse keeper breeds carrier pigeons in the lantern room.'
  const q = 'Who keeps pigeons in the lighthouse?'
  beforeAll(async () => {
    // `rag`, because dreaming would change the document between two responses that are compared.
    const content = `${prose(6_000)}\n\n${middle}\n\n${prose(6_000)}`
    await addDone({ content, containerTag: tag, taskType: 'rag' })
  })
  const ask = async (more: object, path?: string): Promise<Result> =>
    (await search({ q, containerTag: tag, chunkThreshold: 0.3, ...more }, path)).results[0]

  test('SRCH-24: onlyMatchingChunks false adds the chunks before and after each match', async () => {
    const only = await ask({})
    expect(only.chunks.every(({ isRelevant }) => isRelevant)).toBe(true)
    expect(await ask({ onlyMatchingChunks: true })).toEqual(only)
    const around = await ask({ onlyMatchingChunks: false })
    const positions = around.chunks.map(({ position }) => position)
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
    const expected = only.chunks.flatMap(({ position }) => [position - 1, position, position + 1])
    expect(new Set(positions)).toEqual(new Set(expected.filter(position => position >= 0)))
    const relevant = around.chunks.filter(({ isRelevant }) => isRelevant)
    expect(relevant.map(({ position }) => position).sort()).toEqual(
      only.chunks.map(({ position }) => position).sort(),
    )
    expect(around.score).toBe(only.score)
  })

  test('SRCH-28: POST /v2/search returns the chunks around each match by default', async () => {
    const around = await ask({ onlyMatchingChunks: false })
    expect(await ask({}, '/v2/search')).toEqual(around)
    expect(await ask({ onlyMatchingChunks: true }, '/v2/search')).toEqual(await ask({}))
    const body = { q, containerTag: tag, chunkThreshold: 0.3 }
    const answer = await post('/v2/search', body, { key: null, headers: { 'x-api-key': key } })
    expect(answer.body).toMatchObject({ total: 1, results: [around], timing: expect.any(Number) })
  })
})

describe('search: limits and keys', () => {
  const good: object[] = [
    { q: 'x' },
    { q: 'x'.repeat(10_000) },
    { limit: 1 },
    { limit: 100 },
    { chunkThreshold: 0 },
    { chunkThreshold: 1 },
    { documentThreshold: 0 },
    { documentThreshold: 1 },
    { docId: 'x'.repeat(255) },
    { userId: 'x'.repeat(255) },
    { categoriesFilter: ['technology', 'science', 'business', 'health'] },
    { categoriesFilter: [] },
  ]
  const bad: object[] = [
    { q: '' },
    { q: 'x'.repeat(10_001) },
    { limit: 0 },
    { limit: 101 },
    { chunkThreshold: -0.1 },
    { chunkThreshold: 1.1 },
    { documentThreshold: -0.1 },
    { documentThreshold: 1.1 },
    { docId: 'x'.repeat(256) },
    { userId: 'x'.repeat(256) },
    { categoriesFilter: ['gardening'] },
  ]
  test.for(['/v2/search', '/v3/search'])(
    'SRCH-25: %s accepts values up to its limits and returns 400 beyond',
    async path => {
      for (const fields of good) {
        const { status, text } = await post(path, { q: 'Ada', containerTag, ...fields })
        expect(status, `${JSON.stringify(fields).slice(0, 80)}: ${text.slice(0, 200)}`).toBe(200)
      }
      for (const fields of bad) {
        const { status, body } = await post(path, { q: 'Ada', containerTag, ...fields })
        expect(status, JSON.stringify(fields).slice(0, 80)).toBe(400)
        expect(body.error).toContain(Object.keys(fields)[0])
      }
    },
  )

  test.for(['/v2/search', '/v3/search'])(
    'SRCH-26: %s reranks the results of the corrected query, and does neither unasked',
    async path => {
      const ask = (more: object) =>
        search({ q: 'Who drinks cofffee after lunch?', containerTag, explain: true, ...more }, path)
      const both = await ask({ rerank: true, rewriteQuery: true })
      expect(both.rewrittenQuery).toBe('Who drinks coffee after lunch?')
      expect(idsOf(both)[0]).toBe(ids.coffee)
      for (const { explain } of both.results)
        expect(explain.rerank).toEqual({ by: expect.any(String), score: expect.any(Number) })
      for (const fields of [{}, { rerank: false, rewriteQuery: false }]) {
        const neither = await ask(fields)
        expect(neither).not.toHaveProperty('rewrittenQuery')
        for (const { explain } of neither.results) expect(explain).not.toHaveProperty('rerank')
      }
    },
  )

  test('SRCH-29: a scoped key searches only its own container', async () => {
    const { body: scoped } = await post('/v3/auth/scoped-key', { containerTag })
    const ask = (path: string, body: object) =>
      post(path, { q: 'What does Ada drink?', ...body }, { key: scoped.key })
    expect(idsOf((await ask('/v3/search', {})).body).sort()).toEqual(Object.values(ids).sort())
    const modes = await ask('/v4/search', { searchMode: 'documents', threshold: 0 })
    expect(modes.body.results.map(({ chunk }: { chunk: string }) => chunk).sort()).toEqual(
      Object.values(drinks).sort(),
    )
    for (const path of ['/v3/search', '/v4/search'])
      expect((await ask(path, { containerTag: newTag() })).status).toBe(403)
    expect((await ask('/v2/search', {})).status).toBe(403)
  })
})
