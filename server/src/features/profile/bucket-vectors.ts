import { BoundedMap } from '../../platform/lib/bounded-map.ts'
import { type Embedder, embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import { embedTexts } from '../memories/embed-texts.ts'

/** A few hundred bytes each. The least recently used goes first. */
const mostKept = 2_000

/**
 * Vectors of bucket descriptions, in pgvector's text form. Every profile request reads the descriptions and they hardly ever
 * change, so a process embeds each once; embedding is most of the cost of a bucket.
 */
export class BucketVectors {
  readonly #vectors = new BoundedMap<string, Promise<string>>(mostKept)

  of(embedder: Embedder, description: string): Promise<string> {
    const name = `${embeddingSetOf(embedder.model)} ${description}`
    const vector =
      this.#vectors.get(name) ??
      embedTexts(embedder, [description], { purpose: 'query' }).then(([first]) => first!)
    this.#vectors.set(name, vector)
    vector.catch(() => this.#vectors.delete(name))
    return vector
  }
}
