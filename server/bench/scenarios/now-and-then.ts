import { setTimeout as sleep } from 'node:timers/promises'
import { type Spread, spreadOf } from '../../measure/percentile.ts'

export const everyMs = 2_000

/** What others may wait: three times what it takes when nobody else is there, and two seconds in any case. */
export const limitOf = (idleMs: number): number => Math.max(2_000, 3 * Math.round(idleMs))

/** One document every two seconds, each begun on time even when the one before is not done yet. */
export async function addNowAndThen(add: (n: number) => Promise<number>, forMs: number): Promise<Spread> {
  const underWay: Promise<number>[] = []
  for (let n = 0; n * everyMs < forMs; n++) {
    const one = add(n)
    one.catch(() => undefined) // its failure is met below
    underWay.push(one)
    // Not always at the same moment of the worker's polling.
    await sleep(everyMs + ((n * 37) % 200))
  }
  return spreadOf(await Promise.all(underWay))
}
