import { parseRetryAfter } from '../retry-after.ts'
import { TranscribeError } from './transcriber.ts'

export type SpeechEndpoint = { url: URL; model: string; apiKey: string; timeoutMs: number }

/** Longer than any answer to half a minute of speech. */
const maxAnswerChars = 1_000_000

export type Recording = { wav: Buffer<ArrayBuffer>; language?: string | undefined; format: AnswerFormat }

/** `verbose_json` has timestamps; some models support only `json`. */
export type AnswerFormat = 'verbose_json' | 'json'

/** Adds `/audio/transcriptions` to the base address and keeps the query string, which some gateways need. */
export function transcriptionsUrl(base: string): URL {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/audio/transcriptions`
  return url
}

/** Makes one call to an OpenAI-compatible endpoint. Returns the body of the response or throws `TranscribeError`. */
export async function postTranscription(
  endpoint: SpeechEndpoint,
  recording: Recording,
  signal: AbortSignal,
): Promise<string> {
  const timeout = AbortSignal.timeout(endpoint.timeoutMs)
  const explain = (error: unknown, otherwise: () => TranscribeError) => {
    if (signal.aborted) return signal.reason
    return timeout.aborted ? timedOut(endpoint, error) : otherwise()
  }
  const response = await send(endpoint, recording, AbortSignal.any([signal, timeout])).catch(error => {
    throw explain(error, () => unreachable(endpoint, error))
  })
  // The body of a refusal is dropped: it may repeat the key, and our messages go to logs.
  if (!response.ok) {
    await response.body?.cancel()
    throw refused(endpoint, response)
  }
  const body = await response.text().catch(error => {
    throw explain(error, () => brokenOff(error))
  })
  if (body.length > maxAnswerChars) throw brokenOff(undefined)
  return body
}

function send(
  { url, model, apiKey }: SpeechEndpoint,
  { wav, language, format }: Recording,
  signal: AbortSignal,
): Promise<Response> {
  const form = new FormData()
  form.set('file', new Blob([wav], { type: 'audio/wav' }), 'recording.wav')
  form.set('model', model)
  form.set('response_format', format)
  form.set('temperature', '0')
  if (language !== undefined) form.set('language', language)
  return fetch(url, {
    method: 'POST',
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    body: form,
    // A followed redirect would turn the POST into a GET.
    redirect: 'manual',
    signal,
  })
}

/** The endpoint rejects the recording, and would reject it again. */
export class RefusedRecording extends TranscribeError {}

/** The endpoint refuses until the operator changes the settings. */
export class WrongSettings extends TranscribeError {}

/** Advice for a refusal that a person has to act on. */
const remedies: Record<number, string> = {
  401: 'It does not accept the key: check TRANSCRIBER_API_KEY.',
  403: 'The key may not use this model: check TRANSCRIBER_API_KEY and TRANSCRIBER_MODEL.',
  404: 'It knows no such address or model: check TRANSCRIBER_URL and TRANSCRIBER_MODEL.',
  405: 'It takes no such calls: check TRANSCRIBER_URL.',
}

function refused(endpoint: SpeechEndpoint, response: Response): TranscribeError {
  const { status } = response
  const message = `${name(endpoint)} answered ${status}.`
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'))
  if (status === 429) return new TranscribeError('transcribe.rate_limited', message, { retryAfterMs })
  if (status >= 500 || status === 408) return unavailable(message, { retryAfterMs })
  const remedy = status < 400 ? 'Set TRANSCRIBER_URL to the address it redirects to.' : remedies[status]
  if (remedy) return new WrongSettings('transcribe.provider_unavailable', `${message} ${remedy}`)
  return new RefusedRecording('transcribe.bad_response', `${message} It does not accept the recording.`)
}

function timedOut(endpoint: SpeechEndpoint, cause: unknown): TranscribeError {
  return unavailable(`${name(endpoint)} did not answer within ${endpoint.timeoutMs} ms.`, { cause })
}

function unreachable(endpoint: SpeechEndpoint, error: unknown): TranscribeError {
  const code = (error as { cause?: { code?: string } }).cause?.code ?? 'no connection'
  return unavailable(`${name(endpoint)} cannot be reached (${code}).`, { cause: error })
}

function brokenOff(cause: unknown): TranscribeError {
  return new TranscribeError('transcribe.bad_response', 'The transcriber ended its answer early.', { cause })
}

function unavailable(
  message: string,
  options: { retryAfterMs?: number | undefined; cause?: unknown } = {},
): TranscribeError {
  return new TranscribeError('transcribe.provider_unavailable', message, options)
}

/** Leaves out the query string, where some providers want their key. */
function name({ url }: SpeechEndpoint): string {
  return `The transcriber ${url.origin}${url.pathname}`
}
