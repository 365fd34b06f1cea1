import { beforeAll, describe, expect, test } from 'vitest'
import { newTag, otherKey, post, remove, request } from './client.ts'

const containerTag = newTag('profile')

async function profileOf(body: Record<string, unknown> = {}) {
  const answer = await post('/v4/profile', { containerTag, ...body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

beforeAll(async () => {
  await post('/v4/memories', {
    containerTag,
    memories: [
      { content: 'His name is Bob.', isStatic: true },
      { content: 'Bob trains for a marathon.', metadata: { topic: 'sport' } },
      { content: 'Bob repairs old radios.', metadata: { topic: 'hobby' } },
    ],
  })
})

describe('profile', () => {
  test('PROF-9: asOf returns the profile known at that date', async () => {
    const tag = newTag('as_of')
    const said = (documentDate: string) => ({ temporalContext: { documentDate } })
    const memories = [{ content: 'Eve lives in Rome.', ...said('2023-01-10') }]
    const { id } = (await post('/v4/memories', { containerTag: tag, memories })).body.memories[0]
    const newContent = 'Eve lives in Oslo.'
    await request('PATCH', '/v4/memories', { containerTag: tag, id, newContent, ...said('2023-06-10') })
    const at = (asOf: string) =>
      profileOf({ containerTag: tag, asOf, q: 'Where does Eve live?', threshold: 0 })
    const rome = await at('2023-03-01')
    expect(rome.profile.dynamic).toEqual(['Eve lives in Rome.'])
    expect(rome.searchResults.results.map(({ memory }: { memory: string }) => memory)).toEqual([
      'Eve lives in Rome.',
    ])
    expect((await at('2023-07-01')).profile.dynamic).toEqual(['Eve lives in Oslo.'])
    expect((await at('2022-01-01')).profile.dynamic).toEqual([])
    expect((await post('/v4/profile', { containerTag: tag, asOf: 'soon' })).status).toBe(400)
  })

  test('PROF-1: the profile has static and dynamic memories, newest first, and no searchResults without q', async () => {
    expect(await profileOf()).toEqual({
      profile: {
        static: ['His name is Bob.'],
        dynamic: ['Bob repairs old radios.', 'Bob trains for a marathon.'],
      },
    })
  })

  test('PROF-2: q adds searchResults in the form of /v4/search', async () => {
    const { searchResults } = await profileOf({ q: 'Bob trains for a marathon', threshold: 0.5 })
    expect(Object.keys(searchResults).sort()).toEqual(['results', 'timing', 'total'])
    expect(searchResults.total).toBe(searchResults.results.length)
    expect(searchResults.results[0]).toEqual({
      id: expect.stringMatching(/^\w{22}$/),
      memory: 'Bob trains for a marathon.',
      content: 'Bob trains for a marathon.',
      similarity: expect.any(Number),
      metadata: { topic: 'sport' },
      updatedAt: expect.any(String),
      version: 1,
      filepath: null,
    })
    for (const { similarity } of searchResults.results) {
      expect(similarity).toBeGreaterThanOrEqual(0.5)
      expect(similarity).toBeLessThanOrEqual(1)
    }
  })

  test('PROF-3: include, limit and filters narrow the profile', async () => {
    expect((await profileOf({ include: ['dynamic'] })).profile.static).toEqual([])
    expect((await profileOf({ include: ['static'] })).profile.dynamic).toEqual([])
    expect((await profileOf({ limit: 1 })).profile.dynamic).toEqual(['Bob repairs old radios.'])
    const filters = { AND: [{ key: 'topic', value: 'sport' }] }
    expect((await profileOf({ filters })).profile).toEqual({
      static: [],
      dynamic: ['Bob trains for a marathon.'],
    })
  })

  test('PROF-4: the profile has no superseded or forgotten memories', async () => {
    const tag = newTag('profile')
    await post('/v4/memories', {
      containerTag: tag,
      memories: [{ content: 'At sea.' }, { content: 'Hungry.' }],
    })
    await request('PATCH', '/v4/memories', { containerTag: tag, content: 'At sea.', newContent: 'On land.' })
    await remove('/v4/memories', { containerTag: tag, content: 'Hungry.' })
    expect(await profileOf({ containerTag: tag, q: 'Hungry.', threshold: 0.5 })).toMatchObject({
      profile: { static: [], dynamic: ['On land.'] },
      searchResults: { results: [], total: 0 },
    })
  })

  test('PROF-5: the profile of a tag that was never used is empty', async () => {
    expect(await profileOf({ containerTag: newTag('profile') })).toEqual({
      profile: { static: [], dynamic: [] },
    })
  })

  test('PROF-6: buckets are listed, and their memories are in the profile only if include asks for them', async () => {
    const tag = newTag('profile')
    const profileBuckets = [
      { key: 'allergies', description: 'food allergies, what she is allergic to' },
      { key: 'trips', description: 'travel plans, trips to cities' },
    ]
    await request('PATCH', `/v3/container-tags/${tag}`, { profileBuckets })
    const contents = ['Ada is allergic to peanuts.', 'Ada plans a trip to Oslo.']
    await post('/v4/memories', { containerTag: tag, memories: contents.map(content => ({ content })) })
    const listed = await post('/v4/profile/buckets', { containerTag: tag })
    expect([listed.status, listed.body]).toEqual([200, { buckets: profileBuckets }])
    const { profile } = await profileOf({ containerTag: tag, include: ['buckets'] })
    expect(profile.buckets).toEqual({
      allergies: ['Ada is allergic to peanuts.'],
      trips: ['Ada plans a trip to Oslo.'],
    })
    expect((await profileOf({ containerTag: tag })).profile).not.toHaveProperty('buckets')
    // Another tag has the buckets of the organization, and not these.
    const keys = (await post('/v4/profile/buckets', { containerTag })).body.buckets.map(
      ({ key }: { key: string }) => key,
    )
    expect(keys).not.toContain('trips')
  })

  test('PROF-10: without a limit the profile has at most 60 lines and maxTokens tokens', async () => {
    const tag = newTag('profile')
    const memories = Array.from({ length: 70 }, (_, i) => ({ content: `Note ${i}.`, isStatic: i % 2 === 0 }))
    await post('/v4/memories', { containerTag: tag, memories })
    const linesOf = async (more = {}) => {
      const { profile } = await profileOf({ containerTag: tag, ...more })
      return [...profile.static, ...profile.dynamic]
    }
    expect(await linesOf()).toHaveLength(60)
    expect(await linesOf({ maxTokens: 9 })).toHaveLength(4)
  })

  test('PROF-11: lines have the id, the part and the section of each memory', async () => {
    const { profile } = await profileOf({ include: ['static', 'lines'] })
    expect(profile.lines).toEqual([
      {
        id: expect.stringMatching(/^\w{22}$/),
        memory: 'His name is Bob.',
        part: 'static',
        section: 'unjudged',
      },
    ])
  })

  test.each([
    [{ containerTag: undefined }],
    [{ include: ['everything'] }],
    [{ threshold: 2 }],
    [{ limit: 0 }],
    [{ limit: 101 }],
    [{ q: 'x'.repeat(10_001) }],
  ])('PROF-7: a profile without a tag, or over a limit, returns 400, case %#', async body => {
    expect((await post('/v4/profile', { containerTag, ...body })).status).toBe(400)
  })

  test.skipIf(!otherKey)('PROF-8: the profile contains nothing of another organization', async () => {
    const { body } = await post('/v4/profile', { containerTag, q: 'Bob' }, { key: otherKey! })
    expect(body).toMatchObject({ profile: { static: [], dynamic: [] }, searchResults: { total: 0 } })
  })
})
