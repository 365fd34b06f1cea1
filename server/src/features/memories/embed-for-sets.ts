import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import {
  besideWithinMs,
  chooseEmbedders,
  type Embedder,
  type Embedders,
  type EmbeddingModel,
  embeddingSetOf,
} from '../../platform/providers/embedding/embedder.ts'
import { readSets } from '../containers/set-store.ts'
import type { ContainerKey } from '../containers/store.ts'
import { embedTexts } from './embed-texts.ts'
import type { MemoryDraft } from './write-memories.ts'

export type SetEmbeddings = {
  /** The model of the set that is searched. */
  model: EmbeddingModel
  /** The vectors of each text. */
  vectors: Pick<MemoryDraft, 'vector' | 'further'>[]
}

/** Embeds texts for every set of a container. If the model of a set that is not searched is unreachable, the build of that set adds the vectors later. */
export async function embedForSets(
  app: Embedders & { cells: Cells },
  key: ContainerKey,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<SetEmbeddings> {
  const sets = await inScope(app.cells.of(key.shard), key, db => readSets(db, key))
  const { active, further } = chooseEmbedders(app, sets)
  const [vectors, ...beside] = await Promise.all([
    embedTexts(active, texts, { purpose: 'document', signal }),
    ...further.map(embedder => embedFurtherSet(embedder, texts, signal)),
  ])
  return {
    model: active.model,
    vectors: vectors.map((vector, i) => ({
      vector,
      further: beside.flatMap(({ embeddingSet, vectors }) =>
        vectors ? { embeddingSet, vector: vectors[i]! } : [],
      ),
    })),
  }
}

async function embedFurtherSet(embedder: Embedder, texts: readonly string[], signal: AbortSignal) {
  const embeddingSet = embeddingSetOf(embedder.model)
  const late = AbortSignal.timeout(besideWithinMs)
  try {
    const options = { purpose: 'document', signal: AbortSignal.any([signal, late]) } as const
    return { embeddingSet, vectors: await embedTexts(embedder, texts, options) }
  } catch (error) {
    if (signal.aborted || !(late.aborted || error instanceof AppError)) throw error
    return { embeddingSet, vectors: undefined }
  }
}
