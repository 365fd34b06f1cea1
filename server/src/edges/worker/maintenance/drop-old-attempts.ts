import { unscoped } from '../../../platform/db/tx.ts'
import { dropOldAttempts } from '../../../platform/lanes/attempt-store.ts'
import type { Duty } from './duty.ts'
import { rowsPerStep, runSteps } from './run-steps.ts'

/** Drops attempts at documents that are older than HISTORY_RETENTION_DAYS. */
export const dropOldAttemptsDuty: Duty = {
  name: 'drop_old_attempts',
  run: context =>
    runSteps(context, () =>
      unscoped(context.cell.maintenance, db =>
        dropOldAttempts(db, context.config.HISTORY_RETENTION_DAYS * 24, rowsPerStep),
      ),
    ),
}
