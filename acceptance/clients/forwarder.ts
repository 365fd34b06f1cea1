import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { baseUrl } from '../client.ts'

export type Forwarder = { url: string; close(): Promise<void> }

/**
 * Forwards requests of a plugin in another process to the server, through the `fetch` of this process, so that `watch`
 * records and checks them.
 */
export async function startForwarder(): Promise<Forwarder> {
  const server = createServer((request, reply) => {
    forward(request, reply).catch(() => reply.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Headers of the connection, which the other side sets itself. */
const ofConnection = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']

async function forward(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray())
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !ofConnection.includes(name)),
  ) as Record<string, string>
  const method = request.method ?? 'GET'
  const response = await fetch(`${baseUrl}${request.url}`, {
    method,
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  })
  reply.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? 'text/plain' })
  reply.end(Buffer.from(await response.arrayBuffer()))
}
