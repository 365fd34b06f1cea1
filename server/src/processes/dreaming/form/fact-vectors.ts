import type { ContainerKey } from '../../../features/containers/store.ts'
import { embedForSets, type SetEmbeddings } from '../../../features/memories/embed-for-sets.ts'
import type { Cells } from '../../../platform/db/cells.ts'
import { type Db, inScope } from '../../../platform/db/tx.ts'
import { type Embedders, embeddingSetOf } from '../../../platform/providers/embedding/embedder.ts'
import type { StoredFact } from '../fact-store.ts'
import { MissingVerdicts, type VerdictBook, type Verdicts } from '../relate/verdicts.ts'
import type { VectorSource } from './form-memories.ts'

/** These texts need vectors in the active embedding set: they were embedded when another set was active. */
class MissingVectors extends Error {
  readonly texts: readonly string[]

  constructor(texts: readonly string[]) {
    super(`${texts.length} texts have no vector in the set that is searched`)
    this.texts = texts
  }
}

/** Vectors of facts: of new ones, and of stored ones as long as their embedding set is active. */
export class FactVectors implements VectorSource {
  readonly model: SetEmbeddings['model']
  readonly #set: number
  readonly #byText: ReadonlyMap<string, SetEmbeddings['vectors'][number]>

  readonly verdicts: Verdicts | undefined

  constructor({ model, vectors }: SetEmbeddings, texts: readonly string[], verdicts?: Verdicts) {
    this.verdicts = verdicts
    this.model = model
    this.#set = embeddingSetOf(model)
    this.#byText = new Map(texts.map((text, i) => [text, vectors[i]!]))
  }

  of(facts: readonly StoredFact[]): SetEmbeddings['vectors'] {
    const missing = facts.filter(fact => !this.#byText.has(fact.text) && fact.embeddingSet !== this.#set)
    if (missing.length > 0) throw new MissingVectors(missing.map(({ text }) => text))
    return facts.map(fact => this.#byText.get(fact.text) ?? { vector: fact.embedding })
  }

  ofTexts(texts: readonly string[]): SetEmbeddings['vectors'] {
    const missing = texts.filter(text => !this.#byText.has(text))
    if (missing.length > 0) throw new MissingVectors(missing)
    return texts.map(text => this.#byText.get(text)!)
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

/** Each round of verdicts may bring facts into a group that are compared in the next. */
const maxRounds = 12

/**
 * Runs `work` in a transaction with vectors of texts that are embedded before it begins. If `work` needs vectors of
 * older facts too, or verdicts on pairs of facts, it is rolled back and run again once they are known.
 */
export async function withVectors<T>(
  app: Embedders & { cells: Cells; verdicts?: VerdictBook | undefined },
  key: ContainerKey,
  texts: readonly string[],
  signal: AbortSignal,
  work: (db: Db, vectors: FactVectors) => Promise<T>,
): Promise<T> {
  const needed = [...new Set(texts)]
  for (let round = 1; ; round++) {
    const vectors = new FactVectors(
      await embedForSets(app, key, needed, signal),
      needed,
      app.verdicts?.open(),
    )
    try {
      return await inScope(app.cells.of(key.shard), { org: key.org }, db => work(db, vectors))
    } catch (error) {
      if (round === maxRounds) throw error
      if (error instanceof MissingVectors) needed.push(...error.texts)
      else if (error instanceof MissingVerdicts) await app.verdicts!.judge(error.pairs)
      else throw error
    }
  }
}
