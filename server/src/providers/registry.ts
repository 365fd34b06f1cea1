import type { Config } from '../config.ts'
import type { Embedder } from './embedder.ts'

type EmbedderName = Config['EMBEDDER']

/** Each implementation is loaded only when chosen: the local one brings a native runtime with it. */
const openers: Record<EmbedderName, (config: Config) => Promise<Embedder>> = {
  local: async config => {
    const { openLocalEmbedder } = await import('./local-embedder.ts')
    const { EMBEDDER_MODEL: model, MODEL_DIR: modelDir, EMBEDDER_THREADS: threads } = config
    return openLocalEmbedder({ model, modelDir, threads })
  },
  http: async config => {
    const { openHttpEmbedder } = await import('./http-embedder.ts')
    return openHttpEmbedder({
      url: config.EMBEDDER_URL,
      model: config.EMBEDDER_MODEL,
      apiKey: config.EMBEDDER_API_KEY,
      dimensions: config.EMBEDDER_DIMENSIONS,
      timeoutMs: config.EMBEDDER_TIMEOUT_MS,
    })
  },
}

export function openEmbedder(config: Config): Promise<Embedder> {
  return openers[config.EMBEDDER](config)
}
