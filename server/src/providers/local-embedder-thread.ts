import { type MessagePort, parentPort, workerData } from 'node:worker_threads'

/**
 * The thread a local model runs in: inference blocks, so it must not run where requests are answered.
 * Tokenising, 0.6 ms a text, happens here too. This file is a worker's entry, never imported.
 */
export type ThreadModel =
  | { kind: 'minilm'; modelPath: string; tokenizerPath: string }
  | { kind: 'transformers'; model: string; isDirectory: boolean; cacheDir: string }

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

/** One text after the other: see `convertBertToOnnx` for why a batch would be no faster and less exact. */
async function answer(port: MessagePort, model: LoadedModel, texts: readonly string[]): Promise<void> {
  const vectors: Float32Array<ArrayBuffer>[] = []
  for (const text of texts) vectors.push(await model.embed(text))
  const reply: ThreadReply = { type: 'vectors', vectors }
  port.postMessage(
    reply,
    vectors.map(vector => vector.buffer),
  )
}

async function serve(port: MessagePort, wanted: ThreadModel): Promise<void> {
  const fail = (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    port.postMessage({ type: 'failed', message } satisfies ThreadReply)
  }
  try {
    const model = await loadModel(wanted)
    port.on('message', ({ texts }: { texts: string[] }) => answer(port, model, texts).catch(fail))
    port.postMessage({ type: 'ready', dimensions: model.dimensions } satisfies ThreadReply)
  } catch (error) {
    fail(error)
  }
}

if (parentPort) await serve(parentPort, workerData)
