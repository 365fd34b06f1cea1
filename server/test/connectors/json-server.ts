import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { SourceHttp } from '../../src/platform/connectors/connector.ts'
import { plainHttp } from './plain-http.ts'

export type Asked = { method: string; url: URL; path: string; token: string; body: Record<string, unknown> }
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
export type Fault = Answer | 'broken off' | undefined

/** A provider's API in JSON, with its own clock and faults. */
export abstract class JsonServer {
  readonly requests: string[] = []
  readonly tokens: string[] = []
  token = 'good'
  /** Answers instead of the server, or breaks its answer off in the middle. */
  fault: ((asked: Asked) => Fault) | undefined
  onRequest: ((asked: Asked) => void) | undefined
  /** Years behind ours, in milliseconds. */
  clock = Date.UTC(2019, 0, 7, 9)
  url = ''
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** The way to this server for a connector that knows only the provider's own address. */
  httpInsteadOf(provider: string): SourceHttp {
    const http = plainHttp(new AbortController().signal)
    return {
      ...http,
      request: (url, options) => {
        if (!url.startsWith(provider)) throw new Error(`${url} is not of ${provider}`)
        return http.request(this.url + url.slice(provider.length), options)
      },
    }
  }

  pass(minutes: number): void {
    this.clock += minutes * 60_000
  }

  count(part: string): number {
    return this.requests.filter(request => request.includes(part)).length
  }

  protected abstract answer(asked: Asked): Answer
  protected abstract refuse(): Answer

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request)
    const url = new URL(request.url!, this.url)
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    const body = sent === '' ? {} : JSON.parse(sent)
    const asked = { method: request.method!, url, path: url.pathname, token, body }
    this.requests.push(`${request.method} ${url.pathname}${url.search}`)
    this.tokens.push(token)
    this.onRequest?.(asked)
    const fault = this.fault?.(asked)
    const answer =
      typeof fault === 'object' ? fault : token === this.token ? this.answer(asked) : this.refuse()
    const written = answer.body === undefined ? '' : JSON.stringify(answer.body)
    response.writeHead(answer.status, { date: new Date(this.clock).toUTCString(), ...answer.headers })
    response.end(fault === 'broken off' ? written.slice(0, written.length / 2) : written)
  }
}
