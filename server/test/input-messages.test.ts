import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from '../src/edges/http/parse-input.ts'
import { apiRoutes } from '../src/edges/http/routes.ts'
import { AppError } from '../src/platform/errors.ts'
import type { Route } from '../src/platform/routing/route.ts'

/** The parts of JSON Schema that are needed to reach every field. */
type Schema = {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  allOf?: Schema[]
}

const wrong = [
  null,
  true,
  -1,
  1.5,
  1e12,
  '',
  'x',
  'x'.repeat(20_000),
  'a\u0000b',
  [],
  [null],
  {},
  { a: { b: {} } },
]
const deepest = 5

/** Inputs that put a value of every type into every field. */
function* misfits(schema: Schema, defs: Record<string, Schema>, depth = 0): Generator<unknown> {
  if (depth > 0) yield* wrong
  if (depth >= deepest) return
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!
    if (defs[name]) yield* misfits(defs[name], defs, depth + 1)
  }
  for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) yield* misfits(part, defs, depth)
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    for (const value of misfits(part, defs, depth + 1)) yield { [name]: value }
  if (schema.items) for (const value of misfits(schema.items, defs, depth + 1)) yield [value]
  if (typeof schema.additionalProperties === 'object')
    for (const value of misfits(schema.additionalProperties, defs, depth + 1)) yield { key: value }
}

function* inputsOf(schema: z.ZodType): Generator<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema & {
    $defs?: Record<string, Schema>
  }
  yield* misfits(json, json.$defs ?? {})
  yield* [[], 'text', 7, null, {}, { containerTg: 'x', unheardOfAnywhere: 1 }]
}

/** The lines of a refusal, empty if the input is accepted. */
function refusalOf(schema: z.ZodType, input: unknown, part: 'body' | 'query'): string[] {
  try {
    parseInput(schema, input, part)
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return (error.details ?? error.message).split('\n')
  }
}

const says = /^[^\s:]+: (must |may |is required|unknown field[;,] |unknown query parameter; )/
const isVague =
  /invalid|expected|unrecognized|too (big|small)|something else|not as expected|\bint\b|undefined/i

const routes = apiRoutes({} as never)
const parts = routes.flatMap((route: Route) =>
  (['body', 'query'] as const).flatMap(part =>
    route[part]
      ? [{ name: `${part} of ${route.method} ${route.path}`, part, schema: route[part], route }]
      : [],
  ),
)

describe('a refusal names the expected value', () => {
  test.each(parts)('for every field of the $name', ({ schema, part }) => {
    const lines = new Set([...inputsOf(schema)].flatMap(input => refusalOf(schema, input, part)))
    expect(lines.size).toBeGreaterThan(0)
    const message = (line: string) => line.slice(line.indexOf(': ')).replace(/ the known fields are .*/, '')
    expect([...lines].filter(line => !says.test(line) || isVague.test(message(line)))).toEqual([])
  })
})

