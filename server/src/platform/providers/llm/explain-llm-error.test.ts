import { APICallError } from 'ai'
import { describe, expect, test } from 'vitest'
import { explainLlmError, explainStatus } from './explain-llm-error.ts'

const idle = new AbortController().signal

function callError(fields: Partial<ConstructorParameters<typeof APICallError>[0]>): APICallError {
  return new APICallError({
    message: 'secret prompt',
    url: 'https://llm.example/?key=sk-secret',
    requestBodyValues: { prompt: 'secret prompt' },
    responseBody: 'secret prompt',
    ...fields,
  })
}

describe('an error of a language model', () => {
  test.each([
    [429, 'rate_limited'],
    [500, 'provider_unavailable'],
    [503, 'provider_unavailable'],
    [529, 'provider_unavailable'],
    [408, 'provider_unavailable'],
    [401, 'provider_unavailable'],
    [403, 'provider_unavailable'],
    [404, 'provider_unavailable'],
    [302, 'provider_unavailable'],
    [400, 'bad_response'],
    [413, 'bad_response'],
    [422, 'bad_response'],
  ])('with status %i is %s', (status, code) => {
    expect(explainStatus(status, null)).toMatchObject({ code, retryAfterMs: undefined })
  })

  test('that a person has to act on says which setting to check', () => {
    expect(explainStatus(401, null).message).toContain('LLM_API_KEY')
    expect(explainStatus(404, null).message).toContain('LLM_MODEL')
    expect(explainStatus(301, null).message).toContain('LLM_URL')
  })

  test('keeps the wait that the provider asks for', () => {
    expect(explainStatus(429, '7')).toMatchObject({ retryAfterMs: 7_000 })
    expect(explainStatus(503, '0.5')).toMatchObject({ retryAfterMs: 500 })
    const error = callError({ statusCode: 429, responseHeaders: { 'retry-after': '3' } })
    expect(explainLlmError(error, idle, 1_000)).toMatchObject({ code: 'rate_limited', retryAfterMs: 3_000 })
  })

  test('never quotes the request, the response or the key', () => {
    for (const statusCode of [200, 302, 400, 401, 429, 500, undefined]) {
      const explained = explainLlmError(
        callError(statusCode === undefined ? {} : { statusCode }),
        idle,
        1_000,
      )
      expect(String(explained)).not.toContain('secret')
      expect((explained as Error).cause).toBeUndefined()
    }
  })

  test('names the code of a connection that failed, however deep it lies', () => {
    const cause = new Error('fetch failed', {
      cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
    })
    const explained = explainLlmError(callError({ cause }), idle, 1_000) as Error
    expect(explained.message).toContain('ECONNREFUSED')
    expect((explainLlmError(callError({}), idle, 1_000) as Error).message).toContain('no connection')
  })

  test('of an answer that broke off came from no model', () => {
    expect(explainLlmError(callError({ statusCode: 200 }), idle, 1_000)).toMatchObject({
      code: 'bad_response',
      isNoAnswer: true,
    })
    expect(explainLlmError(new SyntaxError('Unexpected <'), idle, 1_000)).toMatchObject({ isNoAnswer: true })
    expect(explainStatus(400, null).isNoAnswer).toBe(false)
  })

  test('is the reason of the caller who gave up, and a timeout when nobody did', () => {
    const reason = new Error('stopped')
    expect(explainLlmError(callError({ statusCode: 500 }), AbortSignal.abort(reason), 1_000)).toBe(reason)
    const late = new DOMException('late', 'TimeoutError')
    expect(explainLlmError(late, idle, 1_234)).toMatchObject({
      code: 'provider_unavailable',
      message: expect.stringContaining('1234 ms'),
    })
  })
})
