import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedRoutes, serveRoutes } from '../../../test/serve-routes.ts'
import { route } from '../../platform/routing/route.ts'

let server: ServedRoutes
beforeAll(async () => {
  server = await serveRoutes([
    route({
      method: 'POST',
      path: '/things/:id',
      access: 'scoped',
      tag: 'things',
      summary: 'Accept',
      body: z.object({ q: z.string() }),
      response: z.object({}),
      handle: async () => ({}),
    }),
  ])
})
afterAll(() => server.drain(1000))

test('a request writes one log line with the key id and the route, and without content, query or key', async () => {
  const headers = { 'x-request-id': 'one', 'x-api-key': 'sm_organization' }
  await server.send('POST', '/things/my-diary?q=in-the-url', { body: { q: 'in the body' }, headers })
  const line = await server.log.request('one')
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    method: 'POST',
    route: '/things/:id',
    status: 200,
    ms: expect.any(Number),
    requestId: 'one',
    organizationId: 'org_1',
    keyId: 'key_1',
    msg: 'request',
  })
  expect(server.log.lines.filter(each => each.requestId === 'one')).toHaveLength(1)
})

test('a refused request writes one log line without the refused values', async () => {
  const headers = { 'x-request-id': 'two' }
  await server.send('POST', '/things/1', { key: 'sm_unknown', headers })
  await server.send('POST', '/things/1', { body: { q: 17 }, headers: { 'x-request-id': 'three' } })
  await server.send('GET', '/private/diary?q=secret', { headers: { 'x-request-id': 'four' } })
  expect(await server.log.request('two')).toMatchObject({ status: 401, route: '/things/:id' })
  expect(await server.log.request('three')).toMatchObject({ status: 400, keyId: 'key_1' })
  expect(await server.log.request('four')).toMatchObject({ status: 404, route: 'unmatched' })
  expect(JSON.stringify(server.log.lines)).not.toMatch(/sm_unknown|diary|secret|must be/)
})

test('probes are logged at debug level, so they do not fill a log at info', async () => {
  for (const path of ['/health', '/ready', '/metrics'])
    await server.send('GET', path, { headers: { 'x-request-id': 'probe' } })
  await server.send('POST', '/things/1', { body: { q: 'x' }, headers: { 'x-request-id': 'after-probes' } })
  await server.log.request('after-probes')
  expect(server.log.lines.filter(line => String(line.route).match(/health|ready|metrics/))).toEqual([])
})
