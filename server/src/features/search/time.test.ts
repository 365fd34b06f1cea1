import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  type Client,
  layouts,
  startTestServer,
  type TestServer,
  untilFinished,
} from '../../../test/harness.ts'
import { RerankError, type Reranker } from '../../platform/providers/rerank/reranker.ts'

/** Dates in queries, asOf, leftOut, rewriteQuery and rerank. */
describe.each(layouts)('search on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  const containerTag = 'diary'
  const days = {
    winter: { content: 'We went hiking with Tom in the hills.', documentDate: '2023-01-14' },
    summer: { content: 'We went hiking with Tom in the woods.', documentDate: '2023-06-20' },
    bread: { content: 'A sourdough loaf wants a hot oven.', documentDate: '2023-06-21' },
  }
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    server = await startTestServer({ cellCount })
    client = server.client
    for (const [name, day] of Object.entries(days))
      ids[name] = await add(client, { ...day, containerTag, metadata: { name } })
    await Promise.all(Object.values(ids).map(id => untilFinished(client, id)))
  })
  afterAll(() => server.close())

  const ask = async (path: string, body: Record<string, unknown>) => {
    const answer = await client.request('POST', path, { containerTag, ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const names = async (body: Record<string, unknown>): Promise<string[]> =>
    (await ask('/v3/search', body)).results.map(
      (result: { metadata: { name: string } }) => result.metadata.name,
    )

  describe('a date in the query', () => {
    test.each([
      ['in January 2023', 'winter'],
      ['in June 2023', 'summer'],
      ['on 20 June 2023', 'summer'],
    ])('raises documents of that date: %s', async (when, first) => {
      const found = await names({ q: `when did we go hiking ${when}?` })
      expect(found[0]).toBe(first)
      expect(found.slice(0, 2).sort()).toEqual(['summer', 'winter'])
    })

    test('is relative to asOf', async () => {
      expect((await names({ q: 'hiking last month', asOf: '2023-07-10' }))[0]).toBe('summer')
      expect((await names({ q: 'hiking last month', asOf: '2023-02-10' }))[0]).toBe('winter')
    })

    test('adds a date score to explain, which is absent without a date', async () => {
      const dated = await ask('/v3/search', { q: 'hiking in June 2023', explain: true })
      expect(dated.results[0].explain).toMatchObject({ date: 1 })
      expect(dated.results[0].explain.fused).toBeCloseTo(dated.results[0].score - 0.1, 3)
      const { results } = await ask('/v3/search', { q: 'hiking', explain: true })
      expect(results[0].explain).not.toHaveProperty('date')
    })
  })

  describe('asOf', () => {
    test('finds only documents of that date and before', async () => {
      expect(await names({ q: 'hiking', asOf: '2023-03-01' })).toEqual(['winter'])
      expect(await names({ q: 'hiking', asOf: '2023-06-20' })).toEqual(
        expect.arrayContaining(['winter', 'summer']),
      )
      expect(await names({ q: 'hiking', asOf: '2022-12-31' })).toEqual([])
    })

    test('must be a date', async () => {
      const answer = await client.request('POST', '/v3/search', { q: 'hiking', asOf: 'last May' })
      expect(answer.status).toBe(400)
    })
  })

  describe('asOf of memories', () => {
    const tag = 'known'
    const find = async (asOf: string | undefined, q = 'Where does Eve live?') => {
      const { results } = await ask('/v4/search', { q, containerTag: tag, threshold: 0, asOf })
      return results.map(({ memory }: { memory: string }) => memory)
    }
    const from = (documentDate: string) => ({ temporalContext: { documentDate } })

    beforeAll(async () => {
      const { body } = await client.request('POST', '/v4/memories', {
        containerTag: tag,
        memories: [
          { content: 'Eve lives in Rome.', ...from('2023-01-01') },
          { content: 'Eve keeps bees.', ...from('2023-02-01') },
          { content: 'Eve has a cold.', ...from('2023-02-01'), forgetAfter: '2023-02-20' },
        ],
      })
      const [home, bees] = body.memories
      await client.request('PATCH', '/v4/memories', {
        ...{ containerTag: tag, id: home.id, newContent: 'Eve lives in Oslo.' },
        ...from('2023-06-01'),
      })
      await client.request('DELETE', '/v4/memories', { containerTag: tag, id: bees.id })
    })

    test.each([
      ['2022-12-31', []],
      ['2023-01-15', ['Eve lives in Rome.']],
      ['2023-02-10', ['Eve has a cold.', 'Eve keeps bees.', 'Eve lives in Rome.']],
      ['2023-03-01', ['Eve keeps bees.', 'Eve lives in Rome.']],
      ['2023-06-01', ['Eve keeps bees.', 'Eve lives in Oslo.']],
      [undefined, ['Eve lives in Oslo.']],
    ])('finds the memories that were known at %s', async (asOf, known) => {
      expect((await find(asOf)).sort()).toEqual(known)
    })

    test('raises memories of the time in the query', async () => {
      const q = 'What was with Eve in February 2023?'
      const { results } = await ask('/v4/search', {
        ...{ q, containerTag: tag, threshold: 0, asOf: '2023-03-01', explain: true },
      })
      const date = (memory: string) =>
        results.find((result: { memory: string }) => result.memory === memory).explain.date
      expect(date('Eve keeps bees.')).toBe(1)
      expect(date('Eve lives in Rome.')).toBe(0)
    })

    test('lists superseded and forgotten memories with explain', async () => {
      const { leftOut } = await ask('/v4/search', {
        ...{ q: 'Where does Eve live?', containerTag: tag, threshold: 0, explain: true },
      })
      expect(leftOut).toMatchObject({ superseded: 1, forgotten: 2, filtered: 0, belowThreshold: 0 })
      expect(leftOut.examples[0]).toMatchObject({ reason: 'superseded', memory: 'Eve lives in Rome.' })
    })
  })

  describe('leftOut', () => {
    test.each(['/v3/search', '/v4/search'])(
      'of %s lists the results that the filters left out',
      async path => {
        const filters = { AND: [{ key: 'name', value: 'winter' }] }
        const { leftOut } = await ask(path, {
          ...{ q: 'hiking with Tom', filters, explain: true, threshold: 0.3, searchMode: 'documents' },
        })
        expect(leftOut).toMatchObject({ superseded: 0, forgotten: 0 })
        expect(leftOut.filtered).toBeGreaterThan(0)
        expect(leftOut.examples).toContainEqual({
          ...{ reason: 'filtered', documentId: ids.summer, position: 0, score: expect.any(Number) },
        })
      },
    )

    test('lists the results below the threshold', async () => {
      const body = { q: 'hiking with Tom', chunkThreshold: 0.99, explain: true }
      const { results, leftOut } = await ask('/v3/search', body)
      expect(results).toEqual([])
      expect(leftOut).toMatchObject({ filtered: 0 })
      expect(leftOut.belowThreshold).toBeGreaterThanOrEqual(2)
      expect(leftOut.examples[0].reason).toBe('belowThreshold')
    })

    test('is absent without explain', async () => {
      expect(await ask('/v3/search', { q: 'hiking' })).not.toHaveProperty('leftOut')
      expect(await ask('/v4/search', { q: 'hiking' })).not.toHaveProperty('leftOut')
    })
  })

  describe('rewriteQuery', () => {
    test.each(['/v3/search', '/v4/search'])('of %s corrects typing errors', async path => {
      const body = { q: 'the sourduogh loaf', searchMode: 'documents', threshold: 0, explain: true }
      expect(await ask(path, { ...body, rewriteQuery: true })).toMatchObject({
        rewrittenQuery: 'the sourdough loaf',
      })
      expect(await ask(path, body)).not.toHaveProperty('rewrittenQuery')
    })
  })

  describe('rerank', () => {
    const told: { q: string; texts: readonly string[] }[] = []
    const byLength: Reranker = {
      name: 'by length',
      async rerank(q, texts) {
        told.push({ q, texts })
        return texts.map(text => -text.length)
      },
    }
    const broken: Reranker = { name: 'broken', rerank: async () => Promise.reject(new RerankError('down')) }
    const within = async <T>(reranker: Reranker, work: () => Promise<T>): Promise<T> => {
      server.app.reranker = reranker
      try {
        return await work()
      } finally {
        server.app.reranker = undefined
      }
    }
    const body = { q: 'hiking with Tom in the hills', explain: true }

    test('prefers texts with the words of the query next to each other, if there is no model', async () => {
      const { results } = await ask('/v3/search', { ...body, rerank: true })
      expect(results[0].explain.rerank).toEqual({ by: 'local', score: expect.any(Number) })
      expect(results[0].documentId).toBe(ids.winter)
    })

    test('uses the order of the model, and keeps the score of each rank', async () => {
      const before = await ask('/v3/search', body)
      const { results } = await within(byLength, () => ask('/v3/search', { ...body, rerank: true }))
      expect(told.at(-1)).toMatchObject({ q: body.q, texts: expect.arrayContaining([days.winter.content]) })
      const lengths = results.map(
        ({ chunks: [chunk] }: { chunks: { content: string }[] }) => chunk!.content.length,
      )
      expect(lengths).toEqual(lengths.toSorted((a: number, b: number) => a - b))
      const scores = (answer: { score: number }[]) => answer.map(({ score }) => score)
      expect(scores(results)).toEqual(scores(before.results))
      expect(results[0].explain.rerank).toEqual({ by: 'http', score: -lengths[0] })
    })

    test('keeps the order if the model fails, and explain shows it', async () => {
      const before = await ask('/v3/search', body)
      const { results } = await within(broken, () => ask('/v3/search', { ...body, rerank: true }))
      const order = (answer: { documentId: string }[]) => answer.map(({ documentId }) => documentId)
      expect(order(results)).toEqual(order(before.results))
      expect(results[0].explain.rerank).toEqual({ by: 'http', score: null })
    })

    test('applies to memories too', async () => {
      const asked = { q: 'Eve', containerTag: 'known', threshold: 0, explain: true, asOf: '2023-02-10' }
      const { results } = await within(byLength, () => ask('/v4/search', { ...asked, rerank: true }))
      expect(results.map(({ memory }: { memory: string }) => memory.length)).toEqual([15, 15, 18])
      const failed = await within(broken, () => ask('/v4/search', { ...asked, rerank: true }))
      expect(failed.results[0].explain.rerank).toEqual({ by: 'http', score: null })
    })
  })
})
