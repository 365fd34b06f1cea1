import { detectLanguage, markOf, readingOf } from '../../language/lexical/languages.ts'
import { readTerms } from '../../language/lexical/read-terms.ts'
import { documentVector, toSparseLiteral } from '../../language/lexical/term-vector.ts'
import type { Db } from '../../platform/db/tx.ts'
import { type EmbeddingModel, embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import { insertEmbeddingSet, reopenBuilds, type SharedSet, shareSets } from '../containers/set-store.ts'
import type { ContainerKey } from '../containers/store.ts'
import {
  addMemoryTerms,
  insertMemories,
  insertMemoryVectors,
  type MemoryRow,
  type NewMemory,
} from './store.ts'

/** A memory and its vector, before Postgres has stemmed its words. */
export type MemoryDraft = Omit<NewMemory, 'terms'> & {
  /** As far as they could be made: its vectors in the sets that are kept up beside. */
  further?: { embeddingSet: number; vector: string }[]
}

/** Writes memories with all that search needs to find them. */
export async function writeMemories(
  db: Db,
  key: ContainerKey,
  model: EmbeddingModel,
  drafts: readonly MemoryDraft[],
): Promise<MemoryRow[]> {
  await insertEmbeddingSet(db, key.shard, key.org, model)
  // Before the container's counters, as a switch takes them.
  const sets = await shareSets(db, key)
  const texts = drafts.map(({ text }) => ({ text, reading: readingOf(detectLanguage(text) ?? 'en') }))
  const read = await readTerms(db, texts)
  const counts = new Map<number, number>()
  const memories = drafts.map(({ further: _, ...draft }, i) => {
    const terms = new Map([...read[i]!, [markOf(texts[i]!.reading), 1]])
    for (const term of terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1)
    return { ...draft, terms: toSparseLiteral(documentVector(terms)) }
  })
  const rows = await insertMemories(db, key, embeddingSetOf(model), memories)
  await writeBeside(db, key, sets, embeddingSetOf(model), drafts)
  await addMemoryTerms(db, key, counts)
  return rows
}

/** A set that is kept up and has less than all is left to its build. */
async function writeBeside(
  db: Db,
  key: ContainerKey,
  sets: readonly SharedSet[],
  written: number,
  drafts: readonly MemoryDraft[],
): Promise<void> {
  const kept = sets.filter(({ isKept }) => isKept).map(({ id }) => id)
  if (kept.length < 2) return
  for (const set of kept.filter(each => each !== written)) {
    const vectors = drafts.flatMap(({ id, further = [] }) =>
      further.filter(each => each.embeddingSet === set).map(({ vector }) => ({ id, vector })),
    )
    if (vectors.length === drafts.length) await insertMemoryVectors(db, key, set, vectors)
    else await reopenBuilds(db, key, [set])
  }
}
