import { assertOutsideTransaction } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import { type Embedder, EmbedError } from '../providers/embedder.ts'

export async function embedQuery(embedder: Embedder, q: string, signal: AbortSignal): Promise<Float32Array> {
  assertOutsideTransaction('the embedder')
  try {
    const [vector] = await embedder.embed([q], { purpose: 'query', signal })
    return vector!
  } catch (error) {
    if (error instanceof EmbedError) throw new AppError('embed.unavailable', { cause: error })
    throw error
  }
}
