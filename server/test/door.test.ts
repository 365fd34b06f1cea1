import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Door, openDoor } from '../bench/door.ts'

/** Sends back what it receives, and ends when its client does. */
let echo: Server
let door: Door
beforeEach(async () => {
  echo = createServer(socket => {
    socket.on('error', () => undefined)
    socket.pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  door = await openDoor(`http://127.0.0.1:${(echo.address() as AddressInfo).port}`)
})
afterEach(async () => {
  await door.close()
  echo.close()
})

const enter = () => connect({ port: Number(new URL(door.url).port), host: '127.0.0.1', noDelay: true })

test('data keeps its order when a door becomes slow and fast again in the middle', async () => {
  const client = enter()
  const sent = Array.from({ length: 60 }, (_, n) => `${n};`.repeat(500))
  for (const [n, part] of sent.entries()) {
    if (n === 20) door.slow(5)
    if (n === 40) door.slow(0)
    client.write(part)
    await new Promise(setImmediate)
  }
  client.end()
  expect(await text(client)).toBe(sent.join(''))
})

test('a cut ends the connections that are open, and new ones are forwarded', async () => {
  const [first, second] = [enter(), enter()]
  first.on('error', () => undefined)
  first.write('a')
  await once(first, 'data')
  door.cut()
  await once(first, 'close')
  second.destroy()
  const third = enter()
  third.end('b')
  expect(await text(third)).toBe('b')
})
