import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedRoutes, serveRoutes } from '../../../test/serve-routes.ts'
import { TextReply } from '../../platform/routing/replies.ts'
import { route } from '../../platform/routing/route.ts'

const echoResponse = z.object({
  params: z.unknown(),
  query: z.unknown(),
  body: z.unknown(),
  source: z.unknown(),
})

const routes = [
  route({
    method: 'POST',
    path: '/things/:id',
    access: 'scoped',
    tag: 'things',
    summary: 'Echo',
    params: z.object({ id: z.string() }),
    query: z.object({ page: z.coerce.number().default(1) }),
    body: z.object({ name: z.string().default('nobody') }),
    status: 202,
    response: echoResponse,
    handle: async ({ params, query, body, source }) => ({ params, query, body, source }),
  }),
  route({
    method: 'DELETE',
    path: '/things',
    access: 'scoped',
    tag: 'things',
    summary: 'Echo the body of a DELETE',
    body: z.object({ ids: z.array(z.string()).default([]) }),
    response: z.object({ ids: z.array(z.string()) }),
    handle: async ({ body }) => body,
  }),
  route({
    method: 'DELETE',
    path: '/things/:id',
    access: 'scoped',
    tag: 'things',
    summary: 'Answer with nothing',
    handle: async () => undefined,
  }),
  route({
    method: 'GET',
    path: '/text',
    access: 'anonymous',
    tag: 'things',
    summary: 'Answer with text',
    response: z.string(),
    handle: async () => new TextReply('text/plain; charset=utf-8', 'plain'),
  }),
  route({
    method: 'GET',
    path: '/timed',
    access: 'scoped',
    tag: 'things',
    summary: 'Two phases',
    response: z.object({}),
    handle: async ({ timing }) => {
      await timing.measure('embed', async () => 1)
      await timing.measure('search', async () => 2)
      return {}
    },
  }),
]

let server: ServedRoutes
beforeAll(async () => {
  server = await serveRoutes(routes)
})
afterAll(() => server.drain(1000))

describe('an answer', () => {
  test('is JSON, with the status of the route', async () => {
    const answer = await server.send('POST', '/things/a%20b?page=3', {
      body: { name: 'Ada', unknown: true },
      headers: { 'x-sm-source': 'plugin' },
    })
    expect(answer.status).toBe(202)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.json).toEqual({
      params: { id: 'a b' },
      query: { page: 3 },
      body: { name: 'Ada' },
      source: 'plugin',
    })
  })

  test('has no body if the route has no response schema', async () => {
    const answer = await server.send('DELETE', '/things/1')
    expect(answer.status).toBe(204)
    expect(answer.text).toBe('')
    expect(answer.headers.get('content-type')).toBeNull()
  })

  test('is text if the handler returns text', async () => {
    const answer = await server.send('GET', '/text', { key: null })
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.text).toBe('plain')
  })

  test('names the phases of its request and the total time', async () => {
    const answer = await server.send('GET', '/timed')
    expect(answer.headers.get('server-timing')).toMatch(
      /^embed;dur=[\d.]+, search;dur=[\d.]+, total;dur=[\d.]+$/,
    )
  })
})

