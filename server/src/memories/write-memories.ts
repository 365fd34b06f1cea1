import { type ContainerKey, insertEmbeddingSet } from '../containers/store.ts'
import type { Db } from '../db/tx.ts'
import { readLexemes } from '../lexical/store.ts'
import { countTerms, documentVector, toSparseLiteral } from '../lexical/term-vector.ts'
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
  const lexemes = await readLexemes(
    db,
    drafts.map(({ text }) => text),
  )
  const counts = new Map<number, number>()
  const memories = drafts.map((draft, i) => {
    const terms = countTerms(lexemes[i]!)
    for (const term of terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1)
    const length = [...terms.values()].reduce((sum, count) => sum + count, 0)
    return { ...draft, terms: toSparseLiteral(documentVector(terms, length)) }
  })
  const rows = await insertMemories(db, key, embeddingSetOf(model), memories)
  await addMemoryTerms(db, key, counts)
  return rows
}
