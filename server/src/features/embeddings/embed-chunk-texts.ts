import type { Embedder } from '../../platform/providers/embedding/embedder.ts'
import { toVectorLiteral } from '../../platform/providers/embedding/vector-literal.ts'

/** The vector of a chunk in pgvector's text form, and the codes of its tokens if the model returns them. */
export type ChunkEmbedding = { vector: string; codes: Buffer | null }

/**
 * Embeds the texts of chunks. A model that supports tokens returns them at no extra cost, but not for a language that
 * it does not know.
 */
export async function embedChunkTexts(
  embedder: Embedder,
  chunks: readonly { content: string; language: string }[],
  signal?: AbortSignal,
): Promise<ChunkEmbedding[]> {
  const texts = chunks.map(({ content }) => content)
  const options = { purpose: 'document', ...(signal && { signal }) } as const
  if (!embedder.embedCodes) {
    const vectors = await embedder.embed(texts, options)
    return vectors.map(vector => ({ vector: toVectorLiteral(vector), codes: null }))
  }
  const made = await embedder.embedCodes(texts, options)
  return made.map(({ vector, codes }, i) => ({
    vector: toVectorLiteral(vector),
    codes: isKnown(embedder, chunks[i]!.language) ? codes : null,
  }))
}

const isKnown = ({ languages }: Embedder, language: string) => languages?.includes(language) ?? true
