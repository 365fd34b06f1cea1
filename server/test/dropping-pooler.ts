import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type DroppingPooler = { url: string; close(): Promise<void> }

/** A connection pooler between us and Postgres that forwards everything except start-up options, as many do. */
export async function startDroppingPooler(to: string): Promise<DroppingPooler> {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    client.once('data', first => {
      upstream.write(withoutOptions(first))
      client.pipe(upstream)
      upstream.pipe(client)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(to)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A start-up packet: its length, the protocol, then names and values, each with a zero after it, and one more zero. */
function withoutOptions(packet: Buffer): Buffer {
  const words = packet.subarray(8, -2).toString().split('\0')
  const kept = words.filter((_, i) => words[i - (i % 2)] !== 'options')
  const body = Buffer.concat([packet.subarray(4, 8), Buffer.from(`${kept.join('\0')}\0\0`)])
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([length, body])
}
