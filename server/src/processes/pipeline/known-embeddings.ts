import type { ChunkEmbedding } from '../../features/embeddings/embed-chunk-texts.ts'
import type { DraftEmbedding } from './draft.ts'

/** Vectors that are there already: by the hash of their text, or at their place in the index. */
export class KnownEmbeddings {
  readonly #byHash = new Map<string, ChunkEmbedding>()
  readonly #byPlace = new Map<string, DraftEmbedding>()

  add(hash: Buffer, embedding: ChunkEmbedding): void {
    this.#byHash.set(hash.toString('hex'), embedding)
  }

  addStored(document: string, position: number, vector: string): void {
    this.#byPlace.set(`${document} ${position}`, { vector, codes: null, isStored: true })
  }

  find(document: string, { position, hash }: { position: number; hash: Buffer }): DraftEmbedding | undefined {
    return this.#byPlace.get(`${document} ${position}`) ?? this.#byHash.get(hash.toString('hex'))
  }
}
