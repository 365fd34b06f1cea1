import { seeded } from '../measure/seeded.ts'

/** nDCG of the first ten results, 0 to 1: worth as judged, discounted by log2 of the rank. */
export function ndcg10(ranked: readonly string[], relevant: ReadonlyMap<string, number>): number {
  const ideal = [...relevant.values()].sort((a, b) => b - a)
  const best = gain(ideal.slice(0, 10))
  return best === 0 ? 0 : gain(ranked.slice(0, 10).map(key => relevant.get(key) ?? 0)) / best
}

function gain(worths: readonly number[]): number {
  return worths.reduce((sum, worth, i) => sum + worth / Math.log2(i + 2), 0)
}

/** The share of relevant keys among the first ten results. */
export function recall10(ranked: readonly string[], relevant: ReadonlyMap<string, number>): number {
  const wanted = [...relevant].filter(([, worth]) => worth > 0).map(([key]) => key)
  const found = new Set(ranked.slice(0, 10))
  return wanted.length === 0 ? 0 : wanted.filter(key => found.has(key)).length / wanted.length
}

export type Sample = { group: string; value: number }

/** The mean of all samples, or of the groups' means. */
export function mean(samples: readonly Sample[], macro: boolean): number {
  if (!macro) return average(samples.map(({ value }) => value))
  return average([...groupMeans(samples).values()])
}

export function groupMeans(samples: readonly Sample[]): Map<string, number> {
  const groups = [...Map.groupBy(samples, ({ group }) => group)].sort(([a], [b]) => (a < b ? -1 : 1))
  return new Map(groups.map(([group, members]) => [group, average(members.map(({ value }) => value))]))
}

const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Bootstrap interval: the means of 95 in 100 draws of as many questions, with replacement, lie in it. */
export function interval95(samples: readonly Sample[], macro: boolean, draws = 1_000): [number, number] {
  const random = seeded(1)
  const draw = () => samples.map(() => samples[Math.floor(random() * samples.length)]!)
  const means = Array.from({ length: draws }, () => mean(draw(), macro)).sort((a, b) => a - b)
  return [means[Math.floor(draws * 0.025)]!, means[Math.ceil(draws * 0.975) - 1]!]
}

/**
 * AUROC: how often an answerable question scores above an unanswerable one (a tie counts half). 1 is certain, ½ is
 * chance.
 */
export function auroc(answerable: readonly number[], unanswerable: readonly number[]): number {
  let above = 0
  for (const a of answerable) for (const u of unanswerable) above += a > u ? 1 : a === u ? 0.5 : 0
  return above / (answerable.length * unanswerable.length)
}
