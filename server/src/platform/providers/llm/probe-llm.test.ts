import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LlmMisbehaviour, type ScriptedLlm, startScriptedLlm } from '../../../../test/scripted-llm.ts'
import { openAiSdkLlm } from './ai-sdk-llm.ts'

let server: ScriptedLlm
beforeAll(async () => {
  server = await startScriptedLlm({ answer: () => 'yes' })
})
afterAll(() => server.close())
beforeEach(() => {
  server.calls.length = 0
  server.behave = undefined
  server.list = undefined
})

const { signal } = new AbortController()

const probe = (isFirst: boolean, options: { url?: string; model?: string; timeoutMs?: number } = {}) =>
  openAiSdkLlm({
    provider: 'openai-compatible',
    url: server.url,
    model: 'double',
    apiKey: 'secret',
    timeoutMs: 5_000,
    ...options,
  }).probe({ isFirst, signal })

describe('a probe of a language model', () => {
  it('asks no question at the start when the list names the model', async () => {
    expect(await probe(true)).toBe('answers')
    expect(server.calls).toHaveLength(0)
  })

  it('asks for one word when the list does not name the model, or there is no list', async () => {
    expect(await probe(true, { model: 'other' })).toBe('answers')
    server.list = { kind: 'status', status: 404 }
    expect(await probe(true)).toBe('answers')
    expect(server.calls).toHaveLength(2)
  })

  it('asks for one word after failures, because the list proves too little', async () => {
    server.behave = () => ({ kind: 'status', status: 500 })
    await expect(probe(false)).rejects.toThrow('answered 500')
  })

  it('asks without a token limit when the model refuses one', async () => {
    server.behave = () => (server.calls.length === 1 ? { kind: 'status', status: 400 } : undefined)
    expect(await probe(false)).toBe('answers')
  })

  it.each<[string, LlmMisbehaviour, RegExp]>([
    ['a wrong key', { kind: 'status', status: 401 }, /401.*LLM_API_KEY/],
    ['a key for something else', { kind: 'status', status: 403 }, /403.*LLM_API_KEY and LLM_MODEL/],
    ['an error of the server', { kind: 'status', status: 502 }, /502/],
    ['a redirect', { kind: 'status', status: 301, headers: { location: '/v2' } }, /LLM_URL/],
  ])('fails at the start for %s, by the list alone', async (_, list, message) => {
    server.list = list
    await expect(probe(true)).rejects.toThrow(message)
    expect(server.calls).toHaveLength(0)
  })

  it.each<[string, LlmMisbehaviour, RegExp]>([
    ['an unknown model', { kind: 'status', status: 404 }, /LLM_URL and LLM_MODEL/],
    ['a page in place of an answer', { kind: 'status', status: 200, body: '<html>' }, /no answer/],
    ['a lost connection', { kind: 'reset' }, /cannot be reached.*LLM_URL/],
  ])('fails for %s', async (_, misbehaviour, message) => {
    server.list = { kind: 'status', status: 404 }
    server.behave = () => misbehaviour
    await expect(probe(true)).rejects.toThrow(message)
  })

  it('fails without an answer, but at the start does not judge a model that may be loading', async () => {
    server.behave = () => ({ kind: 'silence' })
    await expect(probe(false, { timeoutMs: 100 })).rejects.toThrow('within 100 ms')
    expect(await probe(true, { model: 'other', timeoutMs: 100 })).toBe('unclear')
  })

  it('counts a rate limit as an answer', async () => {
    server.behave = () => ({ kind: 'status', status: 429 })
    expect(await probe(false)).toBe('answers')
  })

  it('says what to do if no server listens', async () => {
    const gone = await startScriptedLlm({ answer: () => 'yes' })
    await gone.close()
    await expect(probe(true, { url: gone.url })).rejects.toThrow(/ECONNREFUSED.*LLM_URL/)
  })
})
