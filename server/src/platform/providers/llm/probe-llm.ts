import { APICallError, generateText, type LanguageModel } from 'ai'
import type { ProbeResult } from '../circuit.ts'
import { explainLlmError, explainStatus, tooSlow, unreachable } from './explain-llm-error.ts'
import { LlmError } from './llm.ts'

export type ProbeTarget = {
  model: LanguageModel
  /** The model list of an OpenAI-compatible server. Undefined for other providers, which get a short prompt instead. */
  list: { url: string; model: string; apiKey: string; fetch: typeof fetch } | undefined
  timeoutMs: number
}

/** Long enough for the list over any usable network. */
const listWithinMs = 5_000

/**
 * Checks whether a language model answers, and throws `LlmError` when it does not. At the start, a list that names the
 * model is enough: a local server may need minutes to load a model, and a hosted one bills a question. Later, only an
 * answered question counts, because a provider with a working list may still refuse to answer.
 */
export async function probeLlm(
  target: ProbeTarget,
  { isFirst, signal }: { isFirst: boolean; signal: AbortSignal },
): Promise<ProbeResult> {
  const isListed = target.list ? await readList(target.list, signal) : undefined
  if (isFirst && isListed) return 'answers'
  const timeoutMs = isFirst ? Math.min(listWithinMs, target.timeoutMs) : target.timeoutMs
  const late = AbortSignal.timeout(timeoutMs)
  try {
    await askWord(target.model, AbortSignal.any([signal, late]))
    return 'answers'
  } catch (error) {
    // It answered our first request, so it is running and may be loading the model.
    if (late.aborted && isFirst && target.list) return 'unclear'
    const explained = late.aborted ? tooSlow(timeoutMs) : explainLlmError(error, signal, timeoutMs)
    if (explained instanceof LlmError && explained.code === 'rate_limited') return 'answers'
    throw explained
  }
}

/** Whether the list names the model; undefined when there is no list. */
async function readList(
  { url, model, apiKey, fetch }: NonNullable<ProbeTarget['list']>,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const late = AbortSignal.timeout(listWithinMs)
  try {
    const response = await fetch(url, {
      headers: apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.any([signal, late]),
    })
    if (response.ok) return names(await response.json().catch(() => undefined), model)
    await response.body?.cancel()
    const explained = explainStatus(response.status, response.headers.get('retry-after'))
    const hasNoList = response.status === 404 || response.status === 405
    if (explained.code !== 'provider_unavailable' || hasNoList) return undefined
    throw explained
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof LlmError) throw error
    throw late.aborted ? tooSlow(listWithinMs) : unreachable(error as Error)
  }
}

/** Ollama lists `llama3:latest` for a model that may be called `llama3`. */
function names(list: unknown, model: string): boolean | undefined {
  const { data } = (list ?? {}) as { data?: unknown }
  if (!Array.isArray(data)) return undefined
  return data.some(entry => entry?.id === model || entry?.id === `${model}:latest`)
}

/** Asks the shortest question, without a token limit for models that refuse one. */
async function askWord(model: LanguageModel, abortSignal: AbortSignal): Promise<void> {
  const question = { model, prompt: 'Answer with the word yes.', maxRetries: 0, abortSignal }
  try {
    await generateText({ ...question, maxOutputTokens: 16 })
  } catch (error) {
    if (!APICallError.isInstance(error) || (error.statusCode !== 400 && error.statusCode !== 422)) throw error
    await generateText(question)
  }
}
