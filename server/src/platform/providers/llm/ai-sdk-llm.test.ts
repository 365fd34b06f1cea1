import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type LlmMisbehaviour, type ScriptedLlm, startScriptedLlm } from '../../../../test/scripted-llm.ts'
import { type AiSdkLlmOptions, openAiSdkLlm } from './ai-sdk-llm.ts'

const schema = z.object({ city: z.string(), since: z.number().nullable().catch(null) })
const right = { city: 'Lisbon', since: 2024 }

let server: ScriptedLlm
beforeAll(async () => {
  server = await startScriptedLlm({ answer: () => right })
})
afterAll(() => server.close())
beforeEach(() => {
  server.calls.length = 0
  server.behave = undefined
  server.answer = () => right
})

const open = (options: Partial<AiSdkLlmOptions> = {}) =>
  openAiSdkLlm({
    provider: 'openai-compatible',
    url: server.url,
    model: 'double',
    apiKey: 'secret',
    timeoutMs: 5_000,
    ...options,
  })
const ask = (llm = open(), signal = new AbortController().signal) =>
  llm.generate({ system: 'Tell of cities.', prompt: 'Where?', schema, maxOutputTokens: 500, signal })

/** Misbehaves `times` times and answers well from then on. */
function first(times: number, misbehaviour: LlmMisbehaviour): void {
  server.behave = () => (server.calls.length <= times ? misbehaviour : undefined)
}

/** The contract suite covers faults and costs. These tests are about Chat Completions and its limit alone. */
describe('a language model over Chat Completions', () => {
  it('is asked with system, prompt, model, key and the schema of the answer', async () => {
    const { value, usage, ms } = await ask()
    expect(value).toEqual(right)
    expect(server.calls).toMatchObject([
      {
        path: '/v1/chat/completions',
        model: 'double',
        authorization: 'Bearer secret',
        format: 'json_schema',
      },
    ])
    expect(server.calls[0]!.messages).toEqual([
      { role: 'system', content: 'Tell of cities.' },
      { role: 'user', content: 'Where?' },
    ])
    expect(JSON.stringify(server.calls[0]!.schema)).not.toMatch(/default|\$schema/)
    expect(usage).toEqual({ inputTokens: 6, outputTokens: 8 })
    expect(ms).toBeGreaterThanOrEqual(0)
  })

  it('is sent no key when none is set', async () => {
    await ask(open({ apiKey: '' }))
    expect(server.calls[0]!.authorization).toBeUndefined()
  })

  it('is asked for plain JSON if it refuses a schema, and in words if it refuses both; later calls start there', async () => {
    server.behave = ({ format }) => (format ? { kind: 'status', status: 400 } : undefined)
    const llm = open()
    expect((await ask(llm)).value).toEqual(right)
    expect(server.calls.map(({ format }) => format)).toEqual(['json_schema', 'json_object', undefined])
    await ask(llm)
    expect(server.calls).toHaveLength(4)
  })

  it('is still asked with a schema after a call that it refused for another reason', async () => {
    server.behave = () => ({ kind: 'status', status: 400 })
    const llm = open()
    await expect(ask(llm)).rejects.toMatchObject({ code: 'bad_response' })
    server.behave = undefined
    await ask(llm)
    expect(server.calls.at(-1)!.format).toBe('json_schema')
  })

  it.each([
    ['in a code block', `\`\`\`json\n${JSON.stringify(right)}\n\`\`\``],
    ['with words around it', `Here you are: ${JSON.stringify(right)} Anything else?`],
    ['after thinking aloud', `<think>{ is that it? }</think>${JSON.stringify(right)}`],
    ['with an unreadable field that has a fallback value', '{"city":"Lisbon","since":"lately"}'],
  ])('is understood when it answers %s', async (_, text) => {
    first(1, { kind: 'says', text })
    expect((await ask()).value.city).toBe('Lisbon')
    expect(server.calls).toHaveLength(1)
  })

  it('gets fewer concurrent calls after a burst of 429 answers', async () => {
    let running = 0
    let most = 0
    server.behave = async () => {
      most = Math.max(most, ++running)
      await new Promise(resolve => setTimeout(resolve, 5))
      running--
      return server.calls.length <= 8
        ? { kind: 'status', status: 429, headers: { 'retry-after': '0' } }
        : undefined
    }
    const llm = open({ concurrency: { initial: 8 } })
    const settled = await Promise.allSettled(Array.from({ length: 8 }, () => ask(llm)))
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(8)
    most = 0
    await Promise.all(Array.from({ length: 8 }, () => ask(llm)))
    expect(most).toBeLessThanOrEqual(5)
  })

  it.each([
    [{ url: 'nowhere' }, 'LLM_URL'],
    [{ url: '' }, 'LLM_URL'],
    [{ model: '' }, 'LLM_MODEL'],
  ])('cannot be opened with %o', (options, setting) => {
    expect(() => open(options)).toThrow(setting)
  })
})
