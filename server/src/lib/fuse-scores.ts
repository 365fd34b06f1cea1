/** Where a model's similarities lie: what it gives to texts with nothing in common, and to texts that say the same. */
export type Range = { unrelated: number; same: number }

export type Norms = {
  /** Undefined: the dense arm did not run. */
  calibration: Range | undefined
  /** The most a text could score in words; undefined: the lexical arm did not run. */
  bestBm25: number | undefined
}

/** Meaning counts a little more than words. Fusing normalised scores beat fusing ranks on every set tried (LoCoMo 45.6 against 37.8). */
const denseWeight = 0.6

/** Both scores of a text on one scale from 0 to 1, weighed. An arm that did not run leaves its weight to the other. */
export function fuseScores(
  found: { similarity: number | null; bm25: number | null },
  { calibration, bestBm25 }: Norms,
): { dense: number; lexical: number; score: number } {
  const weight = bestBm25 === undefined ? 1 : calibration === undefined ? 0 : denseWeight
  const dense = calibration ? scale(found.similarity ?? 0, calibration.unrelated, calibration.same) : 0
  const lexical = bestBm25 ? scale(found.bm25 ?? 0, 0, bestBm25) : 0
  return { dense, lexical, score: weight * dense + (1 - weight) * lexical }
}

function scale(value: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)))
}
