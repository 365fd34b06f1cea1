import { APICallError, generateText, type JSONSchema7, type LanguageModel, type ModelMessage } from 'ai'
import { z } from 'zod'
import { estimateTokens } from '../../lib/tokens.ts'
import { AdaptiveLimit, type AdaptiveLimitOptions } from '../adaptive-limit.ts'
import { explainLlmError, unavailable } from './explain-llm-error.ts'
import { addTokens, type Llm, LlmError, type LlmRequest, type Tokens } from './llm.ts'
import { type Format, type LlmProvider, llmProviders } from './llm-providers.ts'
import { probeLlm } from './probe-llm.ts'
import { isRefusal, readAnswer } from './read-answer.ts'

export type AiSdkLlmOptions = {
  provider: LlmProvider
  /** Base address. Empty means the provider's own address, which an OpenAI-compatible provider does not have. */
  url: string
  model: string
  apiKey: string
  timeoutMs: number
  concurrency?: AdaptiveLimitOptions
  /** Replaces `fetch`, to record the traffic. */
  fetch?: typeof fetch
}

type ModelReply = { text: string; usage: Tokens; finish: string }

/**
 * Opens a language model of the AI SDK. The SDK's retries are off: ours are bounded, counted on the document, and
 * visible.
 */
export function openAiSdkLlm(options: AiSdkLlmOptions): Llm {
  const { provider, model, timeoutMs } = options
  const open = openModel(options)
  quieten()
  const refuse = (message: string, retryAfterMs: number) =>
    new LlmError('rate_limited', message, { retryAfterMs })
  const limit = new AdaptiveLimit({ maxWaitMs: timeoutMs, refuse, ...options.concurrency })
  const asked = new FormatChoice(open, llmProviders[provider].formats, options)
  return {
    name: `${provider} ${model}`,
    model,
    async generate(request) {
      const started = performance.now()
      const { signal, urgent = false } = request
      const turn = (messages: ModelMessage[]) =>
        limit.run(() => asked.turn(request, messages), { signal, urgent })
      const { value, usage } = await converse(request, turn)
      return { value, usage, ms: Math.round(performance.now() - started) }
    },
    probe: probing => probeLlm({ model: open('words'), list: listOf(options), timeoutMs }, probing),
  }
}

/**
 * Asks, and after a wrong answer asks once more with its fault. A model that fails twice rarely succeeds the third
 * time.
 */
async function converse<T>(
  request: LlmRequest<T>,
  turn: (messages: ModelMessage[]) => Promise<ModelReply>,
): Promise<{ value: T; usage: Tokens }> {
  const question: ModelMessage = { role: 'user', content: request.prompt }
  const first = await turn([question])
  const read = understand(first, request)
  if ('value' in read) return { value: read.value, usage: first.usage }
  // A second answer would be cut off at the same length.
  if (first.finish === 'length') throw unreadable('it was cut off', first.usage)
  const complaint = `That cannot be read: ${read.fault}. Answer again, with the JSON object alone.`
  const second = await turn([
    question,
    { role: 'assistant', content: first.text || '(nothing)' },
    { role: 'user', content: complaint },
  ]).catch(error => {
    if (error instanceof LlmError) throw withUsage(error, first.usage)
    throw error
  })
  const usage = addTokens(first.usage, second.usage)
  const again = understand({ ...second, usage }, request)
  if ('value' in again) return { value: again.value, usage }
  throw unreadable('neither answer could be read', usage)
}

function understand<T>({ text, usage, finish }: ModelReply, { schema }: LlmRequest<T>) {
  if (finish === 'content-filter' || isRefusal(text))
    throw new LlmError('refused', 'The language model refused to answer.', { usage })
  return readAnswer(text, schema)
}

const unreadable = (why: string, usage: Tokens) =>
  new LlmError('bad_response', `The language model did not answer as asked: ${why}.`, { usage })

