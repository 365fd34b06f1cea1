import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLocalEmbedder } from '../../src/platform/providers/embedding/local-embedder.ts'
import { openLocalJudge } from '../../src/platform/providers/judge/local-judge.ts'
import type { Evidence } from '../../src/processes/dreaming/relate/weigh-change.ts'
import { type WeighedPair, weighedPairs } from './chronicle-facts.ts'
import { heldOutChronicles, readChronicles } from './read-chronicles.ts'

/**
 *   node server/judge/train/fit-change.ts    fits weights for weigh-change.ts to the chronicles
 *
 * A logistic regression over the pairs that dreaming compares in the chronicles which the judge has not been trained on: in
 * the others its verdicts are surer than they are in use. The weights in use were fitted to labelled lives as well. Prints the weights, then precision and recall by bar, each
 * chronicle by the weights of the others. The last line is one JSON object.
 */
const bars = [0.3, 0.4, 0.5, 0.6, 0.7]
/** Keeps the weight of evidence that occurs seldom small. */
const ridge = 1
const rounds = 40

type Example = { x: number[]; y: number; domain: string }

async function main(): Promise<void> {
  const pairs = await readPairs()
  const names = Object.keys(pairs[0]!.evidence) as (keyof Evidence)[]
  const examples = pairs.map(({ evidence, isChange, domain }) => ({
    ...{ x: [...names.map(name => evidence[name]), 1], y: Number(isChange), domain },
  }))
  const weights = fit(examples)
  for (const [i, name] of names.entries()) console.log(`  ${name}: ${weights[i]!.toFixed(2)},`)
  console.log(`const offset = ${weights.at(-1)!.toFixed(2)}`)
  const figures = measure(examples)
  console.table(figures)
  const changes = examples.filter(({ y }) => y === 1).length
  console.log(JSON.stringify({ pairs: examples.length, changes, ...figures, ok: true }))
}

async function readPairs(): Promise<WeighedPair[]> {
  const modelDir = await mkdtemp(join(tmpdir(), 'reverie-fit-'))
  const judge = openLocalJudge(modelDir)
  const embedder = await openLocalEmbedder({ model: '', modelDir, threads: 2 })
  try {
    const pairs: WeighedPair[] = []
    for (const chronicle of readChronicles().filter(each => heldOutChronicles.includes(each.chronicle))) {
      pairs.push(...(await weighedPairs(chronicle, judge, embedder)))
      console.log(`${chronicle.chronicle}: ${pairs.length} pairs so far`)
    }
    return pairs
  } finally {
    await judge.close()
    await embedder.close()
    await rm(modelDir, { recursive: true, force: true })
  }
}

function measure(examples: readonly Example[]): Record<string, { precision: number; recall: number }> {
  const domains = [...new Set(examples.map(({ domain }) => domain))]
  const judged = domains.flatMap(domain => {
    const weights = fit(examples.filter(each => each.domain !== domain))
    return examples
      .filter(each => each.domain === domain)
      .map(({ x, y }) => ({ y, p: probability(weights, x) }))
  })
  const changes = judged.filter(({ y }) => y === 1).length
  return Object.fromEntries(
    bars.map(bar => {
      const made = judged.filter(({ p }) => p >= bar)
      const right = made.filter(({ y }) => y === 1).length
      return [
        String(bar),
        { precision: round(right / Math.max(1, made.length)), recall: round(right / changes) },
      ]
    }),
  )
}

/** Newton's method: a few rounds suffice for thirty weights. */
function fit(examples: readonly Example[]): number[] {
  const size = examples[0]!.x.length
  const weights = new Array<number>(size).fill(0)
  for (let round = 0; round < rounds; round++) {
    const slope = weights.map(weight => ridge * weight)
    const curve = weights.map((_, i) => weights.map((_, j) => (i === j ? ridge : 0)))
    for (const { x, y } of examples) {
      const p = probability(weights, x)
      for (let i = 0; i < size; i++) {
        slope[i]! += (p - y) * x[i]!
        for (let j = 0; j < size; j++) curve[i]![j]! += p * (1 - p) * x[i]! * x[j]!
      }
    }
    const step = solve(curve, slope)
    for (let i = 0; i < size; i++) weights[i]! -= step[i]!
  }
  return weights
}

const probability = (weights: readonly number[], x: readonly number[]): number =>
  1 / (1 + Math.exp(-weights.reduce((sum, weight, i) => sum + weight * x[i]!, 0)))

/** Gauss's elimination. The matrix is positive definite, so no rows have to change places. */
function solve(matrix: number[][], values: number[]): number[] {
  const size = values.length
  const rows = matrix.map((row, i) => [...row, values[i]!])
  for (let i = 0; i < size; i++)
    for (let j = i + 1; j < size; j++) {
      const factor = rows[j]![i]! / rows[i]![i]!
      for (let k = i; k <= size; k++) rows[j]![k]! -= factor * rows[i]![k]!
    }
  const found = new Array<number>(size).fill(0)
  for (let i = size - 1; i >= 0; i--) {
    const known = found.reduce((sum, each, j) => sum + (j > i ? each * rows[i]![j]! : 0), 0)
    found[i] = (rows[i]![size]! - known) / rows[i]![i]!
  }
  return found
}

const round = (share: number): number => Math.round(share * 1000) / 1000

await main()
