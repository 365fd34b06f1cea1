import { comparedUpTo } from '../containers/index-sizes.ts'

/** The method by which a search compares vectors. */
export type Path = 'exact' | 'quantised' | 'hnsw' | 'ivfflat'

/** An index of all vectors of one embedding set in the scope. `lists`: it is an IVFFlat index with this many. Else it is an HNSW index. */
export type VectorIndex = { set: number; dimensions: number; lists?: number | undefined }

/** Words to look up in the index of an organization: rows with `any` of these or, if there are none, with `all` of those. At most `most` rows. */
export type SoughtTerms = { any: readonly number[]; all: readonly number[]; most: number }

export type RecallPlan = {
  path: Path
  /** The number of rows from the scan of binary codes that are compared exactly. */
  candidates: number
  /** The index that the paths `hnsw` and `ivfflat` walk. The more candidates `inSight`, or the more lists it `probes`, the fewer of the nearest it misses. */
  walk?: (VectorIndex & { inSight: number; probes: number }) | undefined
  /** Keyword search looks up the rarest words, as many as occur in at most this many chunks. Undefined: all chunks are compared. */
  sought?: number | undefined
  /** In a search of a whole organization with a word index: the words to look up. */
  terms?: SoughtTerms | undefined
  /** The number of rows that each arm passes to the fusion. */
  perArm: number
}

/**
 * Up to this many rows, every vector is compared. Binary codes cost 3 to 5 ms before they save anything, mostly to look up
 * the candidates' vectors. They pay off from 8,000 chunks if a container's rows lie next to each other, from 3,000 if
 * each lies on a page of its own. Measured by `npm run bench -- paths`; see docs/decisions/0007.
 */
export const exactUpTo = 4_000

/** The larger the container, the more neighbours a binary code confuses: MiniLM at 5k chunks needs 200 for recall .98, 400 for .995. */
const candidatesFor = (chunks: number) => (chunks <= 20_000 ? 400 : chunks <= 200_000 ? 800 : 1_600)

/**
 * The candidates that a walk of the index keeps (`hnsw.ef_search`). For the ten nearest of 400 questions, 400 candidates find
 * .997 among 57,619 real vectors and .989 among 300,000 made from them. 600 find .993 among the 300,000, and 1,000 find .995. With
 * 200 candidates, one question found none. pgvector allows at most 1,000.
 */
const inSightFor = (perArm: number) => Math.min(1_000, Math.max(600, perArm * 2))

/**
 * The most chunks in which the rarest words may occur: 8,000 of 100,000. Measured by the ten best by BM25 for the questions of
 * SciFact and NFCorpus, both in one container of 19,529 chunks: 4 % of the chunks contain .949 and .957 of them, 8 % .992 and .993,
 * 12 % .998 and .994; there this formula gives 18 %. In a larger container a smaller share is enough, because ten are a smaller
 * share of it too: 6 % of the chunks contain .997 and .995 of the two best.
 */
const soughtFor = (chunks: number) => Math.ceil(25 * Math.sqrt(chunks))

/** The lists that a walk of an IVFFlat index reads: twice the square root of their number. See decision 47 for the recall. */
const probesFor = (lists: number) => Math.min(lists, Math.max(10, Math.ceil(2 * Math.sqrt(lists))))

/** The most rows that a search looks up by words in a whole organization: 3.5 µs each. */
const mostSought = 20_000

export const soughtInOrganizationFor = (rows: number) => Math.min(mostSought, soughtFor(rows))

/** Plans the recall of chunks or memories. `index`: an index of exactly these rows, if there is one. */
export function planRecall(rows: number, limit: number, index?: VectorIndex | undefined): RecallPlan {
  const perArm = Math.max(limit, Math.min(300, Math.max(60, limit * 4)))
  const walk =
    rows > exactUpTo && index
      ? { ...index, inSight: inSightFor(perArm), probes: probesFor(index.lists ?? 1) }
      : undefined
  return {
    path: rows <= exactUpTo ? 'exact' : walk ? (walk.lists ? 'ivfflat' : 'hnsw') : 'quantised',
    candidates: Math.max(candidatesFor(rows), limit * 2),
    walk,
    sought: rows <= comparedUpTo ? undefined : soughtFor(rows),
    perArm,
  }
}
