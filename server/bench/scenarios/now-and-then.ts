import { setTimeout as sleep } from 'node:timers/promises'
import { type Spread, spreadOf } from '../../measure/percentile.ts'

export const everyMs = 2_000

/** The longest that others may wait: three times the idle time, and at least two seconds. */
export const limitOf = (idleMs: number): number => Math.max(2_000, 3 * Math.round(idleMs))

/** Adds one document every two seconds, on time even when the one before is not done yet. */
export async function addNowAndThen(add: (n: number) => Promise<number>, forMs: number): Promise<Spread> {
  const underWay: Promise<number>[] = []
  for (let n = 0; n * everyMs < forMs; n++) {
    const one = add(n)
    one.catch(() => undefined) // Awaited below, where a failure is reported.
    underWay.push(one)
    // At varying moments of the worker's polling.
    await sleep(everyMs + ((n * 37) % 200))
  }
  return spreadOf(await Promise.all(underWay))
}
