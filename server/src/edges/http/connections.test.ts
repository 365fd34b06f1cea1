import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedRoutes, serveRoutes } from '../../../test/serve-routes.ts'
import { route } from '../../platform/routing/route.ts'
import { type ConnectionLimits, connectionsFor } from './connections.ts'

const routes = [
  route({
    method: 'POST',
    path: '/texts',
    access: 'scoped',
    tag: 'texts',
    summary: 'Take a text',
    body: z.object({ text: z.string().optional() }),
    response: z.object({}),
    handle: async () => ({}),
  }),
]

let server: ServedRoutes
let sockets: Socket[] = []
const serve = async (connections: Partial<ConnectionLimits>) => {
  server = await serveRoutes(routes, { connections: { everyMs: 20, ...connections } })
}
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await server.drain(0)
})

async function open(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** A reset ends a connection too: the server closes it while bytes of ours are on their way. */
const closed = async (socket: Socket) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.on('error', () => resolve()).once('close', () => resolve())
  if (!socket.destroyed) await promise
}
const ask = async (socket: Socket) => {
  socket.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const [answer] = await once(socket, 'data')
  return String(answer).slice(0, 15)
}
const beginBody = (socket: Socket) =>
  socket.write(
    'POST /texts HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer sm_organization\r\ncontent-length: 900\r\n\r\n{"text":"',
  )

describe('a connection', () => {
  test('that sends nothing is closed, and one that has sent a request stays open', async () => {
    await serve({ silentMs: 100 })
    const [silent, used] = [await open(), await open()]
    expect(await ask(used)).toBe('HTTP/1.1 200 OK')
    await closed(silent)
    expect(await ask(used)).toBe('HTTP/1.1 200 OK')
  })

  test('that sends its request head byte by byte is closed, whichever bytes it sends', async () => {
    await serve({ silentMs: 200 })
    const socket = await open()
    socket.write('GET /health HTTP/1.1\r\n')
    const timer = setInterval(() => socket.writable && socket.write('x: y\r\n'), 20)
    await closed(socket)
    clearInterval(timer)
  })

  test('that sends its request body byte by byte is closed, and one that sends it in time gets its answer', async () => {
    await serve({ bodyMs: 300, bodyBytes: 400 })
    const [dripping, steady] = [await open(), await open()]
    beginBody(dripping)
    beginBody(steady)
    const timer = setInterval(() => dripping.writable && dripping.write('x'), 20)
    steady.write(`${'y'.repeat(889)}"}`)
    expect(String((await once(steady, 'data'))[0])).toMatch(/^HTTP\/1.1 200/)
    await closed(dripping)
    clearInterval(timer)
  })
})

describe('at the connection limit', () => {
  test('idle connections are closed, oldest first, and clients that send requests keep theirs', async () => {
    await serve({ most: 20, silentMs: 600_000 })
    const used = await open()
    expect(await ask(used)).toBe('HTTP/1.1 200 OK')
    const flood = []
    for (let n = 0; n < 200; n++) flood.push(await open())
    await closed(flood[100]!)
    expect(await ask(used)).toBe('HTTP/1.1 200 OK')
    for (let n = 0; n < 50; n++) expect((await server.send('GET', '/health')).status).toBe(200)
    expect(flood.filter(({ destroyed }) => !destroyed).length).toBeLessThan(20)
  })

  test('a connection idle between two requests is closed before one whose request is still arriving', async () => {
    await serve({ most: 2, bodyMs: 600_000 })
    const [resting, busy] = [await open(), await open()]
    await ask(resting)
    beginBody(busy)
    expect((await server.send('GET', '/health')).status).toBe(200)
    await closed(resting)
    expect(busy.destroyed).toBe(false)
  })

  test('the limit follows from the open files that the process may have', () => {
    expect(connectionsFor(1_024)).toBe(563)
    expect(connectionsFor(20_000)).toBe(10_000)
    expect(connectionsFor(256)).toBe(64)
  })
})
