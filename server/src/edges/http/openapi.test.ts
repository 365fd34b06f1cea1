import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedRoutes, serveRoutes } from '../../../test/serve-routes.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { describeApi } from './openapi.ts'
import { apiRoutes } from './routes.ts'

const thing = z.object({ id: z.string(), size: z.number().optional() }).meta({ id: 'Thing' })
const routes = [
  route({
    method: 'PATCH',
    path: '/v3/things/:id',
    access: 'organization',
    tag: 'things',
    summary: 'Change a thing',
    params: z.object({ id: z.string() }),
    query: z.object({ dry: z.string().optional() }),
    body: z.object({ size: z.number() }),
    response: thing,
    errors: ['document.not_found', 'request.conflict'],
    handle: async () => ({}),
  }),
  route({
    method: 'DELETE',
    path: '/v3/things/:id',
    access: 'scoped',
    tag: 'things',
    summary: 'Remove a thing',
    params: z.object({ id: z.string() }),
    body: z.object({ reason: z.string().optional() }),
    handle: async () => undefined,
  }),
  route({
    method: 'GET',
    path: '/v3/things/:id/file',
    access: 'scoped',
    tag: 'things',
    summary: 'Download a thing',
    params: z.object({ id: z.string() }),
    download: true,
    handle: async () => undefined,
  }),
  route({
    method: 'DELETE',
    path: '/v3/things',
    access: 'scoped',
    tag: 'things',
    summary: 'Remove all things',
    handle: async () => undefined,
  }),
  route({
    method: 'GET',
    path: '/v3/about',
    access: 'anonymous',
    tag: 'about',
    summary: 'About',
    response: z.object({ name: z.string() }),
    handle: async () => ({ name: 'x' }),
  }),
]

describe('describeApi', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the test walks a document of any shape
  const api: any = describeApi(routes)

  test('describes the API and how to authenticate', () => {
    expect(api).toMatchObject({
      openapi: '3.1.0',
      info: {
        title: 'Reverie',
        version: '3.0.0',
        'x-product-version': expect.stringMatching(/^\d+\.\d+\.\d+/),
      },
      servers: [{ url: './' }],
      tags: [{ name: 'things' }, { name: 'about' }],
      security: [{ bearer: [] }, { apiKey: [] }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'reverie.session_token' },
          bearer: { type: 'http', scheme: 'bearer' },
          apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        },
      },
    })
    expect(Object.keys(api.components.schemas)).toEqual(expect.arrayContaining(['ErrorResponse', 'Thing']))
    expect(api.components.schemas.ErrorResponse.required).toEqual(['error', 'code', 'requestId'])
  })

  test('keeps the order of the route table', () => {
    expect(Object.keys(api.paths)).toEqual([
      '/v3/things/{id}',
      '/v3/things/{id}/file',
      '/v3/things',
      '/v3/about',
    ])
    expect(Object.keys(api.paths['/v3/things/{id}'])).toEqual(['patch', 'delete'])
  })

  test('describes every part of a route', () => {
    const operation = api.paths['/v3/things/{id}'].patch
    expect(operation).toMatchObject({
      operationId: 'patchV3ThingsById',
      summary: 'Change a thing',
      tags: ['things'],
      parameters: [
        { in: 'path', name: 'id', required: true, schema: { type: 'string' } },
        { in: 'query', name: 'dry', schema: { type: 'string' } },
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { type: 'object', required: ['size'] } } },
      },
    })
    expect(Object.keys(operation.responses)).toEqual('200 400 401 403 404 409 413 415 429 500 503'.split(' '))
    expect(operation.responses[200].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Thing',
    })
    expect(operation.responses[404].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/ErrorResponse',
    })
  })

  test('describes responses without a body, optional request bodies, and routes without a key', () => {
    const remove = api.paths['/v3/things/{id}'].delete
    expect(remove.responses[204]).toEqual({ description: 'Success, without a body.' })
    expect(remove.requestBody.required).toBe(false)
    const about = api.paths['/v3/about'].get
    expect(about.security).toEqual([])
    expect(Object.keys(about.responses)).toEqual(['200', '400', '500'])
  })

  test('lists 413 and 415 on a route that takes no body, because the server still reads one', () => {
    const { responses, requestBody } = api.paths['/v3/things'].delete
    expect(requestBody).toBeUndefined()
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['413', '415']))
  })

  test('describes a download as bytes of any type', () => {
    const { content } = api.paths['/v3/things/{id}/file'].get.responses[200]
    expect(content).toEqual({ '*/*': { schema: { type: 'string', format: 'binary' } } })
  })

  test('allows responses to gain fields', () => {
    expect(api.components.schemas.Thing).not.toHaveProperty('additionalProperties')
  })

  test('always returns the same text', () => {
    expect(JSON.stringify(describeApi(routes))).toBe(JSON.stringify(api))
  })
})

