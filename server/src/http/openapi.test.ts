import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedRoutes, serveRoutes } from '../../test/serve-routes.ts'
import { describeApi } from './openapi.ts'
import { route } from './route.ts'

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
    errors: [404, 409],
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

  test('says what the API is and how to sign in', () => {
    expect(api).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Reverie', version: '3.0.0' },
      tags: [{ name: 'things' }, { name: 'about' }],
      security: [{ bearer: [] }, { apiKey: [] }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        },
      },
    })
    expect(Object.keys(api.components.schemas)).toEqual(expect.arrayContaining(['ErrorResponse', 'Thing']))
    expect(api.components.schemas.ErrorResponse.required).toEqual(['error', 'code', 'requestId'])
  })

  test('keeps the order of the table', () => {
    expect(Object.keys(api.paths)).toEqual([
      '/v3/things/{id}',
      '/v3/things/{id}/file',
      '/v3/things',
      '/v3/about',
    ])
    expect(Object.keys(api.paths['/v3/things/{id}'])).toEqual(['patch', 'delete'])
  })

  test('describes a route whole', () => {
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

  test('knows answers without a body, bodies that may be left out, and routes without a key', () => {
    const remove = api.paths['/v3/things/{id}'].delete
    expect(remove.responses[204]).toEqual({ description: 'No Content' })
    expect(remove.requestBody.required).toBe(false)
    const about = api.paths['/v3/about'].get
    expect(about.security).toEqual([])
    expect(Object.keys(about.responses)).toEqual(['200', '400', '500'])
  })

  test('knows that a body nobody asked for is still looked at', () => {
    const { responses, requestBody } = api.paths['/v3/things'].delete
    expect(requestBody).toBeUndefined()
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['413', '415']))
  })

  test('knows downloads, whose type is their own', () => {
    const { content } = api.paths['/v3/things/{id}/file'].get.responses[200]
    expect(content).toEqual({ '*/*': { schema: { type: 'string', format: 'binary' } } })
  })

  test('lets answers grow', () => {
    expect(api.components.schemas.Thing).not.toHaveProperty('additionalProperties')
  })

  test('always gives the same text', () => {
    expect(JSON.stringify(describeApi(routes))).toBe(JSON.stringify(api))
  })
})

describe('served', () => {
  let server: ServedRoutes
  beforeAll(async () => {
    server = await serveRoutes(routes)
  })
  afterAll(() => server.drain(1000))

  test('/openapi.json is the description', async () => {
    const answer = await server.send('GET', '/openapi.json', { key: null })
    expect(answer.json).toEqual(JSON.parse(JSON.stringify(describeApi(routes))))
  })

  test.each(['/docs', '/docs/'])('%s loads, and everything on it comes from this server', async path => {
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
    expect((await server.send('GET', '/docs/json', { key: null })).json.info.title).toBe('Reverie')
  })
})
