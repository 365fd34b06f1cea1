import { outsidePlace } from '../lib/places.ts'
import { inSpan } from '../telemetry/work.ts'
import type { Circuit } from './circuit.ts'
import { type Embedder, EmbedError, type EmbedOptions } from './embedding/embedder.ts'
import { RerankError, type Reranker } from './rerank/reranker.ts'
import { TranscribeError, type Transcriber } from './transcription/transcriber.ts'

/**
 * Reports to a circuit how calls end. `isDown` tells whether an error means that the provider does not answer. Only remote
 * providers have a circuit.
 */
async function watched<T>(
  circuit: Circuit | undefined,
  isDown: (error: unknown) => boolean,
  call: () => Promise<T>,
): Promise<T> {
  try {
    const result = await (circuit ? outsidePlace(call) : call())
    circuit?.succeeded()
    return result
  } catch (error) {
    if (isDown(error)) circuit?.failed((error as Error).message)
    throw error
  }
}

const isEmbedderDown = (error: unknown) =>
  error instanceof EmbedError && error.code === 'embed.provider_unavailable'

/**
 * Counts the texts of an embedder and reports to its circuit whether it answers. It refuses nothing, because there is
 * no other embedder.
 */
export function watchEmbedder(
  embedder: Embedder,
  { circuit, onTexts }: { circuit?: Circuit; onTexts(purpose: EmbedOptions['purpose'], texts: number): void },
): Embedder {
  const run = async <T>(texts: readonly string[], { purpose }: EmbedOptions, call: () => Promise<T>) => {
    const attributes = {
      'gen_ai.operation.name': 'embeddings',
      'gen_ai.provider.name': embedder.model.provider,
      'gen_ai.request.model': embedder.model.name,
      'reverie.texts': texts.length,
      'reverie.purpose': purpose,
    }
    const kind = circuit ? 'client' : 'internal'
    const made = await inSpan('embed', { kind, attributes }, () => watched(circuit, isEmbedderDown, call))
    onTexts(purpose, texts.length)
    return made
  }
  const { embedTokens, embedCodes } = embedder
  return {
    ...embedder,
    // A getter, because a model that is measured after its first vectors gets another calibration then.
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

/** While the circuit is open, the order stays as it is at once. Otherwise each search would wait for the timeout. */
export function watchReranker(reranker: Reranker, circuit: Circuit): Reranker {
  return {
    name: reranker.name,
    async rerank(query, texts, signal) {
      if (circuit.isOpen) throw new RerankError(circuit.reason)
      const attributes = { 'gen_ai.request.model': reranker.name, 'reverie.texts': texts.length }
      return inSpan('rerank by model', { kind: 'client', attributes }, () =>
        watched(
          circuit,
          error => error instanceof RerankError,
          () => reranker.rerank(query, texts, signal),
        ),
      )
    },
  }
}

const isTranscriberDown = (error: unknown) =>
  error instanceof TranscribeError && error.code === 'transcribe.provider_unavailable'

/** A local transcriber has no circuit. */
export function watchTranscriber(transcriber: Transcriber, circuit: Circuit | undefined): Transcriber {
  const kind = circuit ? 'client' : 'internal'
  const attributes = { 'gen_ai.request.model': transcriber.name }
  return {
    name: transcriber.name,
    transcribe: (samples, options) =>
      inSpan('transcribe', { kind, attributes }, () =>
        watched(circuit, isTranscriberDown, () => transcriber.transcribe(samples, options)),
      ),
    close: () => transcriber.close(),
  }
}
