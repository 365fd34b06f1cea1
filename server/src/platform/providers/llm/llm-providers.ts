import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import type { Config } from '../../config.ts'
import { unavailable } from './explain-llm-error.ts'

export type LlmProvider = Exclude<Config['LLM'], 'none'>

/**
 * The way the shape of the answer is requested: as a JSON schema, as any JSON, or only in the words of the prompt,
 * which always contains it.
 */
export type Format = 'schema' | 'json' | 'words'

/** `baseURL` is absent for the provider's own address. */
export type ModelSettings = { model: string; apiKey: string; baseURL?: string; fetch: typeof fetch }

type ProviderEntry = {
  /** Formats that it may accept, the most exact first. */
  formats: readonly Format[]
  /** Address of a hosted provider. A provider without one needs LLM_URL. */
  homeUrl?: string
  /** True when `GET /models` lists its models, as a probe asks. The others are probed with a question. */
  hasModelList: boolean
  /** Returns a model per format, because in the SDK sending a schema is a property of the model. */
  open(settings: ModelSettings): (format: Format) => LanguageModel
}

/**
 * Language models by the value of `LLM`. A new one needs a value in `platform/config/language-model.ts`, an entry here,
 * its protocol in `server/test/llm-protocols.ts` for the contract suite, and a cassette.
 */
export const llmProviders: Record<LlmProvider, ProviderEntry> = {
  'openai-compatible': {
    // Ollama and vLLM accept a schema. Other servers accept JSON, or refuse a call that asks for either.
    formats: ['schema', 'json', 'words'],
    hasModelList: true,
    open: openCompatible,
  },
  anthropic: {
    formats: ['schema'],
    homeUrl: 'https://api.anthropic.com/v1',
    hasModelList: false,
    open: ({ model, ...settings }) => always(createAnthropic(settings)(model)),
  },
  google: {
    formats: ['schema'],
    homeUrl: 'https://generativelanguage.googleapis.com/v1beta',
    hasModelList: false,
    open: ({ model, ...settings }) => always(createGoogle(settings)(model)),
  },
}

function openCompatible({ model, apiKey, baseURL, fetch }: ModelSettings): (format: Format) => LanguageModel {
  if (baseURL === undefined) throw unavailable('LLM_URL is not set')
  const openWith = (supportsStructuredOutputs: boolean) =>
    createOpenAICompatible({
      name: 'llm',
      supportsStructuredOutputs,
      ...(apiKey !== '' && { apiKey }),
      baseURL,
      fetch,
    })(model)
  const [exact, plain] = [openWith(true), openWith(false)]
  return format => (format === 'schema' ? exact : plain)
}

const always = (model: LanguageModel) => () => model
