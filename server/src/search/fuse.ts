import { defaultRanking, type Fused, fuseScores, type Norms as SharedNorms } from '../lib/fuse-scores.ts'
import type { Path } from '../lib/plan-recall.ts'
import type { Reranked } from './rerank.ts'
import type { Recalled } from './store.ts'

/**
 * A chunk with the score it is ranked by, what that score is made of, and how its cell compared vectors; `date` is how close
 * it is to the time asked about, if any, and `fused` the score before that and a second look.
 */
export type Scored = Found & Fused & { path: Path; date?: number; reranked?: Reranked; fused?: number }

/** What is known of a chunk before it is scored; `isForeign`: in a language the model does not know. */
type Found = Recalled & { tokens?: number | null; isForeign?: boolean; isBySpeaker?: boolean }

export type Norms = SharedNorms & { path: Path }

/** Every chunk with its scores, best first. Of a foreign chunk only its words say something. */
export function fuse(found: readonly Found[], { path, ...norms }: Norms): Scored[] {
  const foreign = { ...norms, calibration: undefined, ranking: norms.ranking ?? defaultRanking }
  const scored = found.map(chunk => ({
    ...chunk,
    ...fuseScores(chunk, chunk.isForeign ? foreign : norms),
    path,
  }))
  return scored.sort(byScore)
}

type Placed = { score: number; document: string; position: number }

/** Equal scores keep one order on every machine and at every repetition. */
export function byScore(a: Placed, b: Placed): number {
  return (
    b.score - a.score ||
    (a.document < b.document ? 1 : a.document > b.document ? -1 : a.position - b.position)
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
  return gather(passing(scored, chunkThreshold))
    .filter(hit => hit.score >= documentThreshold)
    .slice(0, limit)
    .map(hit => ({ ...hit, chunks: hit.chunks.slice(0, chunksPerDocument) }))
}

/** The best chunks, whatever documents they are of; these come with them. */
export function takeChunks(
  scored: readonly Scored[],
  { limit, threshold }: { limit: number; threshold: number },
): DocumentHit[] {
  return gather(passing(scored, threshold).slice(0, limit))
}

/** What has nothing in common with the query is not found, whatever the threshold. */
const passing = (scored: readonly Scored[], threshold: number) =>
  scored.filter(({ score }) => score > 0 && score >= threshold)

/** Chunks by document, in the order of each one's best. */
function gather(scored: readonly Scored[]): DocumentHit[] {
  return [...Map.groupBy(scored, ({ document }) => document).values()].map(chunks => {
    const { shard, container, document, score } = chunks[0]!
    return { shard, container, document, score, chunks }
  })
}
