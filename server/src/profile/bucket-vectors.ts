import { embedTexts } from '../memories/embed-texts.ts'
import { type Embedder, embeddingSetOf } from '../providers/embedder.ts'

/** So many are kept: a few hundred bytes each, of whoever asked last. */
const mostKept = 2_000

const kept = new Map<string, Promise<string>>()

/**
 * The vector of a bucket's description, in pgvector's form. Descriptions are asked for with every profile and hardly ever
 * change: each is embedded once in a process, which is most of what a bucket costs.
 */
export function bucketVector(embedder: Embedder, description: string): Promise<string> {
  const name = `${embeddingSetOf(embedder.model)} ${description}`
  const vector =
    kept.get(name) ?? embedTexts(embedder, [description], { purpose: 'query' }).then(([first]) => first!)
  // Those used last are at the end.
  kept.delete(name)
  kept.set(name, vector)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  vector.catch(() => kept.delete(name))
  return vector
}
