import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedMessage = {
  path: string
  id: string
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every kind
  body: { type: string; timestamp: string; data: Record<string, any> }
}

export type Receiver = {
  url: string
  messages: ReceivedMessage[]
  /** How the next messages to a path are answered. Default: 204. */
  answer(path: string, how: (response: ServerResponse) => void): void
  /** While set, every message is refused with 503 and not collected. */
  interrupt(isAway: boolean): void
  of(path: string): ReceivedMessage[]
  close(): Promise<void>
}

/** A server that collects what webhooks send. Each path is an endpoint of its own. */
export async function startReceiver(): Promise<Receiver> {
  const messages: ReceivedMessage[] = []
  const answers = new Map<string, (response: ServerResponse) => void>()
  let isAway = false
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (isAway) return void response.writeHead(503).end()
    const text = Buffer.concat(parts).toString()
    const path = request.url ?? ''
    const id = String(request.headers['webhook-id'])
    messages.push({ path, id, headers: request.headers, text, body: JSON.parse(text) })
    const how = answers.get(path)
    if (how) how(response)
    else response.writeHead(204).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    messages,
    answer: (path, how) => void answers.set(path, how),
    interrupt: given => {
      isAway = given
    },
    of: path => messages.filter(message => message.path === path),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
