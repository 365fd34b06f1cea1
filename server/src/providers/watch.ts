import type { Circuit } from './circuit.ts'
import { type Embedder, EmbedError, type EmbedOptions } from './embedder.ts'
import { RerankError, type Reranker } from './reranker.ts'
import { TranscribeError, type Transcriber } from './transcriber.ts'

/** Tells a circuit how calls end, by `isDown`: whether an error means that the provider does not answer. */
async function watched<T>(
  circuit: Circuit | undefined,
  isDown: (error: unknown) => boolean,
  call: () => Promise<T>,
): Promise<T> {
  try {
    const result = await call()
    circuit?.succeeded()
    return result
  } catch (error) {
    if (isDown(error)) circuit?.failed((error as Error).message)
    throw error
  }
}

const isEmbedderDown = (error: unknown) =>
  error instanceof EmbedError && error.code === 'embed.provider_unavailable'

/** An embedder whose texts are counted, and whose circuit hears whether it answers. Nothing is refused: there is no other. */
export function watchEmbedder(
  embedder: Embedder,
  { circuit, onTexts }: { circuit?: Circuit; onTexts(purpose: EmbedOptions['purpose'], texts: number): void },
): Embedder {
  const run = async <T>(texts: readonly string[], { purpose }: EmbedOptions, call: () => Promise<T>) => {
    const made = await watched(circuit, isEmbedderDown, call)
    onTexts(purpose, texts.length)
    return made
  }
  const { embedTokens, embedCodes } = embedder
  return {
    ...embedder,
    // A model that is measured after its first vectors has another one then.
    get calibration() {
      return embedder.calibration
    },
    embed: (texts, options) => run(texts, options, () => embedder.embed(texts, options)),
    ...(embedTokens && {
      embedTokens: (texts, options) => run(texts, options, () => embedTokens(texts, options)),
    }),
    ...(embedCodes && {
      embedCodes: (texts, options) => run(texts, options, () => embedCodes(texts, options)),
    }),
  }
}

/** While the circuit is open the order stays as it was at once: each search would wait for the timeout otherwise. */
export function watchReranker(reranker: Reranker, circuit: Circuit): Reranker {
  return {
    name: reranker.name,
    async rerank(query, texts, signal) {
      if (circuit.isOpen) throw new RerankError(circuit.reason)
      return watched(
        circuit,
        error => error instanceof RerankError,
        () => reranker.rerank(query, texts, signal),
      )
    },
  }
}

const isTranscriberDown = (error: unknown) =>
  error instanceof TranscribeError && error.code === 'transcribe.provider_unavailable'

export function watchTranscriber(transcriber: Transcriber, circuit: Circuit): Transcriber {
  return {
    name: transcriber.name,
    transcribe: (samples, options) =>
      watched(circuit, isTranscriberDown, () => transcriber.transcribe(samples, options)),
    close: () => transcriber.close(),
  }
}
