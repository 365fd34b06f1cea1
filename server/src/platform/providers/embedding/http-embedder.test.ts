import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type EmbeddingCall,
  type EmbeddingServer,
  type Misbehaviour,
  startEmbeddingServer,
} from '../../../../test/embedding-server.ts'
import { describeEmbedderContract } from './contract-suite.ts'
import { type Embedder, EmbedderClosed, type EmbedError } from './embedder.ts'
import { type HttpEmbedderOptions, openHttpEmbedder } from './http-embedder.ts'

const apiKey = 'sk-secret-key'
const document = { purpose: 'document' } as const

let server: EmbeddingServer
let calls: EmbeddingCall[] = []
let behave: (call: EmbeddingCall) => Misbehaviour | undefined | Promise<Misbehaviour | undefined>
const opened: Embedder[] = []

beforeAll(async () => {
  server = await startEmbeddingServer({
    dimensions: 24,
    behave: call => {
      calls.push(call)
      return behave(call)
    },
  })
  answerWell()
})
afterAll(() => server.close())
afterEach(async () => {
  for (const embedder of opened.splice(0)) await embedder.close()
  calls = []
  answerWell()
})

function answerWell(): void {
  behave = () => undefined
}

function settings(): HttpEmbedderOptions {
  return { url: server.url, model: 'double', apiKey, dimensions: 24, timeoutMs: 10_000 }
}

async function open(options: Partial<HttpEmbedderOptions> = {}): Promise<Embedder> {
  const embedder = await openHttpEmbedder({ ...settings(), ...options })
  opened.push(embedder)
  return embedder
}

async function failureOf(misbehaviour: Misbehaviour, options: Partial<HttpEmbedderOptions> = {}) {
  const embedder = await open(options)
  behave = () => misbehaviour
  return errorOf(embedder.embed(['a', 'b', 'c'], document))
}

async function errorOf(call: Promise<unknown>): Promise<EmbedError> {
  return call.then(
    () => expect.fail('It should have failed'),
    error => error,
  )
}

describeEmbedderContract('the HTTP embedder', () => openHttpEmbedder(settings()))

describe('a call to an HTTP embedder', () => {
  it('sends the model, the texts and the key', async () => {
    const embedder = await open()
    await embedder.embed(['one', 'two'], document)
    expect(calls).toEqual([{ model: 'double', texts: ['one', 'two'], authorization: `Bearer ${apiKey}` }])
  })

  it('is split into batches', async () => {
    const embedder = await open({ maxBatch: 4 })
    await embedder.embed(Array.from('abcdefghij'), document)
    expect(calls.map(call => call.texts.join('')).sort()).toEqual(['abcd', 'efgh', 'ij'])
  })

  it('orders the vectors by their index', async () => {
    const embedder = await open()
    const inOrder = await embedder.embed(['a', 'b', 'c'], document)
    behave = () => ({ kind: 'reversed' })
    expect(await embedder.embed(['a', 'b', 'c'], document)).toEqual(inOrder)
  })

  it('keeps the query string of the address', async () => {
    const embedder = await open({ url: `${server.url}/?api-version=2` })
    expect(await embedder.embed(['a'], document)).toHaveLength(1)
  })

  it('drops the other batches when one has failed', async () => {
    const embedder = await open({ maxBatch: 1, concurrency: { initial: 1 } })
    behave = () => ({ kind: 'malformed' })
    await errorOf(embedder.embed(Array.from('abcdef'), document))
    answerWell()
    await embedder.embed(['later'], document)
    expect(calls.map(call => call.texts[0])).toEqual(['a', 'later'])
  })
})

describe('opening an HTTP embedder', () => {
  it('asks the endpoint for its dimensions once when they are not given', async () => {
    const embedder = await open({ dimensions: 0 })
    expect(embedder.model.dimensions).toBe(24)
    await embedder.embed(['a'], document)
    expect(calls).toHaveLength(2)
  })

  it('fails when the address or the model is missing', async () => {
    expect((await errorOf(open({ url: '' }))).message).toContain('EMBEDDER_URL')
    expect((await errorOf(open({ model: '' }))).message).toContain('EMBEDDER_MODEL')
  })
})

