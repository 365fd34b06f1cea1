import { dropOldRuns } from '../../../features/connections/run-store.ts'
import { unscoped } from '../../../platform/db/tx.ts'
import type { Duty } from './duty.ts'
import { rowsPerStep, runSteps } from './run-steps.ts'

/** Drops ended runs of connections that are older than SYNC_LOG_DAYS, and authorizations that nobody finished. */
export const dropOldRunsDuty: Duty = {
  name: 'drop_old_runs',
  run: context =>
    runSteps(context, () =>
      unscoped(context.cell.maintenance, db =>
        dropOldRuns(db, context.config.SYNC_LOG_DAYS * 24, rowsPerStep),
      ),
    ),
}
