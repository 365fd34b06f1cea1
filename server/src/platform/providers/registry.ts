import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { LimitReports } from './adaptive-limit.ts'
import { calibrated } from './embedding/calibrate.ts'
import type { Embedder } from './embedding/embedder.ts'
import type { Llm } from './llm/llm.ts'
import { openHttpReranker } from './rerank/http-reranker.ts'
import type { Reranker } from './rerank/reranker.ts'
import { TranscribeError, type Transcriber } from './transcription/transcriber.ts'

type EmbedderName = Config['EMBEDDER']

/** Each implementation is loaded only when chosen, because the local one brings a native runtime. */
const openers: Record<EmbedderName, (config: Config, reports?: LimitReports) => Promise<Embedder>> = {
  local: async config => {
    const { openLocalEmbedder } = await import('./embedding/local-embedder.ts')
    const { EMBEDDER_MODEL: model, MODEL_DIR: modelDir, EMBEDDER_THREADS: threads } = config
    const embedder = await openLocalEmbedder({ model, modelDir, threads })
    return config.EMBEDDER_TOKENS ? embedder : withoutTokens(embedder)
  },
  http: async (config, reports) => {
    const { openHttpEmbedder } = await import('./embedding/http-embedder.ts')
    const embedder = await openHttpEmbedder({
      url: config.EMBEDDER_URL,
      model: config.EMBEDDER_MODEL,
      apiKey: config.EMBEDDER_API_KEY,
      dimensions: config.EMBEDDER_DIMENSIONS,
      timeoutMs: config.EMBEDDER_TIMEOUT_MS,
      ...(reports && { concurrency: reports }),
    })
    return calibrated(embedder)
  },
}

/**
 * The same vectors in an embedding set of their own, without tokens. In a set with both, chunks without tokens would be taken
 * for texts in a language that the model does not know.
 */
function withoutTokens({
  embedTokens: _,
  embedCodes: __,
  model,
  calibration,
  ...embedder
}: Embedder): Embedder {
  const { tokens: ___, ...whole } = calibration
  return {
    ...embedder,
    model: { ...model, revision: `${model.revision}-without-tokens` },
    calibration: whole,
  }
}

export function openEmbedder(config: Config, reports?: LimitReports): Promise<Embedder> {
  return openers[config.EMBEDDER](config, reports)
}

/** Opens the second model, if one is set. */
export async function openNextEmbedder(config: Config): Promise<Embedder | undefined> {
  if (config.EMBEDDER_NEXT === 'none') return undefined
  return openEmbedder({
    ...config,
    EMBEDDER: config.EMBEDDER_NEXT,
    EMBEDDER_MODEL: config.EMBEDDER_NEXT_MODEL,
    EMBEDDER_URL: config.EMBEDDER_NEXT_URL,
    EMBEDDER_API_KEY: config.EMBEDDER_NEXT_API_KEY,
    EMBEDDER_DIMENSIONS: config.EMBEDDER_NEXT_DIMENSIONS,
    EMBEDDER_TOKENS: config.EMBEDDER_NEXT_TOKENS,
  })
}

/** Returns undefined when none is configured; none is required. */
export function openReranker(config: Config): Reranker | undefined {
  if (config.RERANKER_URL === '') return undefined
  return openHttpReranker({
    url: config.RERANKER_URL,
    model: config.RERANKER_MODEL,
    apiKey: config.RERANKER_API_KEY,
    timeoutMs: config.RERANKER_TIMEOUT_MS,
  })
}

/**
 * Returns undefined when none is configured; none is required. The SDK is loaded only when needed, because that is
 * slow.
 */
export async function openLlm(config: Config, reports?: LimitReports): Promise<Llm | undefined> {
  if (config.LLM === 'none') return undefined
  const { openAiSdkLlm } = await import('./llm/ai-sdk-llm.ts')
  return openAiSdkLlm({
    provider: config.LLM,
    url: config.LLM_URL,
    model: config.LLM_MODEL,
    apiKey: config.LLM_API_KEY,
    timeoutMs: config.LLM_TIMEOUT_MS,
    ...(reports && { concurrency: reports }),
  })
}

/**
 * Returns undefined when none is configured: recordings without subtitles then cannot be read. A model that was asked
 * for must exist.
 */
export async function openTranscriber(config: Config): Promise<Transcriber | undefined> {
  if (config.TRANSCRIBER === 'none') return undefined
  return config.TRANSCRIBER === 'http' ? openHttp(config) : openLocal(config)
}

async function openHttp(config: Config): Promise<Transcriber> {
  const { openHttpTranscriber } = await import('./transcription/http-transcriber.ts')
  return openHttpTranscriber({
    url: config.TRANSCRIBER_URL,
    model: config.TRANSCRIBER_MODEL,
    apiKey: config.TRANSCRIBER_API_KEY,
    timeoutMs: config.TRANSCRIBER_TIMEOUT_MS,
  })
}

async function openLocal({
  TRANSCRIBER_MODEL_DIR: asked,
  MODEL_DIR,
}: Config): Promise<Transcriber | undefined> {
  const { hasWhisper, openLocalTranscriber } = await import('./transcription/local-transcriber.ts')
  const directory = resolve(asked || join(MODEL_DIR, 'whisper'))
  if (await hasWhisper(directory)) return openLocalTranscriber({ directory })
  if (asked === '') return undefined
  throw new TranscribeError(
    'transcribe.provider_unavailable',
    'TRANSCRIBER_MODEL_DIR holds no Whisper model in the layout of transformers.js',
  )
}
