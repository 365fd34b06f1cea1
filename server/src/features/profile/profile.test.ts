import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { layouts, startTestServer, type TestServer } from '../../../test/harness.ts'

describe.each(layouts)('a profile on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ cellCount, worker: false })
    await server.client.request('POST', '/v4/memories', {
      containerTag: 'ada',
      memories: [
        { content: 'Her name is Ada.', isStatic: true },
        { content: 'Ada plans a trip to Oslo.', metadata: { topic: 'travel' } },
        { content: 'Ada is allergic to peanuts.', metadata: { topic: 'health' } },
        { content: 'Ada had a cold.', forgetAfter: '2020-01-01' },
      ],
    })
  })
  afterAll(() => server.close())

  const profileOf = async (body: Record<string, unknown>) => {
    const answer = await server.client.request('POST', '/v4/profile', { containerTag: 'ada', ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }

  test('separates lasting from recent facts, newest first, and leaves out expired ones', async () => {
    expect(await profileOf({})).toEqual({
      profile: {
        static: ['Her name is Ada.'],
        dynamic: ['Ada is allergic to peanuts.', 'Ada plans a trip to Oslo.'],
      },
    })
    expect((await profileOf({ include: ['static'] })).profile).toEqual({
      static: ['Her name is Ada.'],
      dynamic: [],
    })
    expect((await profileOf({ limit: 1 })).profile.dynamic).toEqual(['Ada is allergic to peanuts.'])
    const filters = { AND: [{ key: 'topic', value: 'travel' }] }
    expect((await profileOf({ filters })).profile).toEqual({
      static: [],
      dynamic: ['Ada plans a trip to Oslo.'],
    })
  })

  test('includes search results for a query', async () => {
    const { searchResults } = await profileOf({
      q: 'Which food makes Ada ill? Is Ada allergic to peanuts?',
      threshold: 0.3,
    })
    expect(searchResults).toMatchObject({ timing: expect.any(Number), total: searchResults.results.length })
    expect(searchResults.results[0]).toMatchObject({ memory: 'Ada is allergic to peanuts.', version: 1 })
  })

  test('refuses a scoped key the profile and the search of another container, and serves the next request', async () => {
    const { body } = await server.client.request('POST', '/v3/auth/scoped-key', { containerTag: 'bob' })
    const bob = server.clientFor(body.key)
    const refused = await bob.request('POST', '/v4/profile', {
      containerTag: 'ada',
      q: 'peanuts',
      include: ['static', 'dynamic', 'buckets'],
    })
    expect(refused.body.code).toBe('auth.container_mismatch')
    expect((await bob.request('POST', '/v4/profile', { q: 'peanuts' })).status).toBe(200)
  })

  test("sorts memories into the container's buckets, else the organization's", async () => {
    const list = async () =>
      (await server.client.request('POST', '/v4/profile/buckets', { containerTag: 'ada' })).body.buckets
    expect(await list()).toEqual([])
    const buckets = [
      { key: 'allergies', description: 'food allergies, what she is allergic to, peanuts' },
      { key: 'trips', description: 'travel plans, trips to cities such as Oslo' },
    ]
    await server.client.request('PATCH', '/v3/settings', { profileBuckets: buckets })
    expect(await list()).toEqual(buckets)
    const { profile } = await profileOf({ include: ['buckets'] })
    expect(profile.buckets.allergies[0]).toBe('Ada is allergic to peanuts.')
    expect(profile.buckets.trips[0]).toBe('Ada plans a trip to Oslo.')
    expect(Object.keys((await profileOf({ buckets: ['trips'] })).profile.buckets)).toEqual(['trips'])
    await server.client.request('PATCH', '/v3/settings', { profileBuckets: null })
  })

  test('as of a date shows the memories that were known then', async () => {
    const said = (documentDate: string) => ({ temporalContext: { documentDate } })
    const at = async (asOf?: string) =>
      (await profileOf({ containerTag: 'moves', ...(asOf && { asOf }) })).profile.dynamic
    const { body } = await server.client.request('POST', '/v4/memories', {
      containerTag: 'moves',
      memories: [
        { content: 'Eve lives in Rome.', ...said('2023-01-10') },
        { content: 'Eve keeps a cat.', ...said('2023-02-10') },
      ],
    })
    await server.client.request('PATCH', '/v4/memories', {
      containerTag: 'moves',
      id: body.memories[0].id,
      newContent: 'Eve lives in Oslo.',
      ...said('2023-06-10'),
    })
    expect(await at()).toEqual(['Eve lives in Oslo.', 'Eve keeps a cat.'])
    expect(await at('2023-07-01')).toEqual(['Eve lives in Oslo.', 'Eve keeps a cat.'])
    expect(await at('2023-03-01')).toEqual(['Eve keeps a cat.', 'Eve lives in Rome.'])
    expect(await at('2023-01-20')).toEqual(['Eve lives in Rome.'])
    expect(await at('2022-01-01')).toEqual([])
    const filters = { AND: [{ key: 'none', value: 'none', negate: true }] }
    const filtered = await profileOf({ containerTag: 'moves', asOf: '2023-01-20', filters })
    expect(filtered.profile.dynamic).toEqual(['Eve lives in Rome.'])
  })

  test('of a tag that was never used is empty', async () => {
    expect(await profileOf({ containerTag: 'nobody', q: 'anything' })).toMatchObject({
      profile: { static: [], dynamic: [] },
      searchResults: { results: [], total: 0 },
    })
  })
})
