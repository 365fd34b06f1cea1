import { assertOutsideTransaction } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { type Embedder, EmbedError, type EmbedOptions } from '../../platform/providers/embedding/embedder.ts'
import { toVectorLiteral } from '../../platform/providers/embedding/vector-literal.ts'

/** Vectors of a request's texts in pgvector's form, made while no transaction is open. */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<string[]> {
  assertOutsideTransaction('the embedder')
  try {
    return (await embedder.embed(texts, options)).map(toVectorLiteral)
  } catch (error) {
    if (error instanceof EmbedError) throw new AppError('embed.unavailable', { cause: error })
    throw error
  }
}