describe('a body', () => {
  test('that is missing counts as {}', async () => {
    expect((await server.send('POST', '/things/1')).json.body).toEqual({ name: 'nobody' })
  })

  test('that is empty counts as {}, also with a JSON content type', async () => {
    const answer = await server.send('POST', '/things/1', { body: '' })
    expect(answer.json.body).toEqual({ name: 'nobody' })
  })

  test('may come with DELETE', async () => {
    const answer = await server.send('DELETE', '/things', { body: { ids: ['a'] } })
    expect(answer.json).toEqual({ ids: ['a'] })
  })

  test.each(['application/x-www-form-urlencoded', 'text/plain;charset=UTF-8', 'application/vnd.api+json'])(
    'of type %s is read as JSON when it looks like it',
    async type => {
      const answer = await server.send('POST', '/things/1', {
        body: ' {"name":"Ada"}',
        headers: { 'content-type': type },
      })
      expect(answer.json.body).toEqual({ name: 'Ada' })
    },
  )

  test('with half of a surrogate pair gets U+FFFD in its place', async () => {
    const { json } = await server.send('DELETE', '/things', {
      body: '{"ids":["x\\udfffy","\\ud83d\\ude00"]}',
    })
    expect(json).toEqual({ ids: ['x\ufffdy', '😀'] })
  })

  test('of escaped text may be larger than the limit for the text itself', async () => {
    const body = `{"name":"${'\\u0434'.repeat(500)}"}`
    expect((await server.send('POST', '/things/1', { body })).json.body.name).toBe('д'.repeat(500))
  })
})

describe('a request id', () => {
  test('is generated for a request without one', async () => {
    const answer = await server.send('GET', '/text')
    expect(answer.headers.get('x-request-id')).toMatch(/^req_\w{32}$/)
  })

  test('is the caller’s own if it has the allowed form', async () => {
    const answer = await server.send('GET', '/text', { headers: { 'x-request-id': 'trace-1.a_b' } })
    expect(answer.headers.get('x-request-id')).toBe('trace-1.a_b')
  })

  test.each(['with space', 'x'.repeat(65), '<script>'])('is replaced if the caller sends %s', async id => {
    const answer = await server.send('GET', '/text', { headers: { 'x-request-id': id } })
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
  })
})

describe('the system routes', () => {
  test('report that the process is alive and ready', async () => {
    expect((await server.send('GET', '/health', { key: null })).json).toEqual({ status: 'ok' })
    const ready = await server.send('GET', '/ready', { key: null })
    expect(ready.status).toBe(200)
    expect(ready.json).toEqual({ status: 'ready', checks: { database: 'ok' } })
  })

  test('report which dependency fails', async () => {
    const failing = await serveRoutes([], {
      readiness: async () => ({ main: 'failing', second: 'failing' }),
    })
    const ready = await failing.send('GET', '/ready', { key: null })
    expect(ready.status).toBe(503)
    expect(ready.json).toEqual({ status: 'not_ready', checks: { main: 'failing', second: 'failing' } })
    await failing.drain(1000)
  })

  test('stay ready while one cell of several is unreachable', async () => {
    const partly = await serveRoutes([], { readiness: async () => ({ main: 'ok', second: 'failing' }) })
    const ready = await partly.send('GET', '/ready', { key: null })
    expect(ready).toMatchObject({ status: 200, json: { status: 'ready', checks: { second: 'failing' } } })
    await partly.drain(1000)
  })

  test('stay ready while a provider is unreachable, but a working provider alone does not make them ready', async () => {
    const details = (): Record<string, 'ok' | 'failing'> => ({ llm: 'failing', embedder: 'ok' })
    const without = await serveRoutes([], { details })
    const ready = await without.send('GET', '/ready', { key: null })
    expect(ready).toMatchObject({ status: 200, json: { checks: { database: 'ok', llm: 'failing' } } })
    await without.drain(1000)
    const lost = await serveRoutes([], { details, readiness: async () => ({ main: 'failing' }) })
    expect(await lost.send('GET', '/ready', { key: null })).toMatchObject({ status: 503 })
    await lost.drain(1000)
  })

  test('count requests by the route’s pattern', async () => {
    const answer = await server.send('POST', '/things/secret-id', { body: {} })
    await server.log.request(answer.headers.get('x-request-id'))
    const { text, headers } = await server.send('GET', '/metrics', { key: null })
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
    expect(text).toMatch(
      /reverie_http_request_duration_seconds_count\{method="POST",route="\/things\/:id",status="202"\} \d/,
    )
    expect(text).toContain('reverie_process_cpu_user_seconds_total')
    expect(text).not.toContain('secret-id')
  })
})
