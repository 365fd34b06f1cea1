import { readFile } from 'node:fs/promises'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { LoadedModel } from './local-embedder-thread.ts'

/** What the model was trained with; its tokenizer file says 128. */
const maxTokens = 256

/** More than 256 tokens of any real text; the tokenizer itself has no limit and would read a megabyte. */
const maxCharacters = 32 * maxTokens

/** Loads the bundled model into this thread: one core each, because the threads are the parallelism. */
export async function loadMinilm(files: { modelPath: string; tokenizerPath: string }): Promise<LoadedModel> {
  const encode = await loadTokenizer(files.tokenizerPath)
  const session = await InferenceSession.create(files.modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  })
  const embed = async (text: string) => {
    const ids = encode(text)
    const input_ids = new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length])
    const { sentence_embedding } = await session.run({ input_ids }, ['sentence_embedding'])
    // A copy, because memory of the runtime cannot be handed to another thread.
    return new Float32Array(sentence_embedding!.data as Float32Array)
  }
  return { dimensions: (await embed('')).length, embed }
}

async function loadTokenizer(path: string): Promise<(text: string) => number[]> {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(path, 'utf8')), {})
  return text => {
    const { ids } = tokenizer.encode(text.slice(0, maxCharacters))
    // The last token marks the end and stays.
    return ids.length > maxTokens ? [...ids.slice(0, maxTokens - 1), ids.at(-1)!] : ids
  }
}