describe('a refusal of a request', () => {
  const refuse = (path: string, body: unknown, method = 'POST') => {
    const { body: schema } = routes.find(route => route.method === method && route.path === path)!
    return refusalOf(schema!, body, 'body')
  }
  const date = 'must be YYYY-MM-DD or an ISO 8601 time, for example 2026-05-31 or 2026-05-31T09:30:00Z'

  test.each([
    ['/v3/documents', { content: 'x', documentDate: 'May' }, `documentDate: ${date}`],
    [
      '/v3/documents',
      { content: 'x', metadata: { a: {} } },
      'metadata.a: must be a string, number, boolean or array of strings',
    ],
    ['/v3/documents', { content: 'x', metadata: { a: ['b', 1] } }, 'metadata.a.1: must be a string'],
    [
      '/v3/documents',
      { content: 'x', contanerTag: 'a' },
      'contanerTag: unknown field; did you mean containerTag?',
    ],
    [
      '/v3/documents',
      { content: 'x', container_tag: 'a' },
      'container_tag: unknown field; did you mean containerTag?',
    ],
    ['/v3/search', { q: '' }, 'q: must not be empty'],
    ['/v3/search', { q: [] }, 'q: must be a string'],
    ['/v3/search', { q: 'x', limt: 3 }, 'limt: unknown field; did you mean limit?'],
    ['/v4/search', { q: 'x', treshold: 1 }, 'treshold: unknown field; did you mean threshold?'],
    [
      '/v4/search',
      { q: 'x', include: { sumaries: true } },
      'include.sumaries: unknown field; did you mean summaries?',
    ],
    ['/v3/search', { q: 'x', rerank: 'yes' }, 'rerank: must be true or false'],
    ['/v3/search', { q: 'x', limit: 1.5 }, 'limit: must be a whole number'],
    ['/v3/search', { q: 'x', filters: { AND: [], OR: [] } }, 'filters: must have AND or OR, not both'],
    [
      '/v3/search',
      { q: 'x', filters: {} },
      'filters: must be an object with either AND or OR, each an array of conditions, or its JSON text',
    ],
    [
      '/v3/search',
      { q: 'x', filters: { AND: [{ OR: [], AND: [] }] } },
      'filters.AND.0: must have AND or OR, not both',
    ],
    [
      '/v3/search',
      { q: 'x', filters: { AND: [{}] } },
      'filters.AND.0: must be a condition with key and value, or an object with either AND or OR',
    ],
    [
      '/v3/search',
      { q: 'x', filters: { OR: [{ key: 'a', value: {} }] } },
      'filters.OR.0.value: must be a string, number or boolean',
    ],
    [
      '/v3/search',
      { q: 'x', filters: { OR: [{ key: 'a', value: 'b', filtertype: 'numeric' }] } },
      'filters.OR.0.filtertype: unknown field; did you mean filterType?',
    ],
    [
      '/v4/conversations',
      { conversationId: 'a', messages: [{ role: 'user', content: [{ type: 'sound' }] }] },
      'messages.0.content.0.type: must be one of text, image_url',
    ],
    [
      '/v4/conversations',
      { conversationId: 'a', messages: [{ role: 'user', content: 7 }] },
      'messages.0.content: must be a string or an array',
    ],
  ])('of %s with %j says %s', (path, body, line) => {
    expect(refuse(path, body)).toEqual([line])
  })

  test('lists the known fields for an unknown one, on routes that refuse unknown fields', () => {
    expect(refuse('/v3/documents/:id', { colour: 'red' }, 'PATCH')).toEqual([
      'colour: unknown field; the known fields are content, containerTag, containerTags, metadata, taskType, filepath, customId, filterByMetadata, documentDate',
    ])
    expect(refuse('/v3/documents/batch', { documents: ['x'], colour: 'red' })[0]).toMatch(
      /^colour: unknown field; /,
    )
    expect(refuse('/v3/documents/file', { colour: 'red' })[0]).toMatch(/^colour: unknown field; /)
  })

  test('comes on other routes only for an unknown field that is a typing slip of a known one', () => {
    expect(refuse('/v3/search', { q: 'x', searchMode: 'hybrid', colour: 'red' })).toEqual([])
    expect(refuse('/v3/search', { q: 'x', containerTg: 'a', limits: 3 })).toEqual([
      'containerTg: unknown field; did you mean containerTag?',
      'limits: unknown field; did you mean limit?',
    ])
    expect(
      refuse('/v4/memories', { containerTag: 'a', memories: [{ content: 'x', isstatic: true }] }),
    ).toEqual(['memories.0.isstatic: unknown field; did you mean isStatic?'])
    const messages = [{ role: 'user', content: 'x', toolCallId: 'a', refusal: null }]
    expect(refuse('/v4/conversations', { conversationId: 'a', messages })).toEqual([])
  })

  test('comes for a query parameter that is a typing slip of a known one, and not for other unknown ones', () => {
    const { query } = routes.find(({ path }) => path === '/v3/documents/processing')!
    expect(refusalOf(query!, { utm_source: 'x' }, 'query')).toEqual([])
    expect(refusalOf(query!, { veiw: 'all' }, 'query')).toEqual([
      'veiw: unknown query parameter; did you mean view?',
    ])
  })

  test('stays short for a body with very many unknown fields', () => {
    const make = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, i) => [`containerTab${i}`, 1]))
    const many = make(900)
    const lines = refuse('/v3/documents', { content: 'x', ...many })
    expect(lines).toHaveLength(11)
    expect(lines.at(-1)).toBe('containerTab10: unknown field, and so are 889 more')
    expect(refuse('/v3/search', { q: 'x', ...many }).length).toBeLessThan(22)
    expect(refuse('/v3/documents', { content: 'x', ...make(100_000) })).toEqual([
      'body: may have at most 1000 fields in one object',
    ])
  })

  test('for a list beyond its maximum comes before its items are validated', () => {
    const numbers = Array.from({ length: 90_000 }, () => 1)
    expect(refuse('/v3/documents', { content: 'x', containerTags: numbers })).toEqual([
      'containerTags: must have at most 100 items',
    ])
    expect(refuse('/v3/search', { q: 'x', filters: { AND: numbers } })).toEqual([
      'filters: may have at most 200 conditions',
    ])
    const empty = numbers.map(() => ({ OR: [] }))
    const nested = { AND: Array.from({ length: 200 }, (_, i) => ({ OR: empty.slice(i, i + 200) })) }
    expect(refuse('/v3/search', { q: 'x', filters: nested })).toEqual([
      'filters: may have at most 200 conditions',
    ])
    const json = JSON.stringify({ AND: numbers })
    expect(refuse('/v3/search', { q: 'x', filters: json })).toEqual([
      'filters: may have at most 200 conditions',
    ])
    const messages = numbers.slice(0, 10_001).map(() => ({ role: 'user', content: 'x' }))
    expect(refuse('/v4/conversations', { conversationId: 'c', messages })).toEqual([
      'messages: must have at most 10000 items',
    ])
  })

  test('names at most twenty faults and counts the others', () => {
    const memories = Array.from({ length: 100 }, () => ({ content: 1 }))
    const lines = refuse('/v4/memories', { containerTag: 'x', memories })
    expect(lines).toHaveLength(21)
    expect(lines.at(-1)).toBe('and 80 more')
    const long = refuse('/v3/documents', { content: 'x', ['y'.repeat(100_000)]: 1 })
    expect(long.join('').length).toBeLessThan(1_000)
  })

  test('bounds metadata in keys, characters and array items', () => {
    const words = (length: number, text = 'x') => Array.from({ length }, () => text)
    const refusal = (metadata: unknown) => refuse('/v3/documents', { content: 'x', metadata })
    const keys = (length: number) => Object.fromEntries(words(length).map((value, i) => [`k${i}`, value]))
    expect(refusal({ ...keys(98), a: words(1_000), long: 'x'.repeat(8_192) })).toEqual([])
    expect(refusal(keys(101))).toEqual(['metadata: must have at most 100 keys'])
    expect(refusal({ a: words(1_001) })).toEqual(['metadata.a: must have at most 1000 items'])
    expect(refusal({ a: 'x'.repeat(8_193) })).toEqual(['metadata.a: must be at most 8192 characters'])
    expect(refusal({ a: words(3, 'x'.repeat(8_193)) })).toEqual([
      'metadata.a: must be at most 8192 characters',
    ])
    expect(refusal({ ['k'.repeat(256)]: 1 })).toEqual(['metadata: keys must be at most 255 characters'])
    const lists = Object.fromEntries(words(11).map((_, i) => [`k${i}`, words(1_000)]))
    expect(refusal(lists)).toEqual(['metadata: must have at most 10000 array items in all'])
    const texts = Object.fromEntries(words(40).map((_, i) => [`k${i}`, 'x'.repeat(8_000)]))
    expect(refusal(texts)).toEqual(['metadata: must have at most 262144 characters in all'])
  })

  test('accepts the fields that published clients send, and never suggests them', () => {
    expect(refuse('/v3/documents', { content: 'x', title: 'mine' })).toEqual([])
    expect(refuse('/v3/documents/:id', { title: 'mine' }, 'PATCH')).toEqual([])
    expect(refuse('/v3/documents/list', { offset: 3, status: 'done' })).toEqual([])
    expect(refuse('/v3/documents/file', { title: 'mine', useAdvancedProcessing: 'true' })).toEqual([])
    expect(refuse('/v3/documents', { content: 'x', titel: 'mine' })[0]).not.toMatch(/title/)
    expect(refuse('/v3/documents/list', { offsett: 3 })).toEqual([])
  })

  test('of unknown fields matches additionalProperties: false in the API description', () => {
    const strict = parts.filter(({ schema }) => {
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      return json.additionalProperties === false
    })
    const refusing = parts.filter(
      ({ schema, part }) =>
        part === 'body' && refusalOf(schema, { colour: 1 }, part).some(line => /^colour/.test(line)),
    )
    expect(strict).toEqual(refusing)
    expect(strict.map(({ name }) => name.replace('body of ', ''))).toEqual([
      'POST /v3/documents/batch',
      'POST /v3/documents/file',
      'POST /v3/documents',
      'PATCH /v3/documents/:id',
      'POST /v3/memories',
      'POST /v3/memories/file',
      'PATCH /v3/memories/:id',
      'POST /v3/auth/keys',
      'POST /v3/auth/scoped-key',
      'POST /v3/oauth/clients',
      'POST /v3/oauth/consent',
      'POST /v3/exports',
      'POST /v3/imports',
      'POST /v3/imports/:id/parts',
      'POST /v3/connections/:id',
      'PATCH /v3/connections/:id',
      'POST /v3/connections/:id/configure',
      'POST /v3/connections/:id/failures/retry',
      'POST /v3/connections/:id/authorize',
      'POST /v3/auth/sign-in',
      'POST /v3/auth/invitation',
      'POST /v3/auth/join',
      'POST /v3/auth/reset-password',
      'POST /v3/auth/password',
      'POST /v3/auth/oidc/start',
      'PATCH /v3/members/:id',
      'POST /v3/invitations',
      'POST /v3/webhooks',
      'PATCH /v3/webhooks/:id',
      'POST /v3/webhooks/:id/rotate-secret',
      'POST /v3/webhooks/:id/replay',
    ])
  })
})

