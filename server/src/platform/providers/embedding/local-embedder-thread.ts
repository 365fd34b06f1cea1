import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { NativeSection } from '../threads/native-section.ts'
import type {
  CodeEmbeddings,
  LoadedModel,
  ThreadModel,
  ThreadReply,
  ThreadRequest,
  ThreadSettings,
  TokenEmbeddings,
} from './embedder-messages.ts'

/*
 * The thread that runs a local model: inference blocks, so it must not run where requests are answered. Tokenising, 0.6 ms
 * a text, happens here too. The file is the entry of a worker thread; nothing imports it.
 */
async function loadModel(model: ThreadModel): Promise<LoadedModel> {
  if (model.kind === 'minilm') {
    const { loadMinilm } = await import('./load-minilm.ts')
    return loadMinilm(model)
  }
  const { loadTransformersModel } = await import('./load-transformers-model.ts')
  return loadTransformersModel(model)
}

async function serve(port: MessagePort, { model: wanted, sectionMemory }: ThreadSettings): Promise<void> {
  const section = new NativeSection(sectionMemory)

  const answer = async ({ texts, wanted }: ThreadRequest) => {
    const [reply, moved] = await answers[wanted](texts)
    port.postMessage(reply, moved)
  }
  // One text after the other: `convertBertToOnnx` says why a batch would be no faster and less exact.
  const answerVectors = async (texts: readonly string[]): Promise<[ThreadReply, ArrayBuffer[]]> => {
    const vectors: Float32Array<ArrayBuffer>[] = []
    for (const text of texts) vectors.push(await section.run(() => model.embed(text)))
    return [{ type: 'vectors', vectors }, vectors.map(vector => vector.buffer)]
  }
  const answerTokens = async (texts: readonly string[]): Promise<[ThreadReply, ArrayBuffer[]]> => {
    const embeddings: TokenEmbeddings[] = []
    for (const text of texts) embeddings.push(await section.run(() => model.embedTokens!(text)))
    const moved = embeddings.flatMap(({ vector, tokens }) => [vector.buffer, tokens.buffer])
    return [{ type: 'tokens', embeddings }, moved]
  }
  const answerCodes = async (texts: readonly string[]): Promise<[ThreadReply, ArrayBuffer[]]> => {
    const embeddings: CodeEmbeddings[] = []
    for (const text of texts) embeddings.push(await section.run(() => model.embedCodes!(text)))
    const moved = embeddings.flatMap(({ vector, codes }) => [vector.buffer, codes])
    return [{ type: 'codes', embeddings }, moved]
  }
  const answers = { vectors: answerVectors, tokens: answerTokens, codes: answerCodes }
  const fail = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    port.postMessage({ type: 'failed', message } satisfies ThreadReply)
  }

  let model: LoadedModel
  try {
    model = await section.run(() => loadModel(wanted))
  } catch (error) {
    fail(error)
    return
  }
  port.on('message', (request: ThreadRequest) => answer(request).catch(fail))
  port.postMessage({
    type: 'ready',
    dimensions: model.dimensions,
    tellsTokens: model.embedTokens !== undefined,
  } satisfies ThreadReply)
}

if (parentPort) await serve(parentPort, workerData)
