/** How the vectors of a search are compared. */
export type Path = 'exact' | 'quantised' | 'hnsw'

/** An index of the vectors that are searched, all of this set and of so many dimensions. */
export type VectorIndex = { set: number; dimensions: number }

export type RecallPlan = {
  path: Path
  /** Rows taken from the scan of binary codes to be compared exactly. */
  candidates: number
  /** What the path `hnsw` walks, keeping so many of the nearest in sight: the more, the surer it is to meet all of them. */
  walk?: (VectorIndex & { inSight: number }) | undefined
  /** As many chunks as the rarest words of a search may be in, to be compared by words; undefined: all are compared. */
  sought?: number | undefined
  /** Rows each arm hands to the fusion. */
  perArm: number
}

/**
 * Up to here every vector is compared. Binary codes cost 3 to 5 ms before they save anything, most of it for looking up
 * the candidates' vectors; they pay off from 8,000 chunks if a container's rows lie next to each other, from 3,000 if
 * each lies on a page of its own. Measured by `npm run bench -- paths`; see docs/decisions/0007.
 */
export const exactUpTo = 4_000

/** The larger the container, the more neighbours a binary code confuses: MiniLM at 5k chunks needs 200 for recall .98, 400 for .995. */
const candidatesFor = (chunks: number) => (chunks <= 20_000 ? 400 : chunks <= 200_000 ? 800 : 1_600)

/**
 * From here on vectors have an index of their own (decision 11): scanning the codes of 200,000 takes 80 ms and comparing the
 * best some 10 more; walking the index takes 4 to 12.
 */
export const indexedFrom = 200_000

/**
 * Of 400 questions' ten nearest, 400 in sight meet .997 of 57,619 real vectors and .989 of 300,000 made from them, 600 meet
 * .993 of those, 1,000 .995; with 200 some question met none. pgvector keeps at most 1,000.
 */
const inSightFor = (perArm: number) => Math.min(1_000, Math.max(600, perArm * 2))

/** Chunks that come to a container of this size are indexed by their words; see 0022_sought_terms.sql. */
export const soughtFrom = 2_000

/** Up to here comparing the words of all chunks, 1.5 µs each, is as fast as looking up those that share some, 3.5 µs each. */
export const comparedUpTo = 8_000

/**
 * 8,000 of 100,000. Of the ten best by BM25 for the questions of SciFact and NFCorpus, both in one container of 19,529
 * chunks, 4 % of the chunks hold .949 and .957, 8 % .992 and .993, 12 % .998 and .994; there this is 18 %. The larger the
 * container the smaller a part will do, since ten are a smaller part of it too: of the two best, 6 % hold .997 and .995.
 */
const soughtFor = (chunks: number) => Math.ceil(25 * Math.sqrt(chunks))

/** For chunks and memories alike: how many there are, how many are wanted, and the index of just these, if there is one. */
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
