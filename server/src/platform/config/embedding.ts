import { z } from 'zod'
import { count, milliseconds, text } from './kinds.ts'

export const embeddingSettings = {
  EMBEDDER: z
    .enum(['local', 'http'])
    .default('local')
    .describe(
      'Embedding model. `local` runs an ONNX model in this process. `http` calls an OpenAI-compatible endpoint.',
    ),
  EMBEDDER_MODEL: text.describe(
    'Local: a model directory, or a name on the Hugging Face hub. Default: the bundled all-MiniLM-L6-v2. HTTP: the model name to send, which is required.',
  ),
  EMBEDDER_URL: text.describe(
    'HTTP: base address, for example `http://127.0.0.1:11434/v1`. Reverie adds `/embeddings`. Required when EMBEDDER is `http`.',
  ),
  EMBEDDER_API_KEY: text.describe(
    'HTTP: key, sent as a bearer token. Leave it empty if the endpoint needs none.',
  ),
  EMBEDDER_DIMENSIONS: count
    .min(0)
    .max(16_000)
    .default(0)
    .describe('HTTP: dimensions of the vectors. 0: Reverie asks the endpoint once at the start.'),
  EMBEDDER_TIMEOUT_MS: milliseconds
    .min(100)
    .max(600_000)
    .default(30_000)
    .describe('HTTP: timeout of one call. Raise it for a slow endpoint.'),
  EMBEDDER_TOKENS: z
    .stringbool()
    .default(true)
    .describe(
      'Local: also store and compare token vectors of the bundled model, about 7 KB for each chunk of 900 characters. `false` makes an embedding set of its own: existing data needs `embeddings build`. Search then ranks by keywords and one vector for each chunk, which finds less.',
    ),
  EMBEDDER_THREADS: count
    .min(0)
    .max(64)
    .default(0)
    .describe(
      'Local: inference threads. 0: one per core. More threads than cores make inference up to 8 times slower (measured).',
    ),
  EMBEDDER_NEXT: z
    .enum(['none', 'local', 'http'])
    .default('none')
    .describe(
      'Second embedding model, in addition to EMBEDDER. Set it while its embedding set is built, or to keep it for a rollback: see docs/embedding-sets.md. `none`: no second model.',
    ),
  EMBEDDER_NEXT_MODEL: text.describe('The same as EMBEDDER_MODEL for the second model.'),
  EMBEDDER_NEXT_URL: text.describe('The same as EMBEDDER_URL for the second model.'),
  EMBEDDER_NEXT_API_KEY: text.describe('The same as EMBEDDER_API_KEY for the second model.'),
  EMBEDDER_NEXT_DIMENSIONS: count
    .min(0)
    .max(16_000)
    .default(0)
    .describe('The same as EMBEDDER_DIMENSIONS for the second model.'),
  EMBEDDER_NEXT_TOKENS: z
    .stringbool()
    .default(true)
    .describe('The same as EMBEDDER_TOKENS for the second model.'),
}