describe('a refusal by an embedding endpoint', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000)

  it.each([
    { as: 'seconds', header: () => '2', atLeast: 2_000, atMost: 2_000 },
    // A date has no fraction of a second, and is computed when the call comes.
    { as: 'a date', header: () => inAnHour().toUTCString(), atLeast: 3_000_000, atMost: 3_600_000 },
  ])('with 429 is a rate limit, with the wait asked for: $as', async ({ header, atLeast, atMost }) => {
    const error = await failureOf({ kind: 'status', status: 429, headers: { 'retry-after': header() } })
    expect(error.code).toBe('embed.rate_limited')
    expect(error.retryAfterMs).toBeGreaterThanOrEqual(atLeast)
    expect(error.retryAfterMs).toBeLessThanOrEqual(atMost)
  })

  it('with 429 and no Retry-After leaves the wait open', async () => {
    const error = await failureOf({ kind: 'status', status: 429, headers: { 'retry-after': 'soon' } })
    expect(error).toMatchObject({ code: 'embed.rate_limited', retryAfterMs: undefined })
  })

  it('makes calls that would wait too long fail at once, without asking the provider', async () => {
    const embedder = await open()
    behave = () => ({ kind: 'status', status: 429, headers: { 'retry-after': '3600' } })
    await errorOf(embedder.embed(['a'], document))
    const error = await errorOf(embedder.embed(['b'], document))
    expect(error.code).toBe('embed.rate_limited')
    expect(error.retryAfterMs).toBeGreaterThan(3_500_000)
    expect(calls).toHaveLength(1)
  })

  it('with 503 passes the requested wait on', async () => {
    const error = await failureOf({ kind: 'status', status: 503, headers: { 'retry-after': '7' } })
    expect(error).toMatchObject({ code: 'embed.provider_unavailable', retryAfterMs: 7_000 })
  })

  it.each([
    [401, 'embed.provider_unavailable', 'EMBEDDER_API_KEY'],
    [403, 'embed.provider_unavailable', 'EMBEDDER_API_KEY'],
    [404, 'embed.provider_unavailable', 'EMBEDDER_URL'],
    [301, 'embed.provider_unavailable', 'EMBEDDER_URL'],
    [500, 'embed.provider_unavailable', '500'],
    [400, 'embed.bad_response', '400'],
  ])('with %i is %s and says %s', async (status, code, hint) => {
    const error = await failureOf({ kind: 'status', status, body: `bad key ${apiKey}` })
    expect(error.code).toBe(code)
    expect(error.message).toContain(hint)
  })

  it('is reported without the key, even when the key is part of the address', async () => {
    const refusal = { kind: 'status', status: 401, body: `bad key ${apiKey}` } as const
    const error = await failureOf(refusal, { url: `${server.url}?key=${apiKey}` })
    expect(error.message + JSON.stringify(error)).not.toContain(apiKey)
  })
})

describe('a broken answer of an embedding endpoint', () => {
  it.each([
    'truncated',
    'malformed',
    'wrong-count',
    'wrong-dimensions',
    'not-a-number',
    'zero-vector',
    'double-index',
  ] as const)('that is %s is a bad response', async kind => {
    expect(await failureOf({ kind })).toMatchObject({ name: 'EmbedError', code: 'embed.bad_response' })
  })
})

describe('an embedding endpoint without an answer', () => {
  it('in time counts as an unavailable provider', async () => {
    const error = await failureOf({ kind: 'silence' }, { timeoutMs: 100 })
    expect(error).toMatchObject({
      code: 'embed.provider_unavailable',
      message: expect.stringMatching('100 ms'),
    })
  })

  it('but a reset connection counts as an unavailable provider', async () => {
    expect(await failureOf({ kind: 'reset' })).toMatchObject({ code: 'embed.provider_unavailable' })
  })

  it('because no server listens counts as an unavailable provider', async () => {
    const gone = await startEmbeddingServer()
    await gone.close()
    const embedder = await open({ url: gone.url })
    const error = await errorOf(embedder.embed(['a'], document))
    expect(error).toMatchObject({ code: 'embed.provider_unavailable' })
    expect(error.message).toContain('ECONNREFUSED')
  })

  it('is not to blame when its process stops', async () => {
    const embedder = await open()
    behave = () => {
      void embedder.close()
      return { kind: 'silence' }
    }
    expect(await errorOf(embedder.embed(['a'], document))).toBeInstanceOf(EmbedderClosed)
  })

  it('is no longer waited for after an abort, which keeps its reason', async () => {
    const embedder = await open()
    const controller = new AbortController()
    behave = () => {
      controller.abort(new Error('enough'))
      return { kind: 'silence' }
    }
    await expect(embedder.embed(['a'], { ...document, signal: controller.signal })).rejects.toThrow('enough')
  })
})

describe('many calls to an HTTP embedder', () => {
  it('keep to the limit of concurrent calls, and queries go first', async () => {
    const embedder = await open({ concurrency: { initial: 1, max: 1 } })
    let atOnce = 0
    behave = async () => {
      expect(++atOnce).toBe(1)
      await Promise.resolve()
      atOnce--
      return undefined
    }
    const work = [...'abc'].map(text => embedder.embed([text], document))
    await Promise.all([...work, embedder.embed(['q'], { purpose: 'query' })])
    expect(calls.map(call => call.texts[0])).toEqual(['a', 'q', 'b', 'c'])
  })
})
