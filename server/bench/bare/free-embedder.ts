import { nearVector, seeded } from '../../measure/seeded.ts'
import type { Embedder, TokenEmbedding } from '../../src/platform/providers/embedding/embedder.ts'
import { dimensions } from './load-container.ts'

/** Knows the vectors of its queries; its tokens are noise, one vector per word. */
export function freeEmbedder(real: Embedder, known: ReadonlyMap<string, Float32Array>): Embedder {
  const random = seeded(1)
  const nowhere = new Float32Array(dimensions)
  const tokens = Array.from({ length: 16 }, () => [...nearVector(random, nowhere, 1)]).flat()
  const embedTokens = (text: string): TokenEmbedding => {
    const pieces = text.split(' ')
    return {
      vector: known.get(text)!,
      pieces,
      tokens: new Float32Array(tokens.slice(0, pieces.length * dimensions)),
    }
  }
  return {
    ...real,
    embed: async texts => texts.map(text => known.get(text)!),
    embedTokens: async texts => texts.map(embedTokens),
  }
}