/** A schema of the description with its path. */
type LocatedSchema = { at: string; schema: Schema; covered: boolean }
// biome-ignore lint/suspicious/noExplicitAny: the test walks schemas of any shape
type Schema = any

/** All schemas below this one. `covered`: the schema or a field around it has an example. */
function* schemasIn(schema: Schema, at: string, covered = false): Generator<LocatedSchema> {
  if (typeof schema !== 'object' || schema === null) return
  const isCovered = covered || schema.example !== undefined
  yield { at, schema, covered: isCovered }
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    yield* schemasIn(field, `${at}.${name}`, isCovered)
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    yield* schemasIn(part, at, isCovered)
  for (const part of [schema.items, schema.additionalProperties]) yield* schemasIn(part, `${at}[]`, isCovered)
}

describe('the API description', () => {
  const all: Route[] = apiRoutes({} as never)
  // biome-ignore lint/suspicious/noExplicitAny: the test walks a document of any shape
  const api: any = JSON.parse(JSON.stringify(describeApi(all)))
  // biome-ignore lint/suspicious/noExplicitAny: the test walks a document of any shape
  const operations: { name: string; operation: any }[] = Object.entries(api.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods as object).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        operation,
      })),
  )

  const components = Object.entries(api.components.schemas).flatMap(([name, schema]) => [
    ...schemasIn(schema, name),
  ])

  /** Schemas of an operation: parameters, request, answers. */
  // biome-ignore lint/suspicious/noExplicitAny: the test walks a document of any shape
  function schemasOf({ name, operation }: { name: string; operation: any }): LocatedSchema[] {
    const params = (operation.parameters ?? []).flatMap((each: Schema) => [
      ...schemasIn(each.schema, `${name} ${each.in} ${each.name}`),
    ])
    const bodies = [['request', operation.requestBody], ...Object.entries(operation.responses)].flatMap(
      ([part, body]: Schema) =>
        // biome-ignore lint/suspicious/noExplicitAny: as above
        Object.values((body?.content ?? {}) as any).flatMap(({ schema }: any) => [
          ...schemasIn(schema, `${name} ${part} `),
        ]),
    )
    return [...params, ...bodies]
  }

  const isDescribed = (field: Schema): boolean =>
    typeof field.description === 'string' ||
    (field.$ref !== undefined &&
      api.components.schemas[field.$ref.split('/').at(-1)!]?.description !== undefined)

  test('begins with how to authenticate and the first three calls', () => {
    const { description, version } = api.info
    const order = ['## Authenticate', 'Authorization: Bearer', '/v3/documents', '/v3/search', '/v4/profile']
    const places = order.map(words => description.indexOf(words))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
    expect(description).toContain(`version ${version} of the interface`)
    expect(description).toContain(`version ${api.info['x-product-version']} of Reverie`)
  })

  test('describes every tag', () => {
    expect(api.tags.filter(({ description }: Schema) => !/\.$/.test(description ?? ''))).toEqual([])
  })

  test.each(operations)('$name has a summary in the agreed style and a description', ({ operation }) => {
    expect(operation.summary).toMatch(
      /^(Accept|Add|List|Get|Update|Delete|Search|Watch|Download|Create|Disable|Forget|Undo|Review|Merge|Connect|Import|Choose|Forward|Retry|Reprocess|Rotate|Send) [^.]{3,50}[^.\s]$/,
    )
    expect(operation.description).toMatch(/^[`A-Z][\s\S]{20,}[."]$/)
  })

  test.each(operations)('$name has a description for every field, parameter and header', each => {
    const undescribed = [
      ...schemasOf(each).flatMap(({ at, schema }) =>
        Object.entries(schema.properties ?? {})
          .filter(([, field]) => !isDescribed(field))
          .map(([field]) => `${at}.${field}`),
      ),
      ...(each.operation.parameters ?? [])
        .filter((param: Schema) => !param.description)
        .map((param: Schema) => `${param.in} ${param.name}`),
    ]
    expect(undescribed).toEqual([])
    for (const answer of Object.values(each.operation.responses) as Schema[])
      for (const header of Object.values(answer.headers ?? {}) as Schema[])
        expect(header.description).toBeTypeOf('string')
  })

  test('has a description for every field of its components', () => {
    const undescribed = components.flatMap(({ at, schema }) =>
      Object.entries(schema.properties ?? {})
        .filter(([, field]) => !isDescribed(field))
        .map(([field]) => `${at}.${field}`),
    )
    expect(undescribed).toEqual([])
  })

  test.each(operations)('$name says which error codes each error status may carry', ({ operation }) => {
    for (const [status, { description, content }] of Object.entries(operation.responses) as Schema[]) {
      if (Number(status) < 400) continue
      expect(description, status).toMatch(/\n- `[a-z_.]+`: [A-Z].*\.$/m)
      expect(description, status).toContain(content['application/json'].example.code)
    }
  })

  test.each(operations)('$name has no example string generated from a pattern', each => {
    const bare = schemasOf(each).filter(
      ({ schema, covered }) => !covered && (schema.pattern || /^date/.test(schema.format ?? '')),
    )
    expect(bare.map(({ at }) => at)).toEqual([])
  })

  test.each(all.filter(({ upload }) => !upload))(
    '$method $path: the examples are there and valid',
    ({ body, response, events, example }) => {
      if (body) {
        const parsed = body.safeParse(example?.body)
        expect(parsed.error?.issues ?? []).toEqual([])
      }
      // Parsing drops fields that the schema does not know, so an example with one differs.
      const answer = response ?? events
      if (answer) expect(answer.parse(example?.response)).toEqual(example?.response)
    },
  )

  test('has no example outside the years 2020 to 2030', () => {
    const examples: unknown[] = []
    JSON.stringify(api, (key, value) => {
      if (key === 'example') examples.push(value)
      return value
    })
    expect(examples.length).toBeGreaterThan(200)
    const years = [...JSON.stringify(examples).matchAll(/\b(\d{4})-\d\d-\d\d/g)].map(([, year]) =>
      Number(year),
    )
    expect(years.length).toBeGreaterThan(50)
    expect(years.filter(year => year < 2020 || year > 2030)).toEqual([])
  })
})

describe('the server', () => {
  let server: ServedRoutes
  beforeAll(async () => {
    server = await serveRoutes(routes)
  })
  afterAll(() => server.drain(1000))

  test('serves the description at /openapi.json', async () => {
    const answer = await server.send('GET', '/openapi.json', { key: null })
    expect(answer.json).toEqual(JSON.parse(JSON.stringify(describeApi(routes))))
  })

  test.each(['/docs', '/docs/'])('serves %s, whose page loads everything from this server', async path => {
    const page = await server.send('GET', path, { key: null })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(page.text).not.toMatch(/https?:\/\//)
    const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, link]) => new URL(link!, server.url + path),
    )
    expect(links.length).toBeGreaterThan(4)
    for (const link of links) {
      const asset = await server.send('GET', link.pathname, { key: null })
      expect([link.pathname, asset.status]).toEqual([link.pathname, 200])
    }
    const shown = (await server.send('GET', '/docs/json', { key: null })).json
    expect(shown.info.title).toBe('Reverie')
    expect(new URL(shown.servers[0].url, `${server.url}/docs/json`).pathname).toBe('/')
  })
})
