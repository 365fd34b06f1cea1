import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DreamSteps } from '../../../test/dream-steps.ts'
import type { Principal } from '../../platform/access/principal.ts'
import { filtersSchema } from '../../platform/filters/schema.ts'
import { SearchRequest } from '../recall/search-request.ts'
import { type MemoryQuestion, searchMemories, weightOf } from './search-memories.ts'
import type { MemoryOrigin } from './store.ts'

let d: DreamSteps
beforeAll(async () => {
  d = await DreamSteps.start()
})
afterAll(() => d.close())

const remember = (containerTag: string, ...memories: Record<string, unknown>[]) =>
  d.request('POST', '/v4/memories', { containerTag, memories })

async function search(
  containerTags: string[],
  question: Partial<MemoryQuestion> = {},
  principal: Partial<Principal> = {},
) {
  const request = new SearchRequest({
    app: d.server.app,
    principal: {
      ...{ organization: d.client.organization, key: { id: 'k', name: 'k' }, containerTag: undefined },
      ...principal,
    },
    containerTags,
    signal: new AbortController().signal,
  })
  return searchMemories(request, { q: 'Who keeps bees?', limit: 10, threshold: 0, ...question })
}
const textsOf = (hits: Awaited<ReturnType<typeof search>>) => hits.map(({ memory }) => memory.text)
const sorted = async (...question: Parameters<typeof search>) => textsOf(await search(...question)).toSorted()

describe('The threshold and the limit of a search for memories', () => {
  const contents = [
    'Ada keeps bees.',
    'Ada keeps bees and hens.',
    'Ada keeps bees, hens, ducks and two goats.',
    'Bob keeps a diary.',
    'Bob paints.',
  ]
  beforeAll(() => remember('bounds', ...contents.map(content => ({ content }))))

  test('include a memory of exactly the threshold, and leave out one below it', async () => {
    const all = await search(['bounds'])
    expect(all.length).toBeGreaterThan(2)
    for (const { similarity } of all) {
      const expected = all.filter(each => each.similarity >= similarity)
      expect(textsOf(await search(['bounds'], { threshold: similarity }))).toEqual(textsOf(expected))
    }
    const [best] = all
    expect(await search(['bounds'], { threshold: Math.min(1, best!.similarity + 1e-9) })).toEqual([])
  })

  test('return the first of the same list for every limit', async () => {
    const all = textsOf(await search(['bounds'], { limit: 100 }))
    for (const limit of [1, 2, 3])
      expect(textsOf(await search(['bounds'], { limit }))).toEqual(all.slice(0, limit))
  })

  test('never return a memory that has nothing in common with the query', async () => {
    const found = await search(['bounds'], { limit: 100, threshold: 0 })
    expect(found.every(({ similarity }) => similarity > 0)).toBe(true)
  })
})

describe('A filter of a search for memories', () => {
  beforeAll(() =>
    remember(
      'filters',
      { content: 'Bees: no metadata.' },
      { content: 'Bees: null stays out.', metadata: {} },
      { content: 'Bees: one.', metadata: { n: 1, place: 'Faro', tags: ['a', 'b'] } },
      { content: 'Bees: two.', metadata: { n: 2, place: 'faro', tags: ['b'] } },
      { content: 'Bees: text.', metadata: { n: '2', place: 'Porto', tags: 'b' } },
    ),
  )

  const condition = (key: string, value: unknown, more = {}) => ({ AND: [{ key, value, ...more }] })
  const numeric = (value: number, numericOperator: string) =>
    condition('n', value, { filterType: 'numeric', numericOperator })

  test.each<[string, unknown, string[]]>([
    ['is exact about upper and lower case', condition('place', 'Faro'), ['one']],
    ['ignores case on request', condition('place', 'FARO', { ignoreCase: true }), ['one', 'two']],
    ['is exact about the case of the key', condition('Place', 'Faro'), []],
    ['includes the boundary with >=', numeric(2, '>='), ['two']],
    ['excludes the boundary with >', numeric(1, '>'), ['two']],
    ['includes the boundary with <=', numeric(1, '<='), ['one']],
    ['excludes the boundary with <', numeric(1, '<'), []],
    ['finds an element of an array', condition('tags', 'a', { filterType: 'array_contains' }), ['one']],
    [
      'matches a missing key when it is negated',
      condition('place', 'Faro', { negate: true }),
      ['no metadata', 'null stays out', 'text', 'two'],
    ],
    [
      'joins conditions with OR inside AND',
      {
        AND: [
          {
            OR: [
              { key: 'place', value: 'Porto' },
              { key: 'n', value: 1 },
            ],
          },
          { key: 'n', value: 1, negate: true },
        ],
      },
      ['text'],
    ],
  ])('%s', async (_, filters, expected) => {
    const found = await sorted(['filters'], { q: 'bees', filters: filtersSchema.parse(filters) })
    expect(found).toEqual(expected.map(name => `Bees: ${name}.`))
  })
})

