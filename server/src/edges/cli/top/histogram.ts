import { parseValue, type Sample } from './parse-metrics.ts'

/** How many observations were at most as long as each bound, in seconds. */
export type Buckets = readonly (readonly [bound: number, count: number])[]

export function toBuckets(samples: readonly Sample[]): Buckets {
  const counts = new Map<number, number>()
  for (const { labels, value } of samples) {
    const bound = parseValue(labels.le ?? '')
    counts.set(bound, (counts.get(bound) ?? 0) + value)
  }
  return [...counts].sort(([a], [b]) => a - b)
}

/**
 * The value that this share of the observations does not exceed, as `histogram_quantile` of Prometheus estimates it:
 * observations are taken to lie evenly within their bucket. Undefined without observations.
 */
export function quantile(share: number, buckets: Buckets): number | undefined {
  const total = buckets.at(-1)?.[1] ?? 0
  if (total <= 0) return undefined
  const rank = share * total
  let [lower, below] = [0, 0]
  for (const [bound, count] of buckets) {
    // Nothing is known about the last bucket but its lower bound.
    if (bound === Number.POSITIVE_INFINITY) return lower
    if (count >= rank) return lower + (bound - lower) * ((rank - below) / (count - below || 1))
    ;[lower, below] = [bound, count]
  }
  return lower
}
