import type { Evidence } from '../../src/processes/dreaming/relate/weigh-change.ts'

/** An older statement and its pairs with later ones: one of them replaces it, or none does. */
export type LabelledGroup = {
  set: string
  isReplaced: boolean
  pairs: Evidence[]
  /** All groups of a set count as much as those of another. */
  weight: number
}

export type ChangeWeights = { weights: Record<keyof Evidence, number>; offset: number }

const steps = 400
const rate = 0.05
/** Keeps the weight of evidence that occurs seldom small. */
const hold = 0.002

/**
 * Fits weights by gradient descent (Adam), so that the surest pair of a replaced statement is judged a change, and none of
 * the pairs of the others. Deterministic.
 */
export function fitChange(groups: readonly LabelledGroup[]): ChangeWeights {
  const names = Object.keys(groups[0]!.pairs[0]!) as (keyof Evidence)[]
  const rows = groups.map(({ pairs, isReplaced, weight }) => ({
    ...{ isReplaced, weight, pairs: pairs.map(pair => [...names.map(name => pair[name]), 1]) },
  }))
  const found = new Array<number>(names.length + 1).fill(0)
  const mean = found.map(() => 0)
  const square = found.map(() => 0)
  for (let step = 1; step <= steps; step++) {
    const slope = slopeAt(rows, found)
    for (let i = 0; i < found.length; i++) {
      mean[i] = 0.9 * mean[i]! + 0.1 * slope[i]!
      square[i] = 0.999 * square[i]! + 0.001 * slope[i]! ** 2
      const move = mean[i]! / (1 - 0.9 ** step) / (Math.sqrt(square[i]! / (1 - 0.999 ** step)) + 1e-8)
      found[i]! -= rate * move
    }
  }
  const weights = Object.fromEntries(names.map((name, i) => [name, found[i]!])) as ChangeWeights['weights']
  return { weights, offset: found.at(-1)! }
}

type Rows = { isReplaced: boolean; weight: number; pairs: number[][] }

function slopeAt(groups: readonly Rows[], weights: readonly number[]): number[] {
  const slope = weights.map((weight, i) => (i === weights.length - 1 ? 0 : hold * weight))
  for (const { isReplaced, weight, pairs } of groups) {
    const sums = pairs.map(pair => dot(pair, weights))
    const most = Math.max(...sums)
    const parts = sums.map(sum => (isReplaced ? Number(sum === most) : Math.exp(sum - most)))
    const total = parts.reduce((sum, part) => sum + part, 0)
    const whole = isReplaced ? most : most + Math.log(total)
    const error = (1 / (1 + Math.exp(-whole)) - Number(isReplaced)) * weight
    for (const [k, pair] of pairs.entries())
      for (const [i, value] of pair.entries()) slope[i]! += (error * parts[k]! * value) / total
  }
  return slope
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0)

/** The probability that one of the pairs is a change. */
export function surest({ pairs }: LabelledGroup, { weights, offset }: ChangeWeights): number {
  const sums = pairs.map(pair =>
    Object.entries(weights).reduce(
      (sum, [name, weight]) => sum + weight * pair[name as keyof Evidence],
      offset,
    ),
  )
  return 1 / (1 + Math.exp(-Math.max(...sums)))
}
