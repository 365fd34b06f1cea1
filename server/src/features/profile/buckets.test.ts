import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { layouts, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { queryCells } from '../../../test/recount.ts'

const allergies = { key: 'allergies', description: 'food allergies, what she is allergic to' }
const trips = { key: 'trips', description: 'travel plans, trips to cities' }

let server: TestServer

async function start(options: { cellCount: 1 | 2; worker: boolean }): Promise<void> {
  server = await startTestServer({ ...options, config: { RECONCILE_MS: 2_000 } })
  await server.client.request('PATCH', '/v3/settings', { profileBuckets: [allergies, trips] })
}

const request = (method: string, path: string, body: unknown) => server.client.request(method, path, body)
const remember = async (containerTag: string, ...contents: string[]): Promise<string[]> => {
  const memories = contents.map(content => ({ content }))
  const { body } = await request('POST', '/v4/memories', { containerTag, memories })
  return body.memories.map(({ id }: { id: string }) => id)
}
const bucketsOf = async (containerTag: string, more = {}): Promise<Record<string, string[]>> => {
  const { body } = await request('POST', '/v4/profile', { containerTag, include: ['buckets'], ...more })
  return body.profile.buckets
}
const countIn = async (table: string) => {
  const counted = await queryCells<{ count: number }>(
    server.databases,
    `select count(*)::int as count from cell.${table}`,
    [],
  )
  return counted.reduce((sum, { count }) => sum + count, 0)
}

describe.each(layouts)('profile buckets on $layout', ({ cellCount }) => {
  // Without a worker there is no dreaming, so the memories stay as written.
  beforeAll(() => start({ cellCount, worker: false }))
  afterAll(() => server.close())

  test('follow memories that are added, updated and forgotten later', async () => {
    await remember('ada', 'Ada is allergic to peanuts.')
    expect(await bucketsOf('ada')).toEqual({ allergies: ['Ada is allergic to peanuts.'], trips: [] })
    const [id] = await remember('ada', 'Ada plans a trip to Oslo.')
    expect((await bucketsOf('ada')).trips).toEqual(['Ada plans a trip to Oslo.'])
    await request('PATCH', '/v4/memories', {
      containerTag: 'ada',
      id,
      newContent: 'Ada plans a trip to Rome.',
    })
    expect((await bucketsOf('ada')).trips).toEqual(['Ada plans a trip to Rome.'])
    const [other] = await remember('ada', 'Ada is allergic to cats and to dust.')
    expect((await bucketsOf('ada')).allergies).toHaveLength(2)
    await request('DELETE', '/v4/memories', { containerTag: 'ada', id: other })
    expect(await bucketsOf('ada')).toEqual({
      allergies: ['Ada is allergic to peanuts.'],
      trips: ['Ada plans a trip to Rome.'],
    })
  })

  test('contain every memory that is written while the bucket is filled for the first time', async () => {
    await remember('many', 'Bob is allergic to wasps.')
    const written = Array.from({ length: 12 }, (_, i) => `Bob is allergic to food number ${i}.`)
    await Promise.all([
      ...written.map(content => remember('many', content)),
      ...Array.from({ length: 4 }, () => bucketsOf('many')),
    ])
    expect(new Set((await bucketsOf('many')).allergies)).toEqual(
      new Set([...written, 'Bob is allergic to wasps.']),
    )
  })

  test('are filled again for a new description, and nothing of the old one remains', async () => {
    await remember('cleo', 'Cleo plans a trip to Oslo.', 'Cleo is allergic to peanuts.')
    const describeAs = (description: string) =>
      request('PATCH', '/v3/container-tags/cleo', { profileBuckets: [{ key: 'one', description }] })
    await describeAs(trips.description)
    expect(await bucketsOf('cleo')).toEqual({ one: ['Cleo plans a trip to Oslo.'] })
    const [vectors, kept] = [await countIn('bucket_vectors'), await countIn('memory_buckets')]
    await describeAs(allergies.description)
    expect(await bucketsOf('cleo')).toEqual({ one: ['Cleo is allergic to peanuts.'] })
    expect([await countIn('bucket_vectors'), await countIn('memory_buckets')]).toEqual([vectors, kept])
  })

  test('can be limited by filters and by a date', async () => {
    await request('POST', '/v4/memories', {
      containerTag: 'dan',
      memories: [
        {
          content: 'Dan plans a trip to Oslo.',
          metadata: { year: 1 },
          temporalContext: { documentDate: '2023-01-10' },
        },
        {
          content: 'Dan plans a trip to Rome.',
          metadata: { year: 2 },
          temporalContext: { documentDate: '2024-01-10' },
        },
      ],
    })
    const filters = { AND: [{ key: 'year', value: '2', filterType: 'numeric', numericOperator: '=' }] }
    expect((await bucketsOf('dan', { filters })).trips).toEqual(['Dan plans a trip to Rome.'])
    expect((await bucketsOf('dan', { asOf: '2023-06-01' })).trips).toEqual(['Dan plans a trip to Oslo.'])
    expect((await bucketsOf('dan', { limit: 1 })).trips).toHaveLength(1)
  })
})

describe.each(layouts)('profile buckets of merged and deleted containers on $layout', ({ cellCount }) => {
  beforeAll(() => start({ cellCount, worker: true }))
  afterAll(() => server.close())

  test('contain memories of merged containers, and are deleted with their container', async () => {
    await remember('eve', 'Eve plans a trip to Oslo.')
    await remember('eve_old', 'Eve plans a trip to Cairo.')
    await bucketsOf('eve')
    await bucketsOf('eve_old')
    const merge = { containerTags: ['eve_old'], targetContainerTag: 'eve' }
    const { body, status } = await request('POST', '/v3/container-tags/merge', merge)
    // Containers in different cells cannot be merged.
    if (status === 202) {
      await until(
        () => server.client.request('GET', `/v3/container-tags/merge/${body.mergeId}`),
        answer => answer.body.status === 'done',
      )
      expect(new Set((await bucketsOf('eve')).trips)).toEqual(
        new Set(['Eve plans a trip to Oslo.', 'Eve plans a trip to Cairo.']),
      )
    }
    for (const tag of ['eve', 'eve_old']) await server.client.request('DELETE', `/v3/container-tags/${tag}`)
    await until(
      async () => [await countIn('bucket_vectors'), await countIn('memory_buckets')],
      ([vectors, kept]) => vectors === 0 && kept === 0,
    )
  })
})
