import { detectLanguage, languageTerm, stemLanguageOf } from '../../language/lexical/languages.ts'
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

/** A memory and its vector, before its words are stemmed. */
export type MemoryDraft = Omit<NewMemory, 'terms'> & {
  /** Its vectors in the container's other embedding sets. A set whose model was unreachable is missing. */
  further?: { embeddingSet: number; vector: string }[]
}

/** Writes memories with their vectors, terms and term counts, so that search finds them. */
export async function writeMemories(
  db: Db,
  key: ContainerKey,
  model: EmbeddingModel,
  drafts: readonly MemoryDraft[],
): Promise<MemoryRow[]> {
  await insertEmbeddingSet(db, key.shard, key.org, model)
  // Locks the sets before the container's counters, in the same order as a switch of sets, to avoid deadlocks.
  const sets = await shareSets(db, key)
  const texts = drafts.map(({ text }) => ({
    text,
    stemLanguage: stemLanguageOf(detectLanguage(text) ?? 'en'),
  }))
  const read = await readTerms(db, texts)
  const counts = new Map<number, number>()
  const memories = drafts.map(({ further: _, ...draft }, i) => {
    const terms = new Map([...read[i]!, [languageTerm(texts[i]!.stemLanguage), 1]])
    for (const term of terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1)
    return { ...draft, terms: toSparseLiteral(documentVector(terms)) }
  })
  const rows = await insertMemories(db, key, embeddingSetOf(model), memories)
  await writeFurtherVectors(db, key, sets, embeddingSetOf(model), drafts)
  await addMemoryTerms(db, key, counts)
  return rows
}

/** Writes the vectors of the further sets. If vectors are missing in a set, its build is reopened to add them. */
async function writeFurtherVectors(
  db: Db,
  key: ContainerKey,
  sets: readonly SharedSet[],
  written: number,
  drafts: readonly MemoryDraft[],
): Promise<void> {
  const maintained = sets.filter(({ isKept }) => isKept).map(({ id }) => id)
  if (maintained.length < 2) return
  for (const set of maintained.filter(each => each !== written)) {
    const vectors = drafts.flatMap(({ id, further = [] }) =>
      further.filter(each => each.embeddingSet === set).map(({ vector }) => ({ id, vector })),
    )
    if (vectors.length === drafts.length) await insertMemoryVectors(db, key, set, vectors)
    else await reopenBuilds(db, key, [set])
  }
}
