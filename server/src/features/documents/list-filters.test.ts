import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer } from '../../../test/harness.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

describe.each(layouts)('a filtered list on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  const names = new Map<string, string>()
  /** Documents of two containers, and one that has the tag of the first as its secondary tag. */
  const documents: Record<string, Record<string, unknown>> = {
    a: { containerTag: 'shop', metadata: { kind: 'Cup', price: 12, tags: ['blue', 'Small'], inStock: true } },
    b: { containerTag: 'shop', metadata: { kind: 'cup', price: 7.5, tags: ['red'] } },
    c: { containerTag: 'shop', metadata: { kind: 'plate', price: -3 } },
    d: { containerTag: 'shop' },
    e: { containerTag: 'attic', metadata: { kind: 'cup', price: 100 } },
    f: { containerTags: ['attic', 'shop'], metadata: { kind: 'plate', price: 8, tags: ['blue'] } },
  }

  beforeAll(async () => {
    server = await startTestServer({ cellCount, worker: false, config: embedder.config })
    client = server.client
    for (const [name, body] of Object.entries(documents))
      names.set(await add(client, { content: `Document ${name}.`, ...body }), name)
  })
  afterAll(() => server.close())

  async function find(filters: unknown, where: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await client.request('POST', '/v3/documents/list', {
      filters,
      order: 'asc',
      ...where,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.pagination.totalItems).toBe(body.memories.length)
    return body.memories.map(({ id }: { id: string }) => names.get(id)).join('')
  }

  const one = (condition: Record<string, unknown>) => ({ AND: [condition] })
  const cases: [string, unknown, string][] = [
    ['a value', one({ key: 'kind', value: 'cup' }), 'be'],
    ['a value in any case', one({ key: 'kind', value: 'CUP', ignoreCase: true }), 'abe'],
    ['a boolean', one({ key: 'inStock', value: true }), 'a'],
    ['a number', one({ key: 'price', value: '7.5', filterType: 'numeric' }), 'b'],
    ['a greater number', one({ key: 'price', value: 8, filterType: 'numeric', numericOperator: '>' }), 'ae'],
    ['at most', one({ key: 'price', value: '8', filterType: 'numeric', numericOperator: '<=' }), 'bcf'],
    [
      'not at most',
      one({ key: 'price', value: '8', filterType: 'numeric', numericOperator: '<=', negate: true }),
      'ade',
    ],
    ['an element', one({ key: 'tags', value: 'blue', filterType: 'array_contains' }), 'af'],
    [
      'an element in any case',
      one({ key: 'tags', value: 'small', filterType: 'array_contains', ignoreCase: 'true' }),
      'a',
    ],
    ['a part', one({ key: 'kind', value: 'up', filterType: 'string_contains' }), 'abe'],
    ['not a value, the key missing included', one({ key: 'kind', value: 'plate', negate: 'true' }), 'abde'],
    [
      'both',
      {
        AND: [
          { key: 'kind', value: 'cup' },
          { key: 'price', value: '100' },
        ],
      },
      'e',
    ],
    [
      'either',
      {
        OR: [
          { key: 'kind', value: 'plate' },
          { key: 'inStock', value: 'true' },
        ],
      },
      'acf',
    ],
    [
      'nested',
      {
        AND: [
          {
            OR: [
              { key: 'kind', value: 'cup' },
              { key: 'kind', value: 'plate' },
            ],
          },
          { key: 'price', value: '7', filterType: 'numeric', numericOperator: '>' },
        ],
      },
      'bef',
    ],
    ['a key nobody has', one({ key: 'Kind', value: 'cup' }), ''],
    ['no condition', { AND: [] }, 'abcdef'],
    ['no alternative', { OR: [] }, ''],
  ]

  test.each(cases)(
    'finds the same documents in the organization and in a container: %s',
    async (_, filters, expected) => {
      expect(await find(filters)).toBe(expected)
      expect(await find(JSON.stringify(filters))).toBe(expected)
      const inShop = [...expected].filter(name => name !== 'e').join('')
      expect(await find(filters, { containerTag: 'shop' })).toBe(inShop)
      expect(await find(filters, { containerTags: ['shop', 'attic'], sort: 'updatedAt' })).toBe(expected)
    },
  )

  test('counts its pages by the matching documents', async () => {
    const body = { filters: one({ key: 'kind', value: 'cup', ignoreCase: true }), limit: 2, page: 2 }
    const answer = await client.request('POST', '/v3/documents/list', body)
    expect(answer.body.memories.map(({ id }: { id: string }) => names.get(id))).toEqual(['a'])
    expect(answer.body.pagination).toEqual({ currentPage: 2, totalItems: 3, totalPages: 2, limit: 2 })
  })

  test.each([
    { AND: [{ key: 'a' }] },
    { XOR: [] },
    'kind = cup',
    { AND: [{ key: 'a', value: 'b', filterType: 'regex' }] },
  ])('refuses %j', async filters => {
    const { status, body } = await client.request('POST', '/v3/documents/list', { filters })
    expect(status).toBe(400)
    expect(body.error).toContain('filters')
  })
})