describe('A search for memories by the path of their documents', () => {
  test('takes a path or a folder, and forgets the path with the document', async () => {
    const filepath = '/farm/bees/notes.md'
    const id = await d.say('paths', 'Ada keeps bees.', '2024-01-05', { filepath })
    await d.say('paths', 'Bob keeps bees.', '2024-01-06', { filepath: '/farm/bees-of-bob.md' })
    await d.state('paths', 'Cleo keeps bees.')
    const at = (path: string) => sorted(['paths'], { filepath: path })
    expect(await at(filepath)).toEqual(['Ada keeps bees.'])
    expect(await at('/farm/bees/')).toEqual(['Ada keeps bees.'])
    expect(await at('/farm/')).toEqual(['Ada keeps bees.', 'Bob keeps bees.'])
    expect(await at('/farm/bees')).toEqual([])
    expect((await search(['paths'])).map(({ memory }) => memory.filepath).toSorted()).toEqual([
      '/farm/bees-of-bob.md',
      filepath,
      null,
    ])
    await d.request('DELETE', `/v3/documents/${id}`)
    expect(await at('/farm/')).toEqual(['Bob keeps bees.'])
  })
})

describe('A search for memories as of a time', () => {
  const day = (text: string) => new Date(`${text}T00:00:00Z`)
  const at = (asOf: Date, more = {}) => sorted(['asof'], { asOf, ...more })
  const old = 'Ada keeps bees in Faro.'
  const current = 'Ada keeps bees in Porto.'
  const rented = 'Ada rents bees.'

  test('includes both ends: what was said at that moment is known, what expires then is not', async () => {
    const said = (documentDate: string) => ({ temporalContext: { documentDate } })
    await remember(
      'asof',
      { content: old, ...said('2023-01-10') },
      { content: rented, forgetAfter: '2023-03-01', ...said('2023-01-20') },
    )
    await d.request('PATCH', '/v4/memories', {
      ...{ containerTag: 'asof', content: old, newContent: current },
      ...said('2023-06-10'),
    })
    const before = (date: string) => new Date(day(date).getTime() - 1)
    expect(await at(before('2023-01-10'))).toEqual([])
    expect(await at(day('2023-01-10'))).toEqual([old])
    expect(await at(before('2023-03-01'))).toEqual([old, rented])
    expect(await at(day('2023-03-01'))).toEqual([old])
    expect(await at(day('2023-03-01'), { includeForgotten: true })).toEqual([old, rented])
    expect(await at(before('2023-06-10'))).toEqual([old])
    expect(await at(day('2023-06-10'))).toEqual([current])
    expect(await sorted(['asof'], { includeForgotten: true })).toEqual([current, rented])
  })
})

test('Of two memories that match a question equally well, the one said later comes first', async () => {
  const said = (content: string, documentDate: string) => ({ content, temporalContext: { documentDate } })
  await remember(
    'offices',
    said('The office is in Oak Street.', '2026-05-01'),
    said('The office is in Elm Street.', '2025-05-01'),
  )
  await remember(
    'houses',
    said('The office is in Oak Street.', '2025-05-01'),
    said('The office is in Elm Street.', '2026-05-01'),
  )
  const first = async (tag: string) => textsOf(await search([tag], { q: 'Where is the office?' }))[0]
  expect(await first('offices')).toBe('The office is in Oak Street.')
  expect(await first('houses')).toBe('The office is in Elm Street.')
})

describe('The containers of a search for memories', () => {
  test('are searched once each, and never those of another organization or outside a scoped key', async () => {
    const theirs = await d.server.newClient()
    await theirs.request('POST', '/v4/memories', {
      containerTag: 'mine',
      memories: [{ content: 'Their bees.' }],
    })
    await remember('mine', { content: 'My bees.' })
    await remember('other', { content: 'Other bees.' })
    expect(await sorted(['mine', 'other', 'mine'], { q: 'bees' })).toEqual(['My bees.', 'Other bees.'])
    expect(await sorted(['mine', 'never_used'], { q: 'bees' })).toEqual(['My bees.'])
    expect(await sorted([], { q: 'bees' }, { containerTag: 'mine' })).toEqual(['My bees.'])
    await expect(search(['other'], {}, { containerTag: 'mine' })).rejects.toMatchObject({
      code: 'auth.container_mismatch',
    })
    expect(await sorted(['mine'], { q: 'bees' }, { organization: theirs.organization })).toEqual([
      'Their bees.',
    ])
    const everywhere = await sorted([], { q: 'Other bees', limit: 100 })
    expect(everywhere).toContain('Other bees.')
    expect(everywhere).not.toContain('Their bees.')
  })
})

test('The weight of a memory falls from people over documents and tools to assistants, and of inferences until they are approved', () => {
  const weight = (origin: MemoryOrigin, isInference = false, isApproved = false) =>
    weightOf({ origin, isInference, isApproved })
  expect(weight('api')).toBe(weight('user'))
  const falling = (['user', 'document', 'tool', 'assistant'] as const).map(origin => weight(origin))
  expect(falling).toEqual(falling.toSorted((a, b) => b - a))
  expect(new Set(falling).size).toBe(4)
  expect(weight('user', true)).toBeLessThan(weight('assistant'))
  expect(weight('user', true, true)).toBe(weight('user'))
})
