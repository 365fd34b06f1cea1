import { readFile } from 'node:fs/promises'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { LoadedModel } from './embedder-messages.ts'
import { encodeTokens } from './encode-tokens.ts'

/** The length that the model was trained with; its tokenizer file says 128. */
const maxTokens = 256

/** Longer than 256 tokens of any real text. The tokenizer itself has no limit and would read a megabyte. */
const maxCharacters = 32 * maxTokens

/** Loads the bundled model into this thread, on one core, because the parallelism is in the threads. */
export async function loadMinilm(files: { modelPath: string; tokenizerPath: string }): Promise<LoadedModel> {
  const encode = await loadTokenizer(files.tokenizerPath)
  const session = await InferenceSession.create(files.modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  })
  const run = async (ids: number[], outputs: string[]) => {
    const input_ids = new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length])
    const found = await session.run({ input_ids }, outputs)
    return outputs.map(name => found[name]!.data as Float32Array)
  }
  const embed = async (text: string) => {
    const [vector] = await run(encode(text).ids, ['sentence_embedding'])
    return copyOf(vector!)
  }
  const embedTokens = async (text: string) => {
    const { ids, pieces } = encode(text)
    const [vector, tokens] = await run(ids, ['sentence_embedding', 'last_hidden_state'])
    return { vector: copyOf(vector!), tokens: copyOf(tokens!), pieces }
  }
  const embedCodes = async (text: string) => {
    const { ids, pieces } = encode(text)
    const [vector, tokens] = await run(ids, ['sentence_embedding', 'last_hidden_state'])
    return { vector: copyOf(vector!), codes: encodeTokens(tokens!, pieces).buffer }
  }
  return { dimensions: (await embed('')).length, embed, embedTokens, embedCodes }
}

/** Memory of the runtime cannot be transferred to another thread. */
const copyOf = (values: Float32Array) => new Float32Array(values)

type EncodedText = { ids: number[]; pieces: string[] }

async function loadTokenizer(path: string): Promise<(text: string) => EncodedText> {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(path, 'utf8')), {})
  return text => {
    const { ids, tokens } = tokenizer.encode(text.slice(0, maxCharacters))
    return { ids: cut(ids), pieces: cut(tokens) }
  }
}

/** Keeps the last token, which marks the end. */
function cut<T>(tokens: T[]): T[] {
  return tokens.length > maxTokens ? [...tokens.slice(0, maxTokens - 1), tokens.at(-1)!] : tokens
}
