import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { method: string; path: string; headers: IncomingMessage['headers']; body: string }
export type Reaction = (response: ServerResponse) => void

/** A server with scripted reactions, one per request. The last one repeats. */
export class HttpDouble {
  readonly received: Received[] = []
  readonly #reactions: Reaction[]
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy())
  })

  constructor(...reactions: Reaction[]) {
    this.#reactions = reactions
  }

  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString()
    const reaction = this.#reactions[Math.min(this.received.length, this.#reactions.length - 1)]!
    this.received.push({ method: request.method!, path: request.url!, headers: request.headers, body })
    reaction(response)
  }
}

export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reaction =>
  response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

/** Answers with an error that may be retried at once. */
export const refuse = (status: number, headers: Record<string, string> = { 'retry-after': '0' }): Reaction =>
  answer(status, { error: 'Not now', code: `test.${status}`, requestId: 'req_1' }, headers)

/** Closes the connection, so the client does not know the fate of its request. */
export const hangUp: Reaction = response => response.destroy()

/** Never answers. */
export const staySilent: Reaction = () => undefined
