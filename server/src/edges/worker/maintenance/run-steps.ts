import type { DutyContext } from './duty.ts'

/** A duty with much to do leaves the rest to the next round, so that the other duties get their turn. */
const atMostMs = 2_000

/** Runs steps until one finds nothing to do, the time is up or the worker stops. A step returns how much it did. */
export async function runSteps(
  { signal }: Pick<DutyContext, 'signal'>,
  step: () => Promise<number>,
): Promise<void> {
  const until = Date.now() + atMostMs
  while (!signal.aborted && (await step()) > 0 && Date.now() < until);
}

/** Rows that a step deletes: about 0.1 s. */
export const rowsPerStep = 5_000
