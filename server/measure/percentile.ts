/** The value that `share` of the sorted values do not exceed (nearest rank); NaN when there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export type Spread = { count: number; p50: number; p95: number; max: number }

/** Rounded to milliseconds: finer differences are noise on a shared machine. */
export function spreadOf(values: readonly number[]): Spread {
  const at = (share: number) => Math.round(percentile(values, share))
  return { count: values.length, p50: at(0.5), p95: at(0.95), max: at(1) }
}
