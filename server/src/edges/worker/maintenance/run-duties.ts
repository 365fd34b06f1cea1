import { isUnreachable } from '../../../platform/db/pool.ts'
import type { Duty, DutyContext } from './duty.ts'
import type { DutyReports } from './report-failures.ts'

/**
 * Runs duties one after another, so that they share a connection. A duty that fails is reported and does not keep the
 * next one from running. A stop waits for the current duty, not for the whole round.
 */
export async function runDuties(
  duties: readonly Duty[],
  context: DutyContext,
  reports: DutyReports,
): Promise<void> {
  let isReached = true
  for (const { name, run } of duties) {
    if (context.signal.aborted) return
    try {
      await run(context)
    } catch (error) {
      isReached &&= !isUnreachable(error)
      reports.failed(name, error)
    }
  }
  reports.roundEnded(isReached)
}
