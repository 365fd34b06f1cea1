import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startTestServer, type TestServer } from '../../../test/harness.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'

let embedder: ScriptedEmbedder
let server: TestServer
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
  server = await startTestServer({ worker: false, config: embedder.config })
})
afterAll(async () => {
  await server.close()
  await embedder.close()
})

const remember = (containerTag: string, memories: Record<string, unknown>[], client = server.client) =>
  client.request('POST', '/v4/memories', { containerTag, memories })
const profileOf = async (containerTag: string, more = {}, client: Client = server.client) =>
  (await client.request('POST', '/v4/profile', { containerTag, ...more })).body
const numbered = (from: number, to: number, more = {}) =>
  Array.from({ length: to - from }, (_, i) => ({ content: `Fact ${from + i}.`, ...more }))

describe('The limit of a profile', () => {
  beforeAll(async () => {
    await remember('limits', numbered(0, 100))
    await remember('limits', numbered(100, 101))
    await remember('limits', numbered(101, 104, { isStatic: true }))
  })

  test.each<[number | undefined, number]>([
    [1, 1],
    [100, 100],
    [undefined, 57],
  ])('%s shows the newest of each part', async (limit, count) => {
    const { profile } = await profileOf('limits', limit === undefined ? {} : { limit })
    expect(profile.dynamic).toHaveLength(count)
    expect(profile.dynamic[0]).toBe('Fact 100.')
    expect(profile.dynamic.at(-1)).toBe(`Fact ${101 - count}.`)
    expect(profile.static).toEqual(['Fact 103.', 'Fact 102.', 'Fact 101.'].slice(0, count))
  })

  test('is the same for a profile as of now and as of a later date', async () => {
    const now = await profileOf('limits', { limit: 7 })
    expect(await profileOf('limits', { limit: 7, asOf: '2999-01-01' })).toEqual(now)
  })

  test.each([[0], [101], [1.5], ['10']])('may not be %j', async limit => {
    const { status } = await server.client.request('POST', '/v4/profile', { containerTag: 'limits', limit })
    expect(status).toBe(400)
  })

  test('applies after the filter, so memories that it leaves out take no place', async () => {
    await remember('filtered', [
      { content: 'Wanted.', metadata: { keep: true } },
      ...numbered(0, 5, { metadata: { keep: false } }),
    ])
    const filters = { AND: [{ key: 'keep', value: 'true' }] }
    for (const asOf of [{}, { asOf: '2999-01-01' }])
      expect((await profileOf('filtered', { limit: 1, filters, ...asOf })).profile.dynamic).toEqual([
        'Wanted.',
      ])
  })
})

describe('The order of a profile', () => {
  const set = (text: string, change: string) =>
    server.databases[0]!.admin.query(`update cell.memories set ${change} where text = $1`, [text])

  test('puts people first, then models, then unapproved inferences, each newest first, and no documents', async () => {
    const contents = ['Said.', 'Stated.', 'Inferred.', 'Approved.', 'Read.', 'Generated.']
    await remember(
      'ranks',
      contents.map(content => ({ content })),
    )
    await set('Said.', `origin = 'user'`)
    await set('Inferred.', `origin = 'user', is_inference = true`)
    await set('Approved.', `origin = 'user', is_inference = true, review = 'approved'`)
    await set('Read.', `origin = 'document'`)
    await set('Generated.', `origin = 'assistant'`)
    const expected = ['Approved.', 'Stated.', 'Said.', 'Generated.', 'Inferred.']
    for (const asOf of [{}, { asOf: '2999-01-01' }])
      for (const limit of [6, 4, 3, 2])
        expect((await profileOf('ranks', { limit, ...asOf })).profile.dynamic).toEqual(
          expected.slice(0, limit),
        )
  })

  test('shows an edited memory as the newest, and an undone edit at its old place', async () => {
    const { body } = await remember('edited', numbered(0, 3))
    const [first] = body.memories
    const edited = await server.client.request('PATCH', '/v4/memories', {
      ...{ containerTag: 'edited', id: first.id, newContent: 'Fact zero.' },
    })
    expect((await profileOf('edited')).profile.dynamic).toEqual(['Fact zero.', 'Fact 2.', 'Fact 1.'])
    await server.client.request('POST', `/v4/memories/${edited.body.id}/undo`)
    expect((await profileOf('edited')).profile.dynamic).toEqual(['Fact 2.', 'Fact 1.', 'Fact 0.'])
  })
})