function withUsage(error: LlmError, earlier: Tokens): LlmError {
  const { code, message, retryAfterMs, isNoAnswer } = error
  return new LlmError(code, message, { retryAfterMs, isNoAnswer, usage: addTokens(earlier, error.usage) })
}

/** Remembers the most exact format that a provider accepts. A format that it refused once is not tried again. */
class FormatChoice {
  readonly #open: (format: Format) => LanguageModel
  readonly #formats: readonly Format[]
  readonly #options: AiSdkLlmOptions
  #best = 0

  constructor(open: (format: Format) => LanguageModel, formats: readonly Format[], options: AiSdkLlmOptions) {
    this.#open = open
    this.#formats = formats
    this.#options = options
  }

  async turn(request: LlmRequest<unknown>, messages: ModelMessage[]): Promise<ModelReply> {
    for (let at = this.#best; ; at++) {
      try {
        const turn = await this.#ask(this.#formats[at]!, request, messages)
        this.#best = at
        return turn
      } catch (error) {
        const isLast = at === this.#formats.length - 1
        if (isLast || !isNotUnderstood(error))
          throw explainLlmError(error, request.signal, this.#options.timeoutMs)
      }
    }
  }

  async #ask(format: Format, request: LlmRequest<unknown>, messages: ModelMessage[]): Promise<ModelReply> {
    const { system, maxOutputTokens, signal } = request
    let text = ''
    const result = await generateText({
      model: this.#open(format),
      instructions: system,
      messages,
      // Some models refuse these settings too, so the plainest call goes without them.
      ...(format !== 'words' && { maxOutputTokens, temperature: 0 }),
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(this.#options.timeoutMs)]),
      // Takes the answer as text: we parse it and handle a wrong one ourselves.
      output: {
        name: 'answer',
        responseFormat: Promise.resolve(responseFormat(format, request.schema)),
        parseCompleteOutput: async answer => {
          text = answer.text
          return text
        },
        parsePartialOutput: async () => undefined,
        createElementStreamTransform: () => undefined,
      },
    })
    const { usage, finishReason } = result
    const sent = system + messages.map(({ content }) => content).join('')
    return {
      text,
      finish: finishReason,
      usage: {
        inputTokens: usage.inputTokens ?? estimateTokens(sent),
        outputTokens: usage.outputTokens ?? estimateTokens(text),
      },
    }
  }
}

function responseFormat(format: Format, schema: z.ZodType) {
  if (format === 'words') return { type: 'text' as const }
  return { type: 'json' as const, ...(format === 'schema' && { schema: toJsonSchema(schema) }) }
}

/** Removes what only zod uses: some providers refuse a schema with a default in it. */
function toJsonSchema(schema: z.ZodType): JSONSchema7 {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.default
    },
  })
  return json as JSONSchema7
}

function openModel(options: AiSdkLlmOptions): (format: Format) => LanguageModel {
  const { provider, url, model, apiKey } = options
  if (url !== '' && !URL.canParse(url)) throw unavailable('LLM_URL is not an address')
  if (model === '') throw unavailable('LLM_MODEL is not set')
  const base = url !== '' && { baseURL: withoutSlash(url) }
  return llmProviders[provider].open({ model, apiKey, fetch: options.fetch ?? fetchHere, ...base })
}

/** The list of models to probe, of a provider that has one. */
function listOf({ provider, url, model, apiKey, fetch }: AiSdkLlmOptions) {
  if (!llmProviders[provider].hasModelList) return undefined
  return { url: `${withoutSlash(url)}/models`, model, apiKey, fetch: fetch ?? fetchHere }
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** A followed redirect would turn the POST into a GET. */
const fetchHere: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })

/** The SDK's warnings would bypass the logger, and may quote the request. */
function quieten(): void {
  globalThis.AI_SDK_LOG_WARNINGS = false
}

/** True when the provider rejects the format of the call; a simpler format may work. */
const isNotUnderstood = (error: unknown): boolean =>
  APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422)
