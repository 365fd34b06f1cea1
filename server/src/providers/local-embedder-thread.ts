import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { NativeSection } from './native-section.ts'

/**
 * The thread a local model runs in: inference blocks, so it must not run where requests are answered.
 * Tokenising, 0.6 ms a text, happens here too. This file is a worker's entry, never imported.
 */
export type ThreadModel =
  | { kind: 'minilm'; modelPath: string; tokenizerPath: string }
  | { kind: 'transformers'; model: string; isDirectory: boolean; cacheDir: string }

export type ThreadSettings = { model: ThreadModel; sectionMemory: SharedArrayBuffer }

export type ThreadReply =
  | { type: 'ready'; dimensions: number }
  | { type: 'vectors'; vectors: Float32Array<ArrayBuffer>[] }
  | { type: 'failed'; message: string }

export type LoadedModel = {
  dimensions: number
  embed(text: string): Promise<Float32Array<ArrayBuffer>>
}

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

  // One text after the other: see `convertBertToOnnx` for why a batch would be no faster and less exact.
  const answer = async (texts: readonly string[]) => {
    const vectors: Float32Array<ArrayBuffer>[] = []
    for (const text of texts) vectors.push(await section.run(() => model.embed(text)))
    const reply: ThreadReply = { type: 'vectors', vectors }
    port.postMessage(
      reply,
      vectors.map(vector => vector.buffer),
    )
  }
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
  port.on('message', ({ texts }: { texts: string[] }) => answer(texts).catch(fail))
  port.postMessage({ type: 'ready', dimensions: model.dimensions } satisfies ThreadReply)
}

if (parentPort) await serve(parentPort, workerData)