describe('The parts of a profile', () => {
  beforeAll(() => remember('parts', [{ content: 'Lasting.', isStatic: true }, { content: 'Recent.' }]))

  test.each<[string, object, object]>([
    ['are none if include is empty', { include: [] }, { static: [], dynamic: [] }],
    [
      'are named once or twice alike',
      { include: ['dynamic', 'dynamic'] },
      { static: [], dynamic: ['Recent.'] },
    ],
    [
      'have no bucket without a configured one',
      { include: ['buckets'] },
      { static: [], dynamic: [], buckets: {} },
    ],
    [
      'have no bucket of a key that is not configured',
      { buckets: ['unknown'] },
      { static: ['Lasting.'], dynamic: ['Recent.'], buckets: {} },
    ],
  ])('%s', async (_, more, expected) => {
    expect((await profileOf('parts', more)).profile).toEqual(expected)
  })

  test('have no search results for a query of spaces', async () => {
    expect(Object.keys(await profileOf('parts', { q: '  ' }))).toEqual(['profile'])
  })

  test('have search results of at least the threshold, which may be exactly the score', async () => {
    const ask = async (threshold: number) =>
      (await profileOf('parts', { q: 'Recent', threshold, include: [] })).searchResults
    const { results } = await ask(0.01)
    expect(results[0].memory).toBe('Recent.')
    const { similarity } = results[0]
    expect(await ask(similarity)).toMatchObject({ total: 1, results: [{ similarity }] })
    expect(await ask(Math.min(1, similarity + 1e-9))).toMatchObject({ total: 0, results: [] })
  })

  test('contain nothing of another organization with the same tag, and nothing of another container', async () => {
    const other = await server.newClient()
    await remember('parts', [{ content: 'Theirs.' }], other)
    expect((await profileOf('parts', { q: 'Recent' }, other)).profile).toEqual({
      static: [],
      dynamic: ['Theirs.'],
    })
    expect((await profileOf('parts')).profile.dynamic).toEqual(['Recent.'])
    expect((await profileOf('Parts')).profile.dynamic).toEqual([])
  })
})

