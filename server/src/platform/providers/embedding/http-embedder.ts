import { AdaptiveLimit, type AdaptiveLimitOptions } from '../adaptive-limit.ts'
import { plainCosine } from './calibrate.ts'
import { type Embedder, EmbedderClosed, EmbedError } from './embedder.ts'
import { type Endpoint, embeddingsUrl, postEmbeddings } from './post-embeddings.ts'
import { readEmbeddings } from './read-embeddings.ts'

export type HttpEmbedderOptions = {
  /** Base address; `/embeddings` is added. */
  url: string
  model: string
  apiKey: string
  /** 0 asks the endpoint once for its dimensions. */
  dimensions: number
  timeoutMs: number
  /** Texts per call. */
  maxBatch?: number
  concurrency?: AdaptiveLimitOptions
}

type EmbedCall = { texts: readonly string[]; urgent: boolean; signal: AbortSignal }

/** Calls an OpenAI-compatible `/embeddings`: hosted providers, Ollama, vLLM, llama.cpp and others. */
export async function openHttpEmbedder(options: HttpEmbedderOptions): Promise<Embedder> {
  const { model, maxBatch = 64 } = options
  const endpoint = checkEndpoint(options)
  const limit = new AdaptiveLimit({ maxWaitMs: options.timeoutMs, ...options.concurrency })
  const dimensions = options.dimensions || (await probeDimensions(endpoint))
  const underWay = new Set<AbortController>()
  const closed = new EmbedderClosed()
  let isClosed = false

  const embedBatch = async (texts: readonly string[], call: EmbedCall) => {
    const body = await limit.run(() => postEmbeddings(endpoint, texts, call.signal), call)
    return readEmbeddings(body, texts.length, dimensions)
  }
  const embedAll = async (call: EmbedCall) => {
    const batches = cutInBatches(call.texts, maxBatch)
    return (await Promise.all(batches.map(batch => embedBatch(batch, call)))).flat()
  }

  return {
    // The endpoint does not report its revision.
    model: { provider: 'http', name: model, revision: 'unversioned', dimensions },
    calibration: plainCosine,
    billed: true,
    async embed(texts, { purpose, signal }) {
      signal?.throwIfAborted()
      if (isClosed) throw closed
      const controller = new AbortController()
      const relay = () => controller.abort(signal?.reason)
      signal?.addEventListener('abort', relay, { once: true })
      underWay.add(controller)
      try {
        return await embedAll({ texts, urgent: purpose === 'query', signal: controller.signal })
      } finally {
        // When one batch has failed, the other batches of the call are useless.
        controller.abort()
        underWay.delete(controller)
        signal?.removeEventListener('abort', relay)
      }
    },
    async close() {
      isClosed = true
      for (const controller of underWay) controller.abort(closed)
    },
  }
}

function checkEndpoint({ url, model, apiKey, timeoutMs }: HttpEmbedderOptions): Endpoint {
  if (!URL.canParse(url)) throw new EmbedError('embed.provider_unavailable', 'EMBEDDER_URL is not an address')
  if (model === '') throw new EmbedError('embed.provider_unavailable', 'EMBEDDER_MODEL is not set')
  return { url: embeddingsUrl(url), model, apiKey, timeoutMs }
}

async function probeDimensions(endpoint: Endpoint): Promise<number> {
  const [vector] = readEmbeddings(await postEmbeddings(endpoint, ['dimensions'], undefined), 1, 0)
  return vector!.length
}

function cutInBatches(texts: readonly string[], size: number): string[][] {
  const batches: string[][] = []
  for (let from = 0; from < texts.length; from += size) batches.push(texts.slice(from, from + size))
  return batches
}
