/** How the vectors of a search are compared. */
export type Path = 'exact' | 'quantised'

export type RecallPlan = {
  path: Path
  /** Rows taken from the scan of binary codes to be compared exactly. */
  candidates: number
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

/** For chunks and memories alike: how many there are, and how many are wanted. */
export function planRecall(rows: number, limit: number): RecallPlan {
  return {
    path: rows <= exactUpTo ? 'exact' : 'quantised',
    candidates: Math.max(candidatesFor(rows), limit * 2),
    perArm: Math.max(limit, Math.min(300, Math.max(60, limit * 4))),
  }
}