describe('The profile of judged memories', () => {
  const judge = (text: string, change: string) =>
    server.databases[0]!.admin.query(`update cell.memories set ${change} where text = $1`, [text])
  const judged: [string, string][] = [
    ['Is called Noor.', `attribute = 'name', lasts = 'always', about = 'owner'`],
    ['Has a brother, Sami.', `attribute = 'family', lasts = 'lasting', about = 'owner'`],
    ['Sami has asthma.', `attribute = 'health', lasts = 'lasting', about = 'person'`],
    ['Eats no gluten.', `attribute = 'diet', lasts = 'lasting', about = 'owner'`],
    ['The brochure names a Dr Lind.', `attribute = 'name', lasts = 'always', origin = 'document'`],
    [
      'Flies to Bergen.',
      `attribute = 'event', lasts = 'dated', about = 'owner', event_dates = '{2999-05-01}'`,
    ],
    [
      'Went to the dentist.',
      `attribute = 'plan', lasts = 'dated', about = 'owner', event_dates = '{2020-05-01}'`,
    ],
  ]
  beforeAll(async () => {
    await remember('judged', [
      ...judged.map(([content]) => ({ content })),
      { content: 'Stated.', isStatic: true },
    ])
    for (const [text, change] of judged) await judge(text, change)
    await remember('judged', numbered(0, 99))
    await server.databases[0]!.admin.query(
      `update cell.memories set attribute = 'event', lasts = 'passing', origin = 'user' where text like 'Fact %' and container =
         (select container from cell.memories where text = 'Is called Noor.')`,
    )
  })
  const expected = [
    ...['Stated.', 'Is called Noor.', 'Has a brother, Sami.', 'Eats no gluten.', 'Sami has asthma.'],
  ]

  test.each([[{}], [{ asOf: '2998-01-01' }]])(
    'shows who the person is however many events are newer, with %j',
    async more => {
      const { profile } = await profileOf('judged', { limit: 20, ...more })
      expect(profile.static).toEqual(expected)
      expect(profile.dynamic.slice(0, 2)).toEqual(['Flies to Bergen.', 'Fact 98.'])
      expect(profile.dynamic).not.toContain('Went to the dentist.')
    },
  )

  const setAll = (tag: string, change: string) =>
    server.databases[0]!.admin.query(
      `update cell.memories d set ${change} from cell.containers c where c.container = d.container and c.tag = $1`,
      [tag],
    )

  test('is filled by one kind of memory if there is no other', async () => {
    await remember('repository', numbered(0, 90))
    await setAll('repository', `attribute = 'setting', lasts = 'lasting', about = 'thing', origin = 'user'`)
    for (const asOf of [{}, { asOf: '2998-01-01' }]) {
      const { profile } = await profileOf('repository', asOf)
      expect([profile.static.length, profile.static[0], profile.static[59]]).toEqual([
        ...[60, 'Fact 89.', 'Fact 30.'],
      ])
    }
  })

  test('shows sure memories of one kind before doubtful ones of others, however few of each are read at first', async () => {
    const doubtful = Array.from({ length: 60 }, (_, i) => ({ content: `Perhaps ${i}.` }))
    await remember('doubts', [...numbered(0, 40), ...doubtful])
    await setAll('doubts', `attribute = 'setting', lasts = 'lasting', about = 'thing', origin = 'user'`)
    const kinds = `(array['habit', 'money', 'home', 'pet', 'skill', 'opinion'])[1 + abs(hashtext(text)) % 6]`
    await server.databases[0]!.admin.query(
      `update cell.memories set confidence = 0.5, attribute = ${kinds} where text like 'Perhaps %'`,
    )
    const { profile } = await profileOf('doubts')
    expect(profile.static).toEqual(expect.arrayContaining(numbered(0, 40).map(({ content }) => content)))
  })

  test('shows facts from documents only where nobody has said anything', async () => {
    await remember('files', numbered(0, 3, { isStatic: true }))
    await setAll('files', `origin = 'document'`)
    expect((await profileOf('files')).profile.static).toHaveLength(3)
    await remember('files', [{ content: 'Said.' }])
    for (const more of [{}, { include: ['static'] }, { asOf: '2998-01-01' }])
      expect((await profileOf('files', more)).profile.static).toEqual([])
    expect((await profileOf('files')).profile.dynamic).toEqual(['Said.'])
  })

  test('names the memory and the section of each line on request', async () => {
    const { profile } = await profileOf('judged', { limit: 2, include: ['static', 'lines'] })
    expect(profile.lines).toEqual([
      { id: expect.stringMatching(/^\w{22}$/), memory: 'Stated.', part: 'static', section: 'unjudged' },
      { id: expect.any(String), memory: 'Is called Noor.', part: 'static', section: 'identity' },
    ])
    expect(profile.dynamic).toEqual([])
    const { body } = await server.client.request('GET', `/v4/memories/${profile.lines[1].id}`)
    expect(body.memory).toBe('Is called Noor.')
  })

  test('is bounded by tokens', async () => {
    const { profile } = await profileOf('judged', { maxTokens: 8 })
    expect([...profile.static, ...profile.dynamic].join('').length).toBeLessThanOrEqual(32)
  })
})
