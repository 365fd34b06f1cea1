/** How the vectors of a search are compared. */
export type Path = 'exact' | 'quantised'

export type RecallPlan = {
  path: Path
  /** Chunks taken from the scan of binary codes to be compared exactly. */
  candidates: number
  /** Chunks each arm hands to the fusion. */
  perArm: number
}

/**
 * Up to here every vector is compared: reading the rows costs no more than reading the codes first.
 * Measured by `npm run bench`; see docs/decisions/0007.
 */
export const exactUpTo = 2_000

/** The larger the container, the more neighbours a binary code confuses: MiniLM at 5k chunks needs 200 for recall .98, 400 for .995. */
const candidatesFor = (chunks: number) => (chunks <= 20_000 ? 400 : chunks <= 200_000 ? 800 : 1_600)

export function planRecall(chunks: number, limit: number): RecallPlan {
  return {
    path: chunks <= exactUpTo ? 'exact' : 'quantised',
    candidates: candidatesFor(chunks),
    perArm: Math.min(300, Math.max(60, limit * 4)),
  }
}
