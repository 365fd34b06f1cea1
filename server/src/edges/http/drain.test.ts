import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedRoutes, serveRoutes } from '../../../test/serve-routes.ts'
import { route } from '../../platform/routing/route.ts'

let server: ServedRoutes
let entered: PromiseWithResolvers<AbortSignal>
let gate: PromiseWithResolvers<void>

beforeEach(async () => {
  entered = Promise.withResolvers()
  gate = Promise.withResolvers()
  server = await serveRoutes([
    route({
      method: 'GET',
      path: '/slow',
      access: 'scoped',
      tag: 'slow',
      summary: 'Answers when the gate opens',
      response: z.object({ slow: z.boolean() }),
      handle: async ({ signal }) => {
        entered.resolve(signal)
        await Promise.race([gate.promise, rejectOnAbort(signal)])
        return { slow: true }
      },
    }),
  ])
})
afterEach(() => server.drain(0))

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

describe('drain', () => {
  test('answers the request in flight, then refuses new connections', async () => {
    const slow = server.send('GET', '/slow')
    await entered.promise
    const drained = server.drain(30_000)
    gate.resolve()
    const answer = await slow
    expect([answer.status, answer.json, answer.headers.get('connection')]).toEqual([
      200,
      { slow: true },
      'close',
    ])
    expect(await drained).toBe(true)
    await expect(server.send('GET', '/health')).rejects.toThrow()
  })

  test('makes /ready answer 503 and refuses new requests on open connections', async () => {
    const slow = server.send('GET', '/slow')
    await entered.promise
    const probe = await openHalfRequest('GET /ready HTTP/1.1')
    const worker = await openHalfRequest('GET /slow HTTP/1.1')
    const drained = server.drain(30_000)
    expect(await finishRequest(probe)).toMatch(/^HTTP\/1.1 503 .*"status":"not_ready"/s)
    expect(await finishRequest(worker)).toMatch(/^HTTP\/1.1 503 .*retry-after: 1.*"code":"server.draining"/s)
    gate.resolve()
    expect((await slow).status).toBe(200)
    expect(await drained).toBe(true)
  })

  test('may be announced: /ready fails at once, and requests are still answered, each on a connection of its own', async () => {
    server.leave()
    expect((await server.send('GET', '/ready')).status).toBe(503)
    gate.resolve()
    const answer = await server.send('GET', '/slow')
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await server.drain(30_000)).toBe(true)
  })

  test('does not wait for connections without a request', async () => {
    const spare = connect(server.port, '127.0.0.1')
    await once(spare, 'connect')
    const closed = once(spare, 'close')
    await server.send('GET', '/health')
    expect(await server.drain(30_000)).toBe(true)
    await closed
  })

  test('stops waiting at the timeout and aborts the signal of the handler', async () => {
    const slow = server.send('GET', '/slow')
    const failed = expect(slow).rejects.toThrow()
    const signal = await entered.promise
    const aborted = once(signal, 'abort')
    expect(await server.drain(0)).toBe(false)
    await aborted
    await failed
  })
})

describe('a client that leaves', () => {
  test('aborts the signal of its request, and the log has no error', async () => {
    const leaving = new AbortController()
    const headers = { 'x-request-id': 'leaver' }
    const slow = server.send('GET', '/slow', { signal: leaving.signal, headers })
    const failed = expect(slow).rejects.toThrow()
    const signal = await entered.promise
    leaving.abort()
    await failed
    const line = await server.log.request('leaver')
    expect(line).toMatchObject({ route: '/slow', aborted: true })
    expect(line).not.toHaveProperty('status')
    expect(signal.aborted).toBe(true)
    await server.drain(30_000)
    expect(server.log.lines.filter(line => line.level === 'error')).toEqual([])
    expect(server.log.lines.filter(line => line.requestId === 'leaver')).toHaveLength(1)
  })
})

/**
 * Opens a connection on which the server has seen the beginning of a second request. It sends a whole request and the
 * first line of the next in one packet, and waits for the answer to the first.
 */
async function openHalfRequest(line: string): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  socket.setEncoding('utf8')
  socket.write(`GET /health HTTP/1.1\r\nhost: x\r\n\r\n${line}\r\n`)
  const [answer] = await once(socket, 'data')
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  return socket
}

async function finishRequest(socket: Socket): Promise<string> {
  socket.write('host: x\r\nauthorization: Bearer sm_organization\r\n\r\n')
  const [answer] = await once(socket, 'data')
  return answer
}
