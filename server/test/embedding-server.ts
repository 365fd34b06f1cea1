import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { writeVector } from './embedding-vectors.ts'

/** A fault of the server on one call. */
export type Misbehaviour =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'silence' | 'reset' | 'truncated' }
  | { kind: keyof typeof spoiledBodies }

export type EmbeddingCall = { texts: string[]; model: string; authorization: string | undefined }

export type EmbeddingServerOptions = {
  dimensions?: number
  delayMs?: number
  port?: number
  /** Makes the vectors. By default they depend on the text alone, and mean nothing. */
  embed?: (texts: readonly string[]) => Promise<readonly ArrayLike<number>[]>
  /** Called for each call, and may take time; undefined answers normally. */
  behave?: (call: EmbeddingCall) => Misbehaviour | undefined | Promise<Misbehaviour | undefined>
}

export type EmbeddingServer = { url: string; close(): Promise<void> }

/**
 * A double of an OpenAI-compatible embedding endpoint. Vectors depend on the text alone. It is fast enough not to
 * affect a benchmark. It is also a program: `node server/test/embedding-server.ts --port 9100 --delay 200`.
 */
export async function startEmbeddingServer(options: EmbeddingServerOptions = {}): Promise<EmbeddingServer> {
  const server = createServer((request, response) => {
    answer(request, response, options).catch(() => response.destroy())
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { dimensions = 384, delayMs = 0, behave, embed }: EmbeddingServerOptions,
): Promise<void> {
  const call = await readCall(request)
  if (delayMs > 0) await delay(delayMs)
  const misbehaviour = await behave?.(call)
  if (misbehaviour) misbehave(response, misbehaviour, call.texts, dimensions)
  else
    sendJson(
      response,
      writeBody(embed ? toItems(await embed(call.texts)) : writeItems(call.texts, dimensions)),
    )
}

async function readCall(request: IncomingMessage): Promise<EmbeddingCall> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const { input, model } = JSON.parse(Buffer.concat(parts).toString())
  return { texts: [input].flat(), model, authorization: request.headers.authorization }
}

function misbehave(response: ServerResponse, how: Misbehaviour, texts: string[], dimensions: number): void {
  switch (how.kind) {
    case 'status':
      response.writeHead(how.status, how.headers).end(how.body)
      return
    case 'silence':
      return
    case 'reset':
      response.destroy()
      return
    case 'truncated':
      response.writeHead(200, { 'content-length': 1_000_000 })
      response.write(writeBody(writeItems(texts, dimensions)), () => response.destroy())
      return
    default:
      sendJson(response, spoiledBodies[how.kind](writeItems(texts, dimensions)))
  }
}

/** Answers that arrive whole and are wrong. */
const spoiledBodies = {
  malformed: (items: string[]) => writeBody(items).slice(0, -10),
  'wrong-count': (items: string[]) => writeBody(items.slice(1)),
  'wrong-dimensions': (items: string[]) => writeBody(items.map(item => item.replace(/\[-?\d+,/, '['))),
  'not-a-number': (items: string[]) => writeBody(items.map(item => item.replace(/\[-?\d+/, '[null'))),
  'zero-vector': (items: string[]) => writeBody(items.map(item => item.replace(/\[.*\]/, '[0,0,0]'))),
  'double-index': (items: string[]) => writeBody(items.map(item => item.replace(/"index":\d+/, '"index":0'))),
  reversed: (items: string[]) => writeBody(items.toReversed()),
}

function writeItems(texts: string[], dimensions: number): string[] {
  return texts.map((text, index) => toItem(index, writeVector(text, dimensions)))
}

function toItems(vectors: readonly ArrayLike<number>[]): string[] {
  return vectors.map((vector, index) => toItem(index, JSON.stringify(Array.from(vector))))
}

const toItem = (index: number, vector: string) =>
  `{"object":"embedding","index":${index},"embedding":${vector}}`

function writeBody(items: string[]): string {
  return `{"object":"list","data":[${items.join(',')}],"usage":{"prompt_tokens":1,"total_tokens":1}}`
}

function sendJson(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      delay: { type: 'string', default: '0' },
      dimensions: { type: 'string', default: '384' },
    },
  })
  const [port, delayMs, dimensions] = [values.port, values.delay, values.dimensions].map(Number)
  const { url } = await startEmbeddingServer({ port: port!, delayMs: delayMs!, dimensions: dimensions! })
  console.log(url)
}

if (import.meta.main) await main()
