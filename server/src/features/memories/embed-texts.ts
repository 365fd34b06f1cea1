import { assertOutsideTransaction } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { type Embedder, EmbedError, type EmbedOptions } from '../../platform/providers/embedding/embedder.ts'
import { toVectorLiteral } from '../../platform/providers/embedding/vector-literal.ts'

/** Embeds the texts of a request, outside any transaction. Returns vectors in pgvector's text form. */
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
