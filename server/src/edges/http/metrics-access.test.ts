import { afterEach, describe, expect, test } from 'vitest'
import { type ServedRoutes, serveRoutes } from '../../../test/serve-routes.ts'

const token = 'a-token-of-the-operator'
let server: ServedRoutes
afterEach(() => server.drain(0))

const serve = async (config: object) => {
  server = await serveRoutes([], { config: { HOST: '127.0.0.1', PORT: 0, MAX_TEXT_BYTES: 1000, ...config } })
}
const statusWith = async (headers: Record<string, string> = {}) =>
  (await server.send('GET', '/metrics', { key: null, headers })).status

describe('/metrics on the port of the API', () => {
  test('is open while the server listens on a loopback address', async () => {
    await serve({})
    expect(await statusWith()).toBe(200)
  })

  test('needs METRICS_TOKEN if it is set', async () => {
    await serve({ METRICS_TOKEN: token })
    expect(await statusWith()).toBe(401)
    expect(await statusWith({ authorization: 'Bearer another' })).toBe(401)
    expect(await statusWith({ authorization: 'Bearer sm_organization' })).toBe(401)
    expect(await statusWith({ authorization: `Bearer ${token}` })).toBe(200)
  })

  test('is closed if other machines can reach the server and no token is set', async () => {
    await serve({ HOST: '0.0.0.0' })
    const { status, json } = await server.send('GET', '/metrics', { key: null })
    expect([status, json.code]).toEqual([401, 'auth.missing_key'])
    expect(json.error).toContain('METRICS_PORT')
  })
})

test('METRICS_PORT serves metrics and nothing else, and the port of the API no longer does', async () => {
  const METRICS_PORT = 21_599
  await serve({ METRICS_PORT })
  const get = (path: string) => fetch(`http://127.0.0.1:${METRICS_PORT}${path}`)
  const answer = await get('/metrics')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('reverie_process_cpu_user_seconds_total')
  expect((await get('/health')).status).toBe(404)
  expect(await statusWith()).toBe(401)
})

test('METRICS_PORT requires METRICS_TOKEN if it is set', async () => {
  const METRICS_PORT = 21_598
  await serve({ METRICS_PORT, METRICS_TOKEN: token })
  const address = `http://127.0.0.1:${METRICS_PORT}/metrics`
  expect((await fetch(address)).status).toBe(401)
  expect((await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
})
