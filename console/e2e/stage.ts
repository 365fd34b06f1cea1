import type { Browser } from 'playwright-core'
import type { E2eServer } from './server.ts'

/** What every step needs: the server, the browser, and the list of faults that pages report. */
export type Stage = { server: E2eServer; browser: Browser; faults: string[] }

export const password = 'a long enough password'

/** Says that a step works, with the seconds since the last one. */
export function done(step: string): void {
  progress.steps++
  const now = performance.now()
  console.log(`✓ ${step} (${((now - last) / 1_000).toFixed(1)} s)`)
  last = now
}

let last = performance.now()

/** The steps that worked so far. */
export const progress = { steps: 0 }
