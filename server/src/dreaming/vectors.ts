import type { EmbeddedForSets } from '../memories/embed-for-sets.ts'
import { embeddingSetOf } from '../providers/embedder.ts'
import type { Vectors } from './form-memories.ts'
import type { StoredFact } from './store.ts'

/** These texts need vectors in the set that is searched now: they were read when there was another. */
export class MissingVectors extends Error {
  readonly texts: readonly string[]

  constructor(texts: readonly string[]) {
    super(`${texts.length} texts have no vector in the set that is searched`)
    this.texts = texts
  }
}

/** The vectors of facts: of those just read, and of those kept as long as their set is searched. */
export class VectorsOfFacts implements Vectors {
  readonly model: EmbeddedForSets['model']
  readonly #set: number
  readonly #byText: ReadonlyMap<string, EmbeddedForSets['vectors'][number]>

  constructor({ model, vectors }: EmbeddedForSets, texts: readonly string[]) {
    this.model = model
    this.#set = embeddingSetOf(model)
    this.#byText = new Map(texts.map((text, i) => [text, vectors[i]!]))
  }

  of(facts: readonly StoredFact[]): EmbeddedForSets['vectors'] {
    const missing = facts.filter(fact => !this.#byText.has(fact.text) && fact.embeddingSet !== this.#set)
    if (missing.length > 0) throw new MissingVectors(missing.map(({ text }) => text))
    return facts.map(fact => this.#byText.get(fact.text) ?? { vector: fact.embedding })
  }

  ofText(text: string): Pick<StoredFact, 'vector' | 'embedding' | 'embeddingSet'> {
    const { vector } = this.#byText.get(text)!
    return {
      embedding: vector,
      embeddingSet: this.#set,
      vector: Float32Array.from(JSON.parse(vector) as number[]),
    }
  }
}
