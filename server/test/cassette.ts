import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { LlmProvider } from '../src/platform/providers/llm/llm-providers.ts'

/** One call to a provider as it went over the wire, without keys. */
export type Exchange = {
  /** Relative to the base address. */
  path: string
  request: unknown
  status: number
  response: unknown
}

export type Cassette = {
  provider: LlmProvider
  model: string
  /** The day it was recorded, or the person who wrote it. */
  origin: string
  exchanges: Exchange[]
}

const pathOf = (provider: LlmProvider) => join(import.meta.dirname, 'cassettes', `${provider}.json`)

export function readCassette(provider: LlmProvider): Cassette {
  return JSON.parse(readFileSync(pathOf(provider), 'utf8')) as Cassette
}

export function writeCassette(cassette: Cassette): string {
  const path = pathOf(cassette.provider)
  writeFileSync(path, `${JSON.stringify(cassette, null, 2)}\n`)
  return path
}

/** Replays the recorded answers in order. Any other call gets an error that says what was expected. */
export async function replay({ exchanges }: Cassette): Promise<{ url: string; close(): Promise<void> }> {
  let next = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    for await (const _ of request);
    const exchange = exchanges[next++]
    const isExpected = exchange !== undefined && request.url === `/base${exchange.path}`
    response.writeHead(isExpected ? exchange.status : 410, { 'content-type': 'application/json' })
    const complaint = { error: `expected ${exchange?.path ?? 'no further call'}, was asked ${request.url}` }
    response.end(JSON.stringify(isExpected ? exchange.response : complaint))
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** A `fetch` that records the traffic. Keys are in headers and query strings, and neither is recorded. */
export function recorder(base: string): { fetch: typeof fetch; exchanges: Exchange[] } {
  const exchanges: Exchange[] = []
  const { pathname } = new URL(base)
  return {
    exchanges,
    fetch: async (input, init) => {
      const answered = await fetch(input, { ...init, redirect: 'manual' })
      const body = await answered.text()
      exchanges.push({
        path: new URL(String(input)).pathname.slice(pathname.replace(/\/+$/, '').length),
        request: JSON.parse(String(init?.body)),
        status: answered.status,
        response: JSON.parse(body),
      })
      return new Response(body, { status: answered.status, headers: answered.headers })
    },
  }
}
