import { type ContainerKey, insertEmbeddingSet } from '../containers/store.ts'
import type { Db } from '../db/tx.ts'
import { detectLanguage, markOf, readingOf } from '../lexical/languages.ts'
import { readTerms } from '../lexical/read-terms.ts'
import { documentVector, toSparseLiteral } from '../lexical/term-vector.ts'
import { type EmbeddingModel, embeddingSetOf } from '../providers/embedder.ts'
import { addMemoryTerms, insertMemories, type MemoryRow, type NewMemory } from './store.ts'

/** A memory and its vector, before Postgres has stemmed its words. */
export type MemoryDraft = Omit<NewMemory, 'terms'>

/** Writes memories with all that search needs to find them. */
export async function writeMemories(
  db: Db,
  key: ContainerKey,
  model: EmbeddingModel,
  drafts: readonly MemoryDraft[],
): Promise<MemoryRow[]> {
  await insertEmbeddingSet(db, key.shard, key.org, model)
  const texts = drafts.map(({ text }) => ({ text, reading: readingOf(detectLanguage(text) ?? 'en') }))
  const read = await readTerms(db, texts)
  const counts = new Map<number, number>()
  const memories = drafts.map((draft, i) => {
    const terms = new Map([...read[i]!, [markOf(texts[i]!.reading), 1]])
    for (const term of terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1)
    return { ...draft, terms: toSparseLiteral(documentVector(terms)) }
  })
  const rows = await insertMemories(db, key, embeddingSetOf(model), memories)
  await addMemoryTerms(db, key, counts)
  return rows
}
