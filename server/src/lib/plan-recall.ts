/** How the vectors of a search are compared. */
export type Path = 'exact' | 'quantised'

export type RecallPlan = {
  path: Path
  /** Rows taken from the scan of binary codes to be compared exactly. */
  candidates: number
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

/** Chunks that come to a container of this size are indexed by their words; see 0022_sought_terms.sql. */
export const soughtFrom = 2_000

/** Up to here comparing the words of all chunks, 1.5 µs each, is as fast as looking up those that share some, 3.5 µs each. */
const comparedUpTo = 8_000

/**
 * 8,000 of 100,000. Of the ten best by BM25 for the questions of SciFact and NFCorpus, both in one container of 19,529
 * chunks, 4 % of the chunks hold .949 and .957, 8 % .992 and .993, 12 % .998 and .994; there this is 18 %. The larger the
 * container the smaller a part will do, since ten are a smaller part of it too: of the two best, 6 % hold .997 and .995.
 */
const soughtFor = (chunks: number) => Math.ceil(25 * Math.sqrt(chunks))

/** For chunks and memories alike: how many there are, and how many are wanted. */
export function planRecall(rows: number, limit: number): RecallPlan {
  return {
    path: rows <= exactUpTo ? 'exact' : 'quantised',
    candidates: Math.max(candidatesFor(rows), limit * 2),
    sought: rows <= comparedUpTo ? undefined : soughtFor(rows),
    perArm: Math.max(limit, Math.min(300, Math.max(60, limit * 4))),
  }
}
