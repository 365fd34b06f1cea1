import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { get } from './client.ts'

/** A source that the suite plays, for the connector `scripted` that its server has (`server/test/scripted-connector.ts`). */

type Item = { version: string; text: string; failed?: string; in?: string }

export class ScriptedSource {
  readonly items = new Map<string, Item>()
  token = 'let-me-in'
  readonly #log: string[] = []
  readonly #server = createServer((incoming, response) => this.#serve(incoming, response))

  async start(): Promise<this> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  put(id: string, item: Partial<Item>): void {
    this.items.set(id, { version: `${this.#log.length}`, text: '', ...item })
    this.#log.push(id)
  }

  drop(id: string): void {
    this.items.delete(id)
    this.#log.push(id)
  }

  #serve(incoming: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(incoming.url!, 'http://source')
    const isLetIn = incoming.headers.authorization === `Bearer ${this.token}`
    const answer = isLetIn ? this.#answer(pathname, searchParams) : undefined
    const isText = typeof answer === 'string'
    response.writeHead(isLetIn ? (answer === undefined ? 404 : 200) : 401, {
      'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json',
    })
    response.end(isText ? answer : JSON.stringify(answer ?? null))
  }

  #answer(path: string, query: URLSearchParams): unknown {
    const [, kind, name = ''] = path.split('/')
    const id = decodeURIComponent(name)
    if (kind === 'check') return { account: 'ada@example.org' }
    if (kind === 'resources') return { resources: [{ id: 'a', name: 'Folder A' }], total: 1 }
    if (kind === 'items') return this.items.get(id)?.text
    if (kind === 'look') return this.items.has(id) ? this.#listed(id) : undefined
    return kind === 'changes' ? this.#changes(query) : undefined
  }

  #changes(query: URLSearchParams): unknown {
    const since = Number(query.get('since'))
    const page = this.#log.slice(since, since + Number(query.get('limit')))
    const within = query.getAll('in')
    const isMeant = (id: string) => {
      const item = this.items.get(id)
      return within.length === 0 || !item || within.includes(item.in ?? '')
    }
    const next = since + page.length
    const changes = page.filter(isMeant).map(id => this.#listed(id))
    return { changes, next, more: next < this.#log.length, total: this.items.size }
  }

  #listed(id: string) {
    const item = this.items.get(id)
    return item ? { id, version: item.version, failed: item.failed } : { id, deleted: true }
  }
}

/** Whether the server under test has the connector, and may reach this machine. */
export async function isScripted(): Promise<boolean> {
  if (!process.env.REVERIE_FETCHES) return false
  const { body } = await get('/v3/connections/providers')
  return body.providers.some(({ provider }: { provider: string }) => provider === 'scripted')
}
