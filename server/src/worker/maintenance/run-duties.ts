import type { Duty, DutyContext } from './duty.ts'

/**
 * Runs duties one after another, so that they never take more than one connection. A duty that fails is reported and does
 * not keep the next one from running. A stop is waited for by one duty, not by all that are left.
 */
export async function runDuties(
  duties: readonly Duty[],
  context: DutyContext,
  onFailure: (duty: string, error: unknown) => void,
): Promise<void> {
  for (const { name, run } of duties) {
    if (context.signal.aborted) return
    try {
      await run(context)
    } catch (error) {
      onFailure(name, error)
    }
  }
}
