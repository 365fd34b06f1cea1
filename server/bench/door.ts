import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Stands before a server, forwards every connection, and can be shut: then the server is unreachable. */
export type Door = {
  /** The address of the server through the door. */
  url: string
  shut(isShut: boolean): void
  /** Ends every connection. New ones are forwarded. */
  cut(): void
  /** Delays every piece of data by this, in both directions. */
  slow(ms: number): void
  close(): Promise<void>
}

export async function openDoor(to: string): Promise<Door> {
  const target = new URL(to)
  const sockets = new Set<Socket>()
  let isShut = false
  let delayMs = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer({ allowHalfOpen: true }, client => {
    if (isShut) return void client.destroy()
    const behind = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true })
    for (const socket of [client, behind]) keep(socket)
    client.on('close', () => behind.destroy())
    behind.on('close', () => client.destroy())
    forward(client, behind, () => delayMs)
    forward(behind, client, () => delayMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(to)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href.replace(/\/$/, ''),
    shut(given) {
      isShut = given
      if (isShut) for (const socket of sockets) socket.destroy()
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    slow(ms) {
      delayMs = ms
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Without a delay as a pipe does. Once data waited, all data of the connection queues behind it, in order. */
function forward(from: Socket, to: Socket, delayMs: () => number): void {
  let last: Promise<unknown> | undefined
  const write = (data: Buffer) => {
    if (to.destroyed || to.write(data)) return
    from.pause()
    to.once('drain', () => from.resume())
  }
  from.on('data', data => {
    const ms = delayMs()
    if (ms === 0 && !last) return write(data)
    const turn = Promise.all([last, sleep(ms)]).then(() => {
      write(data)
      if (last === turn) last = undefined
    })
    last = turn
  })
  from.on('end', () => (last ? last.then(() => to.end()) : to.end()))
}
