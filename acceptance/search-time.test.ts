import { beforeAll, describe, expect, test } from 'vitest'
import { addDone, newTag, post, remove, request, untilDone } from './client.ts'

// biome-ignore lint/suspicious/noExplicitAny: a black box may answer anything
type Result = any

const containerTag = newTag('time')
const hills = 'We went hiking with Tom in the hills.'
const woods = 'We went hiking with Tom in the woods.'

beforeAll(async () => {
  await addDone({ content: hills, containerTag, documentDate: '2023-01-14', metadata: { place: 'hills' } })
  await addDone({ content: woods, containerTag, documentDate: '2023-06-20', metadata: { place: 'woods' } })
})

async function search(path: string, body: Record<string, unknown>) {
  const answer = await post(path, { containerTag, searchMode: 'documents', threshold: 0, ...body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const said = ({ results }: { results: Result[] }) =>
  results.map(result => result.memory ?? result.chunk ?? result.chunks[0].content)

describe.each(['/v3/search', '/v4/search'])('dates, rerank and rewriteQuery in %s', path => {
  test('SRCH-43: documents of a date named in the query come first, and the others follow', async () => {
    expect(said(await search(path, { q: 'hiking in January 2023' }))).toEqual([hills, woods])
    expect(said(await search(path, { q: 'hiking in June 2023' }))).toEqual([woods, hills])
  })

  test('SRCH-44: asOf leaves out later documents and is the date from which relative dates count', async () => {
    expect(said(await search(path, { q: 'hiking', asOf: '2023-03-01' }))).toEqual([hills])
    expect(said(await search(path, { q: 'hiking', asOf: '2023-06-20T00:00:00Z' })).sort()).toEqual([
      hills,
      woods,
    ])
    expect(said(await search(path, { q: 'hiking', asOf: '2022-01-01' }))).toEqual([])
    expect(said(await search(path, { q: 'hiking last month', asOf: '2023-07-10' }))[0]).toBe(woods)
    expect((await post(path, { q: 'hiking', containerTag, asOf: 'soon' })).status).toBe(400)
  })

  test('SRCH-47: rewriteQuery corrects a misspelt word and explain returns the corrected query', async () => {
    const body = await search(path, { q: 'the wodos of hikinng', rewriteQuery: true, explain: true })
    expect(body.rewrittenQuery).toBe('the woods of hikinng')
    expect(said(body)[0]).toBe(woods)
  })

  test('SRCH-48: leftOut counts results that were filtered out or below the threshold', async () => {
    const filters = { AND: [{ key: 'place', value: 'hills' }] }
    const { results, leftOut } = await search(path, { q: 'hiking with Tom', filters, explain: true })
    expect(said({ results })).toEqual([hills])
    expect(leftOut).toMatchObject({ belowThreshold: 0, filtered: 1, superseded: 0, forgotten: 0 })
    expect(leftOut.examples).toMatchObject([{ reason: 'filtered', position: 0 }])
    const strict = await search(path, { q: 'hiking', threshold: 1, chunkThreshold: 1, explain: true })
    expect(strict.leftOut).toMatchObject({ belowThreshold: 2, filtered: 0 })
    expect(await search(path, { q: 'hiking' })).not.toHaveProperty('leftOut')
  })
})

describe('rerank', () => {
  const tag = newTag('rerank')
  const birds = ['heron', 'stork', 'tern', 'swift', 'owl', 'crane', 'gull', 'wren', 'finch', 'robin']
  const places = [
    'by the weir',
    'on the roof',
    'in the reeds',
    'under the bridge',
    'near the old mill',
    'at sea',
  ]
  beforeAll(async () => {
    const documents = birds.flatMap((bird, i) =>
      places.map(
        (place, j) => `The ${bird} nests ${place}, ${i + j === 9 ? 'far from the river' : 'each spring'}.`,
      ),
    )
    const { body } = await post('/v3/documents/batch', { documents, containerTag: tag, taskType: 'rag' })
    for (const { id } of body.results) await untilDone(id)
  })

  test.each(['/v3/search', '/v4/search'])(
    'SRCH-46: rerank in %s reorders the best 50 results and keeps the scores of the positions',
    async path => {
      const ask = async (more: object) => {
        const q = 'Which bird nests under the bridge in spring?'
        const { results } = await search(path, { q, containerTag: tag, limit: 60, explain: true, ...more })
        return results as Result[]
      }
      const [before, after] = [await ask({}), await ask({ rerank: true })]
      const idOf = ({ documentId, id }: Result) => documentId ?? id
      const scoreOf = ({ score, similarity }: Result) => score ?? similarity
      expect(before.length).toBeGreaterThan(50)
      expect(after.map(scoreOf)).toEqual(before.map(scoreOf))
      expect(after.map(idOf)).not.toEqual(before.map(idOf))
      expect(after.slice(0, 50).map(idOf).toSorted()).toEqual(before.slice(0, 50).map(idOf).toSorted())
      expect(after.slice(50).map(idOf)).toEqual(before.slice(50).map(idOf))
      const marks = after.map(({ explain }) => explain.rerank)
      for (const mark of marks.slice(0, 50))
        expect(mark).toEqual({ by: expect.stringMatching(/^(local|http)$/), score: expect.any(Number) })
      for (const mark of marks.slice(50)) expect(mark).toBeUndefined()
      const figures = marks.slice(0, 50).map(({ score }) => score)
      expect(figures).toEqual(figures.toSorted((a, b) => b - a))
    },
  )
})

describe('dates of memories', () => {
  const tag = newTag('clocks')
  const from = (documentDate: string) => ({ temporalContext: { documentDate } })
  const find = (body: Record<string, unknown>) =>
    search('/v4/search', { q: 'Where does Eve live?', containerTag: tag, searchMode: 'memories', ...body })

  beforeAll(async () => {
    const memories = [
      { content: 'Eve lives in Rome.', ...from('2023-01-01') },
      { content: 'Eve keeps bees.', ...from('2023-02-01') },
    ]
    const [home, bees] = (await post('/v4/memories', { containerTag: tag, memories })).body.memories
    const newContent = 'Eve lives in Oslo.'
    await request('PATCH', '/v4/memories', {
      containerTag: tag,
      id: home.id,
      newContent,
      ...from('2023-06-01'),
    })
    await remove('/v4/memories', { containerTag: tag, id: bees.id })
  })

  test('SRCH-45: asOf finds the memories known at that date', async () => {
    const at = async (asOf: string | undefined) => said(await find({ asOf })).sort()
    expect(await at('2022-12-31')).toEqual([])
    expect(await at('2023-01-15')).toEqual(['Eve lives in Rome.'])
    expect(await at('2023-03-01')).toEqual(['Eve keeps bees.', 'Eve lives in Rome.'])
    expect(await at('2023-07-01')).toEqual(['Eve keeps bees.', 'Eve lives in Oslo.'])
    expect(await at(undefined)).toEqual(['Eve lives in Oslo.'])
  })

  test('SRCH-48: leftOut counts superseded and forgotten memories', async () => {
    const { leftOut } = await find({ explain: true })
    expect(leftOut).toMatchObject({ superseded: 1, forgotten: 1 })
    expect(leftOut.examples.map(({ reason }: Result) => reason).sort()).toEqual(['forgotten', 'superseded'])
  })
})
