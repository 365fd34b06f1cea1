import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands before a server, forwards every connection, and can be shut: then the server is unreachable. */
export type Door = {
  /** The address of the server through the door. */
  url: string
  shut(isShut: boolean): void
  close(): Promise<void>
}

export async function openDoor(to: string): Promise<Door> {
  const target = new URL(to)
  const sockets = new Set<Socket>()
  let isShut = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer(client => {
    if (isShut) return void client.destroy()
    const behind = connect(Number(target.port), target.hostname)
    for (const socket of [client, behind]) keep(socket)
    client.on('close', () => behind.destroy())
    behind.on('close', () => client.destroy())
    client.pipe(behind).pipe(client)
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
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
