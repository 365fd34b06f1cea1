import { assertOutsideTransaction } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type Embedder,
  EmbedError,
  type TokenEmbedding,
} from '../../platform/providers/embedding/embedder.ts'
import { saysSomething } from '../../platform/providers/embedding/encode-tokens.ts'

/** A query as a vector and, where the model gives vectors of single tokens, as the vectors of its words. */
export type EmbeddedQuery = { text: string; vector: Float32Array; words: EmbeddedWord[] | undefined }

export type EmbeddedWord = { text: string; vectors: Float32Array[] }

export async function embedQuery(embedder: Embedder, q: string, signal: AbortSignal): Promise<EmbeddedQuery> {
  assertOutsideTransaction('the embedder')
  try {
    const options = { purpose: 'query', signal } as const
    if (embedder.embedTokens) {
      const [embedded] = await embedder.embedTokens([q], options)
      return { text: q, vector: embedded!.vector, words: toWords(embedded!) }
    }
    const [vector] = await embedder.embed([q], options)
    return { text: q, vector: vector!, words: undefined }
  } catch (error) {
    if (error instanceof EmbedError) throw new AppError('embed.unavailable', { cause: error })
    throw error
  }
}

/** The words that carry meaning. A piece with `##` continues the word before it. */
export function toWords({ tokens, pieces }: TokenEmbedding): EmbeddedWord[] {
  const dimensions = tokens.length / pieces.length
  const words: EmbeddedWord[] = []
  for (const [i, piece] of pieces.entries()) {
    const vector = tokens.subarray(i * dimensions, (i + 1) * dimensions)
    const before = words.at(-1)
    if (piece.startsWith('##') && before) {
      before.text += piece.slice(2)
      before.vectors.push(vector)
    } else words.push({ text: piece, vectors: [vector] })
  }
  return words.filter(({ text }) => saysSomething(text))
}