describe('every list in a request', () => {
  type Bounded = Schema & { type?: string; maxItems?: number }

  /** Paths of arrays without a maximum. */
  function endless(
    schema: Bounded,
    defs: Record<string, Schema>,
    path = '',
    seen = new Set<string>(),
  ): string[] {
    const name = schema.$ref?.split('/').at(-1)
    if (name !== undefined && !seen.has(name))
      return endless(defs[name] ?? {}, defs, path, new Set([...seen, name]))
    const inside = [
      ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].map(part => [part, path] as const),
      ...Object.entries(schema.properties ?? {}).map(([key, part]) => [part, `${path}.${key}`] as const),
      ...(schema.items ? [[schema.items, `${path}[]`] as const] : []),
      ...(typeof schema.additionalProperties === 'object'
        ? [[schema.additionalProperties, `${path}.*`] as const]
        : []),
    ]
    const own = schema.type === 'array' && schema.maxItems === undefined ? [path] : []
    return [...own, ...inside.flatMap(([part, at]) => endless(part, defs, at, seen))]
  }

  test('has a maximum, which is checked before its items', () => {
    // A forwarded body is described, and not parsed: the provider sets its limits.
    const parsed = parts.filter(({ route, part }) => !(route.forwards && part === 'body'))
    const found = parsed.flatMap(({ name, schema }) => {
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Bounded & {
        $defs?: Record<string, Schema>
      }
      return endless(json, json.$defs ?? {}).map(path => `${name} ${path}`)
    })
    expect(found).toEqual([])
  })
})
