import { APICallError } from 'ai'
import { parseRetryAfter } from '../retry-after.ts'
import { LlmError } from './llm.ts'

/** Advice for a refusal that a person has to act on. */
const remedies: Record<number, string> = {
  401: 'It does not accept the key: check LLM_API_KEY.',
  403: 'The key may not use this model: check LLM_API_KEY and LLM_MODEL.',
  404: 'It knows no such address or model: check LLM_URL and LLM_MODEL.',
  405: 'It takes no such calls: check LLM_URL.',
}

/** The SDK's errors contain the request and the response, so they go no further than here. */
export function explainLlmError(error: unknown, signal: AbortSignal, timeoutMs: number): unknown {
  if (signal.aborted) return signal.reason
  if ((error as Error).name === 'TimeoutError') return tooSlow(timeoutMs)
  if (!APICallError.isInstance(error))
    return noAnswer('The language model answered something that is no answer.')
  const { statusCode: status, responseHeaders } = error
  if (status === undefined) return unreachable(error)
  if (status >= 200 && status < 300)
    return noAnswer(`The language model answered ${status}. It broke off, or is no answer.`)
  return explainStatus(status, responseHeaders?.['retry-after'] ?? null)
}

/** Explains an unsuccessful HTTP status. */
export function explainStatus(status: number, retryAfter: string | null): LlmError {
  const message = `The language model answered ${status}.`
  const retryAfterMs = parseRetryAfter(retryAfter)
  if (status === 429) return new LlmError('rate_limited', message, { retryAfterMs })
  if (status >= 500 || status === 408) return unavailable(message, retryAfterMs)
  if (status < 400) return unavailable(`${message} Set LLM_URL to the address it redirects to.`)
  const remedy = remedies[status]
  if (remedy) return unavailable(`${message} ${remedy}`)
  return new LlmError('bad_response', `${message} It does not accept this call.`)
}

export const unavailable = (message: string, retryAfterMs?: number) =>
  new LlmError('provider_unavailable', message, { retryAfterMs })

export const tooSlow = (timeoutMs: number) =>
  unavailable(`The language model did not answer within ${timeoutMs} ms. Check LLM_URL, and that it runs.`)

export const unreachable = (error: Error) =>
  unavailable(`The language model cannot be reached (${codeOf(error)}). Start it, or check LLM_URL.`)

const noAnswer = (message: string) => new LlmError('bad_response', message, { isNoAnswer: true })

function codeOf(error: Error): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: string }
    if (code !== undefined) return code
  }
  return 'no connection'
}
