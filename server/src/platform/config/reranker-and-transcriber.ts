import { z } from 'zod'
import { count, milliseconds, text } from './kinds.ts'

export const rerankerSettings = {
  RERANKER_URL: text.describe(
    'Reranker for searches with `rerank`: base address of Cohere, Jina, vLLM or Text Embeddings Inference. Reverie adds `/rerank`. Default: built-in rules rerank.',
  ),
  RERANKER_API_KEY: text.describe(
    'Reranker: key, sent as a bearer token. Leave it empty if the endpoint needs none.',
  ),
  RERANKER_MODEL: text.describe(
    'Reranker: model name to send. Default: no name, in the request format of Text Embeddings Inference.',
  ),
  RERANKER_TIMEOUT_MS: milliseconds
    .min(50)
    .max(60_000)
    .default(2_000)
    .describe('Reranker: timeout of one call. After it, results keep their order.'),
}

export const transcriberSettings = {
  TRANSCRIBER: z
    .enum(['local', 'http', 'none'])
    .default('local')
    .describe(
      'Speech recognition for audio and video. `local` runs a Whisper model in this process. `http` calls an OpenAI-compatible endpoint. `none`: Reverie reads only subtitles. See docs/media.md.',
    ),
  TRANSCRIBER_MODEL_DIR: text.describe(
    'Local: directory of a Whisper model in the layout of transformers.js. Default: `whisper` in MODEL_DIR, if it exists.',
  ),
  TRANSCRIBER_URL: text.describe(
    'HTTP: base address, for example `http://127.0.0.1:8000/v1`. Reverie adds `/audio/transcriptions`. Required when TRANSCRIBER is `http`.',
  ),
  TRANSCRIBER_MODEL: z.string().default('whisper-1').describe('HTTP: model name to send.'),
  TRANSCRIBER_API_KEY: text.describe(
    'HTTP: key, sent as a bearer token. Leave it empty if the endpoint needs none.',
  ),
  TRANSCRIBER_TIMEOUT_MS: milliseconds
    .min(100)
    .max(600_000)
    .default(60_000)
    .describe('HTTP: timeout of one call. Each call sends about half a minute of a recording.'),
  MAX_MEDIA_SECONDS: count
    .min(1)
    .max(86_400)
    .default(14_400)
    .describe(
      'Longest recording that Reverie processes, in seconds. Longer ones end with `extract.too_large`.',
    ),
}
