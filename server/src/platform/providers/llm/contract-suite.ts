import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { costOf, type LlmDouble, type LlmReply } from '../../../../test/llm-double.ts'
import { addTokens, type Llm, type LlmErrorCode } from './llm.ts'

export type LlmContract = {
  double: () => Promise<LlmDouble>
  /** Opens the language model with the key `secret-key`. */
  open: (double: LlmDouble, options: { timeoutMs: number }) => Llm
}

const schema = z.object({ city: z.string(), since: z.number().nullable().default(null) })
const right = { city: 'Lisbon', since: 2024 }
const rightText = JSON.stringify(right)
const rightReply: LlmReply = { kind: 'text', text: rightText }

/** Tests that every language model passes, against a double that speaks its protocol. */
export function describeLlmContract(name: string, contract: LlmContract): void {
  describe(`${name} keeps the contract of language models`, () => {
    let double: LlmDouble
    beforeAll(async () => {
      double = await contract.double()
    })
    afterAll(() => double.close())
    beforeEach(() => {
      double.calls.length = 0
      double.reply = () => rightReply
    })

    const open = (timeoutMs = 5_000) => contract.open(double, { timeoutMs })
    const ask = (llm = open(), signal = new AbortController().signal) =>
      llm.generate({ system: 'Name a city.', prompt: 'Where to?', schema, maxOutputTokens: 500, signal })
    const alwaysReply = (reply: LlmReply) => {
      double.reply = () => reply
    }

    it('sends model, key, system prompt, question and the schema of the answer', async () => {
      const llm = open()
      expect((await ask(llm)).value).toEqual(right)
      expect(llm.name).toBe(`${name} ${llm.model}`)
      expect(double.calls).toMatchObject([
        {
          model: llm.model,
          key: 'secret-key',
          system: 'Name a city.',
          turns: [{ role: 'user', text: 'Where to?' }],
        },
      ])
      const sent = JSON.stringify(double.calls[0]!.schema)
      expect(sent).toContain('city')
      expect(sent).not.toMatch(/default|\$schema/)
    })

    it('reports the tokens that the provider counted, and the time', async () => {
      const { usage, ms } = await ask()
      expect(usage).toEqual(costOf(double.calls[0]!, rightText))
      expect(ms).toBeGreaterThanOrEqual(0)
    })

    it.each([
      ['broken JSON', '{"city":"Lis', 'ends too early'],
      ['JSON of another shape', '{"town":"Lisbon"}', 'city'],
      ['text without JSON', 'lorem ipsum', 'no JSON'],
      ['nothing', '', 'no JSON'],
    ])(
      'asks once more after %s, names the fault, and reports the cost of both answers',
      async (_, text, fault) => {
        double.reply = call => (call === 1 ? { kind: 'text', text } : rightReply)
        const { value, usage } = await ask()
        expect(value).toEqual(right)
        const [first, second, ...more] = double.calls
        expect(more).toEqual([])
        expect(second!.turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
        expect(second!.turns.at(-1)!.text).toContain(fault)
        expect(usage).toEqual(addTokens(costOf(first!, text), costOf(second!, rightText)))
      },
    )

    it('fails after the second unreadable answer, and reports the cost of both', async () => {
      alwaysReply({ kind: 'text', text: 'lorem ipsum' })
      const error = await ask().catch(error => error)
      expect(error).toMatchObject({ name: 'LlmError', code: 'bad_response' })
      const [first, second, ...more] = double.calls
      expect(more).toEqual([])
      expect(error.usage).toEqual(addTokens(costOf(first!, 'lorem ipsum'), costOf(second!, 'lorem ipsum')))
    })

    it('does not ask again after an answer that was cut off at its maximum length', async () => {
      alwaysReply({ kind: 'text', text: '{"city":"Lis', finish: 'cut-off' })
      await expect(ask()).rejects.toMatchObject({ name: 'LlmError', code: 'bad_response' })
      expect(double.calls).toHaveLength(1)
    })

    it.each<[string, LlmReply]>([
      ['in words', { kind: 'text', text: "I'm sorry, but I can't help with that." }],
      ['by its content filter', { kind: 'text', text: '', finish: 'filtered' }],
    ])('reports a refusal %s as refused, with its cost, and does not ask again', async (_, reply) => {
      alwaysReply(reply)
      const error = await ask().catch(error => error)
      expect(error).toMatchObject({ name: 'LlmError', code: 'refused' })
      expect(error.usage.inputTokens).toBeGreaterThan(0)
      expect(double.calls).toHaveLength(1)
    })

    it.each<[string, LlmErrorCode, RegExp, LlmReply]>([
      ['status 401', 'provider_unavailable', /LLM_API_KEY/, { kind: 'status', status: 401 }],
      ['status 403', 'provider_unavailable', /LLM_API_KEY and LLM_MODEL/, { kind: 'status', status: 403 }],
      ['status 404', 'provider_unavailable', /LLM_URL and LLM_MODEL/, { kind: 'status', status: 404 }],
      ['status 500', 'provider_unavailable', /500/, { kind: 'status', status: 500 }],
      ['status 503', 'provider_unavailable', /503/, { kind: 'status', status: 503 }],
      ['status 529', 'provider_unavailable', /529/, { kind: 'status', status: 529 }],
      [
        'a redirect',
        'provider_unavailable',
        /LLM_URL/,
        { kind: 'status', status: 302, headers: { location: '/v2' } },
      ],
      ['a lost connection', 'provider_unavailable', /cannot be reached/, { kind: 'reset' }],
      ['an answer that breaks off', 'bad_response', /broke off|no answer/, { kind: 'truncated' }],
      [
        'a page of a proxy',
        'bad_response',
        /no answer/,
        { kind: 'status', status: 200, body: '<html></html>' },
      ],
    ])('reports %s as %s, and does not ask again', async (_, code, message, reply) => {
      alwaysReply(reply)
      const error = await ask().catch(error => error)
      expect(error).toMatchObject({ name: 'LlmError', code })
      expect(error.message).toMatch(message)
      expect(double.calls).toHaveLength(1)
    })

    it('reports an empty object as bad_response', async () => {
      // The SDK of Google reads it as an answer without text, after which the model is asked once more.
      const headers = { 'content-type': 'application/json' }
      alwaysReply({ kind: 'status', status: 200, headers, body: '{}' })
      await expect(ask()).rejects.toMatchObject({ name: 'LlmError', code: 'bad_response' })
    })

    it('reports a call that the provider does not accept as bad_response', async () => {
      alwaysReply({ kind: 'status', status: 400 })
      await expect(ask()).rejects.toMatchObject({ name: 'LlmError', code: 'bad_response' })
    })

    it('honours Retry-After of status 429: it sends no further call until then', async () => {
      alwaysReply({ kind: 'status', status: 429, headers: { 'retry-after': '120' } })
      const llm = open()
      await expect(ask(llm)).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 120_000 })
      const second = await ask(llm).catch(error => error)
      expect(second).toMatchObject({ name: 'LlmError', code: 'rate_limited' })
      expect(second.retryAfterMs).toBeGreaterThan(110_000)
      expect(double.calls).toHaveLength(1)
    })

    it('reports the cost of the first answer when the second call fails', async () => {
      double.reply = call => (call === 1 ? { kind: 'text', text: 'lorem' } : { kind: 'status', status: 503 })
      const error = await ask().catch(error => error)
      expect(error).toMatchObject({ name: 'LlmError', code: 'provider_unavailable' })
      expect(error.usage).toEqual(costOf(double.calls[0]!, 'lorem'))
    })

    it('gives up at its time limit', async () => {
      alwaysReply({ kind: 'silence' })
      const error = await ask(open(100)).catch(error => error)
      expect(error).toMatchObject({ name: 'LlmError', code: 'provider_unavailable' })
      expect(error.message).toContain('100 ms')
    })

    it('rejects with the reason, without a call, when it was aborted before the call', async () => {
      const signal = AbortSignal.abort(new Error('too late'))
      await expect(ask(open(), signal)).rejects.toThrow('too late')
      expect(double.calls).toEqual([])
    })

    it('rejects with the reason when it is aborted during the call', async () => {
      const aborter = new AbortController()
      double.reply = () => {
        aborter.abort(new Error('not needed'))
        return { kind: 'silence' }
      }
      await expect(ask(open(), aborter.signal)).rejects.toThrow('not needed')
    })

    it('reveals no question, answer or key in an error', async () => {
      alwaysReply({ kind: 'status', status: 401, body: '{"error":"Where to? secret-key"}' })
      const error = await ask().catch(error => error)
      expect(JSON.stringify(error) + error.message + error.stack + error.cause).not.toMatch(
        /Where to|secret-key/,
      )
    })

    it('passes a probe when it answers, and fails it when it does not', async () => {
      const { signal } = new AbortController()
      alwaysReply({ kind: 'text', text: 'yes' })
      expect(await open().probe({ isFirst: true, signal })).toBe('answers')
      expect(await open().probe({ isFirst: false, signal })).toBe('answers')
      alwaysReply({ kind: 'status', status: 500 })
      await expect(open().probe({ isFirst: false, signal })).rejects.toMatchObject({
        code: 'provider_unavailable',
      })
    })
  })
}
