import { fuseScores, type Norms as SharedNorms } from '../lib/fuse-scores.ts'
import type { Path } from './plan.ts'
import type { Recalled } from './store.ts'

/** A chunk with the score it is ranked by, what that score is made of, and how its cell compared vectors. */
export type Scored = Recalled & { dense: number; lexical: number; score: number; path: Path }

export type Norms = SharedNorms & { path: Path }

/** Every chunk with its scores, best first. */
export function fuse(recalled: readonly Recalled[], { path, ...norms }: Norms): Scored[] {
  const scored = recalled.map(chunk => ({ ...chunk, ...fuseScores(chunk, norms), path }))
  // Equal scores keep one order on every machine and at every repetition.
  return scored.sort(
    (a, b) =>
      b.score - a.score ||
      (a.document < b.document ? 1 : a.document > b.document ? -1 : a.position - b.position),
  )
}

export type DocumentHit = {
  shard: number
  container: string
  document: string
  score: number
  chunks: Scored[]
}

const chunksPerDocument = 10

/** The best documents: each as good as its best chunk, with the chunks that earned it. */
export function groupByDocument(
  scored: readonly Scored[],
  {
    limit,
    chunkThreshold,
    documentThreshold,
  }: { limit: number; chunkThreshold: number; documentThreshold: number },
): DocumentHit[] {
  const hits = new Map<string, DocumentHit>()
  for (const chunk of scored) {
    if (chunk.score <= 0 || chunk.score < chunkThreshold) continue
    const hit = hits.get(chunk.document)
    if (hit) {
      if (hit.chunks.length < chunksPerDocument) hit.chunks.push(chunk)
    } else {
      const { shard, container, document, score } = chunk
      hits.set(document, { shard, container, document, score, chunks: [chunk] })
    }
  }
  return [...hits.values()].filter(hit => hit.score >= documentThreshold).slice(0, limit)
}
