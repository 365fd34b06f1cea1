import { comparedUpTo } from '../containers/index-sizes.ts'

/** How a search compares vectors. */
export type Path = 'exact' | 'quantised' | 'hnsw'

/** An index of all vectors of one embedding set in the scope. */
export type VectorIndex = { set: number; dimensions: number }

export type RecallPlan = {
  path: Path
  /** Rows taken from the scan of binary codes to be compared exactly. */
  candidates: number
  /** The index that the path `hnsw` walks. With more candidates `inSight`, the walk misses fewer of the nearest. */
  walk?: (VectorIndex & { inSight: number }) | undefined
  /** The most chunks that the rarest words of a search may be in, to be compared by words. Undefined: all are compared. */
  sought?: number | undefined
  /** Rows each arm hands to the fusion. */
  perArm: number
}

/**
 * Up to here every vector is compared. Binary codes cost 3 to 5 ms before they save anything, most of it for looking up
 * the candidates' vectors. They pay off from 8,000 chunks if a container's rows lie next to each other, from 3,000 if
 * each lies on a page of its own. Measured by `npm run bench -- paths`; see docs/decisions/0007.
 */
export const exactUpTo = 4_000

/** The larger the container, the more neighbours a binary code confuses: MiniLM at 5k chunks needs 200 for recall .98, 400 for .995. */
const candidatesFor = (chunks: number) => (chunks <= 20_000 ? 400 : chunks <= 200_000 ? 800 : 1_600)

/**
 * Of 400 questions' ten nearest, 400 in sight find .997 among 57,619 real vectors and .989 among 300,000 made from them. 600
 * find .993 among the 300,000, 1,000 find .995. With 200 one question found none. pgvector allows at most 1,000.
 */
const inSightFor = (perArm: number) => Math.min(1_000, Math.max(600, perArm * 2))

/**
 * 8,000 of 100,000. Of the ten best by BM25 for the questions of SciFact and NFCorpus, both in one container of 19,529
 * chunks, 4 % of the chunks hold .949 and .957, 8 % .992 and .993, 12 % .998 and .994; there this is 18 %. The larger the
 * container the smaller a part will do, since ten are a smaller part of it too: of the two best, 6 % hold .997 and .995.
 */
const soughtFor = (chunks: number) => Math.ceil(25 * Math.sqrt(chunks))

/** Plans for chunks and memories alike. `index`: one that holds the vectors of just these rows, if there is one. */
export function planRecall(rows: number, limit: number, index?: VectorIndex | undefined): RecallPlan {
  const perArm = Math.max(limit, Math.min(300, Math.max(60, limit * 4)))
  const walk = rows > exactUpTo && index ? { ...index, inSight: inSightFor(perArm) } : undefined
  return {
    path: rows <= exactUpTo ? 'exact' : walk ? 'hnsw' : 'quantised',
    candidates: Math.max(candidatesFor(rows), limit * 2),
    walk,
    sought: rows <= comparedUpTo ? undefined : soughtFor(rows),
    perArm,
  }
}
