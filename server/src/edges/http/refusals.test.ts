import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedRoutes, serveRoutes } from '../../../test/serve-routes.ts'
import { AppError } from '../../platform/errors.ts'
import { type Access, route } from '../../platform/routing/route.ts'

const tag = z.string().max(10)
const probe = (path: string, access: Access) =>
  route({
    method: 'POST',
    path,
    access,
    tag: 'probe',
    summary: 'Accept anything valid',
    query: z.object({ limit: z.coerce.number().min(1).optional() }),
    body: z.object({
      containerTag: tag.optional(),
      items: z.array(z.object({ id: z.string() })).optional(),
      filter: z.union([z.string(), z.object({ key: z.string() })]).optional(),
    }),
    response: z.object({}),
    handle: async () => ({}),
  })
const thrower = (path: string, thrown: () => unknown) =>
  route({
    method: 'GET',
    path,
    access: 'anonymous',
    tag: 'probe',
    summary: 'Throw',
    response: z.object({}),
    handle: async () => {
      throw thrown()
    },
  })

const routes = [
  probe('/scoped', 'scoped'),
  probe('/organization', 'organization'),
  { ...probe('/large', 'scoped'), bodyLimit: 1_000_000 },
  thrower('/things/:id', () => new AppError('document.not_found')),
  thrower('/things/:id/file', () => new AppError('document.not_found')),
  probe('/things/list', 'scoped'),
  thrower('/conflict', () => new AppError('request.conflict')),
  thrower(
    '/busy',
    () => new AppError('embed.unavailable', { retryAfterSeconds: 1.5, cause: new Error('psst') }),
  ),
  thrower('/broken', () => new Error('the password is hunter2')),
  thrower('/odd-provider', () => z.object({ embedding: z.string() }).safeParse({}).error),
  thrower('/string', () => 'hunter2'),
]

let server: ServedRoutes
beforeAll(async () => {
  server = await serveRoutes(routes)
})
afterAll(() => server.drain(1000))

