import { parseRetryAfter } from '../retry-after.ts'
import { EmbedError } from './embedder.ts'

export type Endpoint = { url: URL; model: string; apiKey: string; timeoutMs: number }

/** Adds `/embeddings` to the base address and keeps the query string, which some gateways need. */
export function embeddingsUrl(base: string): URL {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/embeddings`
  return url
}

/** Makes one call to an OpenAI-compatible endpoint. Returns the body of the response or throws `EmbedError`. */
export async function postEmbeddings(
  endpoint: Endpoint,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string> {
  const timeout = AbortSignal.timeout(endpoint.timeoutMs)
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout
  const explain = (error: unknown, otherwise: () => EmbedError) => {
    if (signal?.aborted) return signal.reason
    return timeout.aborted ? timedOut(endpoint, error) : otherwise()
  }
  const response = await send(endpoint, texts, either).catch(error => {
    throw explain(error, () => unreachable(endpoint, error))
  })
  // The body of a refusal is dropped: it may repeat the texts or the key, and our messages go to logs.
  if (!response.ok) {
    await response.body?.cancel()
    throw refused(endpoint, response)
  }
  return response.text().catch(error => {
    throw explain(error, () => brokenOff(error))
  })
}

function send(
  { url, model, apiKey }: Endpoint,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
    },
    body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
    // A followed redirect would turn the POST into a GET.
    redirect: 'manual',
    signal,
  })
}

/** Advice for a refusal that a person has to act on. */
const remedies: Record<number, string> = {
  401: 'It does not accept the key: check EMBEDDER_API_KEY.',
  403: 'The key may not use this model: check EMBEDDER_API_KEY and EMBEDDER_MODEL.',
  404: 'It knows no such address or model: check EMBEDDER_URL and EMBEDDER_MODEL.',
  405: 'It takes no such calls: check EMBEDDER_URL.',
}

function refused(endpoint: Endpoint, response: Response): EmbedError {
  const { status } = response
  const message = `${name(endpoint)} answered ${status}.`
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'))
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
  if (status === 429) return new EmbedError('embed.rate_limited', message, wait)
  if (status >= 500 || status === 408) return unavailable(message, wait)
  if (status < 400) return unavailable(`${message} Set EMBEDDER_URL to the address it redirects to.`)
  const remedy = remedies[status]
  if (remedy) return unavailable(`${message} ${remedy}`)
  return new EmbedError('embed.bad_response', `${message} It does not accept these texts.`)
}

function timedOut(endpoint: Endpoint, cause: unknown): EmbedError {
  return unavailable(`${name(endpoint)} did not answer within ${endpoint.timeoutMs} ms.`, { cause })
}

function unreachable(endpoint: Endpoint, error: unknown): EmbedError {
  const code = (error as { cause?: { code?: string } }).cause?.code ?? 'no connection'
  return unavailable(`${name(endpoint)} cannot be reached (${code}).`, { cause: error })
}

function brokenOff(cause: unknown): EmbedError {
  return new EmbedError('embed.bad_response', 'The embedding endpoint ended its answer early.', { cause })
}

function unavailable(message: string, options: { retryAfterMs?: number; cause?: unknown } = {}): EmbedError {
  return new EmbedError('embed.provider_unavailable', message, options)
}

/** Leaves out the query string, where some providers want their key. */
function name({ url }: Endpoint): string {
  return `The embedding endpoint ${url.origin}${url.pathname}`
}
