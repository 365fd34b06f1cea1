import type { Duty, DutyContext } from './duty.ts'

/**
 * Runs duties one after another, so that they share a connection. A duty that fails is reported and does not keep the
 * next one from running. A stop waits for the current duty, not for the whole round.
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