describe('400', () => {
  test('names the first invalid field, and all of them in the details', async () => {
    const { status, json, headers } = await server.send('POST', '/scoped', {
      body: { containerTag: 'x'.repeat(11), items: [{ id: 'a' }, {}], filter: { key: 1 } },
    })
    expect(status).toBe(400)
    expect(json).toEqual({
      error: 'containerTag: must be at most 10 characters',
      details:
        'containerTag: must be at most 10 characters\nitems.1.id: is required\nfilter.key: must be a string',
      code: 'request.invalid',
      requestId: headers.get('x-request-id'),
    })
  })

  test('names an invalid query parameter', async () => {
    const { status, json } = await server.send('POST', '/scoped?limit=0', { body: {} })
    expect([status, json.error]).toEqual([400, 'limit: must be at least 1'])
  })

  test('refuses a body nested so deeply that a recursive walk would overflow the stack', async () => {
    const body = (depth: number) => `{"unknown":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect((await server.send('POST', '/scoped', { body: body(30) })).status).toBe(200)
    const { status, json } = await server.send('POST', '/scoped', { body: body(5_000) })
    expect([status, json.error]).toEqual([400, 'body: may be nested at most 32 levels deep'])
  })

  test('names the body if it is no object', async () => {
    const { status, json } = await server.send('POST', '/scoped', { body: [1] })
    expect([status, json.error]).toEqual([400, 'body: must be an object'])
  })

  test.each(['{', 'nonsense', '{"__proto__":{"a":1}}'])('refuses the body %s', async body => {
    const { status, json } = await server.send('POST', '/scoped', { body })
    expect([status, json.code]).toEqual([400, 'request.malformed'])
  })
})

describe('400 for malformed JSON', () => {
  test.each([
    ['{"a": 1,}', 'line 1, column 9: expected a field name in double quotes, found "}"'],
    ['{\n"a" 1}', 'line 2, column 5: expected a colon, found "1"'],
    ['{"a": 1', 'line 1, column 8: expected a comma or }, found the end of the body'],
  ])('%j: %s', async (body, where) => {
    const { json } = await server.send('POST', '/scoped', { body })
    expect(json.error).toBe(`The request body is not valid JSON: ${where}`)
  })

  test('names a field that would change a prototype', async () => {
    const { json } = await server.send('POST', '/scoped', { body: '{"__proto__":{"a":1}}' })
    expect(json.error).toContain('__proto__')
  })
})

describe('authentication', () => {
  test.each([
    { 'x-api-key': 'sm_organization' },
    { authorization: 'Bearer sm_organization' },
    { authorization: 'bEARER  sm_organization' },
    { authorization: 'Basic abc', 'x-api-key': 'sm_organization' },
  ])('accepts a valid key sent as %j', async headers => {
    expect((await server.send('POST', '/organization', { key: null, headers })).status).toBe(200)
  })

  test('a request without a key is 401', async () => {
    const { status, json } = await server.send('POST', '/scoped', { key: null })
    expect([status, json.code]).toEqual([401, 'auth.missing_key'])
  })

  test.each([{ 'x-api-key': 'sm_stolen' }, { authorization: 'Bearer sm_stolen' }])(
    'an unknown key is 401, and the answer does not repeat the key: %j',
    async headers => {
      const { status, json, text } = await server.send('POST', '/scoped', { key: null, headers })
      expect([status, json.code]).toEqual([401, 'auth.invalid_key'])
      expect(text).not.toContain('sm_stolen')
    },
  )

  test('a missing key is 401 even if the body is invalid', async () => {
    expect((await server.send('POST', '/scoped', { key: null, body: '{' })).status).toBe(401)
  })

  test('a scoped key on a route of the whole organization is 403', async () => {
    const { status, json } = await server.send('POST', '/organization', { key: 'sm_scoped' })
    expect([status, json.code]).toEqual([403, 'auth.forbidden'])
    expect((await server.send('POST', '/scoped', { key: 'sm_scoped' })).status).toBe(200)
  })
})

describe('other refusals', () => {
  test.each(['/nowhere', '/scoped/nowhere', '/%zz'])('404 for %s', async path => {
    const { status, json, headers } = await server.send('GET', path, { key: null })
    expect(status).toBe(404)
    expect(json).toMatchObject({ code: 'route.not_found', requestId: headers.get('x-request-id') })
    expect(json.error).toMatch(/^There is no (such route|route GET )/)
  })

  test.each([
    ['GET', '/scopd', 'Did you mean POST /scoped?'],
    ['GET', '/brokn?a=1', 'Did you mean GET /broken?'],
    ['PUT', '/hings/7/file', 'Did you mean GET /things/{id}/file?'],
    ['GET', '/far-away-from-all', 'GET /openapi.json lists every route, and /docs shows them'],
  ])('404 for %s %s says: %s', async (method, path, details) => {
    const { json } = await server.send(method, path, { key: null })
    expect(json).toMatchObject({ code: 'route.not_found', details })
  })

  test.each([
    ['GET', '/scoped', 'POST', '/scoped does not accept GET. Use POST'],
    ['POST', '/conflict', 'GET, HEAD', '/conflict does not accept POST. Use GET'],
    ['DELETE', '/things/7', 'GET, HEAD', '/things/7 does not accept DELETE. Use GET'],
    ['POST', '/health', 'GET, HEAD', '/health does not accept POST. Use GET'],
  ])('405 for %s %s names the methods: %s', async (method, path, allow, error) => {
    const { status, json, headers } = await server.send(method, path, { key: null })
    expect([status, json.code, json.error]).toEqual([405, 'route.method_not_allowed', error])
    expect(headers.get('allow')).toBe(allow)
  })

  test('404 for a document named like a route names that route', async () => {
    const { status, json } = await server.send('GET', '/things/list')
    expect([status, json.code]).toEqual([404, 'document.not_found'])
    expect(json.details).toBe('POST /things/list is a route of its own: did you mean that?')
    expect((await server.send('GET', '/things/7')).json).not.toHaveProperty('details')
  })

  test('409 asks clients not to retry', async () => {
    const { status, headers } = await server.send('GET', '/conflict')
    expect([status, headers.get('x-should-retry')]).toEqual([409, 'false'])
  })

  test('413 for a body beyond the limit, unless the route allows it', async () => {
    const body = { pad: 'x'.repeat(200_000) }
    const { status, json } = await server.send('POST', '/scoped', { body })
    expect([status, json.code]).toEqual([413, 'request.too_large'])
    expect(json.error).toBe('The request body is larger than 68536 bytes')
    expect(json.details).toContain('MAX_TEXT_BYTES')
    expect((await server.send('POST', '/large', { body })).status).toBe(200)
  })

  test.each(['text/plain', 'multipart/form-data; boundary=x', 'json'])('415 for text as %s', async type => {
    const { status, json } = await server.send('POST', '/scoped', {
      body: 'hello',
      headers: { 'content-type': type },
    })
    expect([status, json.code]).toEqual([415, 'request.unsupported_type'])
    expect(json.error).toBe('This route accepts JSON. Send the body as application/json')
  })

  test.each([
    [431, 'request.headers_too_large', `GET /scoped?q=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
    [400, 'request.malformed', 'NONSENSE\r\n\r\n'],
  ] as const)('%s %s where there is no request to speak of', async (status, code, sent) => {
    const socket = connect(server.port, '127.0.0.1')
    socket.setEncoding('utf8').write(sent)
    const answer = (await socket.toArray()).join('')
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*content-type: application/json`, 's'))
    const body = JSON.parse(answer.split('\r\n\r\n')[1]!)
    expect(body).toEqual({ error: expect.any(String), code, requestId: expect.any(String) })
    expect(answer).toContain(`x-request-id: ${body.requestId}`)
  })

  test('503 has Retry-After and hides the cause', async () => {
    const { status, json, headers, text } = await server.send('GET', '/busy')
    expect([status, json.retryAfterSeconds, headers.get('retry-after')]).toEqual([503, 1.5, '2'])
    expect(text).not.toContain('psst')
  })
})

describe('500', () => {
  test.each(['/broken', '/string', '/odd-provider'])('reveals only the request id: %s', async path => {
    const { status, json, headers } = await server.send('GET', path)
    expect(status).toBe(500)
    expect(json).toEqual({
      error: new AppError('internal').message,
      code: 'internal',
      requestId: headers.get('x-request-id'),
    })
  })

  test('is logged with the stack', async () => {
    const { headers } = await server.send('GET', '/broken')
    const line = await server.log.find(
      each => each.requestId === headers.get('x-request-id') && each.level === 'error',
    )
    expect(line.err).toMatchObject({
      message: 'the password is hunter2',
      stack: expect.stringContaining('refusals.test'),
    })
    expect(line.route).toBe('/broken')
  })
})
