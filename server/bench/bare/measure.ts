import { percentile } from '../../measure/percentile.ts'

export type Spread = { p50: number; p95: number; p99: number }

export type Comparison = { ours: Spread; bare: Spread; ratio: number }

export type Rounds = { rounds: number; perRound: number; warmup: number }

/** Runs one call and returns its duration in milliseconds. */
export type Timed = (call: number) => Promise<number>

/**
 * Runs both sides in turn, a few calls each, so that other load on the machine affects both alike. Every other round
 * begins with the other side, so that neither always finds the caches as the other left them.
 */
export async function compare(
  ours: Timed,
  bare: Timed,
  { rounds, perRound, warmup }: Rounds,
): Promise<Comparison> {
  const taken = { ours: [] as number[], bare: [] as number[] }
  for (let i = 0; i < warmup; i++) {
    await ours(i)
    await bare(i)
  }
  for (let round = 0; round < rounds; round++) {
    const sides = [
      { run: ours, into: taken.ours },
      { run: bare, into: taken.bare },
    ]
    if (round % 2 === 1) sides.reverse()
    for (const { run, into } of sides) {
      for (let i = 0; i < perRound; i++) into.push(await run(warmup + round * perRound + i))
    }
  }
  return compareSamples(taken.ours, taken.bare)
}

export function compareSamples(ours: readonly number[], bare: readonly number[]): Comparison {
  const spreads = { ours: spread(ours), bare: spread(bare) }
  return { ...spreads, ratio: spreads.ours.p50 / spreads.bare.p50 }
}

function spread(samples: readonly number[]): Spread {
  return {
    p50: percentile(samples, 0.5),
    p95: percentile(samples, 0.95),
    p99: percentile(samples, 0.99),
  }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
