import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpRerankerOptions, openHttpReranker } from './http-reranker.ts'
import { RerankError } from './reranker.ts'

type Body = { query: string; documents?: string[]; texts?: string[]; model?: string }
type RerankResponder = (response: ServerResponse, body: Body) => void

let server: Server
let url: string
let asked: { path: string | undefined; key: string | undefined; body: Body }
let answer: RerankResponder

beforeAll(async () => {
  server = createServer((request, response) => {
    // A call that was aborted breaks off, which is not a failure.
    reply(request, response).catch(() => response.destroy())
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = JSON.parse(await textOf(request)) as Body
  asked = { path: request.url, key: request.headers.authorization, body }
  answer(response, body)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

const json =
  (value: unknown, status = 200): RerankResponder =>
  response => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }

const texts = ['one', 'two', 'three']
const signal = new AbortController().signal
const rerank = (options: Partial<HttpRerankerOptions> = {}) =>
  openHttpReranker({ url, model: 'judge', apiKey: 'secret', timeoutMs: 5_000, ...options }).rerank(
    'which?',
    texts,
    signal,
  )

describe('a reranker over HTTP', () => {
  it('is asked with the query, the texts, the model and the key', async () => {
    answer = json({ results: texts.map((_, index) => ({ index, relevance_score: 0.5 })) })
    await rerank()
    expect(asked).toMatchObject({ path: '/v2/rerank', key: 'Bearer secret' })
    expect(asked.body).toEqual({ query: 'which?', documents: texts, model: 'judge' })
  })

  it('is sent no key and no model when none are set', async () => {
    answer = json(texts.map((_, index) => ({ index, score: 0 })))
    await rerank({ apiKey: '', model: '' })
    expect(asked.key).toBeUndefined()
    expect(asked.body).toEqual({ query: 'which?', texts })
  })

  it("gives a score for each text in its order, from an answer in Cohere's form", async () => {
    const results = [
      { index: 2, relevance_score: 0.9 },
      { index: 0, relevance_score: 0.4 },
      { index: 1, relevance_score: 0.1 },
    ]
    answer = json({ id: 'x', results, meta: {} })
    expect(await rerank()).toEqual([0.4, 0.1, 0.9])
  })

  it('gives the same from an answer in the form of Text Embeddings Inference', async () => {
    answer = json([2, 0, 1].map((index, i) => ({ index, score: -i })))
    expect(await rerank()).toEqual([-1, -2, 0])
  })

  it.each<[string, RerankResponder]>([
    ['an error', json({ error: 'busy' }, 503)],
    ['a refusal', json({ error: 'key' }, 401)],
    ['a redirect', response => void response.writeHead(302, { location: '/elsewhere' }).end()],
    ['something else', json({ data: [] })],
    ['fewer than asked', json([{ index: 0, score: 1 }])],
    ['one twice', json([0, 1, 1].map(index => ({ index, score: 1 })))],
    ['one that was not asked', json([0, 1, 7].map(index => ({ index, score: 1 })))],
    ['no JSON', response => void response.end('<html>')],
    ['half an answer', response => void response.writeHead(200, { 'content-length': '100' }).destroy()],
  ])('rejects %s with a RerankError', async (_, misbehaviour) => {
    answer = misbehaviour
    await expect(rerank()).rejects.toBeInstanceOf(RerankError)
  })

  it('rejects after its time limit when there is no answer', async () => {
    answer = () => undefined
    await expect(rerank({ timeoutMs: 50 })).rejects.toBeInstanceOf(RerankError)
  })

  it('rejects an invalid address', () => {
    expect(() => rerank({ url: 'nowhere' })).toThrow('RERANKER_URL')
  })
})
